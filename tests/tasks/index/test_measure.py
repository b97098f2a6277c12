"""Measuring: figures, hits and TREC files of a release, over real Lucene."""

import ir_measures
import pytest

from retrieval.indexes import Indexes
from storage.schemas.errors import BadInput, NotFound
from storage.schemas.news import Article
from storage.schemas.retrieval import RetrievalHit, RetrievalMeasure
from tasks.index.build import build_indexes, build_one, corpora, embedding_batches, estimate_builds, indexes_of, parts_to_build
from tasks.index.corpora import news_corpus
from tasks.index.measure import measure_retriever
from tasks.index.options import IndexOptions
from tasks.index.passages import stored_passages
from tasks.index.tables import current, figure_2, hits_table, language_table, reciprocal_rank_table

OPTIONS = IndexOptions(retrievers=("bm25",), windows=(1, 5))
RELEASE = "news-2026-11-30-daily-abc"


@pytest.fixture
def indexes(lake):
    return indexes_of(lake, OPTIONS)


def measured(lake, indexes, moment, questions, days=1, spec="bm25"):
    windows = corpora(lake, moment=moment, windows=[days])
    build_indexes(indexes, [spec], windows)
    return measure_retriever(lake, indexes, spec, windows[days], release_id=RELEASE, questions=questions, options=OPTIONS)


def value(rows, measure, gold="cluster", pair=("", "")):
    return next(r for r in rows if (r.measure, r.gold, r.question_language, r.article_language) == (measure, gold, *pair)).value


def test_windows_are_built_once_each(lake, indexes, moment):
    windows = corpora(lake, moment=moment, windows=OPTIONS.windows)
    built = build_indexes(indexes, ["bm25", "bm25"], windows)
    assert [(b.retriever, b.days, b.fresh) for b in built] == [("bm25", 1, True), ("bm25", 5, True)]
    assert not any(b.fresh for b in build_indexes(indexes, ["bm25"], windows))
    assert estimate_builds(indexes, ["bm25"], windows) == {}
    assert estimate_builds(indexes, ["bm25"], {}) == {}


def test_hits_and_measures_are_stored_and_agree_with_the_trec_files(lake, indexes, moment, ask):
    questions = [ask(i) for i in range(4)]
    result = measured(lake, indexes, moment, questions)
    assert value(result.measures, "Success@1") == value(result.measures, "RR@10") == 1.0
    assert lake.read(RetrievalMeasure, RELEASE) == list(result.measures)
    hits = lake.read(RetrievalHit, f"{RELEASE}/bm25-1d")
    assert hits == list(result.hits)
    assert {h.article_id for h in hits if h.own} == {"a000", "a001", "a002", "a003"}
    folder = lake.root / "trec" / RELEASE
    qrels, run = ir_measures.read_trec_qrels(str(folder / "cluster-1d.qrels")), ir_measures.read_trec_run(str(folder / "bm25-1d.run"))
    theirs = ir_measures.calc_aggregate([ir_measures.Success @ 3, ir_measures.RR @ 5], qrels, run)
    assert {str(m): v for m, v in theirs.items()} == {name: value(result.measures, name) for name in ("Success@3", "RR@5")}


def test_a_copy_counts_and_the_strict_figure_stands_beside(lake, indexes, moment, make, ask):
    copy = make(0).body
    lake.append(
        Article, [make(30, article_id="a-first", version_id="v-first", cluster_id="c000", title="Ferry 0 leaves", body=copy)], "2026-11-30"
    )
    result = measured(lake, indexes, moment, [ask(0)])
    assert value(result.measures, "Success@1") == 1.0
    assert value(result.measures, "RR@10", gold="strict") in (0.5, 1.0)
    first = result.hits[0]
    assert first.right
    assert first.own == (first.article_id == "a000")


def test_a_rerun_replaces_hits_and_tables_show_the_last(lake, indexes, moment, ask):
    measured(lake, indexes, moment, [ask(0), ask(1)])
    measured(lake, indexes, moment, [ask(0)])
    assert {h.question_id for h in lake.read(RetrievalHit, f"{RELEASE}/bm25-1d")} == {"q000"}
    assert {r.n for r in current(lake.read(RetrievalMeasure, RELEASE))} == {1}


def test_absent_articles_and_missing_days_are_counted_and_warned_of(lake, indexes, moment, ask):
    result = measured(lake, indexes, moment, [ask(0), ask(77)], days=5)
    assert value(result.measures, "Success@10") == 0.5
    assert {r.absent for r in result.measures} == {1}
    assert {r.missing_days for r in result.measures} == {("2026-11-27",)}
    assert any("articles of 1 of 2 questions are not in the corpus" in w for w in result.warnings)
    assert any("the window lacks 2026-11-27" in w for w in result.warnings)


def test_an_approximate_retriever_states_its_recall_in_warnings_rows_and_notes(lake, indexes, moment, ask, monkeypatch):
    class Approximate:
        def __init__(self, exact):
            self.search = exact.search

        def recall(self, questions, k):
            assert len(questions) == 2
            return 0.9

    exact = Indexes.open
    assert {row.recall for row in measured(lake, indexes, moment, [ask(0)]).measures} == {1.0}
    monkeypatch.setattr(Indexes, "open", lambda self, spec, corpus: Approximate(exact(self, spec, corpus)))
    result = measured(lake, indexes, moment, [ask(0), ask(1)])
    assert {row.recall for row in lake.read(RetrievalMeasure, RELEASE) if row.n == 2} == {0.9}
    assert any("recall@10 against exact search 0.900" in warning for warning in result.warnings)
    assert any("recall against exact search 0.900" in note for note in hits_table(result.measures).notes)


