"""Who is given what: the paper's design and others, balanced over outlets, the same for the same seed."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.schemas.errors import BadInput
from tasks.annotate.draw import Item, balanced, deal, share_out
from tasks.annotate.options import QualityDesign


def items(**outlets):
    """``count`` items of each outlet, two on each article."""
    return [
        Item(item_id=f"{name}{n}", article_id=f"{name}-{n // 2}", version_id="v", cluster_id="c", outlet=name, stratum=name)
        for name, count in outlets.items()
        for n in range(count)
    ]


def out(design, pool, seed="s"):
    names = [f"A{n}" for n in range(1, design.annotators + 1)]
    return share_out(balanced(pool, design.different, seed), names, design, seed)


def test_the_design_of_the_paper_is_200_different_questions_and_40_twice():
    design = QualityDesign()
    shared = out(design, items(a=400, b=90, c=60))
    labels = Counter(item.item_id for mine in shared.values() for item, _ in mine)
    assert design.different == 200
    assert Counter(labels.values()) == {1: 160, 2: 40}
    assert [len(mine) for mine in shared.values()] == [60] * 4
    pairs = Counter(tuple(name for name, mine in shared.items() if one in {item.item_id for item, _ in mine}) for one, n in labels.items() if n == 2)
    assert pairs == {("A1", "A2"): 10, ("A2", "A3"): 10, ("A3", "A4"): 10, ("A1", "A4"): 10}
    assert all(raters == labels[item.item_id] for mine in shared.values() for item, raters in mine)


def test_every_annotator_sees_outlets_in_proportion():
    drawn = out(QualityDesign(), items(a=400, b=400, c=400, d=400))
    for mine in drawn.values():
        assert max(abs(count - 15) for count in Counter(item.outlet for item, _ in mine).values()) <= 2


def test_a_small_outlet_gives_all_it_has_and_the_others_share_the_rest():
    assert Counter(item.outlet for item in balanced(items(a=100, b=3, c=100), 23, "s")) == {"a": 10, "b": 3, "c": 10}


def test_articles_come_in_turn_before_any_gives_a_second_question():
    drawn = balanced(items(a=20), 10, "s")
    assert len({item.article_id for item in drawn}) == 10


def test_another_seed_draws_others_and_the_order_of_rows_does_not_matter():
    pool = items(a=50, b=50)
    assert balanced(pool, 10, "s") == balanced(list(reversed(pool)), 10, "s")
    assert balanced(pool, 10, "s") != balanced(pool, 10, "t")
    assert out(QualityDesign(each=10, shared=4), pool) == out(QualityDesign(each=10, shared=4), pool[::-1])


@given(people=st.integers(1, 8), blocks=st.integers(0, 4), own=st.integers(0, 6), raters=st.integers(2, 5))
def test_any_design_adds_up(people, blocks, own, raters):
    if raters > people or blocks + own == 0:
        return
    design = QualityDesign(annotators=people, each=own + blocks * raters, shared=blocks * raters, raters=raters)
    design.check()
    drawn = out(design, items(a=150, b=150))
    labels = Counter(item.item_id for mine in drawn.values() for item, _ in mine)
    assert len(labels) == design.different
    assert all(len({item.item_id for item, _ in mine}) == design.each for mine in drawn.values())
    assert set(labels.values()) <= {1, raters}


@pytest.mark.parametrize(
    ("design", "says"),
    [
        ({"each": 5, "shared": 6}, "6 shared of 5 items each"),
        ({"annotators": 1, "shared": 2}, "2 people for a shared item, 1 in all"),
        ({"shared": 7}, "Take --shared 6 or 8"),
    ],
)
def test_numbers_that_do_not_go_together_are_refused_with_a_way_out(design, says):
    with pytest.raises(BadInput, match=says):
        QualityDesign(**design).check()


def test_an_option_out_of_bounds_is_named():
    with pytest.raises(BadInput, match="--annotators"):
        QualityDesign.checked(annotators=0, each=None)


def test_dealing_keeps_sizes():
    hands = deal(items(a=7, b=3), [6, 3, 1])
    assert [len(hand) for hand in hands] == [6, 3, 1]
    assert Counter(item.outlet for item in hands[0])["b"] == 2
