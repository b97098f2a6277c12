"""The sample newspaper is a world of its own: every article readable, dated relative to the run, and of the promised kinds."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from sample.newspaper.outlets import OUTLETS
from sample.newspaper.stories import load_stories, publish

MOMENT = datetime(2026, 11, 30, 6, 0, tzinfo=UTC)
STORIES = load_stories()


def test_ten_days_hold_at_least_eight_articles_each():
    days = Counter(int(s.hours_back // 24) for s in STORIES if s.kind == "article")
    assert set(days) == set(range(10))
    assert min(days.values()) >= 8


def test_every_awkward_kind_is_there():
    kinds = Counter(s.kind for s in STORIES)
    assert {"article", "copy", "correction", "paywall", "consent", "live_blog", "undated", "video"} == set(kinds)
    assert kinds["copy"] >= 2
    assert sum(s.language == "es" for s in STORIES) >= 2


def test_outlets_speak_rss_atom_and_rdf():
    assert len(OUTLETS) >= 6
    assert {o.format for o in OUTLETS.values()} == {"rss", "atom", "rdf"}
    assert {s.outlet for s in STORIES} == set(OUTLETS)


@pytest.mark.parametrize("story", STORIES, ids=lambda s: s.slug)
def test_an_article_is_prose_of_150_to_500_words_without_open_placeholders(story):
    text = " ".join(publish(story, MOMENT).paragraphs)
    assert "{" not in text + publish(story, MOMENT).title
    if story.kind not in ("paywall", "video"):
        assert 150 <= len(text.split()) <= 500


def test_a_copy_or_correction_names_an_existing_article():
    slugs = {s.slug for s in STORIES}
    assert len(slugs) == len(STORIES)
    assert all(s.of in slugs for s in STORIES if s.kind in ("copy", "correction"))


def test_dates_in_the_text_follow_the_runs_moment():
    story = next(s for s in STORIES if "{date}" in s.text and s.language == "en")
    early, late = publish(story, MOMENT), publish(story, MOMENT + timedelta(days=365))
    assert late.published - early.published == timedelta(days=365)
    assert f"{early.published.day} " in " ".join(early.paragraphs)
    assert " ".join(early.paragraphs) != " ".join(late.paragraphs)
