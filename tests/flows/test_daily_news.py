"""The main job from feeds to scores, as a user runs it: real HTTP, a real lake, a passing Prefect server, a model that is a stub at the wire."""

import json
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.service]


def test_a_run_goes_from_feeds_to_a_verified_release_and_a_second_start_asks_nothing(desk):
    first = desk.news()
    assert first.returncode == 0, first.stderr
    result = json.loads(first.stdout)
    assert result["status"] == "complete"
    assert result["questions"] >= 40
    by_setting = {row["setting"]: row for row in result["scores"]}
    assert by_setting["oracle"]["accuracy %"] == 100
    assert by_setting["no context"]["accuracy %"] < 50
    assert desk.json("releases", "verify", "latest")["ok"]
    assert desk.okbench("reports", "list").returncode == 0
    page = Path(result["results"]).read_text(encoding="utf-8")
    assert "Table 8:" in page and result["short_signature"].split("|")[1] in page
    assert "../" + result["release_id"] in Path(result["report"]).read_text(encoding="utf-8")

    asked = desk.stub.requests
    again = json.loads(desk.news().stdout)
    assert again["signature"] == result["signature"]
    assert desk.stub.requests == asked

    added = desk.okbench("--json", "evaluations", "run", "latest", "--model", "stub", "--model", "baseline/overlap")
    assert added.returncode == 0, added.stderr
    assert desk.stub.requests == asked


def test_a_dry_run_prints_what_would_be_paid_and_asks_no_model(desk):
    done = desk.news("--dry-run")
    assert done.returncode == 0, done.stderr
    lines = {row["stage"]: row for row in json.loads(done.stdout)["estimate"]}
    assert lines["generate"]["calls"] == lines["validate"]["calls"] == 7  # 23 articles, up to four in a call, and one of another language
    assert lines["total"]["USD"] > 0
    assert desk.stub.requests == 0


def test_a_budget_stops_the_run_with_what_is_paid_kept_and_a_larger_one_goes_on(desk):
    stopped = desk.news("--max-usd", "0.01")
    assert stopped.returncode == 3
    assert "budget" in stopped.stderr
    assert "Traceback" not in stopped.stderr
    paid = desk.stub.stats()["answered"]
    assert 0 < paid < 20
    done = desk.news("--max-usd", "5")
    assert done.returncode == 0, done.stderr
    assert desk.stub.stats()["asked_again"] == 0
