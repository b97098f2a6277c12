"""The dataset card: front matter that machines read, facts that people need, nothing that breaks out of its cell."""

import json
from dataclasses import replace

import pytest

from storage.manifest import FunnelCount, KeyPositions, Source
from tasks.release.card import render_card


def front_matter(card):
    head, _, rest = card.removeprefix("---\n").partition("---\n")
    return {line.split(": ", 1)[0]: json.loads(line.split(": ", 1)[1]) for line in head.strip().splitlines()}, rest


def test_the_front_matter_names_the_tables(release):
    fields, _ = front_matter(render_card(release.manifest))
    assert [(c["config_name"], c["data_files"]) for c in fields["configs"]] == [
        (name, f"{name}.parquet") for name in ("questions", "articles", "candidates", "verdicts")
    ]
    assert fields["configs"][0]["default"] is True
    assert (fields["license"], fields["language"], fields["size_categories"]) == ("other", ["en"], ["n<1K"])
    assert front_matter(render_card(release.manifest, form="jsonl"))[0]["configs"][0]["data_files"] == "questions.jsonl"


def test_the_front_matter_is_yaml(release):
    yaml = pytest.importorskip("yaml")
    card = render_card(release.manifest)
    assert yaml.safe_load(card.split("---\n")[1]) == front_matter(card)[0]


def test_it_says_what_a_reader_needs(release):
    card = render_card(release.manifest)
    for text in (
        release.signature.short(), release.signature.full(), "## From feed to release", "| entries | dropped | paywall | 2 |", "ids_only",
        "| Closed Gazette | general | 2 | 2 | ids_only | not stated |", "## How to cite", "## Warnings", "gpt-4.1-2025-04-14", "0.0200",
    ):  # fmt: skip
        assert text in card, text
    assert "baseline" not in card


def test_baselines_are_not_passed_off_as_language_models(release):
    agent = replace(release.manifest.agents[0], baseline=True, models=("baseline/cloze",), cost=None)
    card = render_card(replace(release.manifest, agents=(agent,)))
    assert "they are no language models" in card
    assert "| unknown |" in card


def test_withheld_texts_are_mentioned(release):
    assert "withheld from this copy" not in render_card(release.manifest)
    assert "18 titles and texts of articles are withheld" in render_card(replace(release.manifest, withheld=18))


def test_a_hostile_outlet_name_stays_in_its_cell(release):
    name = "Evil | News\n# Heading <script>alert(1)</script> [x](javascript:y) `code`"
    source = Source(outlet=name, category="a|b", articles=1, questions=1, redistribution="full", licence="=1+1")
    card = render_card(replace(release.manifest, sources=(source,)))
    row = next(line for line in card.splitlines() if line.startswith("| Evil"))
    assert row.count("|") == 7
    assert "<script>" not in card and "\n# Heading" not in card and "](javascript" not in card


def test_empty_parts_do_not_break_it(release):
    unknown = KeyPositions(counts=(0,) * 4, chi_square=None, p_value=None)
    bare = replace(release.manifest, funnel=(), sources=(), dropped={}, languages=(), agents=(), key_positions=unknown)
    card = render_card(bare)
    assert "(none)" in card and "chi-square" not in card
    assert front_matter(card)[0]["language"] == ["und"]


def test_sizes(release):
    big = replace(release.manifest.tables["questions"], rows=2350)
    card = render_card(replace(release.manifest, tables={**release.manifest.tables, "questions": big}))
    assert front_matter(card)[0]["size_categories"] == ["1K<n<10K"]
    assert "2350 four-choice questions" in card


def test_the_funnel_may_hold_odd_reasons(release):
    odd = FunnelCount(stage="x", outcome="dropped", reason="a|b", count=1)
    assert "a&#124;b" in render_card(replace(release.manifest, funnel=(odd,)))
