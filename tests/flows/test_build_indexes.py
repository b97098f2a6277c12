"""Retrieval as a user runs it: within a news run, and on a release that stands."""

import json

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.service]


def test_a_news_run_measures_retrieval_and_the_release_can_be_measured_again(desk):
    run = desk.news("--retriever", "bm25", "--search-days", "1")
    assert run.returncode == 0, run.stderr
    retrieval = json.loads(run.stdout)["retrieval"]
    (hits,) = retrieval["hits"]
    assert (hits["retriever"], hits["days"]) == ("bm25", 1)
    assert hits["hits@1"] > 0.8  # the stub's questions are sentences of their articles
    assert retrieval["windows"]["1 d"].startswith(f"{hits['articles']} articles of 1 day")

    again = desk.json("indexes", "measure", "--retriever", "bm25", "--days", "1", "--days", "2")
    assert [(one["days"], one["state"]) for one in again["built"]] == [(1, "was there"), (2, "was there")]  # one corpus: the day before has no news
    assert [row["days"] for row in again["mrr"]] == [1, 2]
    assert any("2 d: the window lacks 2026-11-29" in warning for warning in again["warnings"])
    shown = desk.okbench("indexes", "show", "--figure", "figure.svg")
    assert "Right article among the first k" in shown.stdout
    assert "no run on 2026-11-29" in shown.stdout
    assert "<svg" in (desk.folder / "figure.svg").read_text()

    (release,) = {path.name for path in (desk.folder / "lake" / "trec").iterdir()}
    assert (desk.folder / "lake" / "trec" / release / "bm25-1d.run").stat().st_size > 0
    found = desk.json("indexes", "search", "the ferry Aurelia", "-k", "3")
    assert [row["rank"] for row in found] == list(range(1, len(found) + 1))
    assert "ferry" in " ".join(found[0]["matched"]).lower()


def test_what_cannot_be_used_is_told_before_the_day_is_pinned(desk):
    for words, told in ((("--retriever", "bm52"), "no retriever 'bm52'"), (("--retriever", "bm25", "--search-days", "0"), "--search-days")):
        run = desk.news(*words)
        assert run.returncode == 2
        assert told in run.stderr
        assert "Traceback" not in run.stderr
    missing = desk.okbench("news", "run", "--generator", "stub", "--validator", "none", "--retriever", "colbert", OKBENCH_INDEX__RETRIEVAL__OFFLINE="true")
    assert missing.returncode == 2
    assert "hf download colbert-ir/colbertv2.0" in missing.stderr
    assert desk.json("news", "list") == []
