"""A year of snapshots made by script, and how long the catalog takes over it.

    python tests/bench/year_of_snapshots.py [--days 365] [--articles 500] [--parts 1] [--keep FOLDER]

Every day holds articles of about 600 words, one entry for each and as many dropped, five candidates an article, a funnel, a run, two
calls an article, and a release with its scores. Aim: each main query in under a second, and memory well under 1.5 GB. Exit 1 when one
takes longer.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa

from storage.catalog import Catalog
from storage.lake import Lake
from storage.parts import next_part, write_part
from storage.schemas.arrow import Record, arrow_schema
from storage.schemas.calls import Call, Evaluation
from storage.schemas.news import Article, Entry
from storage.schemas.questions import Candidate, FunnelRow, Question, Run

WORDS = 600
OUTLETS = [f"outlet-{i:02d}" for i in range(28)]
CATEGORIES = ["general", "tech", "science", "culture", "sports"]
MODELS = [f"model-{i:02d}" for i in range(20)]
LIMIT_S = 1.0


def rows(kind: type[Record], count: int, columns: dict[str, Any]) -> pa.Table:
    """A table of ``count`` rows: given columns, and something plain in all others. A single value stands for a whole column."""
    arrays = []
    for field in arrow_schema(kind):
        value = columns.get(field.name)
        if not isinstance(value, list):
            value = [_plain(field) if value is None and not field.nullable else value] * count
        arrays.append(pa.array(value, field.type))
    return pa.Table.from_arrays(arrays, schema=arrow_schema(kind))


def _plain(field: pa.Field) -> Any:
    if pa.types.is_list(field.type):
        return ["x"]
    if pa.types.is_timestamp(field.type):
        return datetime(2026, 1, 1, tzinfo=UTC)
    return {pa.string(): "x", pa.int64(): 1, pa.float64(): 1.0, pa.bool_(): True}[field.type]


def add(lake: Lake, kind: type[Record], partition: str, table: pa.Table, parts: int = 1) -> None:
    folder = lake.folder(kind, partition)
    folder.mkdir(parents=True, exist_ok=True)
    size = -(-table.num_rows // parts)
    for at in range(0, table.num_rows, size):
        write_part(table.slice(at, size), folder / "new")
        (folder / "new").rename(next_part(folder, folder / "new"))


def make_day(lake: Lake, day: datetime, articles: int, parts: int, pick: random.Random, vocabulary: list[str]) -> None:
    name = day.date().isoformat()
    run = f"news-{name}-daily"
    ids = [f"v{name}{i:04d}" for i in range(articles)]
    outlets = [pick.choice(OUTLETS) for _ in ids]
    categories = [pick.choice(CATEGORIES) for _ in ids]
    bodies = [" ".join(pick.choices(vocabulary, k=pick.randint(WORDS // 2, WORDS * 3 // 2))) for _ in ids]
    published = [day - timedelta(minutes=pick.randint(0, 1439)) for _ in ids]
    add(lake, Article, name, rows(Article, articles, {
        "version_id": ids, "article_id": ids, "cluster_id": ids, "day": name, "run_id": run, "outlet": outlets, "category": categories,
        "body": bodies, "word_count": [b.count(" ") + 1 for b in bodies], "published": published, "title": [b[:60] for b in bodies],
    }), parts)  # fmt: skip
    add(lake, Entry, run, rows(Entry, 2 * articles, {
        "entry_id": [f"e{name}{i:05d}" for i in range(2 * articles)], "run_id": run, "outlet": outlets * 2,
        "fate": ["kept"] * articles + ["dropped"] * articles, "summary": [b[:300] for b in bodies] * 2,
    }), parts)  # fmt: skip
    questions = [f"q{v}{k}" for v in ids for k in range(5)]
    versions = [v for v in ids for _ in range(5)]
    texts = {"question_id": questions, "version_id": versions, "article_id": versions, "day": name}
    choices = [["one", "two", "three", "four"]] * len(questions)
    add(lake, Candidate, run, rows(Candidate, len(questions), {**texts, "run_id": run, "choices": choices, "status": "read"}))
    add(lake, FunnelRow, run, rows(FunnelRow, 12, {
        "run_id": run, "stage": ["entries", "articles", "candidates"] * 4, "outcome": ["kept", "dropped"] * 6,
        "reason": [f"r{i}" for i in range(12)], "count": [pick.randint(1, 500) for _ in range(12)],
    }))  # fmt: skip
    add(lake, Run, run, rows(Run, 1, {"run_id": run, "day": name, "moment": day, "started": day}))
    add(lake, Call, run, rows(Call, 2 * articles, {
        "digest": [f"d{name}{i}" for i in range(2 * articles)], "run_id": run, "scope": run, "purpose": ["generate", "validate"] * articles,
        "model": "gpt-4.1", "cost": [0.002] * 2 * articles, "started": day, "sent": [b[:2000] for b in bodies] * 2,
        "text": [b[:800] for b in bodies] * 2,
    }))  # fmt: skip
    release = f"news-{name}"
    (lake.root / "releases" / release).mkdir(parents=True)
    write_part(rows(Question, len(questions), {
        **texts, "outlet": [o for o in outlets for _ in range(5)], "category": [c for c in categories for _ in range(5)],
        "choices": choices, "key_index": [pick.randint(0, 3) for _ in questions],
    }), lake.root / "releases" / release / "questions.parquet")  # fmt: skip
    add(lake, Evaluation, release, rows(Evaluation, 2 * len(MODELS), {
        "evaluation_id": [f"x{name}{i}" for i in range(2 * len(MODELS))], "release_id": release, "model": MODELS * 2, "questions": 2500,
        "setting": ["no_context"] * len(MODELS) + ["oracle"] * len(MODELS),
        "right": [pick.randint(500, 2500) for _ in range(2 * len(MODELS))], "form": "multiple_choice", "finished": day,
    }))  # fmt: skip


def make_year(root: Path, days: int, articles: int, parts: int) -> Lake:
    lake = Lake.open(root)
    pick = random.Random(7)
    vocabulary = ["".join(pick.choices("aeioulnrstdmcpgbvfh", k=pick.randint(2, 11))) for _ in range(20_000)]
    for number in range(days):
        make_day(lake, datetime(2026, 1, 1, 6, tzinfo=UTC) + timedelta(days=number), articles, parts, pick, vocabulary)
    return lake


def measure(lake: Lake) -> dict[str, float]:
    """Seconds of each main query: the worse of two tries, the first with cold footers."""
    last = max(lake.partitions(Run))
    release = max(p.name for p in (lake.root / "releases").iterdir())
    queries: dict[str, dict[str, Any]] = {
        "articles_by_day": {}, "articles_by_outlet": {}, "funnel": {"run_id": last}, "drops": {}, "costs": {"run_id": last}, "spend": {},
        "questions_by_outlet": {"release_id": release},
        "key_positions": {}, "scores": {"release_id": release}, "leaderboard": {}, "runs": {},
    }  # fmt: skip
    times: dict[str, float] = {}
    with Catalog(lake) as catalog:
        for _ in range(2):
            for name, parameters in queries.items():
                start = time.perf_counter()
                assert catalog.named(name, **parameters).num_rows, name
                times[name] = max(times.get(name, 0.0), time.perf_counter() - start)
        for name, sql in {
            "articles of 3 May": "SELECT count(*) FROM articles WHERE published::DATE = DATE '2026-05-03'",
            "one article's text": "SELECT title, body FROM articles WHERE version_id = (SELECT max(version_id) FROM articles)",
            "entries by fate": "SELECT outlet, fate, count(*) FROM entries GROUP BY ALL",
        }.items():
            start = time.perf_counter()
            assert catalog.query(sql).num_rows
            times[name] = time.perf_counter() - start
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--articles", type=int, default=500)
    parser.add_argument("--parts", type=int, default=1, help="parts of articles and entries a day")
    parser.add_argument("--keep", type=Path, help="make the year here and keep it; a year that lies there is used as it is")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root = options.keep or Path(scratch) / "lake"
        start = time.perf_counter()
        lake = Lake.open(root) if (root / "lake.json").exists() else make_year(root, options.days, options.articles, options.parts)
        made = time.perf_counter() - start
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        times = measure(lake)
        size = sum(path.stat().st_size for path in root.rglob("*.parquet")) / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"made_s": round(made, 1), "lake_mb": round(size), "memory_before_mb": round(before), "peak_memory_mb": round(peak)}))
    for name, seconds in times.items():
        print(f"{seconds:7.3f} s  {name}{'' if seconds < LIMIT_S else '   <-- over a second'}")
    return int(max(times.values()) >= LIMIT_S)


if __name__ == "__main__":
    sys.exit(main())
