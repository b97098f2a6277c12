"""Rates, agreement and disagreements of made decisions, counted by hand."""

import pytest

from tasks.annotate.figures import Labelled, agreement_figures, decision_counts, disagreements, rate_figures
from tasks.annotate.rejected import rejected
from tasks.annotate.validator import against_people
from tests.release_rows import candidate, verdict


def said(annotator, item, decision, step="quality", expected="", released=True, cluster=None):
    return Labelled(
        annotator=annotator, item_id=item, cluster=cluster or item, step=step, decision=decision, expected=expected, released=released
    )  # fmt: skip


def by_name(figures, annotator=""):
    return {one.measure: one for one in figures if one.annotator == annotator}


QUALITY = [
    said("A1", "q1", "passes"), said("A2", "q1", "not_fresh"),
    said("A1", "q2", "ambiguous"), said("A2", "q2", "other"),
    said("A1", "q3", "passes"), said("A2", "q3", "passes"),
    said("A1", "q4", "other"), said("A2", "q5", "not_fresh"),
    said("A1", "q9", "ambiguous", released=False),
]  # fmt: skip


def test_clarity_counts_what_is_neither_ambiguous_nor_faulty_and_freshness_comes_on_top():
    figures = rate_figures("quality", QUALITY, ["A1", "A2"])
    first, second, both = (by_name(figures, name) for name in ("A1", "A2", ""))
    assert [one["clarity"].value for one in (first, second, both)] == [2 / 4, 3 / 4, 5 / 8]
    assert [one["clarity_and_freshness"].value for one in (first, second, both)] == [2 / 4, 1 / 4, 3 / 8]
    assert (both["clarity"].counted, both["clarity"].articles) == (8, 5)
    assert both["clarity"].low < 5 / 8 < both["clarity"].high


def test_the_paper_s_rates_come_out_of_its_counts():
    # 240 decisions of four people: 92 % clear and 66 % clear and fresh is 221 and 158 of them.
    decisions = [said(f"A{n % 4 + 1}", f"q{n}", "passes" if n < 158 else "not_fresh" if n < 221 else "ambiguous") for n in range(240)]
    overall = by_name(rate_figures("quality", decisions, ["A1", "A2", "A3", "A4"]))
    assert round(overall["clarity"].value, 2) == 0.92
    assert round(overall["clarity_and_freshness"].value, 2) == 0.66


def test_questions_of_one_article_count_as_related():
    alike = [said("A1", f"q{n}", "passes" if n < 20 else "ambiguous", cluster=f"c{n // 5}") for n in range(40)]
    apart = [said("A1", f"q{n}", "passes" if n < 20 else "ambiguous") for n in range(40)]
    wide, narrow = (by_name(rate_figures("quality", rows, ["A1"]))["clarity"] for rows in (alike, apart))
    assert wide.value == narrow.value == 0.5
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)


def test_correctness_compares_picks_with_keys():
    rows = [said("A1", "q1", "44", "guess", "40"), said("A1", "q1", "40", "read", "40"), said("A1", "q1", "no", "support", "40")]
    assert {name: one.value for name, one in by_name(rate_figures("correctness", rows, ["A1"])).items()} == {"guess": 0.0, "read": 1.0, "support": 0.0}


def test_an_audit_leaves_out_what_people_cannot_tell():
    rows = [said("A1", "q1", "right", "audit", "right"), said("A1", "q2", "wrong", "audit", "right"), said("A1", "q3", "unsure", "audit", "right")]
    one = by_name(rate_figures("audit", rows, ["A1"]))["judge_agrees"]
    assert (one.value, one.counted) == (0.5, 2)


def test_nobody_s_decisions_have_no_value():
    assert all(one.value is None and one.counted == 0 for one in rate_figures("quality", [], ["A1"]))


def test_agreement_is_over_items_with_two_decisions_and_on_clarity_alone_apart():
    figures = by_name(agreement_figures("quality", QUALITY))
    assert (figures["agreement"].value, figures["agreement"].counted) == (1 / 3, 3)
    assert figures["agreement_clarity"].value == 1.0
    # Labels of q1, q2, q3: observed agreement 1/3; of 6 labels 3 are passes and 3 differ: expected (3*2)/(6*5) = 1/5.
    assert figures["alpha"].value == pytest.approx((1 / 3 - 1 / 5) / (1 - 1 / 5))


def test_alpha_is_not_given_for_choices_that_each_question_has_of_its_own():
    rows = [said(who, item, f"choice of {item}", step) for who in ("A1", "A2") for item in ("q1", "q2") for step in ("guess", "read")]
    rows += [said(who, item, "yes" if item == "q1" else "no", "support") for who in ("A1", "A2") for item in ("q1", "q2")]
    figures = by_name(agreement_figures("correctness", rows))
    assert set(figures) == {"agreement_guess", "agreement_read", "agreement_support", "alpha_support"}
    assert figures["alpha_support"].value == 1.0


def test_kinds_of_disagreement_with_the_items_they_are_about():
    found = disagreements(QUALITY)
    assert [(one.one, one.other, one.item_ids) for one in found] == [("ambiguous", "other", ("q2",)), ("not_fresh", "passes", ("q1",))]


def test_decisions_are_counted_by_annotator_without_rejected_questions():
    counts = decision_counts(QUALITY)
    assert dict(counts["quality", "A1"]) == {"passes": 2, "ambiguous": 1, "other": 1}


def test_rejected_by_half_of_the_annotators_unless_another_rule_is_asked_for():
    rows = [*QUALITY, said("A3", "q2", "passes"), said("A1", "q7", "no", "support"), said("A1", "q8", "not_fresh")]
    assert rejected(rows) == {"q2": "ambiguous", "q4": "other", "q7": "unsupported"}
    assert rejected(rows, rule="all") == {"q4": "other", "q7": "unsupported"}
    assert rejected(rows, faults=("not_fresh",)) == {"q1": "not_fresh", "q5": "not_fresh", "q8": "not_fresh"}
    assert rejected(rows, faults=("not_fresh",), rule="all") == {"q5": "not_fresh", "q8": "not_fresh"}
    assert rejected([*rows, said("A4", "q3", "other")], rule="any")["q3"] == "other"


def test_the_validator_against_people_what_it_misses_and_what_it_rejects_wrongly():
    rows = [*QUALITY, said("A2", "q8", "passes", released=False)]
    candidates = [candidate(question_id=f"q{n}") for n in range(1, 10)]
    verdicts = [
        verdict(question_id="q8", check="dates", passed=False), verdict(question_id="q8", check="clear", judge="gpt", passed=False),
        verdict(question_id="q9", check="clear", judge="gpt", passed=False), verdict(question_id="q1"),
    ]  # fmt: skip
    passed, *others = against_people(rows, candidates, verdicts)
    assert (passed.released, passed.seen, passed.clear, passed.clear_and_fresh) == (True, 5, 3, 2)
    assert {(one.check, one.judge): (one.seen, one.clear) for one in others} == {("dates", "rule"): (1, 1), ("clear", "gpt"): (1, 0)}
