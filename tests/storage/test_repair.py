"""Mending a lake: rows brought back from where else they are, the rest named as lost."""

import json

import pytest

from storage.inspection import inspect_lake
from storage.lake import write_parquet
from storage.releases import ReleaseStore
from storage.repair import repair_lake
from storage.schemas.calls import Call
from storage.schemas.news import Article, FeedState
from storage.schemas.questions import Candidate, FunnelRow, Question, Run, Verdict
from tasks.release.makers import MAKERS
from tests.release_rows import DAY, MOMENT, RUN, article, call, candidate, funnel


def mend(lake):
    return {(finding.kind, finding.table) for finding in repair_lake(lake, MAKERS)}


def spoil(path):
    path.write_bytes(path.read_bytes()[:-50])


def test_a_sound_lake_is_left_as_it_is(lake, release):
    before = {path: path.read_bytes() for path in lake.root.rglob("*") if path.is_file()}
    assert repair_lake(lake, MAKERS) == []
    assert {path: path.read_bytes() for path in lake.root.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("kind", [Article, Candidate, Verdict, FunnelRow])
def test_rows_come_back_from_the_release_that_holds_them(lake, release, kind):
    partition = DAY if kind is Article else RUN
    before = lake.read(kind, partition)
    spoil(lake.parts(kind, partition)[0])
    assert mend(lake) == {("set_aside", kind.TABLE), ("rebuilt", kind.TABLE)}
    assert sorted(lake.read(kind, partition), key=str) == sorted(before, key=str)
    assert len(list(lake.folder(kind, partition).glob("*.damaged"))) == 1


def test_a_run_comes_back_with_its_pinned_moment(lake, release):
    spoil(lake.parts(Run, RUN)[0])
    repair_lake(lake, MAKERS)
    one = lake.read(Run, RUN)[0]
    assert (one.run_id, one.flow, one.name, one.day, one.moment, one.parameters) == (RUN, "news", "daily", DAY, MOMENT, '{"questions":5}')
    assert (one.status, one.release_id) == ("complete", release.release_id)


def test_only_missing_rows_are_added(lake, release):
    lake.append(Article, [article(7), article(1, title="Newer title")], DAY)
    spoil(lake.parts(Article, DAY)[0])
    repair_lake(lake, MAKERS)
    rows = {a.version_id: a for a in lake.read(Article, DAY)}
    assert sorted(rows) == ["v000", "v001", "v002", "v003", "v004", "v005", "v007"]
    assert rows["v001"].title == "Newer title"


def test_what_is_nowhere_else_is_named_with_what_to_do(lake):
    lake.append(Call, [call(1)], RUN)
    state = FeedState(feed_id="f", url="u", etag=None, last_modified=None, body_digest=None, content_type=None, gone=False,
        checked=MOMENT)
    lake.append(FeedState, [state], "all")
    lake.append(Article, [article(1)], DAY)
    for kind, partition in ((Call, RUN), (FeedState, "all"), (Article, DAY)):
        spoil(lake.parts(kind, partition)[0])
    lost = {finding.table: finding for finding in repair_lake(lake, MAKERS) if finding.kind == "lost"}
    assert set(lost) == {"calls", "feed_states", "articles"}
    assert "paid" in lost["calls"].todo and "Nothing to do" in lost["feed_states"].todo
    assert all(str(finding.path) in str(finding) for finding in lost.values())


@pytest.mark.parametrize("file", ["questions", "articles", "candidates", "verdicts", "rows"])
def test_a_release_is_made_whole_from_the_lake(lake, release, file):
    spoil(release.folder / f"{file}.parquet")
    assert mend(lake) == {("rebuilt", "")}
    outcome = ReleaseStore(lake).verify(release.release_id, expected=release.signature)
    assert outcome.ok
    assert ReleaseStore(lake).load(release.release_id).questions == release.questions
    assert inspect_lake(lake) == []


def test_several_damaged_files_and_a_changed_card(lake, release):
    for file in ("questions.parquet", "candidates.parquet"):
        (release.folder / file).unlink()
    (release.folder / "README.md").write_text("mine")
    (release.folder / "extra").touch()
    repair_lake(lake, MAKERS)
    assert ReleaseStore(lake).verify(release.release_id, expected=release.signature).ok


def test_rows_that_were_not_signed_are_never_put_in(lake, release):
    lake.append(Candidate, [candidate(0, question="Forged?")], RUN)
    spoil(release.folder / "candidates.parquet")
    findings = repair_lake(lake, MAKERS)
    assert [(f.kind, f.what) for f in findings] == [("lost", "the lake's candidates are not those that were signed")]
    assert "Import it again" in findings[0].todo


def test_forged_rows_in_a_release_are_replaced_by_the_signed_ones(lake, release):
    write_parquet(Question, release.questions[1:], release.folder / "questions.parquet")
    repair_lake(lake, MAKERS)
    assert ReleaseStore(lake).load(release.release_id).questions == release.questions


def test_a_broken_manifest_cannot_be_made_up(lake, release):
    (release.folder / "manifest.json").write_text(json.dumps({"manifest_version": 1}))
    findings = repair_lake(lake, MAKERS)
    assert [(f.kind, f.path) for f in findings] == [("lost", release.folder)]


def test_an_exchange_cut_short_is_put_right(lake, release):
    folder = release.folder
    folder.rename(folder.with_name(f".{folder.name}.0a1b2c3d.replaced"))
    findings = repair_lake(lake, MAKERS)
    assert [(f.kind, f.path) for f in findings] == [("restored", folder)]
    assert ReleaseStore(lake).verify(release.release_id).ok


def test_an_exchange_that_died_after_its_end_leaves_nothing(lake, release):
    folder = release.folder
    for ending in ("replaced", "fresh"):
        folder.with_name(f".{folder.name}.0a1b2c3d.{ending}").mkdir()
    findings = repair_lake(lake, MAKERS, older_than_s=-1)
    assert [f.kind for f in findings] == ["removed", "removed"]
    assert [path.name for path in folder.parent.iterdir()] == [release.release_id]


def test_unfinished_files_are_removed_once_old(lake, release):
    path = lake.folder(Article, DAY) / ".part.123.0a1b2c3d.tmp"
    path.write_bytes(b"half")
    (lake.root / "releases" / ".r.123.0a1b2c3d.tmp").mkdir()
    assert repair_lake(lake, MAKERS) == []
    assert len(repair_lake(lake, MAKERS, older_than_s=-1)) == 2
    assert not path.exists()


def test_a_repair_done_twice_does_nothing_the_second_time_but_name_what_is_missing(lake, release):
    spoil(lake.parts(Verdict, RUN)[0])
    lake.append(FunnelRow, funnel(), RUN)
    repair_lake(lake, MAKERS)
    rows = lake.read(Verdict, RUN)
    again = repair_lake(lake, MAKERS)
    assert lake.read(Verdict, RUN) == rows
    assert [(f.kind, f.todo) for f in again] == [("set_aside", "Delete the file when you need it no more")]
