"""Real year pages: their events with dates and links as people found them; other pages of MediaWiki do not break the reader."""

import json
import re
from pathlib import Path

import pytest

from tasks.events.archive import original_of
from tasks.events.wikitext.reading import ReadEvent, read_page
from tasks.fetching.urls import canonical_url

pytestmark = pytest.mark.world


def words(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()


def address(url: str) -> str:
    return (canonical_url(original_of(url) or url) or url).rstrip("/")


def links(urls: list[str]) -> set[str]:
    # The catalogue page of a newspaper's ISSN is put there by the template, not by the reference.
    return {address(url) for url in urls if "search.worldcat.org/issn" not in url}


def is_same(event: ReadEvent, expected: dict) -> bool:
    mine, theirs = words(event.text), words(expected["text"])
    return bool(mine) and (theirs.endswith(mine) or mine.endswith(theirs))


def test_at_least_98_percent_of_the_expected_events_have_the_right_date_and_links_and_none_is_invented(world: Path) -> None:
    folder = world / "data" / "wikipedia"
    right = total = 0
    for path in sorted((folder / "handed").glob("*.expected_events.json")):
        expected = json.loads(path.read_text("utf-8"))
        page = read_page(path.with_name(path.name.replace(".expected_events.json", ".reconstructed.wiki")).read_text("utf-8"), int(path.name[:4]))
        left = list(page.events)
        total += len(expected)
        for row in expected:
            event = next((event for event in left if is_same(event, row)), None)
            if event is None:
                continue
            left.remove(event)
            day, month, year = row["start_date"].split("/")
            right += event.date.start == f"{year}-{month}-{day}" and links(row["urls"]) == links([cited.url for cited in event.cited])
        assert left == [], path.name
        assert page.headings > 3
    assert total > 800
    assert right >= 0.98 * total, f"{right} of {total}"


def test_real_pages_of_other_shapes_do_not_break_the_reader(world: Path) -> None:
    folder = world / "data" / "wikipedia" / "handed"
    pages = [path for form in ("real_wikitext_*", "real_text_*", "real_html_*") for path in folder.glob(form)]
    assert len(pages) > 15
    for path in pages:
        read_page(path.read_text("utf-8"), 2016)
