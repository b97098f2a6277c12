"""Holm's correction, checked against statsmodels."""

import random

import pytest
from statsmodels.stats.multitest import multipletests

from tasks.scoring.many import holm


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_it_is_the_correction_of_statsmodels(count):
    draw = random.Random(count)
    p_values = [draw.choice([0.0, 0.01, draw.random(), draw.random() ** 4, 1.0]) for _ in range(count)]
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])


def test_no_pairs_need_no_correction():
    assert holm([]) == []


def test_a_chance_above_one_is_a_fault():
    with pytest.raises(ValueError, match="outside 0 to 1"):
        holm([0.5, 1.2])
