"""Exports: what may be passed on, in forms that others read."""

import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from storage.schemas.errors import BadInput, StoreUnusable
from storage.verification import verify_folder
from tasks.release.copies import read_copy
from tasks.release.export import export_release
from tasks.release.options import ExportOptions


def texts(folder: Path) -> str:
    return "".join(path.read_bytes().decode("utf-8", "replace") for path in sorted(folder.iterdir()))


def test_a_folder_verifies_under_the_same_signature(release, tmp_path):
    done = export_release(release, tmp_path / "out", ExportOptions(texts="all"))
    assert (done.questions, done.articles, done.withheld_articles) == (6, 6, 0)
    outcome = verify_folder(tmp_path / "out", expected=release.signature)
    assert outcome.ok and outcome.signature == release.signature


def test_texts_that_may_not_be_passed_on_are_left_out_by_default(release, tmp_path):
    done = export_release(release, tmp_path / "out", ExportOptions(form="jsonl"))
    assert done.withheld_articles == 2
    rows = [json.loads(line) for line in (tmp_path / "out" / "articles.jsonl").read_text().splitlines()]
    for row in rows:
        closed = row["outlet"] == "Closed Gazette"
        assert (row["title"], row["page_title"], row["body"]) == ("", "", "") if closed else all((row["title"], row["body"]))
        assert row["url"].startswith("https://") and row["article_id"] and row["body_digest"]
    everything = texts(tmp_path / "out")
    for article in release.articles:
        assert (article.body.split("\n\n")[0] in everything) is (article.redistribution == "full")


def test_a_text_free_copy_holds_no_article_text_at_all_and_still_verifies(release, tmp_path):
    export_release(release, tmp_path / "out", ExportOptions(texts="none"))
    outcome = verify_folder(tmp_path / "out", expected=release.signature)
    assert outcome.ok
    copy = read_copy(tmp_path / "out")
    assert len(copy.withheld) == 18 and copy.manifest.withheld == 18
    assert set(copy.tables["articles"].column("body").to_pylist()) == {""}
    assert "18 titles and texts of articles are withheld" in (tmp_path / "out" / "README.md").read_text()


@pytest.mark.parametrize("redistribution", ["unknown", "ids_only", "", "FULL"])
def test_only_a_plain_full_permits(lake, redistribution, tmp_path):
    from tasks.release.build import build_release
    from tests.release_rows import agents, article, candidate, run, verdict

    made = build_release(
        lake=lake, run=run(), candidates=[candidate(0)], verdicts=[verdict(0)], agents=agents(), seed="s",
        articles=[article(0, redistribution=redistribution)],
    )  # fmt: skip
    assert export_release(made, tmp_path / "out").withheld_articles == 1


@pytest.mark.parametrize("name", ["out.zip", "out.tar.gz", "out.tgz"])
def test_archives_hold_one_folder_of_plain_files_and_equal_bytes_each_time(release, tmp_path, name):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        export_release(release, tmp_path / folder / name)
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    if name.endswith(".zip"):
        with zipfile.ZipFile(tmp_path / "a" / name) as archive:
            names = archive.namelist()
    else:
        with tarfile.open(tmp_path / "a" / name) as tar:
            names = tar.getnames()
            assert all(member.isreg() and member.uname == "" and member.mtime == 0 for member in tar)
    assert f"{release.release_id}/manifest.json" in names
    assert {path.split("/")[0] for path in names} == {release.release_id}


def test_nothing_is_overwritten(release, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").touch()
    (tmp_path / "file.zip").touch()
    for target in ("full", "file.zip"):
        with pytest.raises(BadInput, match="something is there already"):
            export_release(release, tmp_path / target)
    (tmp_path / "empty").mkdir()
    export_release(release, tmp_path / "empty")
    assert (tmp_path / "empty" / "manifest.json").exists()


def test_a_place_that_cannot_be_written(release, tmp_path):
    (tmp_path / "file").touch()
    for name in ("out", "out.zip"):
        with pytest.raises(StoreUnusable):
            export_release(release, tmp_path / "file" / name)


def test_no_table_of_formulas_is_written(release, tmp_path):
    export_release(release, tmp_path / "out", ExportOptions(form="jsonl"))
    assert not list((tmp_path / "out").glob("*.csv"))


def test_the_lake_s_own_copy_is_left_as_it_was(release, tmp_path):
    export_release(release, tmp_path / "out", ExportOptions(texts="none"))
    assert verify_folder(release.folder).ok


@pytest.mark.slow
@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_hugging_face_datasets_loads_it_offline(release, tmp_path, monkeypatch, form):
    for name, value in {"HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "hf"),
        "HF_DATASETS_CACHE": str(tmp_path / "hf" / "datasets")}.items():
        monkeypatch.setenv(name, value)
    datasets = pytest.importorskip("datasets")
    export_release(release, tmp_path / "out", ExportOptions(form=form))
    questions = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))["train"]
    assert [row["question_id"] for row in questions] == [q.question_id for q in release.questions]
    assert [row["choices"] for row in questions] == [list(q.choices) for q in release.questions]
    articles = datasets.load_dataset(str(tmp_path / "out"), "articles", cache_dir=str(tmp_path / "cache"))["train"]
    assert sorted(row["version_id"] for row in articles) == [f"v00{i}" for i in range(6)]
