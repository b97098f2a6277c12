"""Questions on a group of articles from one call: each item finds its own article, and no article pays for another."""

import dataclasses
import json
from datetime import timedelta
from typing import Any

from question_stubs import make_call
from sample_articles import MOMENT, make_article

from storage.schemas.calls import Call
from tasks.generate.facts import DayFacts
from tasks.generate.group import Written, generate_for_group
from tasks.generate.options import GenerateOptions
from tasks.llm.request import Request
from tasks.prompts import load_prompt

TUG = make_article("The tug Grey Willa towed the ferry to Sandreach. Firms: " + ", ".join(f"Tug Works {n}" for n in range(9)), title="Towed")
MILL = make_article("The mill of Bryndal closes. Firms: " + ", ".join(f"Mill Works {n}" for n in range(9)), title="Closed")
BANK = make_article(
    "The bank of Oskelund cut its rate. Both know Grey Hall. Firms: " + ", ".join(f"Bank Works {n}" for n in range(9)), title="Cut",
    published=MOMENT - timedelta(days=1),
)  # fmt: skip
GROUP = (TUG, MILL, BANK)
NAMES = ("Tug", "Mill", "Bank")


def row(article: int, number: int, *, stated: str | None = None) -> list[str]:
    name = NAMES[article - 1]
    cells = [f"Which firm came {number} to the {name} fair on DATE?", f"{name} Works {number}", "Ash Works", "Elm Works", "Oak Works", "why"]
    return [str(article) if stated is None else stated, *cells] if stated != "" else cells


def reply(*rows: list[str]) -> str:
    return json.dumps({"rows": rows})


WHOLE = reply(*(row(article, number) for article in (1, 2, 3) for number in range(5)))


class Agent:
    """Replies by the titles of the articles asked about; ``asked`` has the requests."""

    def __init__(self, **replies: Any) -> None:
        self.replies, self.asked = replies, []

    async def __call__(self, request: Request) -> Call:
        self.asked.append(request)
        titles = [article["title"] for article in request.inputs.get("articles", [request.inputs])]
        found = self.replies.get("_".join(titles) + ("_again" if request.sample else ""), "")
        text, status = found if isinstance(found, tuple) else (found, "ok")
        return dataclasses.replace(make_call(text, request, status=status), digest=f"{titles}{request.sample}")


async def generate(ask: Agent, **options: Any) -> Written:
    return await generate_for_group(
        GROUP, ask=ask, model="writer", prompt=load_prompt("generate_questions"), options=GenerateOptions(**options), run_id="run",
        day=DayFacts("2026-11-30"),
    )  # fmt: skip


def fates(written: Written) -> list[list[str]]:
    return [[c.reason or c.status for c in candidates] for candidates in written.candidates]


async def test_one_call_gives_each_article_its_questions_with_its_own_release_date() -> None:
    ask = Agent(Towed_Closed_Cut=WHOLE)
    written = await generate(ask)
    assert fates(written) == [["read"] * 5] * 3
    assert len(ask.asked) == 1 and not written.alone
    assert ask.asked[0].max_tokens == 15 * GenerateOptions().tokens_per_question
    for article, candidates in zip(GROUP, written.candidates, strict=True):
        assert {c.version_id for c in candidates} == {article.version_id}
        assert all(c.call_digest == "['Towed', 'Closed', 'Cut']0" for c in candidates)
    assert "on 30 November 2026" in written.candidates[0][0].question
    assert "on 29 November 2026" in written.candidates[2][0].question


async def test_articles_are_shown_by_number() -> None:
    ask = Agent(Towed_Closed_Cut=WHOLE)
    await generate(ask)
    text = ask.asked[0].messages[-1].content
    assert text.index("<article 1>\nTowed") < text.index("<article 2>\nClosed") < text.index("<article 3>\nCut\nRelease date: 29 November 2026")


