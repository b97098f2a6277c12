"""What a failed try means, in the words of several providers."""

from __future__ import annotations

import time
from email.utils import formatdate

import orjson
import pytest

from tasks.llm.failures import classify, retry_after

SENT = ("temperature", "top_p", "seed", "max_tokens", "response_format", "top_k")


def error(**fields: object) -> str:
    return orjson.dumps({"error": fields}).decode()


@pytest.mark.parametrize("status", [0, 408, 429, 500, 502, 503, 504, 529])
def test_what_may_pass_is_tried_again(status: int) -> None:
    assert classify(status, "busy", SENT).kind == "retry"


@pytest.mark.parametrize(("status", "text"), [
    (400, error(message="Invalid value for 'messages'")),
    (403, "forbidden"),
    (404, error(message="The model does not exist")),
    (429, error(message="You exceeded your current quota, please check your plan", code="insufficient_quota")),
    (400, error(message="This model's maximum context length is 8192 tokens", code="context_length_exceeded")),
])
def test_what_stays_wrong_is_given_up(status: int, text: str) -> None:
    assert classify(status, text, SENT).kind == "final"


def test_a_context_overflow_has_its_own_code() -> None:
    assert classify(400, error(message="maximum context length is 8192 tokens"), SENT).error.startswith("context_length: ")


@pytest.mark.parametrize(("status", "text"), [
    (400, error(message="The prompt triggered the content management policy", code="content_filter")),
    (400, error(message="x", code="content_policy_violation")),
    (400, error(message="x", innererror={"code": "ResponsibleAIPolicyViolation", "content_filter_result": {}})),
    (400, error(code="data_inspection_failed", message="Input may contain inappropriate content")),
    (403, error(message="This model requires moderation; your input was flagged")),
    (400, "ContentPolicyViolationError: refused"),
])
def test_a_content_filter_is_no_rate_limit(status: int, text: str) -> None:
    assert classify(status, text, SENT).kind == "content_filter"


@pytest.mark.parametrize(("text", "setting"), [
    (error(message="Unsupported parameter with this model.", param="temperature", code="unsupported_parameter"), "temperature"),
    (error(message="Unsupported value: 'top_p' does not support 0.5 with this model.", param="top_p", code="unsupported_value"), "top_p"),
    (error(message="Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", param="max_tokens"), "max_tokens"),
    ('{"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted", "type": "extra_forbidden"}]}', "seed"),
    (error(message="Unrecognized request argument supplied: top_k"), "top_k"),
    (error(message="'response_format' is not supported by this server"), "response_format"),
    ("UnsupportedParamsError: this model doesn't support temperature=0.0. Only temperature=1 is supported", "temperature"),
])
def test_a_refused_setting_is_found(text: str, setting: str) -> None:
    failure = classify(400, text, SENT)
    assert (failure.kind, failure.setting) == ("leave_out", setting)


def test_a_refusal_of_what_was_not_sent_is_final() -> None:
    assert classify(400, error(message="Unsupported parameter: 'logprobs'", param="logprobs"), SENT).kind == "final"


def test_a_bad_value_of_a_setting_is_not_a_refusal_of_it() -> None:
    assert classify(400, error(message="max_tokens is too large: 90000", param="max_tokens", code="invalid_value"), SENT).kind == "final"


def test_a_wrong_key_has_its_own_kind() -> None:
    assert classify(401, error(message="Incorrect API key"), SENT).kind == "key"


def test_a_page_of_html_becomes_one_short_line() -> None:
    failure = classify(502, "<html>\n<h1>Bad\ngateway</h1>" + "x" * 5000, SENT)
    assert failure.error.startswith("http_502: <html> <h1>Bad gateway</h1>")
    assert len(failure.error) < 450


def test_the_wait_is_read_in_every_form() -> None:
    assert retry_after({"retry-after": "7"}) == 7.0
    assert retry_after({"retry-after": "1.5"}) == 1.5
    assert retry_after({"retry-after-ms": "250", "retry-after": "1"}) == 0.25
    in_a_minute = retry_after({"retry-after": formatdate(time.time() + 60, usegmt=True)})
    assert in_a_minute is not None
    assert 55 < in_a_minute <= 61
    assert retry_after({"retry-after": formatdate(time.time() - 60, usegmt=True)}) == 0.0
    assert retry_after({"retry-after": "soon"}) is None
    assert retry_after({}) is None
