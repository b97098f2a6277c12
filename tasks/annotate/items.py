"""What a page may show of an item, step by step; a key is only in what is made for the step that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from storage.lake import Lake
from storage.releases import Release
from storage.schemas.annotations import Assignment, Study
from storage.schemas.ids import digest
from storage.schemas.questions import Candidate, Question
from tasks.annotate.judged import judged_answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A question as it is put to a person. choices in the order of the release; a rejected candidate's in an order that its id decides."""

    item_id: str
    question: str
    choices: tuple[str, ...]
    day: str
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """An article as it is put to a person, by paragraphs."""

    title: str
    outlet: str
    published: datetime
    language: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A model's answer as it is put to a person: neither model nor judge nor verdict is named."""

    item_id: str
    question: str
    expected: str
    answer: str
    day: str
    language: str


class Items:
    """The items of a study. Everything is read once, from the release as signed. NotFound when what was judged is no longer in the lake."""

    def __init__(self, lake: Lake, study: Study, release: Release) -> None:
        self.study, self._release = study, release
        self._questions: Mapping[str, Question] = {question.question_id: question for question in release.questions}
        self._candidates: Mapping[str, Candidate] = {one.question_id: one for one in release.candidates} if study.kind == "quality" else {}
        self._judged = judged_answers(lake, study.release_id, study.judge) if study.kind == "audit" else {}

    @property
    def subject(self) -> str:
        """``news`` or ``events``."""
        return self._release.manifest.subject

    def shown(self, row: Assignment) -> Shown:
        """The question and its choices; no key."""
        if row.released:
            one = self._questions[self.question_id(row.item_id)]
            return Shown(item_id=row.item_id, question=one.question, choices=one.choices, day=one.day, language=one.language)
        candidate = self._candidates[row.item_id]
        choices = sorted(candidate.choices, key=lambda choice: digest(self.study.seed, row.item_id, choice))
        return Shown(item_id=row.item_id, question=candidate.question, choices=tuple(choices), day=candidate.day, language=candidate.language)

    def key(self, item_id: str) -> str:
        """The choice that the release calls right: for the step that compares, and for counting."""
        return self._questions[item_id].key

    def question_id(self, item_id: str) -> str:
        """The question that an item is about."""
        return self._judged[item_id].answer.question_id if item_id in self._judged else item_id

    def text(self, version_id: str) -> Text:
        """The article of a version."""
        one = self._release.article_of[version_id]
        paragraphs = tuple(part.strip() for part in one.body.split("\n\n") if part.strip())
        return Text(title=one.title, outlet=one.outlet, published=one.published, language=one.language, paragraphs=paragraphs)

    def judged(self, row: Assignment) -> Judged:
        """A model's open-ended answer with what was expected."""
        one, given = self._questions[self.question_id(row.item_id)], self._judged[row.item_id].answer
        question, expected = one.open_question or one.question, one.open_answer or one.key
        return Judged(item_id=row.item_id, question=question, expected=expected, answer=given.picked or given.text, day=one.day, language=one.language)

