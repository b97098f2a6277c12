"""Ready queries: each says what it answers and what it needs."""

import re

import pytest

from storage.named_queries import FOLDER, named_queries, named_query
from storage.schemas.errors import BadInput, NotFound

QUERIES = named_queries()


def test_every_file_is_a_query():
    assert sorted(QUERIES) == sorted(path.stem for path in FOLDER.glob("*.sql"))
    assert {"funnel", "costs", "articles_by_day", "articles_by_outlet", "releases", "questions_by_outlet", "scores",
        "leaderboard", "drops",
            "spend"} <= set(QUERIES)  # fmt: skip


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_each_says_what_it_answers_and_declares_the_parameters_it_uses(query):
    assert len(query.title) > 15 and not query.title.startswith("$")
    body = "\n".join(line for line in query.sql.splitlines() if not line.startswith("--"))
    assert set(re.findall(r"\$(\w+)", body)) == {parameter.name for parameter in query.parameters}
    assert all(parameter.meaning for parameter in query.parameters)


def test_an_unknown_query_lists_the_known():
    with pytest.raises(NotFound, match=r"no query 'cost'.*costs"):
        named_query("cost")


def test_parameters_are_checked():
    with pytest.raises(BadInput, match=r"query funnel: it needs run_id"):
        named_query("funnel").fill({})
    with pytest.raises(BadInput, match=r"no parameter 'day'.*run_id"):
        named_query("funnel").fill({"run_id": "r", "day": "x"})
    assert named_query("spend").fill({"first": "2026-11-01"}) == {"first": "2026-11-01", "last": None}
