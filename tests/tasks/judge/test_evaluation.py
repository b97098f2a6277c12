"""A judge over one evaluation."""

import json

import pytest
from made_evaluations import written_evaluation
from made_questions import answers, made_model, made_question
from question_stubs import Replies

from tasks.judge.evaluation import is_own, judge_decoding, judged_items, judgements_of, judging_id, summarise_judging
from tasks.judge.judge import judge_answers
from tasks.judge.options import JudgeOptions
from tasks.prompts import load_prompt

PROMPT, OPTIONS = load_prompt("judge_answer"), JudgeOptions()
REPLIES = ("40 passengers", "40 people", "43 passengers", "I do not know.", ("cut of", "truncated"), ("", "failed"), "")


async def written():
    questions = [made_question(n) for n in range(len(REPLIES))]
    return {q.question_id: q for q in questions}, await answers(Replies(*REPLIES), *questions, setting="no_context+open")


async def test_what_holds_no_answer_is_not_put_to_the_judge():
    questions, given = await written()
    items = judged_items(given, questions)
    assert [(one.answer, one.expected) for one in items] == [
        ("40 passengers", "40 passengers"), ("40 people", "41 passengers"), ("43 passengers", "42 passengers"), ("I do not know.", "43 passengers"),
    ]  # fmt: skip


async def test_counts_add_up_and_agreement_is_with_the_rule_of_equality():
    questions, given = await written()
    ask = Replies("Verdict: right", "Verdict: right", "Verdict: wrong", "hm")
    rulings = await judge_answers(judged_items(given, questions), ask=ask, model=made_model(), prompt=PROMPT, options=JudgeOptions(retries=0))
    common = {"evaluation": written_evaluation(), "identity": "j", "judge": made_model(name="strict")}
    summed = summarise_judging(rulings, given, prompt=PROMPT, options=OPTIONS, judges_own=False, **common)
    assert (summed.judged, summed.right, summed.wrong, summed.failed, summed.agreed) == (4, 2, 1, 1, 2)
    assert (summed.judge, summed.prompt, summed.cost) == ("strict", PROMPT.label, None)
    rows = judgements_of(rulings, **common)
    assert [row.verdict for row in rows] == ["right", "right", "wrong", "failed"]
    assert {row.judging_id for row in rows} == {"j"}


@pytest.mark.parametrize("other", [{"name": "x"}, {"provider_model": "stub-2"}, {"reasoning": True}])
def test_another_judge_is_another_judging(other):
    def identity(evaluation="e", prompt=PROMPT, options=OPTIONS, **changes):
        return judging_id(evaluation, model=made_model(**changes), prompt=prompt, options=options)

    assert identity() == identity()
    assert identity() != identity(**other)
    assert len({identity(), identity("f"), identity(prompt=load_prompt("answer_open_ended")), identity(options=JudgeOptions(retries=0))}) == 4


def test_its_decoding_is_what_goes_out():
    assert json.loads(judge_decoding(made_model(), OPTIONS)) == {"max_tokens": 200, "retries": 1}


@pytest.mark.parametrize(
    ("judge", "own"),
    [({"name": "stub"}, True), ({"name": "writer"}, True), ({"name": "x", "provider_model": "gen-1"}, True), ({"name": "x", "provider_model": "y"}, False)],
)
def test_a_judge_of_its_own_work_is_known_by_any_name(judge, own):
    assert is_own(made_model(**judge), made_model(), ["writer", "gen-1"]) is own


def test_the_names_that_providers_give_count_too():
    alias = made_model(name="alias", provider_model="alias")
    assert is_own(alias, made_model(), ["gen-2026"], reported=["gen-2026"])
    assert is_own(alias, made_model(), [], reported=["big-2026"], answered_as="big-2025, big-2026")
    assert not is_own(alias, made_model(), ["gen-2026"], reported=[None, "other"], answered_as="big-2026")
