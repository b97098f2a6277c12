"""Intervals over clusters of questions."""

import math

import numpy as np
import pytest

from retrieval.intervals import clustered_interval


def made(articles, rng):
    clusters = np.repeat(np.arange(articles), 5)
    return (rng.random(5 * articles) < np.repeat(rng.random(articles), 5)).astype(float), clusters


def test_the_error_is_that_of_a_regression_on_a_constant_with_clustered_errors():
    statsmodels = pytest.importorskip("statsmodels.api")
    values, clusters = made(40, np.random.default_rng(3))
    fit = statsmodels.OLS(values, np.ones(200)).fit(cov_type="cluster", cov_kwds={"groups": clusters, "df_correction": True}, use_t=True)
    got = clustered_interval(list(values), list(clusters))
    # statsmodels multiplies by (n - 1) / (n - k), which is 1 for a constant alone
    assert (got.mean, got.error) == pytest.approx((values.mean(), float(fit.bse[0])), rel=1e-9)


def test_with_many_articles_and_far_from_the_ends_it_is_the_usual_interval():
    values, clusters = made(2000, np.random.default_rng(4))
    got = clustered_interval(list(values), list(clusters))
    assert (got.low, got.high) == pytest.approx((got.mean - 1.961 * got.error, got.mean + 1.961 * got.error), abs=2e-4)


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_when_all_are_alike_the_articles_say_how_little_is_known(value):
    few, many = (clustered_interval([value] * 5 * n, [i // 5 for i in range(5 * n)]) for n in (5, 100))
    assert (few.high - few.low) > 0.4
    assert 0.03 < (many.high - many.low) < 0.05
    assert value in (few.low, few.high)


def test_questions_that_agree_within_articles_count_less():
    values = [1.0] * 10 + [0.0] * 10
    apart = clustered_interval(values, list(range(20)))
    together = clustered_interval(values, [i // 5 for i in range(20)])
    assert together.high - together.low > apart.high - apart.low


def test_bounds_stay_within_zero_and_one():
    got = clustered_interval([1.0, 1.0, 1.0, 0.0], ["a", "b", "c", "d"])
    assert got.mean == 0.75
    assert 0.0 < got.low < 0.75 < got.high < 1.0


def test_one_cluster_tells_nothing_and_no_values_have_no_mean():
    assert clustered_interval([1.0, 0.0], ["a", "a"]).high == 1.0
    assert clustered_interval([1.0, 0.0], ["a", "a"]).low == 0.0
    assert math.isnan(clustered_interval([], []).mean)


def test_unequal_lists_raise():
    with pytest.raises(ValueError, match="2 values, 1 clusters"):
        clustered_interval([1.0, 0.0], ["a"])
