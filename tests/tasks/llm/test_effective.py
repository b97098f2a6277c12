"""What goes out for a request, and the digest that finds it again."""

from __future__ import annotations

from collections.abc import Callable

import orjson

from tasks.llm.effective import build, request_digest, wanted_decoding
from tasks.llm.models import Model
from tasks.llm.request import Message, Request

SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}}


def model(**fields: object) -> Model:
    return Model.model_validate({"name": "m", "provider_model": "maker/m-1", **fields})


def test_only_given_settings_go_out(request_for: Callable[..., Request]) -> None:
    wire = build(model(decoding={"temperature": 0, "extra": {"top_k": 1}}), request_for("Hello", max_tokens=16))
    assert orjson.loads(wire.raw) == {
        "model": "maker/m-1", "messages": [{"role": "user", "content": "Hello"}], "temperature": 0, "max_tokens": 16, "top_k": 1,
    }
    assert wire.not_sent == ()


def test_settings_the_provider_does_not_take_are_named(request_for: Callable[..., Request]) -> None:
    wire = build(model(decoding={"temperature": 0, "top_p": 1, "seed": 3}, unsupported=["temperature", "top_p"]), request_for())
    assert wire.not_sent == ("temperature", "top_p")
    assert "temperature" not in wire.body
    assert wire.body["seed"] == 3


def test_a_setting_that_was_never_given_is_not_called_unsent(request_for: Callable[..., Request]) -> None:
    assert build(model(unsupported=["temperature"]), request_for()).not_sent == ()


def test_a_schema_is_sent_strictly_or_recorded_as_not_sent(request_for: Callable[..., Request]) -> None:
    request = request_for(schema=SCHEMA, schema_name="questions")
    sent = build(model(json_schema="strict"), request)
    assert sent.body["response_format"] == {
        "type": "json_schema", "json_schema": {"name": "questions", "strict": True, "schema": SCHEMA},
    }
    assert build(model(json_schema="none"), request).not_sent == ("response_format",)


def test_a_reasoning_model_gets_room_to_think(request_for: Callable[..., Request]) -> None:
    thinker = model(reasoning=True, limit_field="max_completion_tokens")
    assert build(thinker, request_for(max_tokens=16)).body["max_completion_tokens"] == 16 + 8192
    assert build(thinker, request_for(max_tokens=16), enlarge=4).limit == 4 * (16 + 8192)
    assert build(thinker, request_for()).limit is None


def test_the_digest_depends_on_all_that_decides_the_answer(request_for: Callable[..., Request]) -> None:
    plain = request_digest(model(), request_for("A"))
    assert plain == request_digest(model(), request_for("A", purpose="other", inputs={"title": "x"}))
    others = [
        request_digest(model(), request_for("B")),
        request_digest(model(), request_for("A", sample=1)),
        request_digest(model(), request_for("A", max_tokens=5)),
        request_digest(model(decoding={"temperature": 0}), request_for("A")),
        request_digest(model(provider_model="maker/m-2"), request_for("A")),
        request_digest(model(name="n"), request_for("A")),
        request_digest(model(json_schema="strict"), request_for("A", schema=SCHEMA)),
        request_digest(model(), request_for(messages=(Message(role="system", content="A"),))),
    ]
    assert len({plain, *others}) == 9


def test_settings_that_are_not_sent_do_not_change_the_digest(request_for: Callable[..., Request]) -> None:
    without = request_digest(model(), request_for())
    assert without == request_digest(model(decoding={"temperature": 0}, unsupported=["temperature"]), request_for())


def test_moving_a_server_or_its_limits_does_not_change_the_digest(request_for: Callable[..., Request]) -> None:
    here = request_digest(model(base_url="http://127.0.0.1:1/v1"), request_for())
    assert here == request_digest(model(base_url="http://127.0.0.1:2/v1", concurrency=3, timeout_s=5), request_for())


def test_a_baselines_digest_is_of_its_inputs(request_for: Callable[..., Request]) -> None:
    cloze = model(route="baseline")
    one = request_digest(cloze, request_for("A", inputs={"title": "x", "count": 5}))
    assert one == request_digest(cloze, request_for("B", inputs={"count": 5, "title": "x"}))
    assert one != request_digest(cloze, request_for("A", inputs={"title": "y", "count": 5}))


def test_broken_characters_of_a_page_neither_raise_nor_collide(request_for: Callable[..., Request]) -> None:
    broken = request_for("half a pair \ud83d here")
    assert len(request_digest(model(), broken)) == 64
    assert b"half a pair ? here" in build(model(), broken).raw


def test_log_probabilities_are_asked_for_where_the_provider_gives_them(request_for: Callable[..., Request]) -> None:
    giving = model(top_logprobs=5)
    assert {k: v for k, v in build(giving, request_for(logprobs=True)).body.items() if "logprobs" in k} == {"logprobs": True, "top_logprobs": 5}
    assert "logprobs" not in build(giving, request_for()).body
    assert "logprobs" not in build(model(), request_for(logprobs=True)).body
    refusing = build(giving, request_for(logprobs=True), refused={"logprobs", "top_logprobs"})
    assert refusing.not_sent == ("logprobs", "top_logprobs")


def test_the_digest_of_a_model_without_log_probabilities_does_not_know_of_them(request_for: Callable[..., Request]) -> None:
    assert request_digest(model(), request_for(logprobs=True)) == request_digest(model(), request_for())
    assert request_digest(model(top_logprobs=5), request_for(logprobs=True)) != request_digest(model(), request_for())


def test_the_wanted_decoding_is_what_goes_out_whatever_is_asked(request_for: Callable[..., Request]) -> None:
    one = model(decoding={"temperature": 0, "seed": 3}, unsupported=["seed"], top_logprobs=5)
    assert wanted_decoding(one, request_for("Hello", max_tokens=16, logprobs=True)) == {"temperature": 0, "max_tokens": 16, "not_sent": ["seed"]}
    baseline = Model(name="baseline/guess", provider_model="baseline/guess", route="baseline")
    assert wanted_decoding(baseline, request_for()) == {}
