"""Answers and their six statuses."""

import asyncio
import time

import pytest
from made_questions import NO_CONTEXT, answers, made_model, made_question
from question_stubs import Replies, make_call
from stub_model import StubModel

from storage.lake import Lake
from storage.schemas.calls import Answer
from storage.schemas.errors import BudgetExceeded
from tasks.answer.answer import answer_questions
from tasks.answer.options import AnswerOptions
from tasks.answer.outcome import Outcome, outcome_of
from tasks.llm.budget import Budget
from tasks.llm.door import Door
from tasks.llm.ledger import Ledger
from tasks.llm.models import ModelCatalog
from tasks.llm.options import DoorLimits
from tasks.questions.setting import Setting


@pytest.mark.parametrize(
    ("text", "call_status", "status", "reason"),
    [
        ("Answer: B", "ok", "right", "letter"),
        ("Answer: C", "ok", "wrong", "letter"),
        ("The answer is 40 passengers.", "ok", "right", "stated"),
        ("I do not know.", "ok", "refused", "declined"),
        ("B or C", "ok", "unparsed", "undecided"),
        ("", "empty", "unparsed", "empty"),
        ("", "content_filter", "refused", "content_filter"),
        ("", "truncated", "truncated", "no_visible_text"),
        ("Let me see. The answer is B, unless", "truncated", "truncated", "output_limit"),
        ("Answer: B\n\nThe port gave the", "truncated", "right", "asked_form"),
        ("I do not know whether", "truncated", "truncated", "output_limit"),
        ("Answer: B", "failed", "failed", "failed"),
    ],
)
async def test_what_a_call_comes_to(text, call_status, status, reason):
    [answer] = await answers(Replies((text, call_status)), made_question())
    assert (answer.status, answer.reason) == (status, reason)


def test_a_failed_call_says_why():
    call = make_call("", status="failed")
    object.__setattr__(call, "error", "HTTP 503 after 4 tries")
    assert outcome_of(call, made_question(), Setting("no_context")) == Outcome("failed", "HTTP 503 after 4 tries")


async def test_an_answer_holds_what_a_report_needs():
    [answer] = await answers(Replies("Answer: C"), made_question(3))
    assert answer == Answer(
        evaluation_id="e", release_id="r", question_id="q003", article_id="a003", cluster_id="c003", model="stub", setting="no_context",
        form="multiple_choice", status="wrong", picked="53 passengers", picked_index=2, expected_index=1, reason="letter", text="Answer: C",
        call_digest="digest of 0", prompt_tokens=10, completion_tokens=10, cost=None, latency_ms=1.0, context_cut=False,
    )  # fmt: skip


async def test_a_withheld_article_is_a_failure_of_its_own_and_costs_no_call():
    ask = Replies("Answer: B")
    here, gone = await answers(ask, made_question(1), made_question(50), setting="oracle")
    assert (here.status, gone.status) == ("right", "failed")
    assert gone.reason.startswith("no_text") and gone.call_digest == "" and len(ask.asked) == 1


async def test_cut_context_is_counted():
    [answer] = await answers(Replies("Answer: B"), made_question(), setting="oracle", max_context_tokens=64)
    assert not answer.context_cut
    long = made_question(version_id="long")
    from made_questions import ORACLE, made_article

    [cut] = await answer_questions(
        [long], articles={"long": made_article(body="The boats lay still. " * 500)}, release_id="r", evaluation_id="e",
        model=made_model(context_tokens=1_000), setting=Setting("oracle"), ask=Replies("Answer: B"), prompt=ORACLE, options=AnswerOptions(),
    )  # fmt: skip
    assert cut.context_cut


@pytest.mark.parametrize(
    ("text", "call_status", "status", "reason"),
    [
        ("40 Passengers.", "ok", "right", "equal"),
        ("**40 passengers**\n\nThe port said so.", "ok", "right", "equal"),
        ("Answer: 40 passengers", "ok", "right", "equal"),
        ("<think>41? no</think>40 passengers", "ok", "right", "equal"),
        ("41 passengers", "ok", "wrong", "not_equal"),
        ("There were 40 passengers aboard.", "ok", "wrong", "not_equal"),
        ("I do not know.", "ok", "refused", "declined"),
        ("\n \n", "ok", "unparsed", "empty"),
        ("", "content_filter", "refused", "content_filter"),
        ("The captain, who", "truncated", "truncated", "output_limit"),
        ("41 passengers\nThe captain", "truncated", "wrong", "not_equal"),
        ("40 passengers", "truncated", "right", "equal"),
        ("", "truncated", "truncated", "no_visible_text"),
    ],
)
async def test_what_a_written_answer_comes_to(text, call_status, status, reason):
    [answer] = await answers(Replies((text, call_status)), made_question(), setting="no_context+open")
    assert (answer.status, answer.reason, answer.form, answer.expected_index, answer.picked_index) == (status, reason, "open_ended", -1, None)


