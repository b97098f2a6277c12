"""What blind picking would score."""

import pytest

from tasks.scoring.guessing import guess_line


def test_four_choices_give_a_quarter():
    assert guess_line([4, 4, 4]) == 0.25


def test_other_numbers_of_choices_count_as_they_are():
    assert guess_line([2, 4]) == pytest.approx(0.375)


def test_without_questions_there_is_no_line_and_no_choices_is_a_fault():
    assert guess_line([]) is None
    with pytest.raises(ValueError, match="no choices"):
        guess_line([4, 0])
