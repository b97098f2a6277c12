"""A run whose pages are read on a Dask cluster of two workers makes the release that one machine makes, and pays nothing twice."""

from __future__ import annotations

import json

import pytest
from dask_cluster import dask_cluster

from storage.lake import Lake
from storage.releases import ReleaseStore

pytestmark = [pytest.mark.slow, pytest.mark.service]


def contents(lake) -> dict[str, object]:
    """Articles, candidates and questions of the only release, by ids and texts."""
    store = ReleaseStore(Lake.open(lake))
    (manifest,) = store.list()
    release = store.load(manifest.release_id)
    return {
        "articles": {(a.version_id, a.title, a.body) for a in release.articles},
        "candidates": {(c.question_id, c.question, c.status, c.reason) for c in release.candidates},
        "questions": {(q.question_id, q.question, tuple(q.choices), q.key) for q in release.questions},
        "funnel": manifest.funnel,
    }


def test_two_workers_make_the_same_release_and_no_finished_call_is_asked_again(desk, tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    alone = desk.news("--lake", str(here), "--max-articles", "8")
    assert alone.returncode == 0, alone.stderr
    asked = desk.stub.stats()["answered"]
    desk.stub.reset()
    with dask_cluster(tmp_path, 2) as cluster:
        words, setting = ("--lake", str(there), "--max-articles", "8"), {"OKBENCH_POOL__DASK": cluster.address}
        spread = desk.okbench(*desk_words(), *words, **setting)
        assert spread.returncode == 0, spread.stderr
        assert desk.stub.stats()["answered"] == asked
        again = desk.okbench(*desk_words(), *words, **setting)
        assert json.loads(again.stdout)["signature"] == json.loads(spread.stdout)["signature"]
    assert desk.stub.stats()["answered"] == asked
    assert desk.stub.stats()["asked_again"] == 0
    assert contents(there) == contents(here)


def desk_words() -> tuple[str, ...]:
    fixed = ("--moment", "2026-11-30T06:00:00+00:00", "--feeds", "feeds.toml", "--generator", "stub", "--validator", "stub")
    return ("--json", "news", "run", *fixed, "--model", "stub")
