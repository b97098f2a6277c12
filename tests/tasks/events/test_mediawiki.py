"""MediaWiki is asked as its operators want it, and its answers are understood."""

import json

import pytest
from loopback import Reply, Site

from storage.schemas.errors import FetchFailed, FetchRefused
from tasks.events.mediawiki import MediaWiki


@pytest.fixture
def wiki(encyclopedia, fetcher, options) -> MediaWiki:
    return MediaWiki(f"{encyclopedia.base}/w/api.php", fetcher, options.wiki)


async def test_a_page_comes_with_text_revision_and_address_under_our_own_name(wiki, encyclopedia):
    page = await wiki.page("2021 in Talmere")
    assert page is not None
    assert page.text == encyclopedia.text("2021 in Talmere")
    assert page.revision_id and page.revised is not None and page.revised.tzinfo is not None
    assert page.url == f"{encyclopedia.base}/wiki/2021_in_Talmere"
    assert all("desk@example.org" in agent for agent in encyclopedia.agents)


async def test_redirects_and_normalised_titles_are_followed_and_a_missing_page_is_none(wiki):
    page = await wiki.page("2022_in_the_Republic_of_Talmere")
    assert page is not None and page.title == "2022 in Talmere"
    assert await wiki.page("2030 in Talmere") is None


async def test_revisions_of_many_pages_are_asked_for_in_one_request(wiki, encyclopedia):
    found = await wiki.revisions([*encyclopedia.pages, "2030 in Talmere"])
    assert set(found) == set(encyclopedia.pages)
    assert encyclopedia.requests["/w/api.php"] == 1
    assert all(page.text is None for page in found.values())


async def test_a_continued_answer_is_put_together(wiki, encyclopedia):
    query, _ = await wiki._query({"titles": "|".join(encyclopedia.pages[:7]), "rvprop": "ids|content", "rvslots": "main"})
    assert len(query["pages"]) == 7
    assert encyclopedia.requests["/w/api.php"] == 3


async def test_a_wiki_that_is_behind_is_waited_for_and_given_up_after_some_tries(wiki, encyclopedia):
    encyclopedia.lag = 2
    assert await wiki.page("2021 in Talmere") is not None
    encyclopedia.lag = 50
    with pytest.raises(FetchFailed) as caught:
        await wiki.page("2021 in Talmere")
    assert caught.value.reason == "wiki_busy"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (json.dumps({"error": {"code": "readapidenied", "info": "No."}}), "wiki_readapidenied"),
        ("<html>", "wiki_not_json"),
        ("[]", "wiki_not_json"),
    ],
)
async def test_other_answers_are_told_by_their_code(site: Site, fetcher, options, body, reason):
    wiki = MediaWiki(site.put("/w/api.php", Reply(body.encode())), fetcher, options.wiki)
    with pytest.raises((FetchFailed, FetchRefused)) as caught:
        await wiki.page("x")
    assert caught.value.reason == reason


async def test_the_interface_is_for_programs_whatever_robots_txt_says_of_pages(wiki, encyclopedia):
    assert await wiki.page("2021 in Talmere") is not None
    assert encyclopedia.requests["/robots.txt"] == 0
