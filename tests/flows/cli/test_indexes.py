"""``okbench indexes``: search without a release, and what it says when it cannot."""

import dataclasses
import json
from datetime import timedelta

import pytest
from release_rows import MOMENT, article, run

from storage.lake import Lake
from storage.schemas.news import Article
from storage.schemas.questions import Run

pytestmark = pytest.mark.slow


@pytest.fixture
def lake(desk):
    """A lake of two days without a release."""
    lake = Lake.open(desk.folder / "lake")
    for number, days_ago in ((0, 0), (1, 0), (2, 1)):
        day = (MOMENT - timedelta(days=days_ago)).date().isoformat()
        row = dataclasses.replace(article(number), body=f"The [red]ferry[/red] of line {number} met storm{number}. Nobody was hurt.", day=day)
        lake.append(Article, [row], day)
        lake.append(Run, [run(run_id=f"news-{day}-daily", day=day)], f"news-{day}-daily")
    return lake


def test_a_persons_question_finds_articles_of_stored_days(desk, lake):
    done = desk.okbench("indexes", "search", "Which ferry met storm2?", "--day", "2026-11-30", "--days", "2")
    assert done.returncode == 0, done.stderr
    about, first, *_ = (line for line in done.stdout.splitlines() if line.strip())
    assert about.startswith("bm25 over 3 articles of 2 days, 2026-11-29 to 2026-11-30")
    assert first.split()[0] == "1"
    assert "The [red]ferry[/red] of line 2 met storm2." in done.stdout
    assert "https://courier.example/story/2" in done.stdout
    one_day = json.loads(desk.okbench("--json", "indexes", "search", "storm2", "--day", "2026-11-30").stdout)
    assert one_day == []


def test_a_day_that_nobody_stored_is_an_empty_window_that_says_so(desk, lake):
    done = desk.okbench("indexes", "search", "ferry", "--day", "2026-10-01")
    assert done.returncode == 0, done.stderr
    assert "no run on 2026-10-01" in done.stdout
    assert "Nothing was found" in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("search", "ferry", "--retriever", "dense:all-MiniLM-L6-v2", "--day", "2026-11-30"), "okbench indexes build"),
        (("search", "ferry", "--retriever", "bm25+", "--day", "2026-11-30"), "does not name retrievers"),
        (("measure", "--retriever", "bm25"), "latest"),
        (("search", "ferry"), "latest"),
        (("search", " "), "the question is empty"),
    ],
)
def test_what_cannot_be_done_is_one_message(desk, lake, words, told):
    done = desk.okbench("indexes", *words)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
