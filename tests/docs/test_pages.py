"""What holds for all pages: links lead somewhere, nothing is missing from an index, nothing is of one machine only."""

import re
from urllib.parse import urlsplit

import pytest
from doc_pages import ROOT, anchors, blocks, links, pages

DOCS = ROOT / "docs"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_links_within_the_repository_resolve(page):
    for link in links(page):
        parts = urlsplit(link)
        if parts.scheme:
            continue
        target = (page.parent / parts.path).resolve() if parts.path else page
        assert target.exists(), link
        assert ROOT in [target, *target.parents], link
        if parts.fragment and target.suffix == ".md":
            assert parts.fragment in anchors(target), link


def test_the_index_names_every_page():
    linked = {(DOCS / link).resolve() for link in links(DOCS / "README.md")}
    wanted = {*DOCS.glob("*.md"), *DOCS.glob("how-to/*.md"), *DOCS.glob("reference/*.md")} - {DOCS / "README.md"}
    assert wanted <= linked


def test_the_readme_begins_with_what_it_is_a_result_and_the_two_commands():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    places = [text.index(part) for part in ("okbench turns", "docs/images/report.png", "95 % interval", "make demo", "make test", "## Real use", "## State")]
    assert places == sorted(places)
    assert (DOCS / "images" / "report.png").stat().st_size < 300_000


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_a_page_is_of_no_machine(page):
    text = page.read_text(encoding="utf-8")
    assert not re.findall(r"(?<![\w.])/(?:home|Users|root|work|tmp|mnt)/\S*", text)
    assert str(ROOT) not in text


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_commands_stand_where_they_are_run(page):
    """A command in a block that no test runs would rot; a few need the internet, a key or a browser, and are marked as text."""
    assert all(block.language for block in blocks(page)), "every block says its language"
    unrun = [block for block in blocks(page) if block.language not in ("console", "text") and re.search(r"^\$ ", block.text, re.MULTILINE)]
    assert not unrun
    assert sum(block.language == "text" for block in blocks(page)) <= 4


def test_decisions_are_numbered_once():
    numbers = [path.name[:4] for path in (DOCS / "decisions").glob("[0-9]*.md")]
    assert len(numbers) == len(set(numbers))
