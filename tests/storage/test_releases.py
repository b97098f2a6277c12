"""The store of releases: whole or not there, checked when read, never changed."""

import multiprocessing
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from storage.lake import Lake, write_parquet
from storage.release_files import withhold
from storage.releases import ReleaseStore
from storage.schemas.errors import BadInput, DamagedFile, DigestMismatch, NotFound
from storage.schemas.questions import Question
from tasks.release.build import build_release
from tests.release_rows import RUN, agents, article, candidate, run, verdict


@pytest.fixture
def store(lake, release):
    return ReleaseStore(lake)


def test_a_release_is_loaded_with_all_its_rows(store, release):
    loaded = store.load(release.release_id)
    assert loaded.release_id == release.release_id
    assert loaded.manifest == release.manifest
    assert [len(rows) for rows in (loaded.questions, loaded.articles, loaded.candidates, loaded.verdicts)] == [6, 6, 6, 12]
    assert loaded.article_of["v003"].url == "https://courier.example/story/3"
    assert loaded.without_body == frozenset()
    assert isinstance(loaded.questions[0], Question)


def test_its_id_follows_from_the_run_and_the_lake(store, tmp_path):
    assert store.release_id(RUN) == store.release_id(RUN) != store.release_id(RUN + "2")
    assert store.release_id(RUN).startswith("news-2026-11-30-daily-")
    assert ReleaseStore(Lake.open(tmp_path / "other")).release_id(RUN) != store.release_id(RUN)


def test_listing(store, release):
    assert store.ids() == [release.release_id]
    assert [manifest.release_id for manifest in store.list()] == [release.release_id]
    (store.root / ".half.1.00000000.tmp").mkdir()
    (store.root / "empty").mkdir()
    assert store.ids() == [release.release_id]


@pytest.mark.parametrize("name", ["id", "beginning", "latest", "random id", "its beginning", "short signature", "full signature"])
def test_what_a_person_may_call_it(store, release, name):
    texts = {
        "id": release.release_id, "beginning": "news-2026", "latest": "latest", "random id": release.manifest.id,
        "its beginning": release.manifest.id[:8], "short signature": release.signature.short(),
        "full signature": release.signature.full(),
    }  # fmt: skip
    assert store.resolve(texts[name]) == release.release_id


@pytest.mark.parametrize("text", ["", "march", "0"])
def test_an_unknown_name_lists_what_there_is(store, release, text):
    with pytest.raises(NotFound, match=release.release_id):
        store.resolve(text)


def test_a_signature_of_other_content_is_not_found(store, release):
    line = release.signature.short().replace("|data:", "|data:0")
    with pytest.raises(NotFound):
        store.resolve(line[: line.index("|data:") + 18] + line[line.index("|v:") :])


def test_an_unknown_release_and_path_tricks(store):
    with pytest.raises(NotFound, match="no release"):
        store.load("news-2020-01-01")
    for name in ("../lake", "/etc", ".hidden"):
        with pytest.raises(BadInput):
            store.load(name)


def test_changed_content_is_not_loaded(store, release):
    other = [*release.questions[:5], _swapped(release.questions[5])]
    write_parquet(Question, other, release.folder / "questions.parquet")
    with pytest.raises(DigestMismatch, match=r"questions\.parquet.*releases verify"):
        store.load(release.release_id)


def _swapped(question):
    index = (question.key_index + 1) % 4
    return replace(question, key_index=index, key=question.choices[index])


def test_a_damaged_table_is_named_when_it_is_read(store, release):
    _cut(release.folder / "verdicts.parquet")
    loaded = store.load(release.release_id)  # questions and articles are whole
    with pytest.raises(DamagedFile, match=r"verdicts\.parquet"):
        _ = loaded.verdicts
    _cut(release.folder / "questions.parquet")
    with pytest.raises(DamagedFile, match=r"questions\.parquet"):
        store.load(release.release_id)


def _cut(path):
    path.write_bytes(path.read_bytes()[:-100])


def test_rows_that_are_not_the_manifest_s_are_not_saved(store, release):
    tables = {name: release.table(name) for name in release.manifest.tables}
    tables["questions"] = tables["questions"].slice(1)
    with pytest.raises(DigestMismatch, match="questions"):
        store.save(replace(release.manifest, release_id="another"), tables, readme="x")
    assert store.ids() == [release.release_id]
    assert not list(store.root.glob(".*"))


def test_saving_again_gives_back_the_first(store, release):
    tables = {name: release.table(name) for name in release.manifest.tables}
    assert store.save(release.manifest, tables, readme="another card").manifest == release.manifest
    assert "another card" not in (release.folder / "README.md").read_text()


SAVE = """
import os, signal, sys
from pathlib import Path
from storage import releases
from storage.lake import Lake, write_parquet
from storage.release_files import withhold
from storage.releases import ReleaseStore
store = ReleaseStore(Lake.open(Path(sys.argv[1])))
one = store.load(store.ids()[0])
write, count = releases.write_bytes, 0
def dying(path, data):
    if path.name == "manifest.json":
        os.kill(os.getpid(), signal.SIGKILL)
    write(path, data)
releases.write_bytes = dying
import dataclasses
store.save(dataclasses.replace(one.manifest, release_id="second"), {n: one.table(n) for n in one.manifest.tables}, readme="x")
"""


def test_kill_9_in_the_middle_leaves_no_half_release(store, release):
    assert subprocess.run([sys.executable, "-c", SAVE, str(store.lake.root)], check=False).returncode == -9
    assert store.ids() == [release.release_id]
    assert not store.folder("second").exists()


def _build(root: str, answers: object) -> None:
    made = build_release(
        lake=Lake.open(Path(root)), run=run(), candidates=[candidate(i) for i in range(6)], verdicts=[verdict(i) for i in range(6)],
        articles=[article(i) for i in range(6)], agents=agents(), seed="seed",
    )  # fmt: skip
    answers.put((made.release_id, made.manifest.id))  # type: ignore[attr-defined]


@pytest.mark.slow
def test_two_runs_at_once_make_one_release(lake):
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    builders = [context.Process(target=_build, args=(str(lake.root), answers)) for _ in range(3)]
    for process in builders:
        process.start()
    found = {answers.get(timeout=60) for _ in builders}
    for process in builders:
        process.join()
    assert len(found) == 1
    assert ReleaseStore(lake).ids() == [next(iter(found))[0]]


def test_a_copy_with_more_texts_takes_the_place_of_one_with_fewer(store, release):
    tables = {name: release.table(name) for name in release.manifest.tables}
    whole = dict(tables)
    tables["articles"], withheld = withhold(tables["articles"], frozenset(), {})
    poor = store.exchange(release.manifest, tables, readme="poor", withheld=withheld)
    assert poor.articles[0].body == "" and poor.without_body == {f"v00{i}" for i in range(6)} and poor.manifest.withheld == 18
    assert poor.signature == release.signature
    full = store.exchange(release.manifest, whole, readme="", withheld={})
    assert full.articles == release.articles and full.manifest.withheld == 0
    assert store.verify(release.release_id).ok
    assert [p.name for p in store.root.iterdir()] == [release.release_id]


def test_other_content_cannot_take_a_release_s_place(store, release):
    with pytest.raises(BadInput, match="another release has this id"):
        store.exchange(replace(release.manifest, id="f" * 32), {}, readme="", withheld={})
