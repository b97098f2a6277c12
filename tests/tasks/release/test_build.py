"""Building a release: what gets in, in which order, with which facts; once for each run."""

import logging
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from storage.releases import ReleaseStore
from storage.schemas.errors import BadInput, DigestMismatch
from tasks.release.build import build_release, remake_questions
from tasks.release.shuffle import question_seed, shuffled
from tests.release_rows import RUN, agents, article, candidate, run, verdict


def build(lake, candidates, verdicts=None, **options):
    if verdicts is None:
        verdicts = [verdict(0, question_id=one.question_id) for one in candidates]
    given = {"run": run(), "articles": [article(i) for i in range(9)], "agents": agents(), "seed": "seed", **options}
    return build_release(lake=lake, candidates=candidates, verdicts=verdicts, **given)


def test_a_question_carries_its_article_its_shuffled_choices_and_its_twin(release):
    one = release.questions[2]
    made = candidate(2)
    assert (one.question_id, one.article_id, one.version_id, one.cluster_id) == ("q002", "a002", "v002", "c002")
    assert (one.outlet, one.generator, one.day) == ("Closed Gazette", made.model, made.day)
    assert one.shuffle_seed == question_seed("seed", "q002")
    assert list(one.choices) == shuffled(made.choices, one.shuffle_seed)
    assert one.choices[one.key_index] == one.key == made.key
    assert (one.open_question, one.open_answer) == (made.question, made.key)


def test_facts_in_the_manifest(release):
    manifest = release.manifest
    assert (manifest.run_id, manifest.subject, manifest.period, manifest.hours) == (RUN, "news", "2026-11-30", 24.0)
    assert manifest.counts == {"articles": 6, "candidates": 6, "read": 6, "released": 6, "open_ended": 6}
    assert sum(manifest.key_positions.counts) == 6
    assert [(s.outlet, s.articles, s.questions, s.redistribution) for s in manifest.sources] == [
        ("Closed Gazette", 2, 2, "ids_only"), ("Harbour Courier", 4, 4, "full"),
    ]  # fmt: skip
    assert [(f.outcome, f.reason, f.count) for f in manifest.funnel] == [("kept", "", 6), ("dropped", "paywall", 2)]
    assert [agent.role for agent in manifest.agents] == ["generator", "validator"]
    assert manifest.parameters == '{"questions":5}'


def test_kept_and_dropped_candidates_are_all_stored_and_the_sums_agree(lake):
    candidates = [
        candidate(0), candidate(1), candidate(2, status="unusable", reason="key_not_a_choice", choices=(), key=""), candidate(3),
            candidate(4),
        candidate(5), candidate(6, choices=("a", "b", "c"), key="a"), candidate(7, key="none of them"), candidate(8,
            version_id="unknown"),
    ]  # fmt: skip
    verdicts = [
        verdict(0), verdict(1), verdict(1, check="date", passed=False), verdict(1, judge="gpt", check="clear", passed=False),
        verdict(3), verdict(3, judge="gpt", check="clear", passed=False), verdict(5), verdict(6), verdict(7), verdict(8), verdict(4),
    ]  # fmt: skip
    verdicts += [verdict(i, judge="gpt", check="clear") for i in (0, 5, 6, 7, 8)]
    made = build(lake, candidates, verdicts)
    assert [q.question_id for q in made.questions] == ["q000", "q005"]
    assert made.manifest.dropped == {
        "date": 1, "clear": 1, "key_not_a_choice": 2, "not_judged": 1, "not_four_choices": 1, "article_missing": 1,
    }  # fmt: skip
    assert sum(made.manifest.dropped.values()) + len(made.questions) == len(made.candidates) == 9
    assert len(made.verdicts) == 16
    assert remake_questions(made.manifest, made.candidates, made.verdicts, made.articles) == made.questions


