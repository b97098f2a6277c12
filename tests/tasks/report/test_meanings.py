"""Stages and reasons in plain words."""

import re
from pathlib import Path

import pytest

from tasks.generate.funnel import generate_funnel
from tasks.ingest.funnel import STAGES
from tasks.report.meanings import column_meanings, meaning_of, stage_order, stage_words
from tasks.validate.agent_reply import STANDARDS
from tasks.validate.rules import RULES
from tests.tasks.report.made_day import RUN, candidate

TASKS = Path(__file__).parents[3] / "tasks"


def is_explained(reason: str) -> bool:
    return meaning_of(reason).casefold().rstrip(".") != reason.replace("_", " ")


@pytest.mark.parametrize(
    "check", [*(rule.__name__ for rule in RULES), *STANDARDS.values(), "no_duplicate", "agent_overall", "agent_verdict"]
)
def test_every_check_of_validation_is_explained(check):
    assert is_explained(check)


def test_every_reason_that_the_stages_write_is_explained():
    stages = ("ingest", "events", "fetching", "extraction", "generate")
    files = [*(path for stage in stages for path in (TASKS / stage).glob("*.py")), TASKS / "release" / "build.py"]
    written = {code for file in files for code in re.findall(r'(?:Drop\(|reason=|return )"([a-z0-9]+_[a-z0-9_]+)"', file.read_text("utf-8"))}
    assert len(written) > 40
    not_reasons = {"day_only", "zone_assumed", "body_from_feed", "body_from_json_ld", "body_from_container"}
    assert sorted(code for code in written - not_reasons if not is_explained(code)) == []


def test_every_stage_of_the_way_is_explained_and_in_its_place():
    made = [row.stage for row in generate_funnel([candidate(0, 1)], run_id=RUN, count=1)]
    for stage in ("feeds", "event_pages", "events", "event_links", *STAGES, "select", *made, "validate", "release", "answers"):
        assert stage_words(stage).meaning and stage_words(stage).kept
    assert stage_order("entries") < stage_order("articles") < stage_order("generate") < stage_order("validate") < stage_order("answers")


def test_unknown_codes_are_spelt_out_rather_than_left_blank():
    assert meaning_of("too_blue") == "Too blue."
    assert stage_words("tasting").title == "Tasting"
    assert stage_order("release") > stage_order("tasting") >= stage_order("generate")


def test_http_statuses_are_explained_whatever_they_are():
    assert "418" in meaning_of("http_418") and "410" in meaning_of("http 410 gone")


def test_the_same_code_means_another_thing_of_an_answer():
    assert meaning_of("truncated") != meaning_of("truncated", "answers")


def test_having_been_kept_without_a_reason_is_explained_by_the_stage():
    assert meaning_of("", "release") == "In the signed release."


def test_a_table_without_words_has_no_column_meanings():
    assert column_meanings("tasting") == {}
    assert "USD" in column_meanings("costs")
