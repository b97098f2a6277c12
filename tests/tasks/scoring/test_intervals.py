"""Accuracy with an interval that knows which questions belong to one article."""

import math

import numpy as np
import pytest

from tasks.scoring.intervals import accuracy_by_cluster, student, wilson


def made(articles: int, seed: int = 3, most: int = 5) -> list[tuple[int, int]]:
    rng = np.random.default_rng(seed)
    counted = rng.integers(1, most + 1, articles)
    return [(int(rng.binomial(n, share)), int(n)) for n, share in zip(counted, rng.random(articles), strict=True)]


def test_the_error_is_that_of_a_regression_on_a_constant_with_clustered_errors():
    api = pytest.importorskip("statsmodels.api")
    pairs = made(40)
    values = [float(i < right) for right, counted in pairs for i in range(counted)]
    groups = [number for number, (_, counted) in enumerate(pairs) for _ in range(counted)]
    fit = api.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": groups, "df_correction": True}, use_t=True)
    got = accuracy_by_cluster(pairs)
    assert (got.accuracy, got.error) == pytest.approx((fit.params[0], fit.bse[0]), rel=1e-9)
    assert (got.counted, got.clusters) == (len(values), 40)


def test_the_bounds_are_wilson_s_on_the_effective_number_of_questions():
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    norm = pytest.importorskip("scipy.stats").norm
    got = accuracy_by_cluster(made(40))
    alpha = 2 * norm.sf(student(0.95, 39))
    low, high = proportion.proportion_confint(got.accuracy * got.effective, got.effective, alpha=alpha, method="wilson")
    assert (got.low, got.high) == pytest.approx((low, high), rel=1e-9)
    assert got.effective == pytest.approx(got.accuracy * (1 - got.accuracy) / got.error**2)


def test_with_many_articles_and_far_from_the_ends_they_are_accuracy_plus_or_minus_student_s_error():
    got = accuracy_by_cluster(made(2000))
    half = student(0.95, 1999) * got.error
    assert (got.low, got.high) == pytest.approx((got.accuracy - half, got.accuracy + half), abs=2e-4)


def test_questions_that_agree_within_articles_tell_less():
    apart = accuracy_by_cluster([(1, 1), (0, 1)] * 50)
    together = accuracy_by_cluster([(5, 5), (0, 5)] * 10)
    assert apart.accuracy == together.accuracy == 0.5
    assert together.high - together.low > 2 * (apart.high - apart.low)
    assert together.effective == pytest.approx(20, rel=0.06)


@pytest.mark.parametrize("end", [0, 1])
def test_all_answers_alike_leave_a_one_sided_interval_that_counts_articles(end):
    got = accuracy_by_cluster([(5 * end, 5)] * 16)
    assert got.effective == 16
    assert (got.low, got.high)[1 - end] == pytest.approx(wilson(end, 16, student(0.95, 15))[1 - end])
    assert (got.low, got.high)[end] == end
    assert 0.15 < got.high - got.low < 0.35


def test_an_even_spread_over_articles_is_no_certainty():
    got = accuracy_by_cluster([(2, 4)] * 10)
    assert got.error == 0 and got.effective == 80
    assert got.high - got.low > 0.2


def test_one_article_tells_nothing_and_no_question_has_no_accuracy():
    alone = accuracy_by_cluster([(3, 5)])
    assert (alone.accuracy, alone.low, alone.high, alone.error) == (0.6, 0.0, 1.0, None)
    assert accuracy_by_cluster([]) is None
    assert accuracy_by_cluster([(0, 0), (0, 0)]) is None


def test_articles_without_a_counted_question_do_not_count_as_clusters():
    assert accuracy_by_cluster([(1, 2), (2, 2), (0, 0)]) == accuracy_by_cluster([(1, 2), (2, 2)])


@pytest.mark.parametrize("pair", [(3, 2), (-1, 2), (1, 0)])
def test_impossible_counts_are_refused(pair):
    with pytest.raises(ValueError, match="more right answers"):
        accuracy_by_cluster([pair, (1, 1)])


def test_more_confidence_is_wider():
    pairs = made(30)
    assert accuracy_by_cluster(pairs, 0.99).low < accuracy_by_cluster(pairs, 0.95).low
    assert student(0.95, 10**7) == pytest.approx(1.959964, abs=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("articles", [60, 120])
@pytest.mark.parametrize("alike", [0.0, 0.1, 0.2])
@pytest.mark.parametrize("truth", [0.25, 0.6, 0.95])
def test_the_interval_holds_the_truth_in_95_of_100_days(truth, alike, articles):
    """Five questions an article whose answers agree by ``alike`` (intra-article correlation, beta-binomial)."""
    rng, days = np.random.default_rng(11), 4000
    share = np.full((days, articles), truth)
    if alike:
        share = rng.beta(truth * (1 - alike) / alike, (1 - truth) * (1 - alike) / alike, (days, articles))
    right = rng.binomial(5, share)
    held = 0
    for day in right.tolist():
        got = accuracy_by_cluster([(count, 5) for count in day])
        held += got.low <= truth <= got.high
    assert abs(held / days - 0.95) <= 0.015


@pytest.mark.slow
def test_it_holds_as_well_over_answered_questions_whose_number_differs():
    rng, days, truth = np.random.default_rng(12), 4000, 0.6
    answered = rng.binomial(5, 0.7, (days, 60))
    right = rng.binomial(answered, rng.beta(truth * 4, (1 - truth) * 4, (days, 60)))
    held = 0
    for counts, hits in zip(answered.tolist(), right.tolist(), strict=True):
        got = accuracy_by_cluster(zip(hits, counts, strict=True))
        held += got.low <= truth <= got.high
    assert abs(held / days - 0.95) <= 0.015
    assert not math.isnan(held)
