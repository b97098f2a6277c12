"""A page that is empty without JavaScript is read in a real Chromium, which goes nowhere that a fetch may not go."""

import os

import pytest
from loopback import Reply, Site

from sample.encyclopedia.wikitext import path_of, trouble_of
from sample.encyclopedia.world import all_happenings
from storage.schemas.errors import FetchRefused, NotInstalled
from tasks.events.browser import Browser, find_chromium
from tasks.events.options import BrowserOptions
from tasks.events.ways import NEEDS_SCRIPTS, Lead, Ways
from tasks.extraction.options import GateOptions, PoolOptions
from tasks.extraction.pool import ExtractionPool


def settings(**given) -> BrowserOptions:
    options = BrowserOptions(settle_s=0.3, **given)
    if find_chromium(options) is None:
        assert os.environ.get("OKBENCH_REQUIRE_BROWSER") != "1", "a Chromium and Playwright are required here"
        pytest.skip("no Chromium or no Playwright on this machine")
    return options


@pytest.mark.service
@pytest.mark.slow
async def test_the_text_that_a_script_puts_there_is_found_by_the_browser_and_only_by_it(encyclopedia, fetcher, options, policy):
    item = next(item for item in all_happenings() if trouble_of(item) == "script")
    lead = Lead(url=encyclopedia.base + path_of(item), title=item.title, day=item.day.isoformat())
    async with (
        ExtractionPool(PoolOptions(workers=1)) as pool,
        Browser(settings(), user_agent=policy.user_agent, allow_private=True) as browser,
    ):
        found = await Ways(fetcher=fetcher, pool=pool, browser=browser, options=options, gates=GateOptions()).follow(lead)
    assert len(found.tried) == 2 and found.tried[0].removeprefix("plain:") in NEEDS_SCRIPTS and found.tried[1] == "browser:ok"
    assert found.page is not None and found.page.body.split("\n\n")[0] == item.paragraphs[0]
    assert all("desk@example.org" in agent for agent in encyclopedia.agents)


@pytest.mark.service
@pytest.mark.slow
async def test_a_script_cannot_reach_what_is_private(site: Site, other_site: Site, policy):
    site.put("/secret", Reply(b"secret"))
    page = f"<html><body><p id='p'>start</p><script>fetch('{site.url}/secret').catch(() => 0)</script><img src='{site.url}/picture.jpg'></body></html>"
    other_site.put("/page", Reply(page.encode(), headers={"Content-Type": "text/html"}))
    async with Browser(settings(), user_agent=policy.user_agent, allow_private=False) as browser:
        with pytest.raises(FetchRefused) as caught:
            await browser.render(other_site.url + "/page")
        assert caught.value.reason == "private_address"
        with pytest.raises(FetchRefused):
            await browser.render("file:///etc/hostname")
    async with Browser(settings(), user_agent=policy.user_agent, allow_private=True) as browser:
        browser._judged["127.0.0.1"] = True
        rendered = await browser.render(other_site.url + "/page")
        assert b"start" in rendered.body
    assert "/picture.jpg" not in site.paths()


async def test_without_a_browser_the_step_is_left_out_or_an_error_as_the_settings_say(tmp_path):
    nowhere = tmp_path / "no-chromium"
    assert not Browser(BrowserOptions(use="never"), user_agent="x", allow_private=False).usable
    assert not Browser(BrowserOptions(executable=nowhere), user_agent="x", allow_private=False).usable
    with pytest.raises(NotInstalled, match="browser"):
        Browser(BrowserOptions(use="always", executable=nowhere), user_agent="x", allow_private=False)
