"""Questions seen before: on the day at hand and on the days before it.

Two are the same when their folded texts without full dates are, and their folded keys: the same story told again on another day gets
another "as of", and is no new question.
"""

from __future__ import annotations

from collections.abc import Iterable

from storage.schemas.questions import Candidate, Question
from tasks.questions.dates import DateFound, find_dates
from tasks.questions.folding import fold, fold_choice

Place = tuple[str, str]


class SeenQuestions:
    """Which question came first. Fill it with the releases of the last days, then let each candidate claim its place.

    Claims are by order of arrival: check the articles of a day in a fixed order, and the same questions win in every rerun.
    """

    def __init__(self) -> None:
        self._first: dict[Place, str] = {}

    @classmethod
    def of(cls, earlier: Iterable[Question]) -> SeenQuestions:
        """The questions of earlier releases, oldest first."""
        seen = cls()
        for question in earlier:
            seen._first.setdefault(_place(question.question, question.key), question.question_id)
        return seen

    def __len__(self) -> int:
        return len(self._first)

    def claim(self, candidate: Candidate) -> str | None:
        """The id of an earlier question that this one repeats, else None, and the place is its own from now on."""
        return self.claim_place(_place(candidate.question, candidate.key), candidate.question_id)

    def claim_place(self, place: Place, question_id: str) -> str | None:
        """``claim`` for a question whose place is known."""
        first = self._first.setdefault(place, question_id)
        return None if first == question_id else first


def place_of(folded: str, dates: Iterable[DateFound], key: str) -> Place:
    """The place of a folded question with the dates found in it and its key, as ``fold_choice`` makes it."""
    for found in reversed(tuple(dates)):
        folded = folded[: found.start] + folded[found.end :]
    return " ".join(folded.split()), key


def _place(question: str, key: str) -> Place:
    text = fold(question)
    return place_of(text, find_dates(text), fold_choice(key))
