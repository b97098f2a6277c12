"""The whole service as it stands on a real machine: PostgreSQL, Prefect server, worker; a scheduled and an ad-hoc run; and what a person sees of them."""

from __future__ import annotations

import json
import os
import shutil
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from prefect_api import PrefectApi
from real_topology import KEY, wait_for

from storage.lake import Lake
from storage.releases import ReleaseStore

pytestmark = [pytest.mark.slow, pytest.mark.service]
CHROMIUM = shutil.which("chromium")


def schedule_soon(api: PrefectApi, name: str) -> None:
    """Have the deployment's schedule fire in some seconds, once a day from then on."""
    anchor = (datetime.now(UTC) + timedelta(seconds=4)).isoformat()
    schedule = [{"active": True, "schedule": {"interval": 86400, "anchor_date": anchor, "timezone": "UTC"}}]
    data = json.dumps(schedule).encode()
    asked = urllib.request.Request(f"{api.url}/deployments/{api.deployment(name)['id']}/schedules", data, {"Content-Type": "application/json"}, method="POST")
    urllib.request.urlopen(asked, timeout=30).close()


def started(api: PrefectApi, name: str) -> str:
    """The id of the deployment's first run that is due."""

    def look() -> str | None:
        now = datetime.now(UTC)
        due = [run for run in api.runs(name) if datetime.fromisoformat(run["expected_start_time"]) < now]
        return due[0]["id"] if due else None

    return str(wait_for("the scheduled run", look, 60))


def test_scheduled_and_ad_hoc_runs_complete_and_can_be_seen(office, topology):
    service = topology(ui=True)
    applied = service.okbench("--json", "deployments", "apply")
    assert applied.returncode == 0, applied.stderr
    assert {row["done"] for row in json.loads(applied.stdout) if row["kind"] == "deployment"} == {"applied"}
    api = PrefectApi(service.environment["PREFECT_API_URL"])
    schedule_soon(api, "daily_news/daily")
    service.worker.start()

    daily = started(api, "daily_news/daily")
    done = api.ended(daily)
    assert done["state_name"] == "Completed", api.log(daily)
    assert done["auto_scheduled"]
    (release,) = ReleaseStore(Lake.open(office.lake)).list()
    assert release.run_id.startswith("news-") and release.run_id.endswith("-daily")
    shown = api.artifacts(daily)
    assert {"funnel", "costs", "feeds", "report"} <= set(shown)
    funnel = json.loads(shown["funnel"]["data"])
    assert sum(row["count"] for row in funnel if row["outcome"] == "kept" and row["stage"] == funnel[0]["stage"]) > 0

    asked = office.stub.requests
    ad_hoc = api.start("daily_news/ad-hoc", name="trial", models=["stub", "baseline/overlap"], max_articles=6)
    ended = api.ended(ad_hoc)
    assert ended["state_name"] == "Completed", api.log(ad_hoc)
    scores = json.loads(api.artifacts(ad_hoc)["scores"]["data"])
    assert {row["model"] for row in scores} == {"stub", "baseline/overlap"}
    assert office.stub.requests > asked

    again = service.okbench("--json", "deployments", "catch-up")
    due = datetime.fromisoformat(json.loads(again.stdout)["window ends"])
    has_run = due.date() == datetime.now(UTC).date()  # before 06:15 the newest window is yesterday's, which nothing has run
    assert json.loads(again.stdout)["done"].startswith("nothing: it has its run" if has_run else "started"), again.stdout
    assert_no_key(service, office)

    if CHROMIUM is None:
        assert os.environ.get("OKBENCH_REQUIRE_BROWSER") != "1"
        return
    look_at(service, api, daily, ad_hoc, office.folder)


def assert_no_key(service, office) -> None:
    """The model's key stands nowhere: not in the database (parameters, logs, artifacts, blocks), not in the lake, not in what the processes said."""
    assert f"Bearer {KEY}" in {headers.get("Authorization") for headers, _ in office.stub.received}, "the key is in use"
    dump = service.database.dump()
    assert "flow_run" in dump and "stub" in dump
    assert KEY not in dump
    for path in office.folder.rglob("*"):
        if path.is_file():
            assert KEY.encode() not in path.read_bytes(), path


def look_at(service, api: PrefectApi, daily: str, ad_hoc: str, folder: Path) -> None:
    """The pages that a person opens; pictures for the docs where OKBENCH_PICTURES names a folder."""
    from playwright.sync_api import sync_playwright

    base = service.environment["PREFECT_API_URL"].removesuffix("/api")
    pictures = Path(os.environ.get("OKBENCH_PICTURES", folder))
    form = api.deployment("daily_news/ad-hoc")["id"]
    table = api.artifacts(ad_hoc)["scores"]["id"]
    pages = {
        "prefect-run": (f"/runs/flow-run/{daily}", ("news daily", "Completed")),
        "prefect-form": (f"/deployments/deployment/{form}/run", ("Name of the run", "End of the news window", "Models under test")),
        "prefect-table": (f"/artifacts/artifact/{table}", ("accuracy", "baseline/overlap")),
    }
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--enable-unsafe-swiftshader"])
        page = browser.new_page(viewport={"width": 1100, "height": 760})
        for name, (address, words) in pages.items():
            page.goto(base + address)
            for word in words:
                page.get_by_text(word).first.wait_for(timeout=20_000)
            page.wait_for_timeout(2500 if name == "prefect-run" else 500)
            page.screenshot(path=pictures / f"{name}.png")
        browser.close()
