"""Declining to answer is not the same as answering in a way nobody can read."""

import pytest

from tasks.questions.refusals import is_refusal


@pytest.mark.parametrize(
    "reply",
    [
        "I am unable to provide an answer.", "I'm sorry, I must decline to answer.", "The text lacks the necessary information.",
        "Insufficient information.", "My training data ends in 2024.",
        "I have no way of knowing.", "je ne sais pas", "No sé cuál.", "わかりません",
    ],
)  # fmt: skip
def test_refusals(reply):
    assert is_refusal(reply)


@pytest.mark.parametrize("reply", ["Coimbra", "The mayor could answer no questions.", "They passed.", "No town was hit.", "Both of them"])
def test_other_replies(reply):
    assert not is_refusal(reply)
