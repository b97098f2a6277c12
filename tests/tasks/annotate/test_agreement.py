"""Agreement figures against published ones."""

import pytest

from tasks.annotate.agreement import agreement_ratio, krippendorff_alpha


def units(*coders):
    """Labels by unit from one string for each coder, in which a dot is a missing label."""
    return {f"u{place}": [label for label in column if label != "."] for place, column in enumerate(zip(*coders, strict=True))}


def own(labels):
    return {unit: unit for unit in labels}


@pytest.mark.parametrize(
    ("coders", "published"),
    [
        # Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011): two coders with two labels, two with five, four with gaps.
        (("0100000000", "1110010010"), 0.095),
        (("aabbdcccedda", "babbbccceddd"), 0.692),
        (("123321412...", "1233224125.3", ".3332342251.", "1233244125" + "1."), 0.743),
        # The worked example of three coders and fifteen units in the encyclopedia article on the coefficient.
        ((".....34121133.3", "1.213343.......", "..2134" + "4.21133.4"), 0.691),
    ],
)
def test_alpha_as_published(coders, published):
    labels = units(*coders)
    alpha = krippendorff_alpha(labels, own(labels))
    assert round(alpha.value, 3) == published
    assert alpha.low < alpha.value < alpha.high


def test_alpha_is_one_for_full_agreement_and_counts_only_items_with_two_labels():
    labels = {"a": ["x", "x"], "b": ["y", "y"], "c": ["x"]}
    alpha = krippendorff_alpha(labels, own(labels))
    assert (alpha.value, alpha.items) == (1.0, 2)


@pytest.mark.parametrize("labels", [{}, {"a": ["x"], "b": ["y"]}, {"a": ["x", "x"], "b": ["x", "x"]}])
def test_alpha_is_not_defined_without_pairs_or_without_two_labels(labels):
    assert krippendorff_alpha(labels, own(labels)) is None


def test_alpha_has_no_interval_when_all_items_hang_on_one_article():
    labels = {"a": ["x", "x"], "b": ["x", "y"], "c": ["y", "y"]}
    alpha = krippendorff_alpha(labels, dict.fromkeys(labels, "one article"))
    assert (alpha.low, alpha.high) == (None, None)


def test_the_ratio_is_the_share_of_equal_pairs():
    labels = {"a": ["x", "x"], "b": ["x", "y"], "c": ["x", "x", "y"], "d": ["z"]}
    ratio = agreement_ratio(labels, own(labels))
    assert (ratio.accuracy, ratio.counted, ratio.clusters) == (2 / 5, 5, 3)
    assert 0 < ratio.low < 2 / 5 < ratio.high < 1
    assert agreement_ratio({"a": ["x"]}, {"a": "a"}) is None


def test_the_interval_of_alpha_is_the_same_at_every_call():
    labels = units("aabbdcccedda", "babbbcccedda")
    assert krippendorff_alpha(labels, own(labels)) == krippendorff_alpha(labels, own(labels))
