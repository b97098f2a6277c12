"""Clusters of near-copies, and their heads."""

import time
from dataclasses import replace
from datetime import timedelta

import pytest
from made_pages import MOMENT, article, prose
from sample_articles import sample_article

from storage.schemas.news import Article
from tasks.ingest.clusters import assign_clusters

WIRE = prose(1, 20)


def story(name: str, body: str, hours: float, **changes: object) -> Article:
    return article(f"https://{name}.example/s", body, published=MOMENT - timedelta(hours=hours), outlet=name, **changes)


def test_a_copy_is_of_the_cluster_of_what_was_printed_first_and_that_is_its_head() -> None:
    copy, wire, other = story("b", WIRE + "\n\nPrinted with thanks.", 2), story("a", WIRE, 5), story("c", prose(2, 20), 9)
    found = assign_clusters([copy, wire, other], [])
    assert [row.article_id for row in found] == [copy.article_id, wire.article_id, other.article_id]
    assert found[0].cluster_id == found[1].cluster_id != found[2].cluster_id
    assert [row.cluster_head for row in found] == [False, True, True]


def test_of_copies_of_one_instant_the_lowest_id_is_the_head() -> None:
    rows = [story(name, WIRE, 3) for name in "abcd"]
    heads = [row.article_id for row in assign_clusters(rows, []) if row.cluster_head]
    assert heads == [min(row.article_id for row in rows)]


def test_a_cluster_keeps_its_id_when_an_earlier_copy_comes_in() -> None:
    first = assign_clusters([story("a", WIRE, 5)], [])
    again = assign_clusters([*first, story("b", WIRE, 8)], [])
    assert {row.cluster_id for row in again} == {first[0].cluster_id}
    assert [row.cluster_head for row in again] == [False, True]


def test_a_newer_version_of_the_head_takes_its_place_and_one_of_a_copy_does_not() -> None:
    wire, copy = story("a", WIRE, 5), story("b", WIRE, 4)
    corrected = replace(wire, version_id="v2", version=2, body=WIRE + "\n\nCorrected.", body_digest="d2", published=MOMENT)
    found = assign_clusters([wire, copy, corrected], [])
    assert [row.cluster_head for row in found] == [False, False, True]
    later = replace(copy, version_id="v3", version=2, body_digest="d3")
    assert [row.cluster_head for row in assign_clusters([wire, copy, later], [])] == [True, False, False]


def test_versions_are_of_one_cluster_even_with_nothing_in_common() -> None:
    first = story("a", WIRE, 5)
    second = replace(first, version_id="v2", version=2, body=prose(9), body_digest="d2")
    one, two = assign_clusters([first, second], [])
    assert one.cluster_id == two.cluster_id


def test_a_copy_of_an_earlier_days_story_is_no_head_and_a_new_version_of_it_is() -> None:
    (yesterday,) = assign_clusters([story("a", WIRE, 20, day="2026-11-29")], [])
    copy = story("b", WIRE, 2)
    (found,) = assign_clusters([copy], [yesterday])
    assert (found.cluster_id, found.cluster_head) == (yesterday.cluster_id, False)
    update = replace(yesterday, version_id="v2", version=2, day="2026-11-30", body=WIRE + "\n\nUpdated.", body_digest="d2")
    found, newer = assign_clusters([copy, update], [yesterday])
    assert (found.cluster_head, newer.cluster_head) == (False, True)


def test_two_clusters_that_a_third_text_joins_get_the_earlier_ones_id() -> None:
    left, right = prose(1, 12), prose(2, 12)
    first = assign_clusters([story("a", left, 5), story("b", right, 8)], [])
    joined = assign_clusters([*first, story("c", left + "\n\n" + right, 1)], [])
    assert {row.cluster_id for row in joined} == {first[1].cluster_id}
    assert sum(row.cluster_head for row in joined) == 1


def test_a_live_blog_leads_no_cluster_that_has_an_article() -> None:
    blog, plain = story("a", WIRE, 9, kind="live_blog"), story("b", WIRE, 2)
    assert [row.cluster_head for row in assign_clusters([blog, plain], [])] == [False, True]


def test_short_texts_are_copies_only_when_equal() -> None:
    short = "The ferry sails at nine from the northern quay on every day of the week but Sunday."
    rows = assign_clusters([story("a", short, 3), story("b", short, 2), story("c", short.replace("nine", "ten"), 1)], [])
    assert rows[0].cluster_id == rows[1].cluster_id != rows[2].cluster_id


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("d0-wire-border-railway-reopens", "d0-talmere-border-railway", True),
        ("d9-aurelia-rudder-hollin-point", "d9-aurelia-rudder-lost-bryndal", True),
        ("d7-bryndal-street-lamps", "d7-bryndal-street-lamps-corrected", True),
        ("d0-wire-skerrin-cable-fault", "d0-wire-border-railway-reopens", False),
        ("d5-tolland-bearing-named", "d9-aurelia-rudder-hollin-point", False),
    ],
)
def test_printed_again_or_corrected_is_a_copy_and_a_report_of_the_same_affair_is_none(first: str, second: str, same: bool) -> None:
    rows = [replace(sample_article(slug), cluster_id="", cluster_head=False) for slug in (first, second)]
    one, two = assign_clusters(rows, [])
    assert (one.cluster_id == two.cluster_id) is same


@pytest.mark.slow
def test_five_hundred_articles_take_about_a_second() -> None:
    rows = [story(f"o{n}", prose(n, 34), n / 30) for n in range(500)]
    start = time.process_time()
    found = assign_clusters(rows, [])
    assert time.process_time() - start < 3
    assert all(row.cluster_head for row in found)
