"""The files of a release's folder."""

import hashlib

import pytest

from storage.digest import records_digest
from storage.lake import read_parquet
from storage.release_files import RowSeal, file_facts, read_release_table, read_withheld, withhold, write_tables
from storage.schemas.arrow import from_table, to_table
from storage.schemas.errors import DamagedFile
from storage.schemas.news import Article
from storage.schemas.questions import Candidate, Question, Verdict
from tests.release_rows import article, candidate, question, verdict

TABLES = {
    "questions": to_table(Question, [question(1), question(2)]), "articles": to_table(Article, [article(1), article(2)]),
    "candidates": to_table(Candidate, [candidate(1)]), "verdicts": to_table(Verdict, [verdict(1)]),
}  # fmt: skip


def test_facts_of_tables_are_those_of_their_rows(tmp_path):
    facts = write_tables(tmp_path, TABLES, {})
    assert facts["questions"].digest == records_digest(Question, [question(1), question(2)])
    assert (facts["questions"].rows, facts["questions"].version) == (2, 1)
    assert from_table(Question, read_release_table(tmp_path, "questions")) == [question(1), question(2)]
    assert not (tmp_path / "withheld.parquet").exists()


def test_every_row_has_its_own_digest(tmp_path):
    write_tables(tmp_path, TABLES, {})
    seals = read_parquet(RowSeal, tmp_path / "rows.parquet")
    assert sorted((seal.table, seal.key) for seal in seals) == [
        ("articles", "v001"), ("articles", "v002"), ("candidates", "news-2026-11-30-daily/q001"), ("questions", "q001"),
        ("questions", "q002"), ("verdicts", "news-2026-11-30-daily/q001/rule/four_choices"),
    ]  # fmt: skip


def test_withheld_texts_are_listed_and_the_digest_stays(tmp_path):
    articles, withheld = withhold(TABLES["articles"], frozenset({"v001"}), {})
    assert [a.body == "" for a in from_table(Article, articles)] == [False, True]
    assert [a.url for a in from_table(Article, articles)] == [article(1).url, article(2).url]
    assert sorted(withheld) == [("v002", "body"), ("v002", "page_title"), ("v002", "title")]
    facts = write_tables(tmp_path, {**TABLES, "articles": articles}, withheld)
    assert facts["articles"].digest == records_digest(Article, [article(1), article(2)])
    assert read_withheld(tmp_path) == withheld


def test_withholding_twice_keeps_the_first_digests():
    once, first = withhold(TABLES["articles"], frozenset({"v001"}), {})
    twice, second = withhold(once, frozenset(), first)
    assert first.items() <= second.items() and len(second) == 6
    assert all(a.title == "" for a in from_table(Article, twice))


def test_what_was_empty_is_not_withheld():
    table = to_table(Article, [article(2, page_title="")])
    assert sorted(column for _, column in withhold(table, frozenset(), {})[1]) == ["body", "title"]


def test_files_by_size_and_sha256(tmp_path):
    (tmp_path / "README.md").write_bytes(b"abc")
    (tmp_path / "manifest.json").write_bytes(b"{}")
    facts = file_facts(tmp_path)
    assert list(facts) == ["README.md"]
    assert (facts["README.md"].bytes, facts["README.md"].sha256) == (3, hashlib.sha256(b"abc").hexdigest())


def test_a_missing_table_is_named(tmp_path):
    with pytest.raises(DamagedFile, match=r"questions\.parquet.*missing"):
        read_release_table(tmp_path, "questions")
