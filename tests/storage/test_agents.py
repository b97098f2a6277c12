"""What is said of an agent is what really went out and came back."""

import json

from storage.agents import AgentRecord, agent_from_calls
from storage.schemas.ids import digest
from tests.release_rows import call


def sent(**settings):
    return json.dumps({"model": "m", "messages": [{"role": "user", "content": "{}"}], **settings})


def record(*calls, **options):
    return agent_from_calls("generator", calls, asked="gpt-4.1", prompt=digest("p"), **options)


def test_settings_come_from_what_was_sent():
    made = record(call(1, sent=sent(temperature=0.0, top_p=1, max_tokens=900, response_format={"type": "json_schema"})))
    assert made.decoding == {"max_tokens": 900, "temperature": 0, "top_p": 1}
    assert made.models == ("gpt-4.1-2025-04-14",)


def test_a_setting_that_the_provider_does_not_take_is_null_and_named():
    made = record(call(1, sent=sent(max_completion_tokens=900), not_sent=("top_p", "temperature", "response_format")))
    assert made.decoding == {"max_tokens": 900, "temperature": None, "top_p": None}
    assert made.not_sent == ("response_format", "temperature", "top_p")


def test_settings_that_differ_between_calls_all_stand():
    made = record(call(1, sent=sent(max_tokens=1800)), call(2, sent=sent(max_tokens=900)), call(3, sent=sent(max_tokens=900)))
    assert made.decoding == {"max_tokens": (900, 1800)}


def test_a_model_that_changed_in_mid_run_shows_with_both_names():
    made = record(call(1), call(2, provider_model="gpt-4.1-2025-09-01"), call(3, provider_model=None, status="failed"))
    assert made.models == ("gpt-4.1-2025-04-14", "gpt-4.1-2025-09-01")
    assert (made.calls, made.failed_calls) == (3, 1)


def test_nested_settings_and_lists():
    made = record(call(1, sent=sent(thinking={"type": "enabled", "budget_tokens": 1024}, stop=["\n\n", "##"])))
    assert made.decoding == {"stop": ("\n\n", "##"), "thinking.budget_tokens": 1024, "thinking.type": "enabled"}


def test_a_baseline_has_no_settings():
    calls = [call(1, sent='{"task":"generate","title":"x"}', provider_model=None)]
    made = agent_from_calls("generator", calls, asked="baseline/cloze", prompt="", baseline=True)
    assert (made.models, made.decoding, made.baseline) == (("baseline/cloze",), {}, True)


def test_unknown_cost_stays_unknown():
    assert record(call(1, cost=0.5), call(2, cost=0.25)).cost == 0.75
    assert record(call(1, cost=0.5), call(2, cost=None)).cost is None
    assert record().cost is None


def test_no_message_or_secret_can_get_in():
    made = record(call(1, sent=sent(temperature=0, user="x", metadata={"k": "v"}, stream=False)))
    assert set(made.decoding) == {"temperature"}


def test_a_body_that_cannot_be_read_says_nothing():
    assert record(call(1, sent="not json"), call(2, sent="[1]")).decoding == {}


def test_records_made_from_equal_settings_are_equal():
    one = AgentRecord(role="generator", models=("m",), decoding={"top_p": 1, "temperature": 0})
    other = AgentRecord(role="generator", models=["m"], decoding={"temperature": 0.0, "top_p": 1.0})  # type: ignore[arg-type]
    assert one == other
