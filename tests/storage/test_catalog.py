"""SQL over the lake: right on every machine, while a run writes, over damage, and read-only."""

import json
import multiprocessing
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pytest

from storage.catalog import Catalog
from storage.journal import Journal
from storage.lake import Lake
from storage.named_queries import named_queries
from storage.schemas.arrow import arrow_schema
from storage.schemas.calls import Answer, Call, Evaluation
from storage.schemas.errors import BadInput, NewerLake, NotFound
from storage.schemas.judging import Judgement
from storage.schemas.news import Article
from storage.schemas.questions import FunnelRow, Run
from storage.schemas.retrieval import RetrievalHit
from storage.schemas.tables import KINDS
from tests.release_rows import DAY, MOMENT, RUN, article, call, funnel, run


@pytest.fixture
def catalog(lake):
    with Catalog(lake) as opened:
        yield opened


def one(catalog, sql, parameters=None):
    return catalog.query(sql, parameters).to_pylist()[0]


@pytest.mark.parametrize("name", [*(name for name in KINDS if name != "questions"), "releases", "questions"])
def test_every_table_is_there_and_typed_before_anything_is_written(catalog, name):
    table = catalog.query(f"SELECT * FROM {name}")
    assert table.num_rows == 0
    if name in KINDS:
        assert set(arrow_schema(KINDS[name]).names) <= set(table.column_names)
    assert name in [row["name"] for row in catalog.query("SHOW TABLES").to_pylist()]


