"""Where a reply states its choice, and how firmly."""

import pytest

from tasks.answer.picks import Choices
from tasks.answer.statements import find_statements

TOWNS = Choices(("Lisbon", "Porto", "Braga", "Faro"))


@pytest.mark.parametrize(
    ("reply", "weights"),
    [
        ("Answer: B", [3]),
        ("So, my final answer: B", [3]),
        ("The final answer is B.", [3]),
        ("I read it. Answer: B", [2]),
        ("The right option is B.", [2]),
        ("B is correct.", [2]),
        ("The odd town is (B).", [1]),
        ("It might be that the answer is B.", [0]),
        ("If it rained, the answer is B.", [0]),
        ("If I had to guess, the answer is B.", [2]),
        ("The odd town is (B). Answer: C", [1, 2]),
        ("No statement.", []),
    ],
)
def test_weights(reply, weights):
    assert [statement.weight for statement in find_statements(reply, TOWNS)] == weights


def test_they_come_in_their_order_with_what_they_pick():
    found = find_statements("The answer is A.\nHold on.\nAnswer: B\nNone of the choices fit.", TOWNS)
    assert [(s.pick.kind, set(s.pick.indexes)) for s in found] == [("one", {0}), ("one", {1}), ("none", set())]
