"""Which ways are tried for a link, and what is remembered of it."""

from loopback import Reply, Site
from made_pages import page

from tasks.events.browser import Browser
from tasks.events.options import ArchiveOptions, BrowserOptions, EventOptions
from tasks.events.ways import Lead, Ways
from tasks.extraction.extract import Extraction, PageJob
from tasks.extraction.options import GateOptions
from tasks.extraction.pool import PoolResult

HTML = {"Content-Type": "text/html; charset=utf-8"}


class PlainPool:
    """Reads a page in this process, as a worker would; starting workers is the pool's own test."""

    async def run(self, job: PageJob) -> PoolResult:
        from tasks.extraction.extract import extract_page

        found: Extraction = extract_page(job)
        return PoolResult(found)


def ways(fetcher, site: Site, **archive) -> Ways:
    options = EventOptions(browser=BrowserOptions(use="never"), archive=ArchiveOptions(address=f"{site.url}/web/", delay_s=0, **archive))
    browser = Browser(options.browser, user_agent="x", allow_private=True)
    return Ways(fetcher=fetcher, pool=PlainPool(), browser=browser, options=options, gates=GateOptions())  # type: ignore[arg-type]


async def test_a_page_that_answers_is_taken_once_however_often_it_is_cited(site: Site, fetcher):
    url = site.put("/a", Reply(page(), headers=HTML))
    way = ways(fetcher, site)
    first, again = await way.follow(Lead(url=url)), await way.follow(Lead(url=url, title="another reference"))
    assert first.tried == again.tried == ("plain:ok",)
    assert again.lead.title == "another reference"
    assert len(site.asked("/a")) == 1


async def test_the_copy_next_to_the_events_day_is_asked_for_where_the_reference_names_none(site: Site, fetcher):
    url = f"{site.url}/gone"
    site.put(f"/web/20200316id_/{url}", Reply(page(), headers=HTML))
    found = await ways(fetcher, site).follow(Lead(url=url, day="2020-03-16"))
    assert (found.way, found.tried, found.url, found.archived) == ("archive", ("plain:http_404", "archive:ok"), url, "2020-03-16")
    assert (await ways(fetcher, site, guess=False).follow(Lead(url=url + "2", day="2020-03-16"))).tried == ("plain:http_404",)


async def test_a_document_that_is_no_page_is_not_looked_for_in_the_archive(site: Site, fetcher):
    url = site.put("/paper.pdf", Reply(b"%PDF-1.7", headers={"Content-Type": "application/pdf"}))
    found = await ways(fetcher, site).follow(Lead(url=url, day="2020-03-16"))
    assert (found.page, found.reason, found.tried) == (None, "not_html", ("plain:not_html",))


async def test_a_robot_check_is_no_reason_for_the_browser(site: Site, fetcher):
    url = site.put("/a", Reply(b"<title>Just a moment...</title>", status=403, headers=HTML))
    found = await ways(fetcher, site).follow(Lead(url=url))
    assert (found.reason, found.tried) == ("bot_block", ("plain:bot_block",))
