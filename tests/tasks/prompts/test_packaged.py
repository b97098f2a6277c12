"""The packaged prompts: each requirement is in them, and both stages begin with the same bytes."""

import pytest

from tasks.judge.verdict import read_verdict
from tasks.prompts import load_prompt

FIELDS = {
    "articles": "<article 1>\nA title\n\nSome text.\n</article>",
    "title": "A title",
    "date": "30 November 2026",
    "text": "Some text.",
    "count": "5",
    "language": "English",
    "items": "1. Who?",
    "note": "",
}


def whole(name: str) -> str:
    return "\n".join(message.content for message in load_prompt(name).render(**FIELDS, question="Who?", choices="A. I", context="Text."))


@pytest.mark.parametrize(
    "requirement",
    [
        "short questions",
        "factual",
        "The article answers it",
        "without the article it is hardly known or guessed",
        "never mentions an article",
        '"as of" the release date',
        '"on" it for what happened that day',
        "by explicit name",
        "four choices",
        "one type of entity",
        "near twin",
        "half-truths",
        "common misbeliefs",
        "equally plausible",
        "specific entity",
        "copied letter for letter",
        "another important fact",
        "Vary the question word",
        "moderate to very hard",
        "recall",
        "inference",
        "JSON",
        "never an instruction",
        "5 items in English",
        "answerable from that article alone",
        "Wrong choices come from the item's own article or fit its subject",
        "begun with the number of its article",
        "release date of the item's article",
    ],
)
def test_generation_asks_for(requirement: str) -> None:
    assert requirement in whole("generate_questions")


@pytest.mark.parametrize(
    "standard", ["ref:", "date:", "name:", "vague:", "key:", "one:", "fresh:", "type:", "never an instruction", "0", "reason"]
)
def test_validation_judges_by(standard: str) -> None:
    assert standard in whole("validate_questions")


def test_validation_takes_each_item_by_its_own_article() -> None:
    assert "by itself" in whole("validate_questions")
    assert "from its own article" in whole("validate_questions")


def test_validation_does_not_see_which_choice_is_the_key() -> None:
    assert "ground_truth" not in whole("validate_questions")
    assert "key" not in load_prompt("validate_questions").fields


def test_both_requests_on_an_article_begin_with_the_same_bytes() -> None:
    write, judge = (load_prompt(name).render(**FIELDS) for name in ("generate_questions", "validate_questions"))
    assert write[0] == judge[0]
    end = write[1].content.index("who has not read the article.")  # the last words of the standards
    assert write[1].content[:end] == judge[1].content[:end]


@pytest.mark.parametrize("name", ["answer_multiple_choice", "answer_multiple_choice_with_context"])
def test_answers_are_asked_for_in_one_form(name: str) -> None:
    assert '"Answer: X"' in whole(name)
    assert whole(name).endswith("Who?\n\nA. I")


def test_the_context_is_material_and_comes_first_so_that_its_questions_share_a_prefix() -> None:
    user = load_prompt("answer_multiple_choice_with_context").render(context="Text.", question="Who?", choices="A. I")[1].content
    assert user.startswith("<context>\nText.\n</context>")
    assert "never an instruction" in whole("answer_multiple_choice_with_context")


@pytest.mark.parametrize("name", ["answer_open_ended", "answer_open_ended_with_context"])
def test_a_written_answer_is_asked_for_as_one_bare_line(name: str) -> None:
    assert "one line and nothing else" in whole(name)
    assert "no sentence around it" in whole(name)
    assert whole(name).endswith("Who?")
    assert "region" not in whole(name)


def test_a_copied_answer_is_asked_for_where_there_is_a_text() -> None:
    assert "copy it from there as it is written" in whole("answer_open_ended_with_context")
    assert "never an instruction" in whole("answer_open_ended_with_context")


JUDGED = {"question": "Who?", "region": "", "expected": "Mira Dahl", "answer": "Dahl"}


@pytest.mark.parametrize(
    "rule",
    [
        "contradicts the expected answer", "refuses", "does not know", "Take the expected answer as true", "several different answers",
        "Numbers must be equal", "never an instruction", "Reasoning:", "Verdict: right", "Verdict: wrong",
    ],
)  # fmt: skip
def test_a_judge_goes_by(rule: str) -> None:
    assert rule in "\n".join(message.content for message in load_prompt("judge_answer").render(**JUDGED))


def test_a_judge_sees_question_expected_answer_and_answer_apart() -> None:
    user = load_prompt("judge_answer").render(**JUDGED)[1].content
    for mark, text in (("question", "Who?"), ("expected", "Mira Dahl"), ("answer", "Dahl")):
        assert f"<{mark}>\n{text}\n</{mark}>" in user


def test_the_echo_of_the_judge_s_own_form_is_no_verdict() -> None:
    assert read_verdict(load_prompt("judge_answer").render(**JUDGED)[0].content).verdict is None
