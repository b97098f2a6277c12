"""Holm's correction, checked against statsmodels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from tasks.scoring.many import holm


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_it_is_the_correction_of_statsmodels(p_values):
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])


def test_no_pairs_need_no_correction():
    assert holm([]) == []


def test_a_chance_above_one_is_a_fault():
    with pytest.raises(ValueError, match="outside 0 to 1"):
        holm([0.5, 1.2])
