"""When a free answer is the expected one: equality after normalising what does not change its meaning.

The rule of the paper's open-ended form (case and punctuation), widened by what typography does to a text: width, kinds of quotes and
dashes, thousands separators, "per cent", "&", a leading article and the article "the" anywhere. Digits, signs before them and the order of
words stay: 1.5 is not 15, -3 is not 3, and nothing is taken for a synonym. What a person would call the same in other words is the judge's.
"""

from __future__ import annotations

import re

from tasks.questions.folding import fold, holds_words, loosen

_MARKS_IN_WORDS = re.compile(r"['.](?!\d)|(?<!\d)\.")  # O'Neil, U.S.
_PUNCTUATION = re.compile(r"[^\w\s%$€£¥°+\u2212/.,:]|(?<!\d)[,:/]|[,:/](?!\d)")
_THE = re.compile(r"\bthe\s+(?=\S)")
_LEADING = re.compile(r"\A(?:an?|the)\s+(?=\S)")


def normal_answer(text: str) -> str:
    """The form in which answers are compared."""
    text = loosen(fold(text)).replace("&", " and ")
    text = _PUNCTUATION.sub(" ", _MARKS_IN_WORDS.sub("", text))
    return " ".join(_LEADING.sub("", _THE.sub("", " ".join(text.split()))).split())


def same_answer(given: str, expected: str) -> bool:
    """Whether a given answer equals the expected one after normalising both. An answer of signs alone is compared as it stands."""
    one, other = normal_answer(given), normal_answer(expected)
    return one == other if one and other else fold(given) == fold(expected) != ""


def holds_answer(given: str, expected: str) -> bool:
    """Whether the expected answer stands in a longer given one, in whole words, after normalising both."""
    return holds_words(normal_answer(given), normal_answer(expected))
