"""Evaluation as a user runs it: retrieval built on the way, a grid, a judge, a panel, an audit sample; within a news run and on a release that stands."""

import csv
import json

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.service]


def test_a_news_run_in_all_settings_and_more_on_the_release_that_stands(desk):
    run = desk.news("--setting", "no_context", "--setting", "oracle+both", "--setting", "bm25:1d:k3", "--judge", "stub")
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stdout)
    assert result["status"] == "complete"
    scores = {(row["setting"], row["form"]): row for row in result["scores"]}
    assert set(scores) == {("no context", "multiple choice"), ("oracle", "multiple choice"), ("oracle", "open ended"), ("bm25 1d k3", "multiple choice")}
    assert scores["oracle", "multiple choice"]["accuracy %"] == scores["bm25 1d k3", "multiple choice"]["accuracy %"] == 100
    [judged] = result["judged"]
    assert (judged["equal %"], judged["judged right %"], judged["own"]) == (0, 100, "yes")  # "It was 40."
    assert any("same model" in warning for warning in result["warnings"])

    grid = desk.folder / "grid.toml"
    grid.write_text('judge = "baseline/same"\n[[grid]]\nmodels = ["stub"]\nsettings = ["oracle+both", "bm25:1,2d:k3"]\n')
    asked = desk.stub.requests
    estimate = desk.json("evaluations", "run", "--grid", "grid.toml", "--dry-run")["estimate"]
    lines = {row["setting"]: row for row in estimate}
    assert lines["oracle"]["calls"] == lines["bm25:1d:k3"]["calls"] == 0 and lines["oracle"]["done"] > 0
    assert lines["bm25:2d:k3"]["calls"] > 0
    found = desk.json("evaluations", "run", "--grid", "grid.toml")
    assert desk.stub.requests == asked  # the second day has no news, so the passages are those of the first
    assert {row["judge"] for row in found["judged"]} == {"baseline/same"}

    for name in ("second", "third"):
        (desk.folder / "models.toml").open("a").write(f'[models.{name}]\nprovider_model = "{name}-1"\nbase_url = "{desk.stub.url}"\n')
    panel = desk.json("evaluations", "run", "--model", "second", "--model", "third", "--setting", "no_context")["freshness"]
    assert panel["panel"] == ["second", "stub", "third"]
    assert desk.json("evaluations", "freshness", "--stale")["stale"] == panel["stale"] > 0

    drawn = desk.json("evaluations", "audit", "--out", "sample.csv", "--size", "6", "--judge", "stub")
    assert drawn["answers"] == 6
    form, key = (list(csv.DictReader((desk.folder / name).open())) for name in ("sample.csv", "sample.key.csv"))
    assert [row["item"] for row in form] == [row["item"] for row in key]
    assert "judge verdict" not in form[0] and {row["judge"] for row in key} == {"stub"}
    (desk.folder / "sample.csv").write_text((desk.folder / "sample.csv").read_text().replace(",,\n", ",right,\n"))
    figures = {row["people and"]: row for row in desk.json("evaluations", "audit-figures", "sample.csv")}
    assert (figures["stub"]["agree %"], figures["equality"]["agree %"], figures["equality"]["too strict"]) == (100, 0, 6)


def test_what_is_wrong_is_told_before_anything_is_asked(desk):
    (desk.folder / "bad.toml").write_text('[[grid]]\nmodels = ["stub"]\nsettings = ["orcale"]\n')
    for words, told in (
        (("--setting", "orcale"), "--setting: 'orcale' is no setting"),
        (("--form", "spoken"), "--form"),
    ):
        run = desk.news(*words)
        assert run.returncode == 2 and told in run.stderr and "Traceback" not in run.stderr, run.stderr
    assert desk.json("news", "list") == []
    missing = desk.okbench("evaluations", "run", "--grid", "bad.toml")
    assert missing.returncode == 2 and "release" in missing.stderr
