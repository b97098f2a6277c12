"""The sample of judged answers for people."""

from collections import Counter
from dataclasses import replace

from made_evaluations import written_evaluation
from made_questions import answers, made_model, made_question
from question_stubs import Replies

from tasks.judge.audit import audit_items, draw_sample
from tasks.judge.evaluation import judged_items, judgements_of, summarise_judging
from tasks.judge.judge import judge_answers
from tasks.judge.options import JudgeOptions
from tasks.prompts import load_prompt


async def items(count=40):
    """Answers of which a few are equal; the judge calls every second one right."""
    questions = {q.question_id: q for q in (made_question(n) for n in range(count))}
    given = await answers(Replies(*(f"{n + 40} passengers" if n < 3 else f"{n} people" for n in range(count))), *questions.values(), setting="no_context+open")
    prompt, options = load_prompt("judge_answer"), JudgeOptions()
    ask = Replies(*("Verdict: right" if n % 2 else "Verdict: wrong" for n in range(count)))
    rulings = await judge_answers(judged_items(given, questions), ask=ask, model=made_model(), prompt=prompt, options=options)
    one = written_evaluation()
    common = {"evaluation": one, "identity": "j", "judge": made_model(name="strict")}
    judging = summarise_judging(rulings, given, prompt=prompt, options=options, judges_own=False, **common)
    rows = judgements_of(rulings, **common)
    by_answer = {(one.evaluation_id, answer.question_id): answer for answer in given}
    return audit_items([judging], [*rows, replace(rows[0], judging_id="unknown")], {one.evaluation_id: one}, by_answer, questions)


async def test_a_sample_is_drawn_by_its_seed_and_spread_over_outcomes():
    everything = await items()
    assert len(everything) == 40
    first, again, other = (draw_sample(everything, 12, seed) for seed in ("a", "a", "b"))
    assert first == again != other
    counts = Counter(one.stratum[1:] for one in first)
    assert counts["right", "right"] == 1 and counts["right", "wrong"] == 2  # all that there are
    assert abs(counts["other", "right"] - counts["other", "wrong"]) <= 1
    assert len(draw_sample(everything, 1000, "a")) == 40
    assert draw_sample([], 5, "a") == []


async def test_the_form_hides_what_the_judge_said_and_the_key_has_it():
    one = draw_sample(await items(), 1, "a")[0]
    assert set(one.form()) == {"item", "question", "expected", "answer", "verdict", "comment"}
    assert one.form()["verdict"] == one.form()["comment"] == ""
    assert (one.key()["judge"], one.key()["judge verdict"], one.key()["setting"]) == ("strict", one.judgement.verdict, "no_context+open")
    assert one.form()["item"] == one.key()["item"]
