"""What to show of a found passage: the sentences that hold most of the question's words, and where those words stand.

For the eye only: a word counts as matched when it begins like one of the question's, so "flooding" matches "flood". What a retriever really
compared (stems, or vectors) may differ; a passage found by vectors may have no common word at all.
"""

from __future__ import annotations

import re
import unicodedata

from retrieval.sentences import sentence_spans

Span = tuple[int, int]

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_ENDING = re.compile(r"(?<=\w{3})(?:ings?|ed|es|[es])$")
_WORDS = (
    "about after all also and any are been before but can did does for from had has have her his how into its many most much not off one "
    "only our out over she some such than that the their them then there these they this those was were what when where which while who "
    "whom whose why will with would you your"
)
_COMMON = frozenset(_WORDS.split())


def matched_words(question: str, text: str) -> list[Span]:
    """(start, end) of each word of ``text`` that begins like a word of the question. Words of fewer than three letters are passed over."""
    wanted = {word for word in map(_folded, _WORD.findall(question)) if _counts(word)}
    return [m.span() for m in _WORD.finditer(text) if _counts(word := _folded(m[0])) and any(_alike(word, other) for other in wanted)]


def excerpt(question: str, text: str, *, language: str = "", length: int = 320) -> Span:
    """The stretch of ``text`` to show: neighbouring sentences of at most ``length`` characters with the most matched words, the first such
    stretch of equals. A longer single sentence is cut between words."""
    sentences = sentence_spans(text, language) or [(0, len(text))]
    hits = [start for start, _ in matched_words(question, text)]
    best, most = (sentences[0][0], sentences[0][1]), -1
    for i, (start, _) in enumerate(sentences):
        end = sentences[i][1]
        for _, later in sentences[i + 1 :]:
            if later - start > length:
                break
            end = later
        count = sum(start <= hit < end for hit in hits)
        if count > most:
            best, most = (start, end), count
    start, end = best
    return (start, end) if end - start <= length else _cut(text, start, end, [hit for hit in hits if start <= hit < end], length)


def _cut(text: str, start: int, end: int, hits: list[int], length: int) -> Span:
    first = start if not hits or hits[0] - start < length // 2 else hits[0] - length // 4
    if first > start:
        first = text.find(" ", first, end) + 1 or first
    last = min(end, first + length)
    if last < end:
        last = max(text.rfind(" ", first, last), first) if " " in text[first:last] else last
    return first, last


def _folded(word: str) -> str:
    """Without case and accents."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(mark for mark in plain if not unicodedata.combining(mark))


def _counts(word: str) -> bool:
    return word not in _COMMON and (len(word) > 2 or word.isdigit() or bool(re.fullmatch(f"[{_UNSPACED}]+", word)))


def _alike(one: str, other: str) -> bool:
    """Equal but for a common ending, or of one beginning of five letters or more with short endings; digits must be equal."""
    if one == other:
        return True
    if one.isdigit() or other.isdigit():
        return False
    one, other = _ENDING.sub("", one), _ENDING.sub("", other)
    common = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest = max(len(one), len(other)) - common
    return rest == 0 or (common >= 4 and rest <= min(3, common - 3))
