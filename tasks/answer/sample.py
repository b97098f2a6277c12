"""A sample of a release's questions, for models that are slow or dear.

Questions are put in an order by digest of seed and id, and the first ones taken: the same for every model and setting, and a larger sample
holds the smaller one, so that models on samples share questions and no finished call is asked again when a sample grows.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.schemas.ids import digest
from storage.schemas.questions import Question


def draw_sample(questions: Sequence[Question], size: int, seed: str) -> tuple[list[Question], str]:
    """(the questions to ask, in the order given; how the sample is named in records, "" where all are asked). size 0: all."""
    if not 0 < size < len(questions):
        return list(questions), ""
    order = sorted(questions, key=lambda question: digest("sample", seed, question.question_id))
    taken = {question.question_id for question in order[:size]}
    return [question for question in questions if question.question_id in taken], f"{size} of {len(questions)}, seed {seed}"
