"""Leaving away what an English main clause can do without: an addition after a comma, a second clause.

A shorter statement says less and leans on less; it must never say more, or break off.
"""

from __future__ import annotations

import re

from tasks.llm.baselines.verbs import AMBIGUOUS, NOUNS_TOO, PAST, THIRD, is_finite

_CLAUSE = re.compile(
    r"(?:, (?:which|who|whose|where|when|while|although|though|because|as|but|so|after|before|since|until|including|with|of which|"
    r"of whom|then|according to|said|says|"
    r"and (?:it|he|she|they|has|have|had|will|would|was|were|is|are|said|says|that|the|a|an|its|his|her|their|another|"
    r"nobody|nothing|[a-z]+ed))\b"
    r"| (?:because|although|whereas|while|since it|since she|since he|but|"
    r"and (?:he|she|it|they|that|is|are|was|were|has|have|had|will|would|said|says)) ).*$"
)
_CONDITION = re.compile(r", (?:if|unless|provided|except|not|only|but not|or|nor|as long|at least|depending|rather) ")
_ASIDE = re.compile(r", (?:the|an?|who|which|whose|[A-Z])[^,]*, (?!and |or |but )")
_OPEN = re.compile(
    r"\bthat (?:after|if|when|while|although|as|because|since|before|once|in|by|for|with|during|under|despite|until|unless) "
)
_NEXT_CLAUSE = re.compile(
    r",? and (?:(?:[a-z]+ ){0,3}[A-Z][\w-]*(?: [A-Z][\w-]*)*|nobody|nothing|no one|everyone|everybody) ([a-z]+)"
)
_SECOND_VERB = re.compile(r" and ([a-z]+) (?=[a-z0-9])")


def trimmed(text: str, keep_to: int, verb_at: int = 0) -> str:
    """``text`` without what follows its main clause after the place ``keep_to``.

    verb_at: place of the main verb; before it, or where commas part the verb from ``keep_to``, a comma may close an aside and is kept.
    """
    comma = text.find(", ", keep_to)
    if comma >= 0 and keep_to > verb_at and _may_end(text, verb_at, keep_to, comma):
        text = text[:comma]
    match = _CLAUSE.search(text, keep_to)
    if match and not (match.group().startswith(", and") and ", " in text[verb_at : match.start()]):
        text = text[: match.start()].rstrip(" ,")
    another = _NEXT_CLAUSE.search(text, keep_to)
    if another and is_finite(another[1]):
        text = text[: another.start()]
    for second in _SECOND_VERB.finditer(text, keep_to):
        verb = second[1]
        if (verb in PAST and verb not in AMBIGUOUS) or (verb in THIRD and verb not in NOUNS_TOO):
            return text[: second.start()]
    return text


def is_open(text: str) -> bool:
    """Whether a clause with "that" has begun at the end of ``text`` and not come to its verb: "said that the rudder"."""
    if _OPEN.search(text):
        return True
    _, that, after = text.rpartition(" that ")
    return bool(that) and not any(is_finite(word) for word in after.split())


def _may_end(text: str, verb_at: int, keep_to: int, comma: int) -> bool:
    """Whether the sentence is whole and true if it ends at ``comma``."""
    if ", " in text[verb_at:keep_to] or is_open(text[verb_at:comma]):
        return False
    return not (_CONDITION.match(text, comma) or _ASIDE.match(text, comma))
