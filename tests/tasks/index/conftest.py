"""A small lake of ten invented days."""

from datetime import timedelta

import pytest
from release_rows import MOMENT, article, question, run

from storage.lake import Lake
from storage.schemas.ids import digest
from storage.schemas.news import Article
from storage.schemas.questions import Run


@pytest.fixture
def moment():
    return MOMENT


@pytest.fixture
def make():
    """An article of a number, some days before the moment, about a subject that no other has."""

    def made(number, *, days_ago=0, **changes):
        body = f"The ferry of line {number} met subject{number} at noon. The port gave the number {number + 40}."
        day = (MOMENT - timedelta(days=days_ago)).date().isoformat()
        fields = {"published": MOMENT - timedelta(days=days_ago, hours=3), "day": day, "body": body, "body_digest": digest(body)}
        return article(number, **(fields | changes))

    return made


@pytest.fixture
def ask():
    """The question on the article of a number."""

    def asked(number, **changes):
        return question(number, **({"question": f"Whom did the ferry meet as subject{number}?"} | changes))

    return asked


@pytest.fixture
def lake(tmp_path, make):
    """Articles 0 to 3 on the last day, 4 and 5 the day before, 6 four days before.

    Two days before there was a run without articles, three days before no run.
    """
    lake = Lake.open(tmp_path / "lake")
    for days_ago, numbers in ((0, range(4)), (1, (4, 5)), (4, (6,))):
        day = (MOMENT - timedelta(days=days_ago)).date().isoformat()
        lake.append(Article, [make(n, days_ago=days_ago) for n in numbers], day)
    for days_ago in (0, 1, 2, 4):
        day = (MOMENT - timedelta(days=days_ago)).date().isoformat()
        lake.append(Run, [run(run_id=f"news-{day}-daily", day=day)], f"news-{day}-daily")
    return lake
