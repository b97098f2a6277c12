"""What is kept for one model while a run lasts."""

from __future__ import annotations

import logging

import pytest

from tasks.llm.lane import Lane
from tasks.llm.models import Model
from tasks.llm.wire import LeanWay


def lane(**fields: object) -> Lane:
    model = Model.model_validate({"name": "m", "provider_model": "m-1", "base_url": "http://127.0.0.1:9/v1", **fields})
    return Lane(model, LeanWay("okbench/test"), concurrency=7)


def test_an_output_limit_is_tried_under_its_other_name_and_then_left_out() -> None:
    one = lane()
    one.learn("max_tokens", "says the server")
    assert one.limit_field == "max_completion_tokens"
    one.learn("max_completion_tokens", "says the server")
    assert one.refused == {"max_tokens", "max_completion_tokens"}


def test_each_setting_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    one = lane()
    with caplog.at_level(logging.WARNING):
        one.learn("seed", "says the server")
        one.learn("seed", "says the server")
        one.note(["seed", "top_p"])
        one.note(["seed", "top_p"])
    assert [record.message for record in caplog.records] == [
        "m does not take seed: not sent, and recorded so (says the server)", "m does not take top_p: not sent, and recorded so",
    ]


@pytest.mark.parametrize(("json_schema", "told"), [("none", False), ("strict", True)])
def test_a_schema_that_the_entry_asks_for_in_words_is_no_surprise(json_schema: str, told: bool, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        lane(json_schema=json_schema).note(["response_format"])
    assert bool(caplog.records) is told


async def test_the_entrys_concurrency_wins_over_the_doors() -> None:
    assert lane().slots._value == 7
    assert lane(concurrency=2).slots._value == 2
