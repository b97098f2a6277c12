"""A report on the disk."""

import csv

import pytest

from storage.schemas.errors import StoreUnusable
from tasks.report.write import write_report


def test_the_page_with_its_files_beside_it(report, tmp_path):
    path = write_report(report, tmp_path / "reports" / "today")
    assert path == tmp_path / "reports" / "today" / "report.html"
    assert sorted(p.name for p in path.parent.iterdir()) == ["funnel.csv", "report.html", "report.md", "scores.csv"]
    with (path.parent / "scores.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(report.scores) and float(rows[0]["accuracy"]) == report.scores[0].accuracy
    with (path.parent / "funnel.csv").open(newline="", encoding="utf-8") as file:
        assert {row["stage"] for row in csv.DictReader(file)} >= {"Feeds", "Validation", "Answers"}


def test_writing_again_replaces_and_gives_the_same_bytes(report, tmp_path):
    first = write_report(report, tmp_path).read_bytes()
    assert write_report(report, tmp_path).read_bytes() == first
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".tmp"]


def test_a_folder_that_cannot_be_one_is_named(report, tmp_path):
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(StoreUnusable, match="taken"):
        write_report(report, tmp_path / "taken")
