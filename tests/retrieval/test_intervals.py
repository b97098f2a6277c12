"""Intervals over clusters of questions."""

import math

import numpy as np
import pytest

from retrieval.intervals import clustered_interval


def test_it_is_the_clustered_interval_of_a_regression_on_a_constant():
    statsmodels = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(3)
    clusters = np.repeat(np.arange(40), 5)
    values = (rng.random(200) < np.repeat(rng.random(40), 5)).astype(float)
    fit = statsmodels.OLS(values, np.ones(200)).fit(cov_type="cluster", cov_kwds={"groups": clusters, "df_correction": True}, use_t=True)
    low, high = fit.conf_int()[0]
    got = clustered_interval(list(values), list(clusters))
    # statsmodels multiplies by (n - 1) / (n - k), which is 1 for a constant alone
    assert (got.mean, got.low, got.high) == pytest.approx((values.mean(), low, high), rel=1e-9)


def test_questions_that_agree_within_articles_count_less():
    values = [1.0] * 10 + [0.0] * 10
    apart = clustered_interval(values, list(range(20)))
    together = clustered_interval(values, [i // 5 for i in range(20)])
    assert together.high - together.low > apart.high - apart.low


def test_bounds_stay_within_zero_and_one():
    got = clustered_interval([1.0, 1.0, 1.0, 0.0], ["a", "b", "c", "d"])
    assert (got.mean, got.high) == (0.75, 1.0)
    assert got.low >= 0.0


def test_one_cluster_tells_nothing_and_no_values_have_no_mean():
    assert clustered_interval([1.0, 0.0], ["a", "a"]).high == 1.0
    assert clustered_interval([1.0, 0.0], ["a", "a"]).low == 0.0
    assert math.isnan(clustered_interval([], []).mean)


def test_unequal_lists_raise():
    with pytest.raises(ValueError, match="2 values, 1 clusters"):
        clustered_interval([1.0, 0.0], ["a"])
