"""What a reader must know before citing a figure."""

import dataclasses

import pytest

from storage.agents import AgentRecord
from tasks.report.notes import Facts, notes_on
from tasks.report.scores import Score
from tests.tasks.report.made_day import agents, feeds, run


@pytest.fixture
def facts(report):
    """A day with nothing to remark but texts that may not be passed on."""
    sources = tuple(dataclasses.replace(source, redistribution="full") for source in report.manifest.sources)
    return Facts(run=run(), manifest=dataclasses.replace(report.manifest, sources=sources), guess=0.25)


def texts(facts: Facts, **changes) -> list[str]:
    return [("! " if note.warning else "") + note.text for note in notes_on(dataclasses.replace(facts, **changes))]


def with_agents(facts: Facts, *records: AgentRecord):
    return dataclasses.replace(facts.manifest, agents=records)


def changed(score: Score, **changes) -> Score:
    return dataclasses.replace(score, evaluation=dataclasses.replace(score.evaluation, **changes))


def test_a_day_without_trouble_has_no_notes(facts):
    assert texts(facts) == []


def test_broken_feeds_are_named(facts):
    assert texts(facts, feeds=tuple(feeds())) == ["! 1 of 9 feeds broken, so their news is missing: old-mill."]


def test_many_names_are_cut(facts):
    broken = [dataclasses.replace(feeds()[-3], feed_id=f"f{number}") for number in range(9)]
    assert texts(facts, feeds=tuple(broken))[0].endswith("f0, f1, f2, f3, f4, f5 and 3 more.")


@pytest.mark.parametrize(("status", "words"), [("stopped", "budget"), ("failed", "failed"), ("cancelled", "cancelled")])
def test_a_run_that_ended_early_says_so(facts, status, words):
    (note,) = texts(facts, run=run(status=status, detail="limit of 2 USD"))
    assert note.startswith("! The run") and words in note and "limit of 2 USD" in note


def test_sums_that_do_not_agree_and_damaged_files_are_warnings(facts):
    found = texts(facts, faults=("generate kept 8, but validate counts 9",), damaged=("part-1.parquet.damaged",))
    assert found[0] == "! Sums do not agree: generate kept 8, but validate counts 9."
    assert "part-1.parquet.damaged" in found[1]


def test_one_model_as_generator_and_validator_is_a_warning(facts):
    same = agents("lyra-large")
    (note,) = texts(facts, manifest=with_agents(facts, *same.values()))
    assert note.startswith("! Generator and validator are the same model (lyra-large")


def test_a_model_that_is_tested_on_its_own_questions_is_a_warning(facts, report):
    own = changed(report.scores[0], model="lyra-large", signature=facts.manifest.signature.short())
    assert any("lyra-large is the generator and a model under test" in text for text in texts(facts, scores=(own,)))


def test_a_sample_is_told_once_for_each_model(facts, report):
    sampled = tuple(changed(score, model="small", sample="6 of 54, seed okbench") for score in report.scores[:2])
    found = [text for text in texts(facts, scores=sampled) if "sample" in text]
    assert found == ["! small answered only a sample of the questions (6 of 54, seed okbench): its scores do not compare with those over all."]


def test_no_validator_is_a_warning_for_a_language_model_and_a_note_for_a_baseline(facts):
    writer = agents()["generator"]
    manifest = with_agents(facts, writer)
    warned = texts(facts, manifest=manifest)
    assert warned == ["! No agent validated the questions; only the rules did."]
    cloze = dataclasses.replace(writer, models=("baseline/cloze",), asked="baseline/cloze", baseline=True)
    noted = texts(facts, manifest=with_agents(facts, cloze))
    assert noted[0] == "The generator baseline/cloze is a program that follows fixed rules, not a language model."
    assert not any(text.startswith("!") for text in noted)


def test_failed_calls_silence_and_a_cut_article_are_told(facts, report):
    score = dataclasses.replace(report.scores[1], cut=3)
    quiet = changed(score, failed=2, refused=20, signature=facts.manifest.signature.short())
    found = texts(facts, scores=(quiet,), manifest=with_agents(facts, *agents().values()))
    assert "! Of cirrus-70b (oracle), 2 calls failed, which over all questions counts as not right." in found
    assert any("without a readable answer" in text and "15.2 %" in text for text in found)
    assert any("shortened article in 3 questions" in text for text in found)


def test_a_score_under_another_signature_never_passes_silently(facts, report):
    found = texts(facts, scores=(changed(report.scores[0], signature="okbench|other"),))
    assert any(text.startswith("! cirrus-70b (no context) cites another signature") for text in found)


def test_missing_answers_are_told(facts, report):
    bare = dataclasses.replace(report.scores[0], over_all=None, over_answered=None)
    assert any(text.startswith("! Not all answers of cirrus-70b") for text in texts(facts, scores=(bare,)))


def test_few_articles_make_wide_intervals(facts, report):
    few = dataclasses.replace(report.scores[1], over_all=dataclasses.replace(report.scores[1].over_all, clusters=8))
    assert any(text.startswith("! Scores rest on 8 articles") for text in texts(facts, scores=(few,)))


def test_above_the_guess_line_without_the_article_is_remarked_of_models_only(facts, report):
    found = texts(facts, scores=report.scores)
    assert any(text.startswith("cirrus-70b (no context) is above the guess line") for text in found)
    assert not any("baseline" in text and "guess line" in text for text in texts(facts, scores=report.scores, guess=0.0))


def test_a_model_that_stands_twice_is_explained(facts, report):
    assert any("stands 2 times under no context" in text for text in texts(facts, scores=(report.scores[0], report.scores[0])))


def test_unknown_prices_are_named(facts, report):
    dear = dataclasses.replace(report.costs[0], unknown=2)
    assert any(f"Prices are not known for {dear.model}" in text for text in texts(facts, costs=(dear,)))


def test_withheld_and_closed_texts(facts, report):
    found = texts(facts, manifest=dataclasses.replace(report.manifest, withheld=4))
    assert found[0].startswith("4 titles and texts of articles are withheld")
    assert found[1].startswith("Texts of 13 articles may not be passed on")


def test_keys_that_stand_unevenly_are_a_warning(facts):
    uneven = dataclasses.replace(facts.manifest.key_positions, p_value=0.0001)
    assert texts(facts, manifest=dataclasses.replace(facts.manifest, key_positions=uneven))[0].startswith(
        "! The right choices stand unevenly"
    )


def test_warnings_come_first(report):
    order = [note.warning for note in report.notes]
    assert order == sorted(order, reverse=True) and True in order and False in order
