"""Samples of questions: drawn by seed, nested, named in what is recorded."""

from made_questions import made_question

from tasks.answer.sample import draw_sample

QUESTIONS = [made_question(n) for n in range(40)]


def names(size, seed="s", questions=QUESTIONS):
    return [question.question_id for question in draw_sample(questions, size, seed)[0]]


def test_a_sample_is_the_same_whatever_order_the_questions_come_in_and_keeps_that_order():
    assert sorted(names(10)) == sorted(names(10, questions=QUESTIONS[::-1]))
    assert names(10) == sorted(names(10), key=[q.question_id for q in QUESTIONS].index)


def test_a_larger_sample_holds_the_smaller_one():
    assert set(names(10)) < set(names(25)) and len(names(25)) == 25


def test_seeds_draw_differently_and_not_just_the_first():
    assert set(names(10)) != set(names(10, "other"))
    assert set(names(10)) != {q.question_id for q in QUESTIONS[:10]}


def test_a_sample_is_named_and_all_questions_are_none():
    assert draw_sample(QUESTIONS, 10, "s")[1] == "10 of 40, seed s"
    for size in (0, 40, 41):
        assert draw_sample(QUESTIONS, size, "s") == (QUESTIONS, "")
