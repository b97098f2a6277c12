"""What stands at one place of a reply."""

import pytest

from tasks.answer.picks import Choices, read_pick

TOWNS = Choices(("Lisbon", "Porto", "Braga", "Faro"))


@pytest.mark.parametrize(
    ("text", "kind", "indexes"),
    [
        ("B", "one", {1}),
        (" therefore option (B), as said", "one", {1}),
        ("B or C", "either", {1, 2}),
        ("B and C", "several", {1, 2}),
        ("(BD)", "several", {1, 3}),
        ("G", "out_of_range", set()),
        ("B. Faro", "letter_and_text_differ", {1}),
        ("Faro, they say", "one", {3}),
        ("Faro or Braga, they say", None, None),
        ("Faro, or perhaps Braga", "either", {3}),
        ("none of these", "none", set()),
        ("not among the options", "none", set()),
        ("not B", None, None),
        ("I believe", None, None),
        ("A new one", None, None),
        ("B is wrong", None, None),
        ("B, D, C, D", None, None),
    ],
)
def test_picks(text, kind, indexes):
    pick = read_pick(text, 0, TOWNS)
    assert (pick and pick.kind) == kind
    assert indexes is None or pick.indexes == indexes


def test_texts_can_be_left_out():
    assert read_pick("Faro", 0, TOWNS, by_text=False) is None
    assert read_pick("D", 0, TOWNS, by_text=False).indexes == {3}


def test_a_letter_may_stand_before_its_own_choice_without_a_sign_between():
    assert read_pick("A Lisbon", 0, TOWNS).indexes == {0}
    assert read_pick("A Faro", 0, TOWNS).kind == "letter_and_text_differ"
    assert read_pick("A lighthouse", 0, Choices(("a pier", "a lighthouse"))).indexes == {1}
