"""The agent's reply, read strictly."""

from typing import Any

import pytest

from tasks.validate.agent_reply import STANDARDS, Judgement, read_judgements


def judge(*rows: Any, count: int = 5) -> dict[int, Judgement]:
    return read_judgements(rows, count)


def test_rows_give_letters_and_verdict() -> None:
    assert judge(["1", "B", "1"], ["2", "-", "1"]) == {1: Judgement("B", {}), 2: Judgement("", {})}


def test_faults_are_stored_under_their_checks() -> None:
    (judgement,) = judge(["2", "AC", "0", "one: C holds too", "date: no day for the vote"]).values()
    assert judgement == Judgement("AC", {"one_right": "C holds too", "dates_clear": "no day for the vote"})


@pytest.mark.parametrize("code", STANDARDS)
def test_every_standard_of_the_prompt_is_known(code: str) -> None:
    assert judge(["1", "A", "0", f"{code.upper()} - bad"])[1].failed == {STANDARDS[code]: "bad"}


@pytest.mark.parametrize("mark", ["1", 1, True, "pass", "PASS", "yes", "true"])
def test_a_clear_pass(mark: Any) -> None:
    assert judge(["1", "A", mark])[1].failed == {}


@pytest.mark.parametrize("mark", ["0", 0, False, "fail", "Failed", "no"])
def test_a_clear_failure_without_a_reason_still_fails(mark: Any) -> None:
    assert judge(["1", "A", mark])[1].failed == {"agent_overall": "no reason given"}


@pytest.mark.parametrize("mark", ["maybe", "", None, "2", "0.5", "good", []])
def test_any_other_mark_is_no_judgement(mark: Any) -> None:
    assert judge(["1", "A", mark]) == {}


def test_a_fault_under_a_passing_mark_counts() -> None:
    assert judge(["1", "A", "1", "fresh: known for years"])[1].failed == {"fresh": "known for years"}


def test_a_fault_that_names_no_standard_is_kept_as_it_is() -> None:
    assert judge(["1", "A", "0", "The question is silly"])[1].failed == {"agent_overall": "The question is silly"}


@pytest.mark.parametrize(
    ("letters", "read"),
    [
        ("a", "A"),
        ("A, C", "AC"),
        ("C and A", None),
        ("CA", "AC"),
        ("A/B", "AB"),
        (["A", "B"], "AB"),
        ("none", ""),
        ("E", None),
        ("Grey", None),
    ],
)
def test_letters_are_read_or_the_row_is_none(letters: Any, read: str | None) -> None:
    found = judge(["1", letters, "1"])
    assert (found[1].letters if found else None) == read


@pytest.mark.parametrize(
    "row", [["0", "A", "1"], ["6", "A", "1"], ["x", "A", "1"], [True, "A", "1"], ["1", "A"], ["1"], [], "1 A 1", 7, None]
)
def test_what_names_no_item_is_left_out(row: Any) -> None:
    assert judge(row) == {}


def test_objects_are_read_too() -> None:
    assert judge({"question_idx": 1, "right": "B", "verdict": 1}) == {1: Judgement("B", {})}
    assert judge({"n": "2.", "pass": False, "failed": {"key": "it says 450"}}) == {2: Judgement(None, {"key_right": "it says 450"})}
    assert judge({"item": 3, "verdict": "fail", "reason": "vague: which strike?"}) == {
        3: Judgement(None, {"nothing_vague": "which strike?"})
    }


def test_of_two_judgements_on_one_item_both_must_hold() -> None:
    assert judge(["1", "A", "1"], ["1", "A", "0", "ref: says article"])[1].failed == {"no_reference": "says article"}
    assert judge(["1", "A", "0", "ref: says article"], ["1", "A", "1"])[1].failed == {"no_reference": "says article"}