def test_results_split_by_language_and_bm25_across_languages_is_warned_of(lake, indexes, moment, make, ask):
    body = "O navio encontrou o porto ao meio-dia."
    lake.append(Article, [make(40, language="pt", body=body, title="Navio")], "2026-11-30")
    result = measured(lake, indexes, moment, [ask(0), ask(40, question="Which vessel reached the harbour at midday?")])
    assert value(result.measures, "Success@10", pair=("en", "en")) == 1.0
    assert value(result.measures, "Success@10", pair=("en", "pt")) == 0.0
    assert any(w.startswith("1 of 2 questions are in another language") for w in result.warnings)
    table = language_table(lake.read(RetrievalMeasure, RELEASE))
    assert [(row[2], row[3], row[5]) for row in table.rows] == [("en", "en", 1.0), ("en", "pt", 0.0)]


def test_questions_of_one_language_are_not_split(lake, indexes, moment, ask):
    result = measured(lake, indexes, moment, [ask(0), ask(1)])
    assert {(r.question_language, r.article_language) for r in result.measures} == {("", "")}
    assert result.warnings == []


def test_tables_11_and_12_and_figure_2_come_from_stored_rows(lake, indexes, moment, ask):
    for days in (1, 5):
        measured(lake, indexes, moment, [ask(i) for i in range(4)], days=days)
    rows = lake.read(RetrievalMeasure, RELEASE)
    eleven, twelve = hits_table(rows), reciprocal_rank_table(rows)
    assert eleven.columns[:7] == ("retriever", "days", "articles", "n", "failed", "hits@1", "±@1")
    assert [(row[0], row[1], row[2], row[3]) for row in eleven.rows] == [("bm25", 1, 4, 4), ("bm25", 5, 7, 4)]
    assert "MRR@10" in twelve.columns
    assert any("no run on 2026-11-27" in note for note in eleven.notes)
    lines = figure_2(rows)
    assert {(line.retriever, line.k, tuple(point[0] for point in line.points)) for line in lines} == {
        ("bm25", k, (1, 5)) for k in (1, 3, 5, 10)
    }


def test_no_measures_are_empty_tables():
    assert hits_table([]).rows == ()
    assert figure_2([]) == []
    assert language_table([]).rows == ()


def test_passages_for_a_prompt_come_from_stored_hits(lake, indexes, moment, ask):
    measured(lake, indexes, moment, [ask(0), ask(1)])
    passages = stored_passages(lake, release_id=RELEASE, retriever="bm25", days=1, k=2)
    assert sorted(passages) == ["q000", "q001"]
    assert [p.rank for p in passages["q000"]] == [1, 2]
    assert "subject0" in passages["q000"][0].text
    assert passages["q000"][0].right
    with pytest.raises(NotFound, match="okbench indexes measure"):
        stored_passages(lake, release_id=RELEASE, retriever="bm25", days=9, k=2)


def test_the_versions_of_stored_hits_must_still_be_there(lake, indexes, moment, ask, make):
    measured(lake, indexes, moment, [ask(0)])
    lake.replace(Article, [make(9)], "2026-11-30")
    with pytest.raises(NotFound, match="article versions"):
        stored_passages(lake, release_id=RELEASE, retriever="bm25", days=1, k=1)
    own = [make(i) for i in range(4)]
    assert stored_passages(lake, release_id=RELEASE, retriever="bm25", days=1, k=1, own=own)["q000"][0].article_id == "a000"


def test_without_an_index_or_questions_it_says_what_to_do(lake, moment, ask):
    news = news_corpus(lake, moment=moment, days=1)
    indexes = Indexes(lake.root)
    with pytest.raises(NotFound, match="okbench indexes build"):
        measure_retriever(lake, indexes, "bm25", news, release_id=RELEASE, questions=[ask(0)], options=OPTIONS)
    with pytest.raises(BadInput, match="no questions"):
        measure_retriever(lake, indexes, "bm25", news, release_id=RELEASE, questions=[], options=OPTIONS)


def test_a_window_without_articles_gives_zeros_not_errors(tmp_path, moment, ask):
    from storage.lake import Lake

    lake = Lake.open(tmp_path / "empty")
    result = measured(lake, indexes_of(lake, OPTIONS), moment, [ask(0)])
    assert value(result.measures, "Success@10") == 0.0
    assert {r.absent for r in result.measures} == {1}


def test_the_rows_of_a_table_go_by_column(lake, indexes, moment, ask):
    table = hits_table(list(measured(lake, indexes, moment, [ask(0), ask(9)]).measures))
    (row,) = table.records()
    assert list(row) == list(table.columns)
    assert (row["retriever"], row["days"], row["hits@1"], row["n"]) == ("bm25", 1, 0.5, 2)


@pytest.mark.slow
def test_what_windows_have_in_common_is_embedded_once_in_batches(lake, moment):
    indexes, spec = indexes_of(lake, OPTIONS), "dense:all-MiniLM-L6-v2"
    windows = corpora(lake, moment=moment, windows=(1, 5))
    batches = embedding_batches(indexes, spec, windows, 3)
    assert [len(batch) for batch in batches] == [3, 3, 1]
    for batch in batches:
        indexes.embed(spec, batch)
    assert embedding_batches(indexes, spec, windows, 3) == embedding_batches(indexes, "bm25", windows, 3) == []
    assert build_one(indexes, spec, windows[1]).counts["new_documents"] == 0
    assert parts_to_build(["bm25", f"bm25+{spec}", spec]) == ["bm25", spec]
