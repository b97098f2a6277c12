"""``baseline/overlap``: picks the choice whose surroundings in the context share most words with the question; a measure of word matching.

The method is the sliding window of the first reading tests for machines (Richardson, Burges and Renshaw, MCTest, 2013): words of the
question, weighed by how rare they are in the context, are looked for in the sentences around each place where a choice stands. Without a
context it has nothing to match and takes the pick of ``baseline/guess``: it never looks at which choice might be right by its form.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from tasks.llm.baselines.entities import entities
from tasks.llm.baselines.guess import NO_ANSWER, answer, guessed, question_of
from tasks.llm.baselines.lexicon import UNASKED
from tasks.llm.baselines.sentences import sentences
from tasks.llm.request import Request

_WORD = re.compile(r"\d[\d.,]*\d|\d|[^\W\d_]+")
_RELEASE = re.compile(r"^(?:As of|On|A fecha de) [^,]{6,40}, ")
_BESIDE = 0.25  # the weight of a neighbouring sentence: enough to part equals, too little to beat the sentence itself
_MAX_CONTEXT = 200_000
_FIGURES = ("amount", "percentage", "number", "measure", "duration")
_KINDS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile(r"\bhow (?:much|many|old)\b|\bwh(?:ich|at) (?:amount|number|percentage|measurement|length)\b"), _FIGURES),
    (re.compile(r"\bqué (?:importe|número|porcentaje|medida|duración)\b|\bcuánt[ao]s?\b"), _FIGURES),
    (re.compile(r"\b(?:what|which) (?:date|day)\b|\bwhen\b|\bqué fecha\b|\bcuándo\b"), ("date", "year")),
    (re.compile(r"\b(?:what|which) year\b|\bqué año\b"), ("year", "date")),
    (re.compile(r"\bwho\b|\bwhich (?:person|name)\b"), ("person", "organisation")),
    (re.compile(r"\bwhich (?:organisation|company|body)\b"), ("organisation",)),
    (re.compile(r"\bwhere\b|\bwhich (?:place|city|country)\b"), ("place",)),
)


class Overlap:
    """The word-matching baseline."""

    name = "baseline/overlap"

    def reply(self, request: Request) -> str:
        """ "Answer: C"; to an open-ended question a span of the context, or ``unknown``. BadConfig for anything but an answer."""
        question, choices = question_of(request, self.name)
        context = str(request.inputs.get("context") or "")[:_MAX_CONTEXT]
        if not choices:
            return best_span(question, context) or NO_ANSWER
        return answer(choices, best_choice(question, choices, context))


def best_choice(question: str, choices: Sequence[str], context: str) -> str:
    """The choice best supported by the context; where none or several are equally, the one among them that a guess would take."""
    windows = _Windows(question, context)
    scores = [windows.support(choice) for choice in choices]
    top = max(scores)
    return guessed(question, [c for c, score in zip(choices, scores, strict=True) if score >= top - 1e-9])


def best_span(question: str, context: str) -> str | None:
    """An entity of the kind that the question asks for, not named in it, from the sentence that shares most with it."""
    windows = _Windows(question, context)
    wanted = next((kinds for pattern, kinds in _KINDS if pattern.search(question.casefold())), ("person", "organisation", "place"))
    language = "es" if "¿" in question else "en"
    asked = question.casefold()
    for place in windows.best_first():
        found = entities(windows.texts[place], language)
        for kind in wanted:
            for span in found.get(kind, ()):
                if span.casefold() not in asked:
                    return span
    return None


class _Windows:
    """The sentences of a context with the weight that each has for a question."""

    def __init__(self, question: str, context: str) -> None:
        self.texts = [s.text for s in sentences(context)]
        self.words = [_words(text) for text in self.texts]
        often = Counter(word for line in self.words for word in set(line))
        asked = {w for w in _words(_RELEASE.sub("", question)) if w not in UNASKED}
        rare = {w: math.log(1 + len(self.words) / often[w]) for w in asked if often[w]}
        alone = [sum(rare[w] for w in rare.keys() & set(line)) for line in self.words]
        padded = [0.0, *alone, 0.0]
        self.weights = [own + _BESIDE * (padded[i] + padded[i + 2]) for i, own in enumerate(alone)]
        self.places: Mapping[str, list[int]] = _places(self.words)

    def support(self, choice: str) -> float:
        """The weight of the best sentence that holds ``choice`` whole; a hundredth of that for the share of its words that are found."""
        parts = _words(choice)
        if not parts or not self.words:
            return 0.0
        whole = [i for i in self.places.get(parts[0], ()) if _holds(self.words[i], parts)]
        if whole:
            return 1.0 + max(self.weights[i] for i in whole)
        content = [p for p in parts if p not in UNASKED]
        return 0.01 * sum(max((self.weights[i] for i in self.places.get(p, ())), default=0.0) for p in content) / max(len(content), 1)

    def best_first(self) -> list[int]:
        """Numbers of the five sentences with the most weight; none where nothing is shared."""
        order = sorted(range(len(self.weights)), key=lambda i: (-self.weights[i], i))
        return [i for i in order[:5] if self.weights[i] > 0]


def _words(text: str) -> list[str]:
    return [w.replace(",", "") if w[0].isdigit() else w for w in _WORD.findall(text.casefold())]


def _places(lines: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for i, line in enumerate(lines):
        for word in set(line):
            places.setdefault(word, []).append(i)
    return places


def _holds(line: Sequence[str], parts: Sequence[str]) -> bool:
    length = len(parts)
    return any(line[i] == parts[0] and list(line[i : i + length]) == list(parts) for i in range(len(line) - length + 1))
