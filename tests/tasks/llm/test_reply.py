"""Reading completions: thinking apart from text, and what counts as cut, empty or filtered."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tasks.llm.reply import Reply, read_completion, split_thinking


def completion(content: Any, finish: str | None = "stop", usage: Any = None, **message: Any) -> Reply:
    reply = read_completion({
        "model": "maker/m-1", "usage": usage, "choices": [{"finish_reason": finish, "message": {"content": content, **message}}],
    })
    assert reply is not None
    return reply


@pytest.mark.parametrize(("text", "visible", "thinking"), [
    ("Answer: B", "Answer: B", ""),
    ("<think>perhaps A</think>\nAnswer: B", "Answer: B", "perhaps A"),
    ('<think>try [{"question": "draft"}]</think>\n[{"question": "final"}]', '[{"question": "final"}]', 'try [{"question": "draft"}]'),
    ("<think>Option A says 12 but B fits the date", "", "Option A says 12 but B fits the date"),
    ("it must be A\n</think>\n\nAnswer: B", "Answer: B", "it must be A"),
    ("<THINK>a</THINK>x<thinking>b</thinking>y", "xy", "a\nb"),
    ("<think>a <think>deep</think> b</think>Answer: C", "Answer: C", "a\ndeep\nb"),
    ("Answer: A <think>or B", "Answer: A", "or B"),
    ("1 < 2, so <b>A</b>", "1 < 2, so <b>A</b>", ""),
    ("<think></think>", "", ""),
])
def test_thinking_is_split_off_and_an_unclosed_tag_hides_the_rest(text: str, visible: str, thinking: str) -> None:
    assert split_thinking(text) == (visible, thinking)


def test_a_thought_field_is_kept_apart() -> None:
    reply = completion("Answer: D", reasoning_content="A? no, D")
    assert (reply.text, reply.thinking, reply.status) == ("Answer: D", "A? no, D", "ok")
    assert completion("Answer: D", reasoning="hm").thinking == "hm"


def test_content_in_typed_parts_is_joined_without_its_thinking() -> None:
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    reply = completion([thought, {"type": "text", "text": "Answer: "}, {"type": "text", "text": "A"}])
    assert (reply.text, reply.thinking) == ("Answer: A", "hm")


@pytest.mark.parametrize("content", ["", None, [], "  \n", {}, 7])
def test_no_content_is_empty_and_never_raises(content: Any) -> None:
    assert completion(content).status == "empty"


def test_a_limit_used_up_by_thinking_is_truncated_and_says_so() -> None:
    usage = {"prompt_tokens": 40, "completion_tokens": 16, "completion_tokens_details": {"reasoning_tokens": 16}}
    reply = completion(None, "length", usage)
    assert (reply.status, reply.thought_only, reply.reasoning_tokens) == ("truncated", True, 16)
    tagged = completion("<think>Option A says 12 but B fits", "length")
    assert (tagged.text, tagged.thought_only) == ("", True)
    cut = completion("Answer: B, because the", "length")
    assert (cut.status, cut.thought_only, cut.text) == ("truncated", False, "Answer: B, because the")


def test_a_filtered_answer_is_told_apart() -> None:
    assert completion("", "content_filter").status == "content_filter"


def test_a_refusal_in_its_own_field_is_the_text() -> None:
    assert completion(None, refusal="I cannot help with that.").text == "I cannot help with that."


def test_tokens_are_read_and_odd_ones_are_unknown() -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 64}}
    reply = completion("x", usage=usage)
    assert (reply.prompt_tokens, reply.cached_tokens, reply.completion_tokens, reply.reasoning_tokens) == (100, 64, 7, None)
    odd = completion("x", usage={"prompt_tokens": "many", "completion_tokens": None, "prompt_tokens_details": None})
    assert (odd.prompt_tokens, odd.cached_tokens, odd.completion_tokens) == (None, None, None)


@pytest.mark.parametrize(("named", "kept"), [
    ("gpt-4.1-2025-04-14", "gpt-4.1-2025-04-14"),
    ("meta-llama/Llama-3.1-8B-Instruct", "meta-llama/Llama-3.1-8B-Instruct"),
    ("/home/someone/models/small-Q4.gguf", "small-Q4.gguf"),
    ("C:\\models\\small-Q4.gguf", "small-Q4.gguf"),
    ("", None),
])
def test_a_path_of_weights_is_kept_by_its_last_step_alone(named: str, kept: str | None) -> None:
    reply = read_completion({"model": named, "choices": [{"message": {"content": "x"}}]})
    assert reply is not None
    assert reply.provider_model == kept


@pytest.mark.parametrize("payload", [{}, {"choices": []}, {"choices": None}, {"choices": ["x"]}])
def test_an_answer_without_a_choice_is_none(payload: dict[str, Any]) -> None:
    assert read_completion(payload) is None


def test_a_choice_without_a_message_is_empty() -> None:
    reply = read_completion({"choices": [{}]})
    assert reply is not None
    assert (reply.status, reply.provider_model, reply.finish_reason) == ("empty", None, None)


def test_half_a_character_becomes_a_mark_that_tables_take() -> None:
    reply = completion("Answer: \ud83d\udea2 \ud800", reasoning_content="hm \udfff")
    assert (reply.text, reply.thinking) == ("Answer: \U0001f6a2 \ufffd", "hm \ufffd")


def with_logprobs(given: Any) -> str:
    reply = read_completion({"choices": [{"finish_reason": "stop", "message": {"content": "B"}, "logprobs": given}]})
    assert reply is not None
    return reply.token_logprobs


def test_log_probabilities_of_the_first_tokens_are_kept() -> None:
    token = {"token": " B", "logprob": -0.1, "bytes": [32, 66], "top_logprobs": [{"token": " B", "logprob": -0.1}, {"token": " A", "logprob": -2.5}]}
    assert json.loads(with_logprobs({"content": [token]})) == [[" B", {" B": -0.1, " A": -2.5}]]
    assert len(json.loads(with_logprobs({"content": [token] * 500}))) == 16


@pytest.mark.parametrize(
    "given", [None, {}, {"content": None}, {"content": []}, "odd", {"content": ["odd", {}]}, {"content": [{"token": None, "logprob": "x"}]}],
)
def test_odd_or_missing_log_probabilities_are_none(given: Any) -> None:
    assert with_logprobs(given) == ""


def test_half_a_character_in_a_token_is_kept_out_of_the_tables() -> None:
    with_logprobs({"content": [{"token": "\ud83d", "logprob": -0.1, "top_logprobs": [{"token": "\ude00", "logprob": -1.0}]}]}).encode()
