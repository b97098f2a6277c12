"""The freshness gate."""

from datetime import UTC, datetime

import pytest
from made_questions import answers, made_model, made_question
from question_stubs import Replies
from scipy.stats import binomtest

from tasks.answer.evaluation import summarise
from tasks.answer.options import AnswerOptions
from tasks.prompts import load_prompt
from tasks.questions.setting import Setting
from tasks.scoring.freshness import Member, label_questions, needed, panel_id, panel_of

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("asked", "choices", "least"), [(1, 4, 2), (2, 4, 3), (3, 4, 3), (4, 4, 4), (5, 4, 4), (6, 4, 4), (8, 4, 5), (20, 4, 11), (5, 2, 5), (4, 2, 5), (9, 1, 10)]
)
def test_how_many_must_know_a_question(asked, choices, least):
    assert needed(asked, choices) == least


@pytest.mark.parametrize("asked", range(3, 30))
@pytest.mark.parametrize("choices", [2, 3, 4, 10])
def test_it_is_a_majority_that_guessing_does_not_explain(asked, choices):
    least = needed(asked, choices)
    for knew in range(asked + 1):
        luck = binomtest(knew, asked, 1 / choices, alternative="greater").pvalue
        assert (knew >= least) == (knew > asked / 2 and luck < 0.05)


async def member(name, *replies, setting="no_context", minute=0, **model):
    questions = [made_question(n) for n in range(len(replies))]
    given = await answers(Replies(*replies), *questions, setting=setting)
    whole = summarise(
        given, identity=f"e-{name}-{minute}", release_id="r", signature="s", model=made_model(name=name, provider_model=name, **model),
        setting=Setting.parse(setting), prompt=load_prompt("answer_multiple_choice"), options=AnswerOptions(), provider_model=model.get("provider"),
    )  # fmt: skip
    object.__setattr__(whole, "finished", datetime(2026, 11, 30, 1, minute, tzinfo=UTC))
    return Member(whole, given)


async def test_known_to_most_is_stale_and_failed_answers_do_not_count():
    right, wrong, down = "Answer: B", "Answer: A", ("", "failed")
    panel = [
        await member("a", right, right, right, right, down), await member("b", right, right, right, wrong, down),
        await member("c", right, wrong, "I do not know.", down, down), await member("d", right, right, right, right, down),
    ]  # fmt: skip
    labels = label_questions([made_question(n) for n in range(6)], panel, release_id="r", labelled=NOW)
    assert [(one.knew, one.asked, one.stale) for one in labels] == [(4, 4, True), (3, 4, False), (3, 4, False), (2, 3, False), (0, 0, False), (0, 0, False)]
    assert labels[0].panel == ("a", "b", "c", "d")
    assert labels[0].panel_id == panel_id("r", [one.evaluation for one in reversed(panel)])


async def test_a_panel_is_of_the_latest_answers_of_different_language_models():
    old, new = await member("a", "Answer: B"), await member("a", "Answer: A", minute=5)
    other = await member("b", "Answer: B")
    oracle = await member("c", "Answer: B", setting="oracle")
    down = await member("d", ("", "failed"))
    program = await member("baseline/guess", "Answer: B", route="baseline", base_url=None)
    every = [one.evaluation for one in (old, new, other, oracle, down, program)]
    assert [one.evaluation_id for one in panel_of(every)] == ["e-a-5", "e-b-0"]
    assert [one.model for one in panel_of(every, ["b", "baseline/guess"])] == ["b", "baseline/guess"]


async def test_one_model_under_two_names_counts_once():
    one, alias = await member("a", "Answer: B"), await member("alias", "Answer: B")
    for each in (one, alias):
        object.__setattr__(each.evaluation, "provider_model", "a-2026")
    assert len(panel_of([one.evaluation, alias.evaluation])) == 1
