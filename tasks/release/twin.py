"""The open-ended twin of a question: the same question without choices, where its answer is a short span of the article.

A token is a piece between white space; in scripts that write no spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) each character is
one. At most 10 tokens, as in OKBench. A span is verbatim under the rule that validation uses (kinds of quotes, dashes, spaces and case do
not matter) and ends at word borders: "12" is no span of "2012". The twin's answer is the multiple-choice key itself, byte for byte.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.questions.folding import fold, has_no_spaces, holds_words

MAX_TOKENS = 10

# What only a list of choices can answer: words about the list, not about the matter. Too broad costs a twin, too narrow a bad question.
_LEANS_ON_CHOICES = re.compile(
    "|".join((
        r"\b(?:of|from|among) (?:the )?(?:following|these|those|above|below|options|choices|alternatives|answers)\b",
        r"\bthe following\b|\bas follows\b",
        r"\b(?:listed|given|shown|named|mentioned) (?:below|above|here)\b",
        r"\b(?:options?|choices?|alternatives?|answers?|statements?) (?:below|above|given)\b",
        r"\bwhich (?:single |one )?(?:option|choice|alternative|statement|sentence|answer|description)\b",
        r"\b(?:choose|select|pick) (?:the|one) (?:\w+ )?(?:option|choice|alternative|answer|statement|of)\b",
        r"\b(?:statements?|options?|answers?) (?:is|are) (?:true|correct|right|false|wrong)\b",
        r"\b(?:l[ao]s|est[ao]s) (?:\w+ )?siguientes\b|\bde (?:estas|estos) \w+\b|\bopci[oó]n(?:es)?\b",  # Spanish
        r"\b[ad]?[ao]s (?:\w+ )?seguintes\b|\bd(?:estas|estes) \w+\b|\balternativas?\b|\bop[cç][oõ]es\b",  # Portuguese
        r"\bsuivant(?:e|s|es)?\b|\bparmi (?:les|ces)\b|\bci-dessous\b|\bde ces \w+\b",  # French
        r"\bfolgende[nr]?\b|\b(?:von|unter) diesen\b|\bwelche[rs]? dieser\b",  # German
        r"\bseguent[ei]\b|\bdi quest[ei] \w+\b",  # Italian
        r"\bvolgende\b|\bvan deze\b",  # Dutch
        "以下|下列|次のうち|次の中|다음 중",
    )),
    re.IGNORECASE,
)
# Nearly anything fits a question for what is not so: its key is right only among the choices.
_NEGATIVE = re.compile(
    r"\b(?:which|who|whom|what|where|when)\b[^?]*(?:\b(?:not|except|never|neither|nor|excluding|least likely)\b|n['’]t\b)", re.IGNORECASE
)
_NO_ANSWER = re.compile(r"yes|no|true|false|(?:all|none|both|neither|any|some)\b.*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Twin:
    """The open question and its answer; when there is none, both are None and ``reason`` says why.

    reason: leans_on_choices, negative, no_entity (yes, no, none of ...), too_long, not_verbatim, given_away (the question has it).
    """

    question: str | None
    answer: str | None
    reason: str = ""


def open_ended_twin(question: str, key: str, folded_article: str) -> Twin:
    """The twin of a question. ``folded_article``: title and body, folded once for all questions of the article."""
    reason = _obstacle(question, key, folded_article)
    return Twin(None, None, reason) if reason else Twin(question, key)


def _obstacle(question: str, key: str, folded_article: str) -> str:
    folded = fold(key)
    if _LEANS_ON_CHOICES.search(question):
        return "leans_on_choices"
    if _NEGATIVE.search(question):
        return "negative"
    if _NO_ANSWER.fullmatch(key.strip()):
        return "no_entity"
    if count_tokens(key) > MAX_TOKENS:
        return "too_long"
    if not holds_words(folded_article, folded):
        return "not_verbatim"
    return "given_away" if holds_words(fold(question), folded) else ""


def count_tokens(text: str) -> int:
    """Number of tokens; see the head of this file for what one is."""
    count = 0
    for piece in text.split():
        solid = sum(map(has_no_spaces, piece))
        # A run of letters or digits inside such a script ("AI企業") is one token more for each run.
        count += solid + len(re.findall(r"\w+", "".join(" " if has_no_spaces(c) else c for c in piece))) if solid else 1
    return count
