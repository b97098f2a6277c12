"""Lucene: every document is there, every question can be asked, many threads do no harm."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from retrieval import bm25
from retrieval.bm25 import LuceneSearcher, build_lucene
from storage.schemas.errors import DamagedFile

pytestmark = [pytest.mark.usefixtures("java")]

TEXTS = ["The fox crossed the frozen river", "Rivers freeze in December", "A smile 😀 and a nul", "", "Ship bells, ship horns", "…"]


def build(folder, texts=TEXTS, analyser="en"):
    build_lucene(folder, texts, analyser=analyser, threads=2)
    return LuceneSearcher(folder, analyser=analyser, k1=0.9, b=0.4)


def test_rows_are_positions_and_stems_match(tmp_path):
    searcher = build(tmp_path / "x")
    assert [row for row, _ in searcher.search(["frozen rivers"], 5, 2)[0]] == [0, 1]
    assert searcher.documents == 5  # the empty text has its row but is not indexed


@pytest.mark.parametrize(
    "question",
    [
        'fox "quoted AND (OR [',
        "fox\x00",
        "fox \\ / : * ? ~ ^",
        "fox " + "word " * 20_000,
        " ".join(f"w{i}" for i in range(5000)) + " fox",
        "FOX 😀 中文",
    ],
)
def test_any_characters_and_any_length_can_be_asked(tmp_path, question):
    found = build(tmp_path / "x").search(["bells", question, "horns"], 5, 2)
    assert [row for row, _ in found[1]][:2] in ([0], [0, 2], [2, 0])
    assert [row for row, _ in found[0]] == [row for row, _ in found[2]] == [4]


def test_a_question_of_no_known_word_finds_nothing(tmp_path):
    searcher = build(tmp_path / "x")
    assert searcher.search(["", "the of and", "zebra"], 5, 2) == [[], [], []]
    assert searcher.search([], 5, 2) == []


def test_scores_are_those_of_the_formula(tmp_path):
    # Two documents of a word each, one matching: idf = ln(1 + (2 - 1 + 0.5) / (1 + 0.5)), and 1 / (1 + 0.9) at average length.
    import math

    (found,) = build(tmp_path / "x", ["fox", "river"]).search(["fox"], 5, 1)
    assert found[0][1] == pytest.approx(math.log(1 + 1.5 / 1.5) / (1 + 0.9), rel=1e-3)


def test_equal_scores_come_by_row_for_any_number_of_threads(tmp_path):
    texts = ["same words here"] * 50
    for threads in (1, 2, 4):
        build_lucene(tmp_path / str(threads), texts, analyser="en", threads=threads)
        searcher = LuceneSearcher(tmp_path / str(threads), analyser="en", k1=0.9, b=0.4)
        assert [row for row, _ in searcher.search(["words"], 10, threads)[0]] == list(range(10))


@pytest.mark.slow
def test_builds_from_several_threads_are_all_complete(tmp_path):
    def work(number):
        folder = tmp_path / str(number)
        build_lucene(folder, [f"word{i} fox {i % 7}" for i in range(100)], analyser="en", threads=1)
        searcher = LuceneSearcher(folder, analyser="en", k1=0.9, b=0.4)
        return searcher.documents, searcher.search(["word17"], 5, 1)[0][0][0]

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(work, range(24))) == {(100, 17)}


def test_an_index_that_kept_fewer_than_given_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(bm25, "lucene_documents", lambda folder: 3)
    with pytest.raises(DamagedFile, match="kept 3 of 5 passages"):
        build(tmp_path / "x")


def test_what_is_no_index_is_named(tmp_path):
    with pytest.raises(DamagedFile, match="Lucene cannot read this index"):
        LuceneSearcher(tmp_path / "absent", analyser="en", k1=0.9, b=0.4)
