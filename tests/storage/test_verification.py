"""Verification finds any changed byte or row, and names it."""

import json
import shutil
from dataclasses import replace

import pyarrow.parquet as pq
import pytest

from storage.lake import read_parquet, write_parquet
from storage.manifest import read_manifest, render
from storage.releases import ReleaseStore
from storage.schemas.errors import DigestMismatch, NewerLake, NotFound
from storage.schemas.questions import Question, Verdict
from storage.verification import verify_folder
from tests.release_rows import verdict

FILES = ["README.md", "articles.parquet", "candidates.parquet", "manifest.json", "questions.parquet", "rows.parquet", "verdicts.parquet"]


def test_an_untouched_release_passes(release):
    outcome = verify_folder(release.folder)
    assert outcome.ok and outcome.data_ok and outcome.problems == ()
    assert outcome.signature == release.signature
    assert sorted(path.name for path in release.folder.iterdir()) == FILES
    outcome.raise_if_bad()


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("percent", [0, 13, 37, 64, 88, 99])
def test_a_flipped_bit_anywhere_in_any_file_is_found(release, change, file, percent):
    change(release.folder / file, percent)
    outcome = verify_folder(release.folder)
    assert not outcome.ok
    assert file in {problem.file for problem in outcome.problems}
    with pytest.raises(DigestMismatch, match=file.replace(".", r"\.")):
        outcome.raise_if_bad()


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_found(release, file):
    (release.folder / file).unlink()
    assert file in {problem.file for problem in verify_folder(release.folder).problems}


def test_an_added_file_is_found_but_harms_no_data(release):
    (release.folder / "notes.txt").write_text("mine")
    (release.folder / "attic").mkdir()
    outcome = verify_folder(release.folder)
    assert [(p.kind, p.file) for p in outcome.problems] == [("extra_file", "attic"), ("extra_file", "notes.txt")]
    assert outcome.data_ok and not outcome.ok


def test_an_edited_card_is_told_but_the_data_is_the_same(release):
    with (release.folder / "README.md").open("a") as file:
        file.write("More about it.\n")
    outcome = verify_folder(release.folder)
    assert [(p.kind, p.file) for p in outcome.problems] == [("bytes", "README.md")]
    assert outcome.data_ok and outcome.signature == release.signature


def test_a_table_packed_anew_with_equal_rows_is_told_but_the_data_is_the_same(release):
    path = release.folder / "questions.parquet"
    pq.write_table(pq.ParquetFile(path).read(), path, compression="none")
    outcome = verify_folder(release.folder)
    assert [(p.kind, p.file) for p in outcome.problems] == [("bytes", "questions.parquet")]
    assert outcome.data_ok


def test_a_changed_label_is_found_and_its_question_named(release):
    path = release.folder / "questions.parquet"
    rows = read_parquet(Question, path)
    index = (rows[2].key_index + 1) % 4
    rows[2] = replace(rows[2], key_index=index, key=rows[2].choices[index])
    write_parquet(Question, rows, path)
    outcome = verify_folder(release.folder)
    assert not outcome.data_ok
    assert [(p.kind, p.key, p.what) for p in outcome.problems if p.kind == "row"] == [("row", rows[2].question_id, "it was changed")]
    assert f"questions.parquet row {rows[2].question_id}: it was changed" in map(str, outcome.problems)


def test_added_and_missing_rows_are_named(release):
    path = release.folder / "questions.parquet"
    rows = read_parquet(Question, path)
    write_parquet(Question, [*rows[1:], replace(rows[0], question_id="qnew")], path)
    found = {(p.key, p.what) for p in verify_folder(release.folder).problems if p.kind == "row"}
    assert found == {(rows[0].question_id, "it is missing"), ("qnew", "it was added")}


def test_many_changed_rows_are_counted(release):
    write_parquet(Verdict, [verdict(i, check=f"other-{i}") for i in range(40)], release.folder / "verdicts.parquet")
    rows = [p for p in verify_folder(release.folder).problems if p.kind == "row"]
    assert len(rows) == 21
    assert rows[-1].what == "and 32 more rows differ"


def test_rows_and_manifest_forged_together_still_miss_the_published_signature(release, lake):
    path = release.folder / "questions.parquet"
    shutil.rmtree(lake.root / "questions", ignore_errors=True)
    published = release.signature
    manifest = read_manifest(release.folder)
    forged = replace(manifest, content_digest="0" * 64)
    (release.folder / "manifest.json").write_bytes(render(forged))
    assert path.exists()
    outcome = ReleaseStore(lake).verify(release.release_id, expected=published)
    assert {p.kind for p in outcome.problems} == {"signature"} and len(outcome.problems) == 2


def test_an_expected_signature_that_fits_passes(release, lake):
    assert ReleaseStore(lake).verify(release.release_id, expected=release.signature).ok


def test_a_later_okbench_s_release_is_not_called_damaged(release):
    path = release.folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "manifest_version": 9}))
    with pytest.raises(NewerLake):
        verify_folder(release.folder)


def test_an_unknown_release(lake):
    with pytest.raises(NotFound):
        ReleaseStore(lake).verify("news-2020")


def test_a_text_put_where_one_was_withheld_is_found(release, lake):
    from storage.release_files import withhold
    from storage.schemas.news import Article

    tables = {name: release.table(name) for name in release.manifest.tables}
    tables["articles"], withheld = withhold(tables["articles"], frozenset(), {})
    poor = ReleaseStore(lake).exchange(release.manifest, tables, readme="", withheld=withheld)
    assert verify_folder(poor.folder).ok
    articles = read_parquet(Article, poor.folder / "articles.parquet")
    write_parquet(Article, [replace(articles[0], body="Forged."), *articles[1:]], poor.folder / "articles.parquet")
    assert ("row", "v000") in {(p.kind, p.key) for p in verify_folder(poor.folder).problems}
