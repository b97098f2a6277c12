"""Where a reply states its choice: the asked-for line, sentences that say which one it is, and lines that are nothing but a letter.

Each kind has a weight. 3: a line of the form that was asked for ("Answer: B"), or one that calls itself final. 2: an explicit sentence
("the correct option is C", "I would go for D", "so only D remains") or an opening or closing line that is a letter. 1: a sentence that
merely ends in "is (B)". 0: said with a reserve ("it might be A").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tasks.answer.picks import Choices, Pick, read_pick

_NOUN = (
    r"(?:answer|ans|choice|option|selection|selected|response|pick|prediction|boxed|respuesta|resposta|r[ée]ponse|antwort|risposta|antwoord|odpowied[źz]|svar|cevap"
    r"|opci[óo]n|op[çc][ãa]o|ответ|答案|答え|回答|解答|正解|选项|정답|답)"
)
_LABEL = re.compile(
    rf"(?<![A-Za-z]){_NOUN}(?:\s+(?:is|correcta?|correta|correcte|key|choice|option|letter))?\s*[\"']?\s*(?::|=|->|→|–|—|-(?=\s))",
    re.IGNORECASE,
)
_LINE_LABEL = re.compile(rf"(?:^|\n)\W{{0,8}}{_NOUN}\s+(?=\(?[A-Z]\W*(?:\n|\Z))", re.IGNORECASE)
_SUBJECT = re.compile(rf"(?<![A-Za-z])(?:{_NOUN}|odd one out|(?:best|only|last) one)(?![A-Za-z])", re.IGNORECASE)
_COPULA = re.compile(
    r"(?<![A-Za-z'])(?:is|was|would be|must be|should be|will be|has to be|can only be|might be|may be|could be|seems to be"
    r"|appears to be|es|é|ist|est|è|jest|är|to)(?![A-Za-z'])"
    r"|是|为|為|は|은|는|(?<=\s)[—–-](?=\s)",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:i|we)(?:'d|'ll|'m| would| will| shall| must| am| can only| have to)?\s+"
    r"(?:\w+ly\s+|thus\s+|have to\s+|to\s+|rather\s+|still\s+|just\s+)?"
    r"(?:choose|chose|pick(?:ed)?|select(?:ed)?|go(?:ing)? (?:for|with)|opt for|say|guess|answer|vote for|settle (?:on|for)"
    r"|(?:think|believe|conclude) (?:that )?(?:it is|it's|it must be|it was))\s"
    r"|\b(?:my|best) (?:best |final )?guess (?:is|would be)\b|\b(?:leaves|leaving|left with)\s+(?:(?:us|me|only|just|with)\s+)*",
    re.IGNORECASE,
)
_IS_RIGHT = re.compile(
    r"(?:only\s+)?(?:(?:option|choice|answer|statement)\s+)?(?<![A-Za-z0-9.'-])[(\[\"']{0,3}([A-Z])[)\]\"']{0,3}\s+"
    r"(?:remains\b(?! to)|is left\b|is the one\b|fits\b"
    r"|(?:is|must be|would be|has to be|seems to be|appears to be)\s+(?:\w+ly\s+|thus\s+|most likely\s+)?"
    r"(?:the\s+)?(?:\w+ly\s+)?(?:only\s+)?"
    r"(?:(?:one\s+)?(?:correct|right)\b|best\b|most (?:accurate|likely|appropriate|suitable|plausible)\b|(?:answer|closest|choice)\b))"
)
_ENDS_IN_LETTER = re.compile(rf"(?:\bis|\bare|\b{_NOUN})\s+(?=\([A-Z]\)?\s*(?:[.!]?\s*(?:\n|\Z)|[.!]\s))", re.IGNORECASE)
_NONE_OF = re.compile(
    r"\bnone of (?:these|them|the (?:above|(?:given |provided |listed |available |answer )*(?:options|choices|answers)))\b(?!\s+other)"
    r"|\b(?:is|are) not (?:\w+ly )?(?:listed|among|in|one of) the (?:\w+ )?(?:options|choices|answers)"
    r"|\b(?:answer|value|result)s? (?:is|are) not (?:listed|given|provided|available|an option)",
    re.IGNORECASE,
)
_OPENS_LINE = re.compile(
    r"(?:\W{1,4}|(?:so|thus|therefore|hence|my|the|la|a|o|final|correct|right|best|most likely|chosen|selected)\b){0,12}", re.IGNORECASE
)
_ROMAN = re.compile(r"\bII+\b")
_WORD_BEFORE = re.compile(r"([A-Za-z]+)\s+\Z")
_MAY_STAND_BEFORE = frozenset({
    "option", "choice", "answer", "statement", "so", "thus", "therefore", "hence", "that", "then", "only", "and", "but", "because", "since",
    "while", "think", "believe", "say", "conclude", "means", "clearly",
})  # fmt: skip
_SENTENCE_START = re.compile(r"[.!?;](?=\s)|\n")
_RESERVE = re.compile(
    r"\b(?:might|may|could|possibly|perhaps|maybe|at first|initially|first (?:thought|instinct|glance)|seems?|appears?|tempt\w*"
    r"|if(?! i (?:had|have|must|were)| forced))\b",
    re.IGNORECASE,
)
_DISBELIEF = re.compile(
    r"\b(?:don't|do not|doesn't|does not|didn't|not|never|can't|cannot|hard to)\s+"
    r"(?:think|believe|say|mean|claim|see|true|clear|choose|pick|select)\b(?!.*\b(?:but|so|however|yet|still)\b)"
    r"|\bwhether\b(?!.*\b(?:but|so|however|yet|still)\b)",
    re.IGNORECASE,
)
_VALUE_ONLY = re.compile(r"\b(?:closest|nearest)\b", re.IGNORECASE)
_CHOICE_LINE = re.compile(r"^\W{0,3}([A-Z])[.):]\s", re.MULTILINE)
_OPENING_END = re.compile(r"\s?[.,:;)\-–—(\"]|\s+(?:because|since|and not)\b")


@dataclass(frozen=True, slots=True)
class Statement:
    """One place where the reply says what it picks."""

    start: int
    weight: int
    pick: Pick


def find_statements(reply: str, choices: Choices) -> list[Statement]:
    """All statements of a plain reply, in their order; of two at one place the weightier."""
    found: dict[int, Statement] = {}
    places: dict[int, tuple[int, int]] = {}
    for start, at, weight in _places(reply):
        if weight > places.get(at, (0, 0))[1]:
            places[at] = (start, weight)
    for at, (start, weight) in places.items():
        begin = _sentence_start(reply, start)
        before = reply[begin:at]
        if weight < 3 and _DISBELIEF.search(before):
            continue
        pick = read_pick(reply, at, choices, by_text=weight > 1 and not _VALUE_ONLY.search(before))
        if pick is None:
            continue
        if weight < 3 and _RESERVE.search(before):
            weight = 0
        if weight == 2 and re.search(r"\bfinal\b", before, re.IGNORECASE):
            weight = 3
        _add(found, Statement(start, weight, pick))
    for match in _IS_RIGHT.finditer(reply):
        index, begin = choices.index(match[1]), _sentence_start(reply, match.start())
        if index is not None and _is_lone(reply, match) and not _DISBELIEF.search(reply[begin : match.start()]):
            weight = 0 if _RESERVE.search(reply[begin : match.end()]) else 2
            _add(found, Statement(match.start(), weight, Pick("one", frozenset((index,)), match.end())))
    for match in _NONE_OF.finditer(reply):
        _add(found, Statement(match.start(), 1, Pick("none", frozenset(), match.end())))
    for statement in _bare_lines(reply, choices):
        _add(found, statement)
    return sorted(found.values(), key=lambda s: (s.pick.end, s.start))


def _is_lone(reply: str, match: re.Match[str]) -> bool:
    """Whether a letter that is called right names a choice, and is no part of a name (Team B) and no Roman numeral."""
    if reply[match.start(1) - 1 : match.start(1)] in tuple("([\"'") and match.start(1):
        return True
    if match[1] == "I" and _ROMAN.search(reply):
        return False
    word = _WORD_BEFORE.search(reply, max(0, match.start() - 20), match.start())
    return match.start() < match.start(1) or word is None or word[1].lower() in _MAY_STAND_BEFORE


def _add(found: dict[int, Statement], statement: Statement) -> None:
    """Keep one statement for each pick, that is for each place where a pick ends."""
    end = statement.pick.end
    if end not in found or found[end].weight < statement.weight:
        found[end] = statement


def _places(reply: str) -> Iterator[tuple[int, int, int]]:
    """(start of the cue, where the pick would stand, weight) of all cues."""
    for match in _LABEL.finditer(reply):
        line_start = reply.rfind("\n", 0, match.start()) + 1
        yield match.start(), match.end(), 3 if _OPENS_LINE.fullmatch(reply, line_start, match.start()) else 2
    for match in _LINE_LABEL.finditer(reply):
        yield match.start(), match.end(), 3
    for match in _SUBJECT.finditer(reply):
        stop = _SENTENCE_START.search(reply, match.end())
        end = min(stop.start() if stop else len(reply), match.end() + 120)
        for copula in _COPULA.finditer(reply, match.end(), end):
            yield match.start(), copula.end(), 2
    for match in _VERB.finditer(reply):
        yield match.start(), match.end(), 2
    for match in _ENDS_IN_LETTER.finditer(reply):
        yield match.start(), match.end(), 1


def _bare_lines(reply: str, choices: Choices) -> Iterator[Statement]:
    """The first line, where it opens with a letter or is a choice's text, and the last one, where it is nothing else."""
    lines = reply.split("\n")
    listed = {choices.index(match[1]) for match in _CHOICE_LINE.finditer(reply)}
    if len(listed) < 2 and (opening := _opening(reply, choices)):
        yield Statement(0, 2, opening)
    if len(lines) > 1:
        start = len(reply) - len(lines[-1])
        pick = read_pick(reply, start, choices)
        goes_on_listing = len(listed) > 1 and pick is not None and not pick.indexes <= listed
        if pick and pick.kind != "none" and not goes_on_listing and not reply[pick.end :].strip(" .)\"']!"):
            yield Statement(start, 2, pick)


def _opening(reply: str, choices: Choices) -> Pick | None:
    first = reply.split("\n", 1)[0]
    pick = read_pick(first, 0, choices)
    if pick is None or pick.kind == "none":
        return None
    rest = first[pick.end :].strip(" .)\"']!")
    if not rest or (pick.kind == "one" and _OPENING_END.match(first, pick.end)):
        return pick
    return pick if pick.kind == "letter_and_text_differ" else None


def _sentence_start(reply: str, at: int) -> int:
    """Where the sentence that holds ``at`` begins."""
    begin = max(0, at - 240)
    for match in _SENTENCE_START.finditer(reply, begin, at):
        begin = match.end()
    return begin
