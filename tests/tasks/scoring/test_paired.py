"""Paired comparison of two models, checked against scipy and statsmodels."""

import itertools
import random

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tasks.scoring.paired import compare_paired, sign_flip_p_value


def drawn(articles, first, second, seed, questions=5):
    """Articles as (only first, only second, counted); what a model knows differs by article."""
    draw = random.Random(seed)
    rows = []
    for _ in range(articles):
        shift = draw.gauss(0, 0.15)
        a = [draw.random() < first + shift for _ in range(questions)]
        b = [draw.random() < second + shift for _ in range(questions)]
        rows.append((sum(x and not y for x, y in zip(a, b, strict=True)), sum(y and not x for x, y in zip(a, b, strict=True)), questions))
    return rows


@pytest.mark.parametrize(("first", "second"), [(9, 1), (5, 5), (12, 3), (1, 0)])
def test_with_one_question_an_article_it_is_the_exact_mcnemar_test(first, second):
    rows = [(1, 0, 1)] * first + [(0, 1, 1)] * second + [(0, 0, 1)] * 30
    assert compare_paired(rows).p_value == pytest.approx(stats.binomtest(first, first + second, 0.5).pvalue)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=11))
def test_the_p_value_is_that_of_all_patterns_of_signs(sums):
    seen = abs(sum(sums))
    patterns = [abs(sum(s * x for s, x in zip(signs, sums, strict=True))) for signs in itertools.product((-1, 1), repeat=len(sums))]
    assert sign_flip_p_value(sums) == pytest.approx(sum(total >= seen for total in patterns) / len(patterns))


def test_it_agrees_with_scipys_permutation_test():
    sums = [first - second for first, second, _ in drawn(12, 0.7, 0.4, seed=3)]
    found = stats.permutation_test((np.array(sums),), np.sum, permutation_type="samples", alternative="two-sided", n_resamples=10_000)
    assert sign_flip_p_value(sums) == pytest.approx(found.pvalue)


def test_beyond_what_is_exact_the_normal_law_follows_on():
    sums = [3, -3, 2, -2, 1, -1, 2, -2] * 260 + [2] * 60
    exact = sign_flip_p_value(sums[200:])
    near = sign_flip_p_value(sums)
    assert sum(map(abs, sums[200:])) < 4000 < sum(map(abs, sums))
    assert near == pytest.approx(exact, rel=0.1)
    assert near == pytest.approx(2 * stats.norm.sf(sum(sums) / np.linalg.norm(sums)))


def test_the_error_is_that_of_a_regression_with_clustered_errors():
    rows = drawn(60, 0.8, 0.7, seed=1)
    values, groups = [], []
    for number, (first, second, counted) in enumerate(rows):
        values += [1] * first + [-1] * second + [0] * (counted - first - second)
        groups += [number] * counted
    fit = sm.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": groups, "use_correction": True}, use_t=True)
    found = compare_paired(rows)
    # statsmodels multiplies by (n-1)/(n-1) for a constant alone, so only G/(G-1) is left, as here
    assert found.difference == pytest.approx(fit.params[0])
    assert found.error == pytest.approx(fit.bse[0])
    assert (found.low, found.high) == pytest.approx(tuple(fit.conf_int()[0]))


def test_models_that_never_disagree_have_no_difference_and_no_false_certainty():
    found = compare_paired([(0, 0, 5)] * 20)
    assert (found.difference, found.p_value) == (0, 1)
    assert found.low == -found.high
    assert 0.1 < found.high < 0.25


def test_the_order_of_the_models_only_turns_the_sign():
    rows = drawn(30, 0.6, 0.5, seed=8)
    one = compare_paired(rows)
    other = compare_paired([(second, first, counted) for first, second, counted in rows])
    assert (other.difference, other.p_value) == (-one.difference, one.p_value)
    assert (other.low, other.high) == pytest.approx((-one.high, -one.low))


def test_nothing_in_common_is_no_comparison():
    assert compare_paired([]) is None
    assert compare_paired([(0, 0, 0)]) is None


def test_a_single_article_has_no_interval():
    found = compare_paired([(3, 1, 5)])
    assert (found.low, found.high, found.error) == (None, None, None)
    assert found.p_value == 1  # one article may as well have been the other way round


def test_more_disagreements_than_questions_are_a_fault():
    with pytest.raises(ValueError, match="more disagreements"):
        compare_paired([(3, 3, 5)])


def test_two_equal_models_seldom_differ():
    """Under no difference, p below 0.05 comes in 5 of 100 days or fewer, in spite of five questions an article that are answered alike."""
    low = sum(compare_paired(drawn(60, 0.6, 0.6, seed)).p_value < 0.05 for seed in range(600))
    assert 0.02 < low / 600 < 0.07
