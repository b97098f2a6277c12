"""Candidates of one article: every item is accounted for, and at most one more request is spent."""

import json
from typing import Any

from question_stubs import Replies
from sample_articles import make_article

from storage.schemas.questions import Candidate
from tasks.generate.facts import DayFacts
from tasks.generate.group import generate_for_article
from tasks.generate.options import GenerateOptions
from tasks.prompts import load_prompt

ARTICLE = make_article("The tug Grey Willa towed the ferry Aurelia to Sandreach. Six boats watched.", title="Towed")
PROMPT = load_prompt("generate_questions")


def row(number: int, **changes: Any) -> list[str]:
    return [
        changes.get("question", f"How many of the boats at pier {number} watched the tug on DATE?"),
        f"{number} boats",
        "90",
        "91",
        "92",
        "why",
    ]


def reply(*numbers: int) -> str:
    return json.dumps({"rows": [row(number) for number in numbers]})


async def generate(ask: Replies, *, article: Any = ARTICLE, model: str = "writer", **options: Any) -> list[Candidate]:
    return await generate_for_article(
        article, ask=ask, model=model, prompt=PROMPT, options=GenerateOptions(**options), run_id="run", day=DayFacts("2026-11-30")
    )


def fates(candidates: list[Candidate]) -> list[str]:
    return [candidate.reason or candidate.status for candidate in candidates]


async def test_five_items_are_five_candidates_and_one_call() -> None:
    ask = Replies(reply(1, 2, 3, 4, 5))
    candidates = await generate(ask)
    assert fates(candidates) == ["read"] * 5
    assert [candidate.position for candidate in candidates] == [1, 2, 3, 4, 5]
    assert len(ask.asked) == 1


async def test_a_candidate_says_where_it_comes_from() -> None:
    (first, *_) = await generate(Replies(reply(1, 2, 3, 4, 5)))
    assert (first.run_id, first.article_id, first.version_id, first.day) == ("run", ARTICLE.article_id, ARTICLE.version_id, "2026-11-30")
    assert (first.model, first.prompt, first.call_digest) == ("writer", PROMPT.label, "digest of 0")
    assert first.choices.count(first.key) == 1


async def test_the_release_date_is_written_into_the_question() -> None:
    (first, *_) = await generate(Replies(reply(1, 2, 3, 4, 5)))
    assert first.question == "How many of the boats at pier 1 watched the tug on 30 November 2026?"


async def test_a_rerun_gives_the_same_ids_and_another_text_another_one() -> None:
    once, again = await generate(Replies(reply(1, 2, 3, 4, 5))), await generate(Replies(reply(1, 2, 3, 4, 5)))
    other = await generate(Replies(reply(1, 2, 3, 4, 6)))
    assert [c.question_id for c in once] == [c.question_id for c in again]
    assert len({c.question_id for c in once + other}) == 6


async def test_a_short_reply_is_topped_up_once() -> None:
    ask = Replies(reply(1, 2, 3), reply(4, 5))
    candidates = await generate(ask)
    assert fates(candidates) == ["read"] * 5
    first, second = ask.asked
    assert (first.sample, second.sample) == (0, 1)
    assert second.inputs["count"] == 2
    assert "Write for each article 2 items" in second.messages[-1].content
    assert candidates[0].question in second.messages[-1].content


async def test_what_stays_missing_after_the_top_up_is_counted() -> None:
    ask = Replies(reply(1, 2, 3), reply())
    assert fates(await generate(ask)) == ["read", "read", "read", "missing", "missing"]
    assert len(ask.asked) == 2


async def test_seven_items_keep_five_and_count_the_surplus() -> None:
    assert fates(await generate(Replies(reply(*range(7))))) == ["read"] * 5 + ["surplus"] * 2
    assert fates(await generate(Replies(reply(*range(7))), keep_surplus=True)) == ["read"] * 7


async def test_a_repeated_item_is_dropped_and_one_missing_question_is_not_worth_a_call() -> None:
    ask = Replies(reply(1, 2, 2, 3, 4))
    assert fates(await generate(ask)) == ["read", "read", "repeated", "read", "read"]
    assert len(ask.asked) == 1


async def test_how_many_may_be_missing_is_a_setting() -> None:
    ask = Replies(reply(1, 2, 2, 3, 4), reply(5))
    assert fates(await generate(ask, tolerated_missing=0)).count("read") == 5
    assert len(ask.asked) == 2


