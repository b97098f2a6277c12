"""Answers bound to the texts of the choices: how they are asked for, and read back."""

import json

import pytest
from made_questions import made_article, made_model, made_question
from question_stubs import Replies
from release_rows import article

from tasks.answer.answer import answer_questions
from tasks.answer.asking import ask_about
from tasks.answer.constrained import prompt_name, read_constrained
from tasks.answer.evaluation import decoding_of, evaluation_id
from tasks.answer.options import AnswerOptions
from tasks.llm.effective import build
from tasks.prompts.loader import load_prompt
from tasks.questions.setting import Setting

NO_CONTEXT = Setting("no_context")
BOUND = made_model(json_schema="strict", choices="constrained")
CHOICES = ("41 passengers", "40 passengers", 'the "Aurelia"', "A")
PROMPTS = [load_prompt(prompt_name(name, BOUND)) for name in ("answer_multiple_choice", "answer_multiple_choice_with_context")]


@pytest.mark.parametrize(
    ("reply", "index", "status", "reason"),
    [
        ('"40 passengers"', 1, "read", "constrained"),
        (' "40 passengers" \n', 1, "read", "constrained"),
        ("40 passengers", 1, "read", "constrained"),
        (json.dumps(CHOICES[2]), 2, "read", "constrained"),
        ('"A"', 3, "read", "constrained"),
        ("B", None, "unparsed", "not_a_choice"),
        ('"40 passenger"', None, "unparsed", "not_a_choice"),
        ('{"answer": "40 passengers"}', None, "unparsed", "not_a_choice"),
        ("40", None, "unparsed", "not_a_choice"),
        ("Answer: B. 40 passengers", None, "unparsed", "not_a_choice"),
        ("I am sorry, I cannot answer that.", None, "refused", "declined"),
        ("", None, "unparsed", "empty"),
    ],
)
def test_only_the_very_text_of_a_choice_is_one(reply, index, status, reason):
    found = read_constrained(reply, CHOICES)
    assert (found.index, found.status, found.reason) == (index, status, reason)


def test_a_text_that_two_choices_share_is_no_answer():
    assert read_constrained('"Rome"', ("Rome", "Rome ", "Oslo", "Bern")).reason == "not_a_choice"


@pytest.mark.parametrize(("setting", "prompt"), [("no_context", PROMPTS[0]), ("oracle", PROMPTS[1])])
def test_the_request_binds_the_reply_and_shows_no_letters(setting, prompt):
    asking = ask_about(made_question(), article=made_article(), model=BOUND, setting=Setting(setting), prompt=prompt, options=AnswerOptions())
    user = asking.request.messages[-1].content
    assert user.endswith("Choices:\n- 41 passengers\n- 40 passengers\n- 50 passengers\n- 60 passengers")
    assert ("<context>" in user) is (setting == "oracle")
    shape = build(BOUND, asking.request).body["response_format"]["json_schema"]["schema"]
    assert shape == {"type": "string", "enum": list(made_question().choices)}


async def test_answers_are_read_back_and_a_try_cut_short_is_truncated():
    ask = Replies('"40 passengers"', '"50 passengers"', "Answer: B", ('"40 pass', "truncated"), ('"40 passengers"', "truncated"))
    found = await answer_questions(
        [made_question(n, choices=made_question().choices, key=made_question().key) for n in range(5)],
        articles={"v000": article(0)}, release_id="r", evaluation_id="e", model=BOUND, setting=NO_CONTEXT, ask=ask, prompt=PROMPTS[0],
        options=AnswerOptions(),
    )  # fmt: skip
    assert [(one.status, one.picked_index) for one in found] == [("right", 1), ("wrong", 2), ("unparsed", None), ("truncated", None), ("right", 1)]


async def test_an_unreadable_reply_is_asked_again_where_wanted():
    ask = Replies("Answer: B", '"40 passengers"')
    [found] = await answer_questions(
        [made_question()], articles={}, release_id="r", evaluation_id="e", model=BOUND, setting=NO_CONTEXT, ask=ask, prompt=PROMPTS[0],
        options=AnswerOptions(unparsed_retries=1),
    )  # fmt: skip
    assert found.status == "right"


def test_the_form_is_part_of_an_evaluations_identity():
    lettered = made_model(json_schema="strict")
    options = AnswerOptions()
    assert json.loads(decoding_of(BOUND, NO_CONTEXT, options))["choices"] == "constrained"
    assert "choices" not in json.loads(decoding_of(lettered, NO_CONTEXT, options))
    same = {"setting": NO_CONTEXT, "prompt": PROMPTS[0], "options": options}
    assert evaluation_id("r", model=BOUND, **same) != evaluation_id("r", model=lettered, **same)


def test_a_model_is_asked_with_the_prompts_of_its_form():
    assert prompt_name("answer_multiple_choice", made_model()) == "answer_multiple_choice"
    assert [prompt.name for prompt in PROMPTS] == ["answer_constrained", "answer_constrained_with_context"]
    assert prompt_name("judge", BOUND) == "judge"


def test_a_written_answer_is_free_for_all_models():
    asking = ask_about(
        made_question(), article=None, model=BOUND, setting=Setting("no_context", "open_ended"), prompt=load_prompt("answer_open_ended"),
        options=AnswerOptions(),
    )  # fmt: skip
    assert asking.request.schema is None


def test_a_server_that_cannot_bind_replies_cannot_be_asked_so():
    with pytest.raises(ValueError, match="needs json_schema"):
        made_model(choices="constrained")
