"""The flow that publishes: its pages, its artifacts, what it returns, and that its form refuses what makes no sense."""

import pytest
from pydantic import ValidationError

from flows import publish_report as flow
from storage.lake import Lake
from tests.tasks.report.made_day import make_day
from tests.tasks.report.made_results import make_results


@pytest.fixture
def artifacts(monkeypatch):
    """What would be shown in the UI, by key."""
    shown = {}

    async def keep(key, what, *_):
        shown[key] = what

    for name in ("show_table", "show_link", "show_picture"):
        monkeypatch.setattr(flow, name, keep)
    return shown


async def test_it_writes_the_results_shows_them_and_says_where(tmp_path, monkeypatch, artifacts):
    lake = Lake.open(tmp_path / "lake")
    _, release = make_day(lake, articles=3)
    make_results(lake, release, models=(("tern-1b", 1.0, "open"), ("tern-9b", 9.0, "open")), retrieval=False)
    monkeypatch.setenv("OKBENCH_LAKE", str(lake.root))
    found = await flow.publish_report.fn(flow.PublishReport(release="all", formats=["html", "csv"], questions=False))
    assert set(found["reports"]) == {release.release_id} and found["skipped"] == {}
    assert (lake.root / "reports" / "index.html").samefile(found["leaderboard"])
    assert {"T8-2026-11-30", "T10-2026-11-30", "results-2026-11-30", "leaderboard", "f3-2026-11-30"} <= set(artifacts)
    assert artifacts["results-2026-11-30"].startswith("file://")
    assert artifacts["f3-2026-11-30"].startswith("<svg")
    assert [row["model"] for row in artifacts["T8-2026-11-30"]] == ["tern-1b", "tern-9b"]


async def test_at_the_end_of_a_run_it_publishes_that_run_s_release(tmp_path, artifacts):
    lake = Lake.open(tmp_path / "lake")
    _, release = make_day(lake, articles=3)
    found = await flow.publish_results(lake, release.release_id)
    assert release.release_id in found["results"] and found["unpublished"] == ""


async def test_pages_that_cannot_be_written_end_no_run(tmp_path, artifacts):
    lake = Lake.open(tmp_path / "lake")
    _, release = make_day(lake, articles=3)
    (lake.root / "reports").write_text("a file where the folder should be")
    found = await flow.publish_results(lake, release.release_id)
    assert found["results"] == "" and "not published" in found["unpublished"]


@pytest.mark.parametrize("values", [{"formats": ["pdf"]}, {"formats": []}, {"unknown": 1}])
def test_the_form_refuses_what_makes_no_sense(values):
    with pytest.raises(ValidationError):
        flow.PublishReport(**values)