async def test_a_reply_cut_by_the_token_limit_keeps_its_whole_items_and_asks_for_the_rest_with_more_room() -> None:
    ask = Replies((reply(1, 2)[:-40], "truncated"), reply(3, 4, 5, 6))
    candidates = await generate(ask)
    assert fates(candidates) == ["read", "truncated", "read", "read", "read", "read"]
    first, second = ask.asked
    assert first.max_tokens is not None and second.max_tokens is not None and second.max_tokens > first.max_tokens
    assert "broke off" in second.messages[-1].content


async def test_a_reply_still_cut_leaves_the_article_short() -> None:
    candidates = await generate(Replies((reply(1, 2)[:-40], "truncated"), (reply(1)[:-40], "truncated")))
    assert fates(candidates) == ["read", "truncated", "truncated", "missing", "missing"]


async def test_an_unreadable_reply_is_asked_for_once_more_with_the_reason() -> None:
    ask = Replies("I would rather talk about boats.", reply(1, 2, 3, 4, 5))
    assert fates(await generate(ask)) == ["read"] * 5
    assert "no item in the form" in ask.asked[1].messages[-1].content


async def test_two_unreadable_replies_are_five_counted_failures() -> None:
    candidates = await generate(Replies("Boats."))
    assert fates(candidates) == ["unreadable_reply"] * 5
    assert candidates[0].raw == "Boats."
    assert len({c.question_id for c in candidates}) == 5


async def test_a_well_formed_reply_without_items_is_no_unreadable_one() -> None:
    for empty in ("[]", '{"rows":[]}'):
        assert fates(await generate(Replies(empty))) == ["missing"] * 5


async def test_an_empty_reply_is_tried_once_more() -> None:
    ask = Replies(("", "empty"))
    assert fates(await generate(ask)) == ["empty_reply"] * 5
    assert len(ask.asked) == 2


async def test_a_failed_or_filtered_call_is_not_asked_again() -> None:
    for status, reason in (("failed", "call_failed"), ("content_filter", "content_filter")):
        ask = Replies(("", status))
        assert fates(await generate(ask)) == [reason] * 5
        assert len(ask.asked) == 1


async def test_unusable_items_are_kept_with_their_reason_and_their_words() -> None:
    bad = ["Which tug?", "Grey Willa", "Petrel"]
    candidates = await generate(Replies(json.dumps({"rows": [row(1), bad, row(2), row(3), row(4)]})))
    assert fates(candidates) == ["read", "not_four_choices", "read", "read", "read"]
    assert json.loads(candidates[1].raw) == bad


async def test_the_second_request_names_the_faults_of_the_first_reply() -> None:
    ask = Replies(json.dumps([{"question": f"Which {n}?", "choices": list("wxyz"), "answer": -1} for n in range(5)]), reply(1, 2, 3, 4, 5))
    assert fates(await generate(ask)) == ["key_is_an_index"] * 5 + ["read"] * 5
    assert "key is an index (5)" in ask.asked[1].messages[-1].content


async def test_questions_in_the_wrong_language_are_counted_and_asked_for_once_more() -> None:
    spanish = make_article("El remolcador Grey Willa llevó el transbordador a puerto.", language="es")
    good = [row(n, question=f"¿Cuántos barcos del muelle {n} según la alcaldesa vieron el remolcador el DATE?") for n in range(5)]
    ask = Replies(reply(1, 2, 3, 4, 5), json.dumps(good))
    candidates = await generate(ask, article=spanish)
    assert fates(candidates) == ["wrong_language"] * 5 + ["read"] * 5
    assert {c.language for c in candidates[:5]} == {"en"}
    assert "write in Spanish" in ask.asked[1].messages[-1].content
    assert "30 de noviembre de 2026" in candidates[5].question


async def test_the_language_may_be_set_apart_from_the_article() -> None:
    ask = Replies(reply(1, 2, 3, 4, 5))
    candidates = await generate(ask, article=make_article("El remolcador llegó.", language="es"), language="en")
    assert fates(candidates) == ["read"] * 5
    assert "items in English" in ask.asked[0].messages[-1].content


async def test_thinking_is_never_read() -> None:
    draft = f"<think>first {reply(8, 9)} hm</think>"
    candidates = await generate(Replies(draft + reply(1, 2, 3, 4, 5)))
    assert "pier 1" in candidates[0].question
    assert fates(candidates) == ["read"] * 5


async def test_a_baseline_is_never_asked_twice() -> None:
    ask = Replies(json.dumps([{"question": "Which tug?", "choices": ["a", "b", "c", "d"], "ground_truth": "a", "rationale": ""}]))
    assert fates(await generate(ask, model="baseline/cloze")) == ["read"] + ["missing"] * 4
    assert len(ask.asked) == 1
