"""Reading a judge's verdict."""

import json
from pathlib import Path

import pytest

from tasks.judge.verdict import read_verdict

WORLD = Path(__file__).parents[4] / "shared" / "world" / "data" / "outputs" / "handed"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Reasoning: Same ferry.\nVerdict: right", "right"), ("Reasoning: Other ferry.\nVerdict: wrong", "wrong"),
        ("Reasoning: The two are the same.\nCorrect: yes", "right"), ("**Verdict:** Right.", "right"), ("VERDICT = wrong", "wrong"),
        ('{"reasoning": "same", "verdict": "right"}', "right"), ("<think>Verdict: right?</think>Verdict: wrong", "wrong"),
        ("Verdict: incorrect", "wrong"), ("Verdict: not correct", "wrong"), ("incorrect", "wrong"), ("Correct.", "right"), ("No", "wrong"),
        ("Yes, the candidate is correct. It names the ferry.", "right"), ("No, the candidate is not correct. The answer is 40.", "wrong"),
        ("After weighing both, Grade: B", "wrong"), ("I would call it a clear B.", "wrong"), ("Grade: A", "right"), ("Grade: C", "wrong"),
        ("This is an upgrade: B would be low. GRADE:\u200b **c**", "wrong"),
    ],
)  # fmt: skip
def test_strict_forms(text, verdict):
    assert read_verdict(text).verdict == verdict


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"), ("<think>Verdict: right", "empty"), ("As a judge I see a match.", "no_verdict"), ("A careful reading helps.", "no_verdict"),
        ("Verdict: right (or) Verdict: wrong", "doubtful"), ("Verdict: right or wrong", "doubtful"), ("Verdict: right/wrong", "doubtful"),
        ("Verdict: correct, but incomplete", "doubtful"), ("Verdict: partly right", "no_verdict"), ("Verdict: right\nVerdict: wrong", "contradictory"),
        ("The candidate is partially correct.", "no_verdict"), ("Yes, but the answer is incorrect.", "contradictory"), ("Grade: a clear case", "no_verdict"),
        ("Verdict: rightly so", "no_verdict"), ("The answer does not give the ship.", "no_verdict"),
    ],
)  # fmt: skip
def test_what_is_in_doubt_is_no_verdict(text, reason):
    assert (read_verdict(text).verdict, read_verdict(text).reason) == (None, reason)


@pytest.mark.parametrize("word", ["incorrect", "Incorrect", "INCORRECT", "not correct", "isn't correct", "inaccurate", "not quite right"])
@pytest.mark.parametrize("form", ["{}", "Verdict: {}", "Correct? Verdict: {}.", "**{}**"])
def test_incorrect_never_reads_as_correct(word, form):
    assert read_verdict(form.format(word)).verdict in ("wrong", None)


def test_the_reasoning_is_kept():
    assert read_verdict("Reasoning: Both name the Aurelia.\nVerdict: right").reasoning == "Both name the Aurelia."


@pytest.mark.world
@pytest.mark.skipif(not WORLD.exists(), reason="the folder of real inputs is not here")
def test_texts_of_real_judges_are_read_as_their_publishers_read_them():
    rows = [json.loads(line) for line in (WORLD / "judge_openqa_nq301.jsonl").read_text("utf-8").splitlines()]
    recorded = {"Yes": "right", "No": "wrong"}
    pairs = [(read_verdict(row["judge_output"]).verdict, recorded.get(row["parsed_in_source"])) for row in rows]
    known = [(read, said) for read, said in pairs if said]
    assert sum(read == said for read, said in known) >= 0.99 * len(known)
    assert not [pair for pair in known if pair[0] and pair[0] != pair[1]]  # in doubt it is none, never the other
    tiebe = json.loads((WORLD / "tiebe_raw_judgement.sample.jsonl").read_text("utf-8").splitlines()[0])
    assert read_verdict(tiebe["full_judgement"]).verdict == "right"
