"""Questions seen before: on the day at hand and on the days before it.

Two are the same when their folded texts without full dates are, and their folded keys: the same story told again on another day gets
another "as of", and is no new question.
"""

from __future__ import annotations

from collections.abc import Iterable

from storage.schemas.questions import Candidate, Question
from tasks.questions.dates import find_dates
from tasks.questions.folding import fold, fold_choice


class SeenQuestions:
    """Which question came first. Fill it with the releases of the last days, then let each candidate claim its place.

    Claims are by order of arrival: check the articles of a day in a fixed order, and the same questions win in every rerun.
    """

    def __init__(self) -> None:
        self._first: dict[tuple[str, str], str] = {}

    @classmethod
    def of(cls, earlier: Iterable[Question]) -> SeenQuestions:
        """The questions of earlier releases, oldest first."""
        seen = cls()
        for question in earlier:
            seen._first.setdefault(_mark(question.question, question.key), question.question_id)
        return seen

    def __len__(self) -> int:
        return len(self._first)

    def claim(self, candidate: Candidate) -> str | None:
        """The id of an earlier question that this one repeats, else None, and the place is its own from now on."""
        first = self._first.setdefault(_mark(candidate.question, candidate.key), candidate.question_id)
        return None if first == candidate.question_id else first


def _mark(question: str, key: str) -> tuple[str, str]:
    text = fold(question)
    for found in reversed(list(find_dates(text))):
        text = text[: found.start] + text[found.end :]
    return " ".join(text.split()), fold_choice(key)
