"""Questions asked before: the first one keeps its place."""

import dataclasses

from question_stubs import make_candidate

from storage.schemas.questions import Candidate, Question
from tasks.validate.seen import SeenQuestions


def released(candidate: Candidate) -> Question:
    return Question(
        question_id="q-earlier",
        article_id="a",
        version_id="v",
        cluster_id="c",
        day="2026-11-28",
        outlet="o",
        category="general",
        language="en",
        question=candidate.question,
        choices=candidate.choices,
        key=candidate.key,
        key_index=0,
        shuffle_seed="s",
        rationale="",
        open_question=None,
        open_answer=None,
        generator="writer",
    )


def test_the_first_of_two_equal_questions_keeps_its_place() -> None:
    seen = SeenQuestions()
    first = make_candidate("Who won stage 5 of the Dakar rally?", ["Ana Ruiz", "b", "c", "d"])
    second = make_candidate("Who won  Stage 5 of the Dakar Rally?", ["ana ruiz", "x", "y", "z"])
    assert seen.claim(first) is None
    assert seen.claim(second) == first.question_id
    assert len(seen) == 1


def test_a_rerun_of_the_same_candidate_is_no_duplicate() -> None:
    seen, candidate = SeenQuestions(), make_candidate()
    assert (seen.claim(candidate), seen.claim(dataclasses.replace(candidate))) == (None, None)


def test_an_earlier_release_counts() -> None:
    candidate = make_candidate()
    assert SeenQuestions.of([released(candidate)]).claim(candidate) == "q-earlier"


def test_the_same_question_as_of_another_day_is_no_new_one() -> None:
    old = make_candidate("Who won stage 5 of the Dakar rally as of 28 November 2026?", ["Ana Ruiz", "b", "c", "d"])
    new = make_candidate("Who won stage 5 of the Dakar rally as of 30 November 2026?", ["Ana Ruiz", "b", "c", "d"])
    assert SeenQuestions.of([released(old)]).claim(new) == "q-earlier"


def test_another_answer_or_another_question_is_new() -> None:
    seen = SeenQuestions()
    for question, key in (("Who won the race?", "Ana"), ("Who won the race?", "Ben"), ("Who lost the race?", "Ana")):
        assert seen.claim(make_candidate(question, [key, "x", "y", "z"])) is None