def test_rows_come_with_their_types_and_utc_instants(lake, catalog):
    lake.append(Article, [article(1)], DAY)
    table = catalog.query("SELECT published, authors, word_count, cluster_head, modified FROM articles")
    assert table.to_pylist()[0]["published"] == article(1).published
    assert str(table.schema.field("published").type) == "timestamp[us, tz=UTC]"
    assert table.to_pylist()[0]["authors"] == ["Ida Holm"]


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/Los_Angeles"])
def test_the_day_of_an_article_is_the_same_in_every_zone(lake, zone):
    lake.append(Article, [article(1, published=datetime(2025, 6, 3, 23, 30, tzinfo=UTC))], DAY)
    code = f"""
from pathlib import Path
from storage.catalog import Catalog
from storage.lake import Lake
catalog = Catalog(Lake.open(Path({str(lake.root)!r})))
print(catalog.query("SELECT published::DATE AS d, published::VARCHAR AS t FROM articles").to_pylist())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"TZ": zone})
    assert "datetime.date(2025, 6, 3)" in done.stdout and "2025-06-03 23:30:00+00" in done.stdout


def test_the_last_row_of_each_key_holds_over_parts(lake, catalog):
    for status in ("started", "partial", "complete"):
        lake.append(Run, [run(status=status)], RUN)
    assert catalog.query("SELECT status FROM runs").to_pylist() == [{"status": "complete"}]
    lake.compact(Run, RUN)
    assert catalog.query("SELECT status FROM runs").to_pylist() == [{"status": "complete"}]


def test_what_is_written_later_is_seen_by_the_next_query(lake, catalog):
    assert one(catalog, "SELECT count(*) AS n FROM articles")["n"] == 0
    for number in range(3):
        lake.append(Article, [article(number)], DAY)
        assert one(catalog, "SELECT count(*) AS n FROM articles")["n"] == number + 1


def test_calls_still_in_a_journal_count(lake, catalog):
    lake.append(Call, [call(1)], RUN)
    journal = Journal(lake.folder(Call, RUN))
    journal.append(call(1))
    journal.append(call(2))
    assert one(catalog, "SELECT count(*) AS n, sum(cost) AS usd FROM calls") == {"n": 2, "usd": pytest.approx(0.008)}
    journal.append(call(3))
    assert one(catalog, "SELECT count(*) AS n FROM calls")["n"] == 3
    journal.close()


def test_releases_and_their_questions(release, catalog):
    assert one(catalog, "SELECT release_id, questions, open_ended, usd FROM releases") == {
        "release_id": release.release_id, "questions": 6, "open_ended": 6, "usd": pytest.approx(0.03),
    }  # fmt: skip
    rows = catalog.query("SELECT release_id, question_id, choices[key_index + 1] = key AS sound FROM questions ORDER BY 2").to_pylist()
    assert [row["question_id"] for row in rows] == [f"q00{i}" for i in range(6)]
    assert all(row["sound"] and row["release_id"] == release.release_id for row in rows)


def _append(root: str, count: int) -> None:
    lake = Lake.open(Path(root))
    for number in range(count):
        lake.append(Article, [article(number)], DAY)
        if number % 5 == 4:
            lake.compact(Article, DAY)


@pytest.mark.slow
def test_queries_work_and_never_lose_rows_while_a_run_writes_and_compacts(lake, catalog):
    writer = multiprocessing.get_context("spawn").Process(target=_append, args=(str(lake.root), 30))
    writer.start()
    counts = []
    while writer.is_alive():
        counts.append(one(catalog, "SELECT count(*) AS n, count(DISTINCT version_id) AS m FROM articles"))
    writer.join()
    assert writer.exitcode == 0
    assert [c["n"] for c in counts] == sorted(c["n"] for c in counts) and all(c["n"] == c["m"] for c in counts)
    assert one(catalog, "SELECT count(*) AS n FROM articles")["n"] == 30
    assert catalog.damaged == []


def test_a_part_that_vanishes_between_listing_and_reading_is_no_error(lake, catalog, monkeypatch):
    for number in range(3):
        lake.append(Article, [article(number)], DAY)
    refresh, done = Catalog._refresh, []

    def stale(self, *args, **options):
        refresh(self, *args, **options)
        if not done:
            done.append(lake.compact(Article, DAY))

    monkeypatch.setattr(Catalog, "_refresh", stale)
    assert one(catalog, "SELECT count(*) AS n FROM articles")["n"] == 3
    assert done


@pytest.mark.parametrize("where", ["footer", "pages"])
def test_a_damaged_part_is_set_aside_named_and_the_query_answered(lake, catalog, where):
    lake.append(Article, [article(1)], DAY)
    path = lake.append(Article, [article(i) for i in range(100, 300)], DAY)
    data = bytearray(path.read_bytes())
    if where == "footer":
        data = data[:-30]
    else:
        data[4 : len(data) // 2] = b"\0" * (len(data) // 2 - 4)
    path.write_bytes(data)
    assert catalog.query("SELECT version_id, body FROM articles").to_pylist() == [{"version_id": "v001", "body": article(1).body}]
    assert catalog.damaged == [path.with_name(path.name + ".damaged")]


def test_a_damaged_release_is_left_out_and_named(release, catalog):
    path = release.folder / "questions.parquet"
    path.write_bytes(path.read_bytes()[:-20])
    assert one(catalog, "SELECT count(*) AS n FROM questions")["n"] == 0
    assert catalog.damaged == [path] and path.exists()


def test_a_later_okbench_s_part_is_refused_by_name(lake, catalog):
    import pyarrow.parquet as pq

    from storage.schemas.arrow import to_table

    path = lake.append(Article, [article(1)], DAY)
    table = to_table(Article, [article(2)])
    pq.write_table(table.replace_schema_metadata({b"okbench.version": b"9"}), path.with_name("part-99999999999999999999-x.parquet"))
    with pytest.raises(NewerLake, match="part-99999999999999999999-x"):
        catalog.query("SELECT 1 FROM articles")
    assert one(catalog, "SELECT count(*) AS n FROM runs")["n"] == 0  # other tables still answer


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM articles", "CREATE TABLE x AS SELECT 1", "COPY (SELECT 1) TO '{root}/x.parquet'", "SELECT 1; DROP VIEW articles",
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '{root}/x.csv'", "/* x */ explain analyze\ncopy (select 1) to '{root}/x.csv'",
        "SET threads = 1",
        "PRAGMA version", "ATTACH '{root}/x.db'", "INSTALL httpfs", "CALL pragma_version()", "", "   ", "-- nothing",
    ],
)  # fmt: skip
def test_only_one_select_is_answered(lake, catalog, sql):
    before = sorted(lake.root.rglob("*"))
    with pytest.raises(BadInput):
        catalog.query(sql.format(root=lake.root))
    assert sorted(lake.root.rglob("*")) == before


@pytest.mark.parametrize("sql", ["SELECT * FROM read_text('/etc/hostname')", "SELECT * FROM '/etc/hostname'",
    "SELECT * FROM glob('/*')", "SELECT * FROM read_csv('http://127.0.0.1:1/x')"])
def test_nothing_outside_the_lake_is_read(catalog, sql):
    with pytest.raises(BadInput, match="cannot be answered"):
        catalog.query(sql)


def test_python_s_variables_are_out_of_reach(catalog):
    secret = __import__("pyarrow").table({"a": [1]})
    with pytest.raises(BadInput, match="secret does not exist"):
        catalog.query("SELECT * FROM secret")
    assert secret.num_rows == 1


@pytest.mark.parametrize("sql", ["SELEC 1", "SELECT nope FROM articles", "SELECT * FROM nope", "SELECT 'x'::INT", "SELECT $day"])
def test_faulty_sql_is_told_in_duckdb_s_words_as_our_error(catalog, sql):
    with pytest.raises(BadInput, match="the query cannot be answered"):
        catalog.query(sql)
    assert one(catalog, "SELECT 1 AS n")["n"] == 1


def test_parameters_never_become_sql(lake, catalog):
    lake.append(Article, [article(1)], DAY)
    assert catalog.query("SELECT 1 FROM articles WHERE outlet = ?", ["' OR 1=1 --"]).num_rows == 0
    assert catalog.query("SELECT 1 FROM articles WHERE outlet = $o", {"o": "Harbour Courier"}).num_rows == 1


def test_memory_is_bounded_with_a_way_out(lake):
    with Catalog(lake, memory="20MB", threads=1) as small, pytest.raises(BadInput, match="allow more memory"):
        small.query("SELECT list(i ORDER BY hash(i)) FROM range(20000000) t(i)")


def test_explaining_and_describing_are_fine(catalog):
    assert catalog.query("EXPLAIN SELECT * FROM articles").num_rows > 0
    assert {row["column_name"] for row in catalog.query("DESCRIBE funnel").to_pylist()} >= {"stage", "count"}
    assert catalog.query("SELECT table_name FROM information_schema.tables").num_rows >= len(KINDS)
    assert catalog.query("WITH x AS (FROM runs) SELECT * FROM x").num_rows == 0


def test_threads_may_share_a_catalog(lake, catalog):
    lake.append(Article, [article(1)], DAY)
    found = []
    threads = [threading.Thread(target=lambda: found.append(one(catalog, "SELECT count(*) AS n FROM articles")["n"])) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1] * 8


def evaluation(release_id: str, **changes) -> Evaluation:
    fields = {
        "evaluation_id": "x1", "release_id": release_id, "signature": "okbench|...", "model": "small", "baseline": False,
        "provider_model": "small-1",
        "setting": "no_context", "form": "multiple_choice", "prompt": "p/1", "decoding": "{}", "size_billion": 1.0, "cutoff": None,
        "openness": "open", "questions": 6, "right": 3, "wrong": 1, "refused": 1, "unparsed": 0, "truncated": 0, "failed": 1, "cost": 0.1,
        "finished": MOMENT,
    }  # fmt: skip
    return Evaluation(**(fields | changes))


def test_every_named_query_answers_over_a_lake_that_has_seen_a_run(lake, release, catalog):
    lake.append(Call, [call(1), call(2, cost=None, status="failed", purpose="validate")], RUN)
    lake.append(Evaluation, [
        evaluation(release.release_id), evaluation(release.release_id, evaluation_id="x2", setting="oracle", right=5, wrong=1,
            refused=0, failed=0),
    ], release.release_id)  # fmt: skip
    lake.append(Answer, [Answer(
        evaluation_id="x1", release_id=release.release_id, question_id=q.question_id, article_id=q.article_id, cluster_id=q.cluster_id,
        model="small", setting="no_context", form="multiple_choice", status="right" if i < 3 else "refused", picked=None,
            picked_index=None,
        expected_index=q.key_index, reason="", text="", call_digest="", prompt_tokens=1, completion_tokens=1, cost=0.1, latency_ms=1.0,
        context_cut=False,
    ) for i, q in enumerate(release.questions)], f"{release.release_id}/x1")  # fmt: skip
    question = release.questions[0]
    lake.append(Judgement, [Judgement(
        judging_id="j1", evaluation_id="x1", release_id=release.release_id, question_id=question.question_id, judge="umpire", verdict="right",
        reason="", reasoning="", call_digest="", cost=None,
    )], f"{release.release_id}/x1")  # fmt: skip
    lake.append(RetrievalHit, [RetrievalHit(
        release_id=release.release_id, retriever="bm25", days=1, question_id=question.question_id, rank=rank, article_id=f"a{rank}", version_id="v",
        passage_id="p", start=0, end=1, score=1.0, right=rank > 1, own=rank == 3,
    ) for rank in (1, 2, 3)], f"{release.release_id}/bm25-1d")  # fmt: skip
    given = {"run_id": RUN, "release_id": release.release_id, "evaluation_id": "x1", "scope": RUN}
    answers = {}
    for name, query in named_queries().items():
        answers[name] = catalog.named(name, **{p.name: given[p.name] for p in query.parameters if not p.optional}).to_pylist()
    assert all(rows for name, rows in answers.items() if name not in {"feeds", "entries_by_feed", "picks"})
    assert [(row["first_right"], row["first_own"]) for row in answers["first_right"]] == [(2, 3)]
    assert answers["funnel"] == [
        {"stage": "entries", "outcome": "kept", "reason": "", "count": 6}, {"stage": "entries", "outcome": "dropped",
        "reason": "paywall", "count": 2},
    ]  # fmt: skip
    assert [(row["purpose"], row["calls"], row["usd"], row["unpriced_calls"]) for row in answers["costs"]] == [
        ("generate", 1, 0.004, 0), ("validate", 1, None, 1),
    ]  # fmt: skip
    assert answers["drops"] == [{"stage": "entries", "reason": "paywall", "dropped": 2, "runs": 1}]
    assert answers["articles_by_day"][0]["articles"] == 6
    assert answers["spend"][0]["day"] == "2026-11-30"
    assert [(r["setting"], r["accuracy"], r["accuracy_answered"]) for r in answers["scores"]] == [
        ("no_context", 0.5, 0.75), ("oracle", 0.8333, 0.8333),
    ]  # fmt: skip
    row = answers["leaderboard"][0]
    assert (row["no_context"], row["oracle"], row["no_context_unanswered"], row["release_id"]) == (0.5, 0.8333, 2, release.release_id)
    assert sum(r["questions"] for r in answers["scores_by_outlet"]) == 6 and sum(r["right"] for r in answers["scores_by_outlet"]) == 3
    assert [r["failed"] for r in answers["checks"]] == [0, 0]


def test_ranges_of_days(lake, catalog):
    for day in ("2026-11-29", "2026-11-30", "2026-12-01"):
        lake.append(Article, [article(int(day[-2:]), day=day)], day)
    assert [r["day"] for r in catalog.named("articles_by_day", first="2026-11-30").to_pylist()] == ["2026-11-30", "2026-12-01"]
    assert [r["day"] for r in catalog.named("articles_by_day", last="2026-11-29").to_pylist()] == ["2026-11-29"]
    with pytest.raises(NotFound):
        catalog.named("nothing")


def test_a_query_reads_only_the_tables_it_names(lake, catalog, monkeypatch):
    lake.append(FunnelRow, funnel(), RUN)
    read = []
    define = Catalog._define
    monkeypatch.setattr(Catalog, "_define", lambda self, name, select: (read.append(name), define(self, name, select)))
    catalog.query("SELECT * FROM funnel")
    assert read == ["funnel"]


def test_answers_go_straight_to_json(lake, catalog):
    lake.append(FunnelRow, funnel(), RUN)
    assert json.loads(json.dumps(catalog.named("funnel", run_id=RUN).to_pylist()))[0]["count"] == 6


def test_a_closed_catalog_says_so(lake):
    catalog = Catalog(lake)
    catalog.close()
    with pytest.raises((BadInput, duckdb.Error)):
        catalog.query("SELECT 1")
