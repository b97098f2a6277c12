"""okbench news backfill: says what feeds no longer hold, runs the days that can be run, leaves those with a release alone."""

from datetime import UTC, datetime, timedelta

import pytest
from stub_agents import play
from stub_model import StubModel

from flows.cli.backfill import _days, _run
from sample.newspaper.server import SampleNewspaper
from storage.schemas.errors import BadInput


@pytest.mark.slow
@pytest.mark.service
def test_days_that_feeds_hold_are_run_and_the_others_are_named(desk):
    now = datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=2)
    with SampleNewspaper(now) as paper, StubModel(answer=play, latency_ms=5) as stub:
        (desk.folder / "feeds.toml").write_text(paper.feeds_toml())
        models = (desk.folder / "models.toml").read_text().replace(desk.stub.url, stub.url)
        (desk.folder / "models.toml").write_text(models)
        at = (now - timedelta(minutes=1)).strftime("%H:%M:%S")
        today, long_ago = now.date().isoformat(), (now.date() - timedelta(days=200)).isoformat()
        fixed = ("--feeds", "feeds.toml", "--generator", "stub", "--validator", "stub", "--at", at, "--max-articles", "4")

        (gone,) = desk.json("news", "backfill", "--first", long_ago, "--plan", *fixed)
        assert (gone["whole"], gone["partly"]) == (0, 0)
        assert gone["nothing"] > 5
        assert stub.requests == 0

        done = desk.json("news", "backfill", "--first", today, *fixed)
        (held,), (run,) = done["held"], done["runs"]
        assert held["whole"] + held["partly"] > 5
        assert run["status"] in ("complete", "partial")
        assert 0 < run["questions"] <= 20


def test_a_day_that_no_feed_reaches_is_not_run():
    row = {"day": "2026-05-01", "whole": 0, "partly": 0, "window ends": "2026-05-01T06:15:00Z"}
    assert _run(row, {})["status"] == "not run"


@pytest.mark.parametrize(
    ("first", "last", "at", "said"),
    [
        ("2026-01-05", "2026-01-01", "06:15", "no span of days"),
        ("yesterday", None, "06:15", "yesterday"),
        ("2026-01-01", None, "6 o'clock", "--at"),
        ("2020-01-01", "2026-01-01", "06:15", "more than a year"),
        ("2090-01-01", None, "06:15", "up to today"),
    ],
)
def test_what_is_no_span_of_days_is_refused(tmp_path, first, last, at, said):
    with pytest.raises(BadInput, match=said):
        _days(first, last, "daily", at, tmp_path / "lake")