def test_validation_may_say_itself_what_it_kept(lake):
    made = build(lake, [candidate(i) for i in range(4)], [verdict(1, check="clear", passed=False)], kept={"q000", "q003"})
    assert [q.question_id for q in made.questions] == ["q000", "q003"]
    assert made.manifest.dropped == {"clear": 1, "not_kept": 1}


def test_reasons_for_missing_twins_are_counted(lake):
    made = build(lake, [candidate(0, question="Which of the following was the number aboard?"), candidate(1)])
    assert [q.open_answer for q in made.questions] == [None, "41 passengers"]
    assert made.manifest.counts["no_twin_leans_on_choices"] == made.manifest.counts["open_ended"] == 1


def test_only_articles_that_questions_were_made_from_are_in(lake):
    assert [a.version_id for a in build(lake, [candidate(1), candidate(4)]).articles] == ["v001", "v004"]


def test_the_order_in_which_rows_are_given_makes_no_difference(lake):
    made = build(lake, [candidate(i) for i in range(5)])
    articles = [article(i) for i in reversed(range(9))]
    mixed = build(lake, [candidate(i) for i in (3, 1, 4, 0, 2)], articles=articles, run=run(run_id=RUN + "-2"))
    assert mixed.manifest.tables["questions"] == made.manifest.tables["questions"]
    assert mixed.questions == made.questions
    assert mixed.manifest.id != made.manifest.id


def test_another_seed_gives_other_orders_of_the_same_questions(lake):
    first = build(lake, [candidate(i) for i in range(6)])
    other = build(lake, [candidate(i) for i in range(6)], seed="other", run=run(run_id=RUN + "-2"))
    assert [q.choices for q in first.questions] != [q.choices for q in other.questions]
    assert [sorted(q.choices) for q in first.questions] == [sorted(q.choices) for q in other.questions]


def test_a_rerun_gives_back_the_release_of_the_run(lake, release):
    again = build(lake, [candidate(0)], made=datetime(2030, 1, 1, tzinfo=UTC))
    assert again.manifest == release.manifest
    assert again.signature.full() == release.signature.full()
    assert ReleaseStore(lake).ids() == [release.release_id]


def test_a_rerun_over_a_changed_release_does_not_pass_it_on(lake, release):
    (release.folder / "questions.parquet").write_bytes((release.folder / "questions.parquet").read_bytes()[:-9])
    with pytest.raises(Exception, match=r"questions\.parquet"):
        build(lake, [candidate(0)])
    (release.folder / "manifest.json").write_bytes((release.folder / "manifest.json").read_bytes() + b" ")
    with pytest.raises(DigestMismatch):
        build(lake, [candidate(0)])


def test_nothing_kept_means_nothing_to_release(lake):
    with pytest.raises(BadInput, match=r"no question was kept.*clear 1"):
        build(lake, [candidate(0)], [verdict(0, check="clear", passed=False)])
    with pytest.raises(BadInput, match="there were no candidates"):
        build(lake, [])
    assert ReleaseStore(lake).ids() == []


def test_choices_stay_byte_for_byte(lake):
    odd = ("Ærø\u00a0kommune", "１２ people", "12 people", "twelve")
    made = build(lake, [candidate(0, choices=odd, key=odd[0])])
    assert set(made.questions[0].choices) == set(odd)
    assert made.questions[0].choices.count(made.questions[0].key) == 1


def test_questions_can_be_made_anew_from_what_the_release_holds(release):
    assert remake_questions(release.manifest, release.candidates, release.verdicts, release.articles) == release.questions


def test_the_signature_is_logged(lake, caplog):
    with caplog.at_level(logging.INFO):
        made = build(lake, [candidate(0)])
    assert made.signature.short() in caplog.text


def test_a_release_of_events_says_so(lake):
    made = build(lake, [candidate(0)], run=replace(run(), flow="events", run_id="events-2024-daily", day="2024"))
    assert made.signature.short().startswith("okbench|events:2024/24h|") or made.signature.subject == "events"
