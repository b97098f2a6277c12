"""Which letters a model picks, against where the keys stand."""

import pytest

from tasks.scoring.positions import letter, positions, recall_spread


def test_a_model_that_always_says_a_is_seen():
    found = positions({(0, 0): 10, (1, 0): 10, (2, 0): 10, (3, 0): 10})
    assert [p.letter for p in found] == ["A", "B", "C", "D"]
    assert [p.key_share for p in found] == [0.25] * 4
    assert [p.pick_share for p in found] == [1, 0, 0, 0]
    assert [p.recall for p in found] == [1, 0, 0, 0]
    assert recall_spread(found) == pytest.approx(0.4330127, abs=1e-6)


def test_a_model_without_preference_has_no_spread():
    found = positions({(place, pick): 9 if place == pick else 1 for place in range(4) for pick in range(4)})
    assert [(p.keys, p.picks, p.right, p.recall) for p in found] == [(12, 12, 9, 0.75)] * 4
    assert recall_spread(found) == 0


def test_letters_that_nobody_used_and_no_answers_at_all():
    assert [p.keys for p in positions({(0, 1): 2})] == [2, 0, 0, 0]
    assert [(p.pick_share, p.recall) for p in positions({})] == [(None, None)] * 4
    assert recall_spread(positions({})) is None


def test_more_than_four_choices():
    assert [p.letter for p in positions({(4, 5): 1})] == ["A", "B", "C", "D", "E", "F"]
    assert (letter(25), letter(26)) == ("Z", "27")
