"""Examples of kept and dropped questions."""

import dataclasses
from types import SimpleNamespace

import pytest

from tasks.report.examples import _passage, dropped_examples, kept_examples, web_address
from tests.tasks.report.made_day import RUN, article, candidate


def test_the_choice_follows_from_the_run_s_name(day):
    release = day[2]
    assert kept_examples(release, RUN) == kept_examples(release, RUN)
    assert [e.question.question_id for e in kept_examples(release, RUN)] != [
        e.question.question_id for e in kept_examples(release, "other")
    ]


def test_kept_ones_come_from_different_outlets_first_and_never_twice(day):
    found = kept_examples(day[2], RUN)
    assert len({example.question.outlet for example in found}) == 6
    many = kept_examples(day[2], RUN, count=10_000)
    assert len({example.question.question_id for example in many}) == len(many) == len(day[2].questions)


def test_dropped_ones_show_one_of_each_reason_the_most_frequent_first(day, report):
    found = dropped_examples(day[2], RUN)
    assert len({example.reason for example in found}) == len(found) == 9
    assert [example.dropped for example in found] == sorted((example.dropped for example in found), reverse=True)
    assert all(example.meaning for example in found)


def test_a_dropped_one_says_who_judged_it_and_in_which_words(day):
    by_reason = {example.reason: example for example in dropped_examples(day[2], RUN, count=99)}
    assert (by_reason["key_right"].judge, by_reason["key_right"].words) == ("orion-mini", "the agent finds no choice right")
    assert by_reason["date_present"].judge == "rule"
    assert by_reason["missing"].judge == ""


def test_the_reason_counts_are_those_of_the_funnel(day, report):
    counts = {o.reason: o.count for stage in report.stages if stage.name in ("generate", "validate") for o in stage.dropped}
    assert {example.reason: example.dropped for example in dropped_examples(day[2], RUN, count=99)} == counts


def test_titles_and_passages_are_shown_only_where_the_outlet_permits_it(day):
    for example in kept_examples(day[2], RUN, count=10_000):
        source, permitted = example.source, day[2].article_of[example.question.version_id].redistribution == "full"
        assert bool(source.title) == permitted
        assert bool(source.key) == permitted
        assert source.url.startswith("https://")


def test_a_missing_article_leaves_the_outlet(day):
    release = SimpleNamespace(questions=day[2].questions[:1], article_of={})
    (example,) = kept_examples(release, RUN)
    assert (example.source.title, example.source.url, example.source.outlet) == ("", "", day[2].questions[0].outlet)


def test_a_candidate_that_nobody_judged_says_so():
    release = SimpleNamespace(questions=[], verdicts=[], candidates=[candidate(0, 1)], article_of={"v000": article(0)})
    assert [example.reason for example in dropped_examples(release, RUN)] == ["not_checked"]


def test_of_an_unreadable_item_a_piece_of_the_reply_is_shown():
    broken = dataclasses.replace(candidate(0, 1), question="", choices=(), key="", status="unusable", reason="not_an_item", raw="x" * 5000)
    release = SimpleNamespace(questions=[], verdicts=[], candidates=[broken], article_of={})
    assert dropped_examples(release, RUN)[0].words == "x" * 200


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//host/x", "http://[bad", "", "ftp://a.example/x"]
)
def test_only_web_addresses_become_links(url):
    assert web_address(url) == ""


def test_a_web_address_is_kept_as_it_is():
    assert web_address("https://courier.example/a?b=c&d") == "https://courier.example/a?b=c&d"


def test_the_passage_is_the_paragraph_of_the_key_cut_at_words():
    body = "First part.\n\n" + "word " * 60 + "won by 12 seconds in " + "all " * 60 + "\n\nLast part."
    before, key, after = _passage(body, "12 seconds")
    assert key == "12 seconds" and before.startswith("… word") and before.endswith("won by ") and after.endswith("all …")
    assert "First" not in before and "Last" not in after


def test_the_passage_prefers_whole_words_and_falls_back_to_any_case():
    assert _passage("The 112 boats; then 12 boats.", "12 boats")[0].endswith("then ")
    assert _passage("THE MAYOR spoke.", "the mayor")[1] == "THE MAYOR"
    assert _passage("Nothing.", "the mayor") == ("", "", "")
