"""Measures: every question counts, ties give nothing away, ids cannot be mistaken."""

import pytest

from retrieval.measures import measure, per_question
from retrieval.ranking import Hit, best_passages
from storage.schemas.errors import BadInput


def ranking(*names):
    return tuple(Hit(name, float(-i), f"{name}#0", 0, 1) for i, name in enumerate(names))


def value(rows, name):
    return next(row for row in rows if row.name == name)


def test_misses_and_failures_count_and_are_shown():
    run = {"q1": ranking("a"), "q2": ranking("x", "a"), "q3": ranking("x"), "q4": None}
    rows = measure(run, {q: {"a"} for q in run}, {q: q for q in run})
    mrr = value(rows, "RR@10")
    assert (mrr.value, mrr.n, mrr.failed) == (0.375, 4, 1)
    assert value(rows, "Success@1").value == 0.25
    assert value(rows, "Success@3").value == 0.5


def test_beyond_k_is_a_miss_for_both():
    run = {"q": ranking("x", "y", "z", "a")}
    rows = measure(run, {"q": {"a"}}, {"q": "a"})
    assert [value(rows, name).value for name in ("Success@3", "RR@3", "Success@5", "RR@5")] == [0.0, 0.0, 1.0, 0.25]


def test_numeric_ids_shared_by_questions_and_documents_are_no_trap():
    run = {str(i): ranking(str(i)) for i in range(1, 7)}
    rows = measure(run, {q: {q} for q in run}, {q: q for q in run})
    assert all(row.value == 1.0 for row in rows)


def test_any_copy_of_the_gold_counts_once():
    values = per_question({"q": ranking("copy", "a")}, {"q": {"a", "copy"}}, ["Success@5", "RR@5"])
    assert values == {"Success@5": {"q": 1.0}, "RR@5": {"q": 1.0}}


def test_a_scorer_that_gives_all_documents_one_score_gets_no_credit():
    documents = [f"d{i:03d}" for i in range(200)]
    golds = {f"q{i}": {documents[(37 * i) % 200]} for i in range(200)}
    for order in (1, -1):  # whatever comes first in the file
        constant = best_passages([Hit(d, 0.0, f"{d}#0", 0, 1) for d in documents[::order]], 10)
        rows = measure(dict.fromkeys(golds, constant), golds, {q: q for q in golds})
        assert value(rows, "Success@10").value == pytest.approx(10 / 200)
        assert value(rows, "Success@1").value == value(rows, "RR@1").value == pytest.approx(1 / 200)


def test_run_and_gold_of_different_questions_are_refused():
    with pytest.raises(BadInput, match="1 questions have no entry in the run"):
        measure({"q1": ()}, {"q1": {"a"}, "q2": {"a"}}, {"q1": "a", "q2": "a"})
    with pytest.raises(BadInput, match="1 questions have no right document"):
        measure({"q1": ()}, {"q1": set()}, {"q1": "a"})


def test_intervals_are_over_articles():
    run = {f"q{i}": ranking("a" if i < 10 else "x") for i in range(20)}
    gold = {q: {"a"} for q in run}
    wide = measure(run, gold, {f"q{i}": str(i // 5) for i in range(20)})
    narrow = measure(run, gold, {f"q{i}": str(i) for i in range(20)})
    assert value(wide, "Success@1").high - value(wide, "Success@1").low > value(narrow, "Success@1").high - value(narrow, "Success@1").low
