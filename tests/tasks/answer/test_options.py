"""Bounds of the answer stage's settings."""

import pytest
from pydantic import ValidationError

from tasks.answer.options import AnswerOptions


def test_no_retries_by_default_so_that_a_score_is_one_of_one_try():
    assert AnswerOptions().unparsed_retries == 0


@pytest.mark.parametrize("wrong", [{"max_answer_tokens": 0}, {"unparsed_retries": 9}, {"max_context_tokens": 1}, {"unknown": 1}])
def test_out_of_bounds_is_refused(wrong):
    with pytest.raises(ValidationError):
        AnswerOptions(**wrong)


def test_every_setting_is_described():
    assert all(field.description for field in AnswerOptions.model_fields.values())
