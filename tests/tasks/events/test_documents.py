"""Every cited link has a fate; a document counts for an event only when it matches it; no link ever has another's text."""

from collections import Counter
from datetime import UTC, datetime

import pytest

from sample.encyclopedia.wikitext import path_of, trouble_of
from sample.encyclopedia.world import COUNTRIES, happenings
from storage.lake import Lake
from storage.schemas.events import Document, DocumentLink
from storage.schemas.news import Article
from tasks.events.browser import Browser
from tasks.events.collect import collect_page
from tasks.events.documents import collect_documents
from tasks.events.losses import funnel_of, losses_of, read_losses
from tasks.events.mediawiki import MediaWiki
from tasks.events.sharing import mark_shared
from tasks.events.ways import NEEDS_SCRIPTS, Ways
from tasks.extraction.options import GateOptions, PoolOptions
from tasks.extraction.pool import ExtractionPool

NOW = datetime(2026, 11, 30, tzinfo=UTC)
YEAR = 2022  # the storm with its two events is no dead link in this one


@pytest.fixture
async def pool():
    async with ExtractionPool(PoolOptions(workers=1)) as opened:
        yield opened


@pytest.fixture
def lake(tmp_path) -> Lake:
    return Lake.open(tmp_path / "lake")


@pytest.fixture
def run(encyclopedia, fetcher, pool, options, oskelund, lake, policy):
    async def work(run_id: str = "run-1"):
        wiki = MediaWiki(oskelund.wiki, fetcher, options.wiki)
        page = await collect_page(oskelund, YEAR, wiki=wiki, lake=lake, run_id=run_id, now=NOW, options=options)
        browser = Browser(options.browser, user_agent=policy.user_agent, allow_private=True)
        ways = Ways(fetcher=fetcher, pool=pool, browser=browser, options=options, gates=GateOptions())
        done = await collect_documents(
            "oskelund", YEAR, events=page.events, citations=page.citations, ways=ways, lake=lake, run_id=run_id, now=NOW, options=options
        )
        return page, done

    return work


def by_trouble(encyclopedia, done) -> dict[str, DocumentLink]:
    paths = {encyclopedia.base + path_of(item): trouble_of(item) for item in happenings(COUNTRIES[0], YEAR) if trouble_of(item)}
    return {paths[link.url]: link for link in done.links if link.url in paths}


@pytest.mark.slow
async def test_a_year_of_documents_with_the_fate_of_each_link(run, encyclopedia, lake):
    page, done = await run()
    fates = by_trouble(encyclopedia, done)
    assert len(done.links) == len(page.citations) == 13

    # A page that is gone is taken from its archived copy, without the archive's toolbar; one without a copy is lost.
    archived = fates["archived"]
    assert (archived.outcome, archived.way, archived.tried) == ("kept", "archive", ("plain:http_404", "archive:ok"))
    text = next(document for document in done.documents if document.version_id == archived.version_id)
    assert "Time Cellar" not in text.body and text.word_count >= 120
    assert (text.url, text.published_source) == (archived.url, "page")
    assert fates["dead"].outcome == "dropped" and fates["dead"].version_id is None
    assert fates["dead"].tried == ("plain:http_404", "archive:http_404")

    # robots.txt is obeyed, and not got round by way of the archive.
    assert (fates["forbidden"].reason, fates["forbidden"].tried) == ("robots", ("plain:robots",))
    assert not any(path.startswith("/private/") for path in encyclopedia.requests)

    # Without a browser a page that needs one is lost, and says why.
    assert fates["script"].outcome == "dropped" and fates["script"].tried[0].removeprefix("plain:") in NEEDS_SCRIPTS

    # A link that leads to another event's report is found out; that report is its own event's all the same, and not shared.
    item = happenings(COUNTRIES[0], YEAR)[4]
    assert trouble_of(item) == "wrong"
    both = [link for link in done.links if link.url == encyclopedia.base + path_of(item)]
    assert sorted((link.outcome, link.reason, link.matches) for link in both) == [("dropped", "document_mismatch", False), ("kept", "", True)]
    assert not any(link.shared for link in both)

    # A named reference that two events use is one document for both, marked as shared.
    shared = [link for link in done.links if link.shared]
    assert len(shared) == 2 and len({link.event_id for link in shared}) == 2 and len({link.version_id for link in shared}) == 1

    # Each kept text is the report that stands at that very address.
    reports = {encyclopedia.base + path_of(item): item for item in happenings(COUNTRIES[0], YEAR) if trouble_of(item) != "wrong"}
    bodies = {document.version_id: document for document in done.documents}
    for link in done.links:
        if link.outcome == "kept":
            assert bodies[link.version_id].body.split("\n\n")[0] == reports[link.url].paragraphs[0]
            assert isinstance(bodies[link.version_id], Article)
    assert all(link.matches for link in done.links if link.outcome == "kept")

    # The losses and the funnel say the same, and their sums agree.
    losses = losses_of("oskelund", YEAR, page=page.page, events=page.events, citations=page.citations, links=done.links)
    assert (losses.links, losses.kept, losses.shared) == (13, 9, 2)
    assert losses.kept + losses.reasons.total() == losses.links
    assert read_losses(lake) == [losses]
    counts: Counter[str] = Counter()
    for row in funnel_of([losses], "run-1"):
        counts[row.stage] += row.count
    assert counts == {"event_pages": 1, "events": 13, "event_links": 13}

    # A second run follows no link again, and finds the same.
    asked = encyclopedia.requests.copy()
    _, again = await run("run-2")
    assert again.followed == 0
    assert {path: count for path, count in (encyclopedia.requests - asked).items() if path != "/w/api.php"} == {}
    assert [(link.event_id, link.outcome, link.version_id) for link in again.links] == [(link.event_id, link.outcome, link.version_id) for link in done.links]
    assert len(lake.read(Document, f"oskelund/{YEAR}")) == len({link.version_id for link in done.links if link.version_id})
    assert mark_shared(lake) == 0


async def test_a_document_that_events_of_two_regions_cite_is_marked_in_both(lake):
    def link(event: str, region: str) -> DocumentLink:
        return DocumentLink(
            event_id=event, region=region, year=2020, url="https://a.example/1", archive_url="", outcome="kept", reason="", detail="", way="plain",
            tried=("plain:ok",), final_url="https://a.example/1", article_id="a1", version_id="v1", shared=False, matches=True, match_score=0.9,
            run_id="r", noted=NOW,
        )  # fmt: skip

    lake.replace(DocumentLink, [link("ev1", "x")], "x/2020")
    lake.replace(DocumentLink, [link("ev2", "y")], "y/2020")
    assert mark_shared(lake) == 2
    assert all(row.shared for place in ("x/2020", "y/2020") for row in lake.read(DocumentLink, place))
