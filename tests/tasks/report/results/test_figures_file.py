"""Published figures from a file: the paper's table 8 rebuilt, and what is wrong with a file told by line."""

import pytest

from storage.schemas.errors import BadInput
from tasks.report.results.figures_file import PUBLISHED, published_results
from tasks.report.results.models_table import models_table
from tasks.report.results.sections import sections_of, tables_of
from tasks.report.results.size_tables import size_gap_table, smallest_table
from tasks.report.results.static_reference import read_reference, same_model


@pytest.fixture(scope="module")
def paper():
    return published_results(PUBLISHED / "table_8.csv")


def test_table_8_of_the_paper_comes_back_as_it_was_printed(paper):
    rows = {row["model"]: row for row in models_table(paper).records()}
    assert len(rows) == 23
    assert (rows["GPT-4o"]["no context: accuracy %"], rows["GPT-4o"]["oracle: accuracy %"]) == (59.96, 96.60)
    assert rows["Llama-3.1-8B-Instruct"]["lift %"] == pytest.approx(63.92)
    assert "no context: 95 % low" not in rows["GPT-4o"], "figures without answers have no interval"


def test_the_smallest_model_at_90_percent_is_the_one_of_the_paper(paper):
    row = smallest_table(paper).records()[0]
    assert (row["model"], row["size (B)"], row["accuracy %"]) == ("Qwen2.5-1.5B-Instruct", 1.5, 90.64)


def test_size_gaps_are_smaller_on_fresh_news_than_on_the_static_reference(paper):
    rows = {row["family"]: row for row in size_gap_table(paper, read_reference()).records()}
    for name in ("gemma", "llama", "qwen"):
        assert rows[name]["no context: gap %"] < rows[name]["MMLU-Pro: gap %"]
    assert rows["gemma"]["no context: gap %"] == pytest.approx(54.00 - 31.11)


def test_every_open_model_family_of_the_figure_has_its_static_reference(paper):
    reference = read_reference()
    known = [one.model for one in paper.scores if reference.of(one.model)]
    assert len(set(known)) == 15
    assert same_model("hosted/Qwen2.5-7B-Instruct") == same_model("Qwen-2.5-7B")
    assert same_model("gemma-3-1b-it") != same_model("gemma-3-12b-it")


def test_only_what_figures_can_tell_is_shown(paper):
    keys = [table.key for table in tables_of(sections_of(paper, read_reference()))]
    assert keys == ["T8", "size-gap", "smallest", "T9"]


def test_any_setting_can_be_a_column(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("# title: Mine\n# source: my log\nmodel,size_billion,no_context,oracle,bm25:1d:k3,oracle+open\ntern-1b,1,30,80,70,\n", encoding="utf-8")
    found = published_results(path)
    assert [str(one.setting) for one in found.scores] == ["no_context", "oracle", "bm25:1d:k3"]
    assert (found.title, found.source) == ("Mine", "my log")


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("model,oracle\ntern,eighty\n", "line 2", "eighty"),
        ("# source: x\nmodel,oracle\ntern,101\n", "line 3", "101"),
        ("model,oracle\ntern,-1\n", "line 2", "-1"),
        ("model,oracle\ntern,nan\n", "line 2", "nan"),
        ("model,oracle\ntern,5\ntern,6\n", "line 3", "twice"),
        ("model,oracle\ntern\n", "line 2", "1 cells, not 2"),
        ("model,oracles\ntern,5\n", "mine.csv", "'oracles'"),
        ("name,oracle\ntern,5\n", "mine.csv", "column model"),
        ("", "mine.csv", "column model"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path, text, place, what):
    path = tmp_path / "mine.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as told:
        published_results(path)
    assert place in str(told.value) and what in str(told.value)


def test_a_file_that_is_no_text_is_told(tmp_path):
    path = tmp_path / "picture.csv"
    path.write_bytes(b"\xff\xfe\x00\xd8")
    with pytest.raises(BadInput, match="cannot be read"):
        published_results(path)
