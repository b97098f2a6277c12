"""The rules together: one verdict for a sound candidate, one for each rule that another breaks."""

import dataclasses
import time

from question_stubs import make_candidate
from sample_articles import make_article

from tasks.validate.check import check_rules, passed
from tasks.validate.options import ValidateOptions
from tasks.validate.rules import RULES
from tasks.validate.seen import SeenQuestions

ARTICLE = make_article("The tug Grey Willa towed the ferry Aurelia to Sandreach on Monday.\n\nNone of the 212 people aboard was hurt.")
GOOD = make_candidate()
BAD = make_candidate("According to the article, which tug came today?", ["Grey Willow", "Grey Wilma", "Petrel", "petrel"])


def check(*candidates: object, seen: SeenQuestions | None = None) -> list[tuple[str, bool]]:
    verdicts = check_rules(candidates, ARTICLE, options=ValidateOptions(), seen=seen or SeenQuestions())  # type: ignore[arg-type]
    return [(verdict.check, verdict.passed) for verdict in verdicts]


def test_a_sound_candidate_passes_all_rules_in_one_verdict() -> None:
    assert check(GOOD) == [("all_rules", True)]


def test_a_bad_one_has_a_verdict_with_a_reason_for_each_rule_it_breaks() -> None:
    verdicts = check_rules([BAD], ARTICLE, options=ValidateOptions(), seen=SeenQuestions())
    assert [v.check for v in verdicts] == ["distinct_choices", "no_article_reference", "date_present", "key_in_article"]
    assert all(v.reason and not v.passed and v.judge == "rule" and v.question_id == BAD.question_id for v in verdicts)


def test_unreadable_candidates_get_no_verdict() -> None:
    assert check(dataclasses.replace(GOOD, status="unusable", reason="truncated")) == []


def test_a_duplicate_is_named_last_and_a_bad_copy_takes_no_place() -> None:
    seen = SeenQuestions()
    bad_copy = dataclasses.replace(make_candidate(GOOD.question, ["Grey Willa", "Petrel", "petrel", "Star"]), question_id="q-bad")
    copy = dataclasses.replace(GOOD, question_id="q-copy")
    assert check(bad_copy, seen=seen) == [("distinct_choices", False)]
    assert check(GOOD, copy, seen=seen) == [("all_rules", True), ("no_duplicate", False)]


def test_those_that_pass_go_on() -> None:
    verdicts = check_rules([GOOD, BAD], ARTICLE, options=ValidateOptions(), seen=SeenQuestions())
    assert passed([GOOD, BAD], verdicts) == [GOOD]


def test_every_rule_has_a_name_of_its_own_and_says_what_it_wants() -> None:
    names = [rule.__name__ for rule in RULES]
    assert len(set(names)) == len(names) == 13
    assert all(rule.__doc__ for rule in RULES)


def test_the_rules_survive_candidates_of_any_shape() -> None:
    for choices in ([""], ["a"], ["a"] * 4, ["a", "b", "c", "d", "e"], ["\u0000", "?", "１", "谁"]):
        for question in ("", "?", "DATE", "谁？", "a" * 10_000):
            check(make_candidate(question, choices))


def test_five_candidates_of_a_600_word_article_take_well_under_a_millisecond() -> None:
    article = make_article(
        "\n\n".join(["The tug ‘Grey Willa’ towed the ferry Aurelia to Sandreach on Monday, and the answer came at once."] * 36)
    )
    items = [make_candidate(f"Which tug towed the ferry Aurelia to pier {n} on 30 November 2026?") for n in range(5)]
    fastest = 1.0
    for _ in range(50):
        start = time.process_time()
        check_rules(items, article, options=ValidateOptions(), seen=SeenQuestions())
        fastest = min(fastest, time.process_time() - start)
    assert fastest < 0.002  # measured 0.6 ms on a busy machine
