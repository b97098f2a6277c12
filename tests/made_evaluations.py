"""An evaluation in the open-ended form, without its answers, for tests of judging."""

from __future__ import annotations

from made_questions import WRITTEN, made_model

from storage.schemas.calls import Evaluation
from tasks.answer.evaluation import summarise
from tasks.answer.options import AnswerOptions
from tasks.questions.setting import Setting


def written_evaluation() -> Evaluation:
    """From memory, of the model ``stub``."""
    return summarise(
        [], identity="e", release_id="r", signature="s", model=made_model(), setting=Setting("no_context", "open_ended"), prompt=WRITTEN,
        options=AnswerOptions(), provider_model=None,
    )  # fmt: skip
