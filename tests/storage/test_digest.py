"""The content digest: over rows and labels, whatever their order, packing or description."""

import json
import random
import time
from dataclasses import asdict, replace
from datetime import UTC, datetime

import pyarrow.parquet as pq
import pytest

from storage.digest import content_digest, parameters_digest, records_digest, row_digests, table_digest, text_digest
from storage.schemas.arrow import to_table
from storage.schemas.calls import Call
from storage.schemas.clock import iso
from storage.schemas.ids import canonical_json, digest
from storage.schemas.news import Article
from storage.schemas.questions import Question, Verdict
from tests.release_rows import article, call, question, verdict

QUESTIONS = [question(number) for number in range(20)]


def test_the_order_of_rows_makes_no_difference():
    mixed = random.Random(1).sample(QUESTIONS, len(QUESTIONS))
    assert records_digest(Question, mixed) == records_digest(Question, QUESTIONS)


@pytest.mark.parametrize(
    "change",
    [
        {"key": "41 passengers", "key_index": 1}, {"key_index": 2}, {"choices": ("41 passengers", "40 passengers", "x", "y")},
        {"open_answer": None},
        {"question": "How many people were aboard the ferry Aurelia 3 on 29 November 2026 ?"}, {"shuffle_seed": "1" * 16},
    ],
)  # fmt: skip
def test_any_change_of_a_row_shows_labels_included(change):
    changed = [*QUESTIONS[:3], replace(QUESTIONS[3], **change), *QUESTIONS[4:]]
    assert records_digest(Question, changed) != records_digest(Question, QUESTIONS)


def test_a_row_more_less_or_twice_shows():
    digests = {records_digest(Question, rows) for rows in (QUESTIONS, QUESTIONS[1:], [*QUESTIONS, QUESTIONS[0]], [])}
    assert len(digests) == 4


def test_how_parquet_packs_the_rows_makes_no_difference(tmp_path):
    table = to_table(Question, QUESTIONS)
    pq.write_table(table, tmp_path / "a", compression="zstd")
    pq.write_table(table, tmp_path / "b", compression="none", row_group_size=3, use_dictionary=False)
    assert (tmp_path / "a").read_bytes() != (tmp_path / "b").read_bytes()
    found = {table_digest(row_digests(Question, pq.ParquetFile(tmp_path / name).read())) for name in ("a", "b")}
    assert found == {records_digest(Question, QUESTIONS)}


def test_the_order_of_columns_makes_no_difference():
    table = to_table(Question, QUESTIONS)
    assert table_digest(row_digests(Question, table.select(table.column_names[::-1]))) == records_digest(Question, QUESTIONS)


def test_a_nullable_column_added_later_does_not_change_older_rows():
    table = to_table(Article, [article(1)])
    assert row_digests(Article, table.drop_columns(["modified"])) == row_digests(Article, table)


def test_the_canonical_form_can_be_recomputed_by_anybody():
    """Sorted keys, no spaces, UTC instants, no nulls, texts of articles by their SHA-256."""
    one = article(2, title="Ünï \u2028\x7f\n\"quoted\"", modified=datetime(2026, 11, 30, 1, 2, 3, 4, tzinfo=UTC))
    row = {key: iso(value) if isinstance(value, datetime) else value for key, value in asdict(one).items()}
    row |= {name: text_digest(row[name]) for name in ("title", "page_title", "body")}
    expected = text_digest(json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
    assert row_digests(Article, to_table(Article, [one]))[0].digest == expected


def test_numbers_have_one_form():
    rows = [call(1, cost=2.0, latency_ms=1e16), call(2, cost=0.1)]
    found = row_digests(Call, to_table(Call, rows))
    row = {key: iso(value) if isinstance(value, datetime) else value for key, value in asdict(rows[0]).items()}
    assert '"cost":2,' in canonical_json(row)
    assert found[0].digest == text_digest(canonical_json({k: v for k, v in row.items() if v is not None}))
    assert found[0].digest != found[1].digest


def test_a_withheld_text_is_vouched_for_by_its_digest():
    whole, gone = article(2), article(2, body="", title="")
    withheld = {("v002", "body"): text_digest(whole.body), ("v002", "title"): text_digest(whole.title)}
    assert records_digest(Article, [gone], withheld) == records_digest(Article, [whole])
    assert records_digest(Article, [gone]) != records_digest(Article, [whole])
    forged = replace(whole, body="The ferry sank.")
    assert records_digest(Article, [forged], withheld) != records_digest(Article, [whole])


def test_row_keys_name_their_rows():
    assert row_digests(Verdict, to_table(Verdict, [verdict(7)]))[0].key == "news-2026-11-30-daily/q007/rule/four_choices"


def test_one_digest_over_all_tables_knows_their_names():
    assert content_digest({"a": "1", "b": "2"}) == content_digest({"b": "2", "a": "1"}) != content_digest({"a": "2", "b": "1"})


def test_settings_in_another_order_and_number_format_are_the_same():
    assert parameters_digest({"top_p": 1, "temperature": 0}) == parameters_digest({"temperature": 0.0, "top_p": 1.0})
    assert parameters_digest({"temperature": 0}) != parameters_digest({"temperature": None})


def test_stored_digests_stay_what_they_are():
    """Signatures out in the world rest on these: a change here breaks every published release."""
    assert records_digest(Question, [question(1)]) == "6c45b947918a4b0e7e24220dc7fc7389d328cff25d9fc2ef1a10c1738a305fcf"
    assert records_digest(Article, [article(1)]) == "618ea169589af87e24100ccedaa49db6a5886b30cbf01abb05401ffd5e245f53"
    assert content_digest({"questions": digest("x")}) == "e6080e3bc5bec6240fe8925961acdbedec33682f9cda2034c78a72067df57b28"


def test_a_whole_day_takes_well_under_a_second():
    questions = to_table(Question, [question(number) for number in range(2350)])
    articles = to_table(Article, [article(number, body="word " * 600) for number in range(470)])
    start = time.process_time()
    row_digests(Question, questions)
    row_digests(Article, articles)
    assert time.process_time() - start < 0.5