async def test_a_row_without_a_number_or_with_a_wrong_one_goes_where_its_key_stands() -> None:
    rows = [row(a, n) for a in (1, 2, 3) for n in range(5)]
    rows[0], rows[5], rows[10] = row(1, 0, stated=""), row(2, 0, stated="7"), row(3, 0, stated="1")
    written = await generate(Agent(Towed_Closed_Cut=reply(*rows)))
    assert fates(written) == [["read"] * 5] * 3
    assert {c.key.split()[0] for c in written.candidates[2]} == {"Bank"}


async def test_a_row_that_no_rule_places_is_counted_with_its_words() -> None:
    nowhere = ["Which hall is meant by nobody at all?", "Elm Hall", "Ash Hall", "Oak Hall", "Fir Hall", "why"]
    written = await generate(Agent(Towed_Closed_Cut=reply(*json.loads(WHOLE)["rows"], nowhere)))
    (lost,) = [c for candidates in written.candidates for c in candidates if c.reason == "article_unclear"]
    assert lost.status == "unusable" and json.loads(lost.raw) == nowhere


async def test_a_named_article_keeps_a_row_whose_key_stands_in_none_so_that_the_rules_can_say_so() -> None:
    rows = json.loads(WHOLE)["rows"]
    rows[0][2] = "Tug Works 99"
    written = await generate(Agent(Towed_Closed_Cut=reply(*rows)))
    assert written.candidates[0][0].key == "Tug Works 99"


async def test_an_object_may_name_its_article() -> None:
    item = {"article": 2, "question": "Which firm of Bryndal closes first of all?", "choices": ["Mill Works 1", "b", "c", "d"], "answer": "Mill Works 1"}
    written = await generate(Agent(Towed_Closed_Cut=json.dumps([item])), tolerated_missing=5)
    assert written.candidates[1][0].status == "read"


async def test_only_articles_that_lack_questions_are_asked_about_once_more() -> None:
    rows = [*(row(1, n) for n in range(5)), *(row(2, n) for n in range(2)), row(3, 0)]
    again = reply(*(row(2, n, stated="1") for n in (2, 3, 4)), *(row(3, n, stated="2") for n in (1, 2, 3, 4)))
    ask = Agent(Towed_Closed_Cut=reply(*rows), Closed_Cut_again=again)
    assert fates(await generate(ask)) == [["read"] * 5] * 3
    text = ask.asked[1].messages[-1].content
    assert "Towed" not in text
    assert "Write for each article 3 (article 1), 4 (article 2) items" in text
    assert "Article 1: Not again: Which firm came 0 to the Mill fair" in text
    assert ask.asked[1].max_tokens == 7 * GenerateOptions().tokens_per_question


async def test_one_poisoned_article_does_not_lose_its_neighbours() -> None:
    for status, reason in (("content_filter", "content_filter"), ("failed", "call_failed")):
        ask = Agent(
            Towed_Closed_Cut=("", status), Towed=reply(*(row(1, n) for n in range(5))), Closed=("", status),
            Cut=reply(*(row(3, n, stated="1") for n in range(5))),
        )  # fmt: skip
        written = await generate(ask)
        assert fates(written) == [["read"] * 5, [reason] * 5, ["read"] * 5]
        assert written.alone
        assert len(ask.asked) == 4


async def test_a_reply_that_breaks_off_keeps_its_whole_items_and_the_rest_is_asked_for() -> None:
    again = reply(*(row(2, n, stated="1") for n in (2, 3, 4)), *(row(3, n, stated="2") for n in range(5)))
    cut = WHOLE[: WHOLE.index("Mill Works 2") + 4]
    ask = Agent(Towed_Closed_Cut=(cut, "truncated"), Closed_Cut_again=again)
    written = await generate(ask)
    assert [f.count("read") for f in fates(written)] == [5, 5, 5]
    assert fates(written)[1].count("truncated") == 1
    assert len(ask.asked) == 2