async def test_a_written_answer_keeps_the_line_that_counts():
    [answer] = await answers(Replies("\nAnswer: about 41 passengers\nThe port said so."), made_question(), setting="oracle+open")
    assert answer.picked == "about 41 passengers"


async def test_a_context_too_long_by_the_provider_s_count_is_asked_smaller_and_marked():
    asked = []

    async def ask(request):
        asked.append(request)
        call = make_call("Answer: B" if len(asked) == 2 else "", request, status="ok" if len(asked) == 2 else "failed")
        object.__setattr__(call, "error", "context_length: this model takes 900 tokens")
        return call

    [answer] = await answers(ask, made_question(), setting="oracle")
    assert (answer.status, answer.context_cut) == ("right", True)
    whole, smaller = (request.messages[-1].content for request in asked)
    assert len(smaller) < len(whole) and made_question().question in smaller and "D. 60 passengers" in smaller


async def test_the_likelihood_of_each_choice_is_kept_where_the_provider_tells_it():
    async def ask(request):
        call = make_call("Answer: B", request)
        object.__setattr__(call, "token_logprobs", '[["Answer",{"Answer":0}],[":",{":":0}],[" B",{" B":-0.1,"C":-2.5," D":-4.0}]]')
        return call

    [answer] = await answers(ask, made_question())
    assert answer.choice_logprobs == pytest.approx((-4.0, -0.1, -2.5, -4.0))
    [written] = await answers(ask, made_question(), setting="no_context+open")
    assert written.choice_logprobs == ()


async def test_an_unreadable_answer_is_asked_again_only_when_wanted():
    ask = Replies("hm", "Answer: B")
    assert (await answers(ask, made_question()))[0].status == "unparsed"
    assert len(ask.asked) == 1
    ask = Replies("hm", "Answer: B")
    [answer] = await answers(ask, made_question(), unparsed_retries=2)
    assert (answer.status, [request.sample for request in ask.asked]) == ("right", [0, 1])


async def test_a_refusal_is_an_answer_and_is_not_asked_again():
    ask = Replies("I do not know.", "Answer: B")
    assert (await answers(ask, made_question(), unparsed_retries=3))[0].status == "refused"
    assert len(ask.asked) == 1


async def test_questions_are_asked_at_once_and_answered_in_their_order():
    flying = most = 0

    async def ask(request):
        nonlocal flying, most
        flying += 1
        most = max(most, flying)
        await asyncio.sleep(0.001 * (9 - len(request.inputs["question"]) % 9))
        flying -= 1
        return make_call("Answer: B", request)

    got = await answers(ask, *(made_question(n) for n in range(9)))
    assert most == 9
    assert [answer.question_id for answer in got] == [f"q00{n}" for n in range(9)]


async def test_when_the_budget_ends_calls_in_flight_end_first_and_then_it_is_said():
    ended = []

    async def ask(request):
        if "Aurelia 4" in request.inputs["question"]:
            raise BudgetExceeded("the run may spend 1 USD")
        await asyncio.sleep(0.01)
        ended.append(request)
        return make_call("Answer: B", request)

    with pytest.raises(BudgetExceeded):
        await answers(ask, *(made_question(n) for n in range(9)))
    assert len(ended) == 8


async def test_a_second_evaluation_finds_all_its_answers_in_the_ledger(tmp_path):
    questions = [made_question(n) for n in range(20)]
    lake = Lake.open(tmp_path / "lake")
    with StubModel(default="Answer: B") as stub:
        model = made_model(base_url=stub.url)
        for _ in range(2):
            limits, budget = DoorLimits(), Budget()
            async with Door(models=ModelCatalog([model]), budget=budget, limits=limits, secret=lambda name: None) as door:
                ledger = Ledger(lake, "evaluate-r", "run")
                got = await answer_questions(
                    questions, articles={}, release_id="r", evaluation_id="e", model=model, setting=Setting("no_context"), ask=door.bind(ledger),
                    prompt=NO_CONTEXT, options=AnswerOptions(),
                )  # fmt: skip
                ledger.close()
            assert {answer.status for answer in got} == {"right"}
        assert stub.stats()["requests"] == 20


async def test_the_stage_itself_costs_little_time():
    questions = [made_question(n) for n in range(1000)]

    async def ask(request):
        return call

    call = make_call("Answer: B")
    await answers(ask, *questions[:50])
    start = time.process_time()
    await answers(ask, *questions)
    assert (time.process_time() - start) / 1000 < 0.001  # 0.1 ms each on an idle machine
