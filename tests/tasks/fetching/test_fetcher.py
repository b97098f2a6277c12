import asyncio
import gzip
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest
from loopback import Reply, Seen, Site

from storage.schemas.errors import FetchFailed, FetchRefused
from tasks.fetching.fetcher import Fetched, Fetcher
from tasks.fetching.policy import FetchPolicy

PAGE = b"<html><body>" + b"<p>The harbour bridge opens on Thursday.</p>" * 50


async def get(policy: FetchPolicy, url: str, **kwargs: object) -> Fetched:
    async with Fetcher(policy) as fetcher:
        return await fetcher.get(url, **kwargs)  # type: ignore[arg-type]


async def refusal(policy: FetchPolicy, url: str, **kwargs: object) -> FetchFailed | FetchRefused:
    with pytest.raises((FetchFailed, FetchRefused)) as caught:
        await get(policy, url, **kwargs)
    assert isinstance(caught.value, (FetchFailed, FetchRefused))
    return caught.value


def redirect(target: str, status: int = 302) -> Reply:
    return Reply(status=status, headers={"Location": target})


class TestAnswers:
    async def test_a_page_comes_with_everything_known_of_it(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/story", Reply(PAGE, headers={"Content-Type": "text/html", "ETag": '"7"'}))
        fetched = await get(policy, url)
        assert (fetched.status, fetched.body, fetched.url, fetched.final_url) == (200, PAGE, url, url)
        assert fetched.headers["etag"] == '"7"'
        assert fetched.elapsed_ms > 0
        assert not fetched.not_modified
        assert fetched.redirects == ()

    async def test_we_say_who_we_are(self, site: Site, policy: FetchPolicy) -> None:
        await get(policy, site.put("/story", Reply(PAGE)))
        assert {seen.headers["user-agent"] for seen in site.seen} == {policy.user_agent}
        assert "desk@example.org" in policy.user_agent

    async def test_compressed_bodies_come_out_plain(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/story", Reply(gzip.compress(PAGE), headers={"Content-Encoding": "gzip"}))
        assert (await get(policy, url)).body == PAGE
        assert "gzip" in site.asked("/story")[0].headers["accept-encoding"]

    async def test_validators_go_out_and_304_comes_back(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/feed", Reply(status=304))
        fetched = await get(policy, url, etag='"abc"', last_modified="Mon, 30 Nov 2026 06:00:00 GMT")
        assert fetched.not_modified
        assert fetched.body == b""
        asked = site.asked("/feed")[0].headers
        assert (asked["if-none-match"], asked["if-modified-since"]) == ('"abc"', "Mon, 30 Nov 2026 06:00:00 GMT")

    @pytest.mark.parametrize("status", [401, 403, 404, 410, 451])
    async def test_refusals_name_their_status(self, site: Site, policy: FetchPolicy, status: int) -> None:
        error = await refusal(policy, site.put("/gone", Reply(b"no", status=status)))
        assert isinstance(error, FetchRefused)
        assert (error.reason, error.http_status) == (f"http_{status}", status)
        assert len(site.asked("/gone")) == 1

    async def test_what_is_no_page_is_refused_before_its_body_is_read(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/report.pdf", Reply(b"%PDF", headers={"Content-Type": "application/pdf"}, promise=900_000))
        assert (await refusal(policy, url, html_only=True)).reason == "not_html"

    async def test_a_bot_challenge_is_named_and_not_asked_again(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put(
            "/story", Reply(b"<title>Just a moment...</title>", status=403, headers={"Server": "cloudflare", "cf-mitigated": "challenge"})
        )
        error = await refusal(policy, url)
        assert error.reason == "bot_block"
        assert len(site.asked("/story")) == 1


class TestBounds:
    async def test_a_slow_drip_is_stopped_by_the_total_time(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/drip", Reply(b"x" * 300, drip_s=0.1))
        start = time.monotonic()
        error = await refusal(policy.model_copy(update={"total_timeout_s": 0.4, "respect_robots": False}), url)
        assert error.reason == "timeout"
        assert time.monotonic() - start < 10

    async def test_silence_is_stopped_by_the_reading_time(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/slow", Reply(PAGE, wait_s=1.5))
        assert (await refusal(policy.model_copy(update={"read_timeout_s": 0.2, "retries": 0}), url)).reason == "timeout"

    async def test_tries_and_redirects_share_one_time(self, site: Site, policy: FetchPolicy) -> None:
        for number in range(5):
            site.put(f"/hop{number}", Reply(status=302, headers={"Location": f"/hop{number + 1}"}, wait_s=2))
        start = time.monotonic()
        error = await refusal(policy.model_copy(update={"total_timeout_s": 0.5}), site.url + "/hop0")
        assert error.reason == "timeout"
        assert time.monotonic() - start < 5

    async def test_an_announced_length_beyond_the_bound_is_not_even_read(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/huge", Reply(b"x", promise=50_000_000))
        assert (await refusal(policy, url)).reason == "too_large"

    async def test_an_endless_body_stops_at_the_bound(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/huge", Reply(b"x" * 3_000_000, chunked=True))
        assert (await refusal(policy, url)).reason == "too_large"

    async def test_a_compressed_bomb_stops_at_the_bound(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/bomb", Reply(gzip.compress(bytes(30_000_000), 9), headers={"Content-Encoding": "gzip"}))
        assert (await refusal(policy, url)).reason == "too_large"

    async def test_a_body_cut_short_is_not_taken_for_whole(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/cut", Reply(PAGE, promise=len(PAGE) + 500))
        assert (await refusal(policy, url)).reason == "reset"

    async def test_garbled_compression_is_named(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/garbled", Reply(b"not gzip" * 9, headers={"Content-Encoding": "gzip"}))
        assert (await refusal(policy, url)).reason == "bad_encoding"


class TestRedirects:
    async def test_they_are_followed_and_remembered(self, site: Site, other_site: Site, policy: FetchPolicy) -> None:
        there = other_site.put("/new", Reply(PAGE))
        site.put("/old", redirect("mid#part", 301))
        site.put("/mid", redirect(there))
        fetched = await get(policy, site.url + "/old")
        assert (fetched.final_url, fetched.body) == (there, PAGE)
        assert fetched.redirects == (site.url + "/old", site.url + "/mid")

    async def test_there_is_a_bound(self, site: Site, policy: FetchPolicy) -> None:
        def onward(seen: Seen) -> Reply:
            return redirect(f"/loop?n={int(seen.path.split('=')[1]) + 1}")

        site.put("/loop", onward)
        error = await refusal(policy.model_copy(update={"max_redirects": 3}), site.url + "/loop?n=0")
        assert error.reason == "too_many_redirects"
        assert len([p for p in site.paths() if p.startswith("/loop")]) == 4

    async def test_a_loop_is_noticed_at_once(self, site: Site, policy: FetchPolicy) -> None:
        site.put("/a", redirect("/b"))
        site.put("/b", redirect("/a"))
        assert (await refusal(policy, site.url + "/a")).reason == "redirect_loop"
        assert len(site.asked("/a")) == 1

    async def test_a_page_that_wants_its_cookie_back_gets_it_within_one_fetch_only(self, site: Site, policy: FetchPolicy) -> None:
        def wall(seen: Seen) -> Reply:
            return (
                Reply(PAGE)
                if "consent=1" in seen.headers.get("cookie", "")
                else Reply(status=302, headers={"Location": "/wall", "Set-Cookie": "consent=1; Path=/"})
            )

        url = site.put("/wall", wall)
        other = site.put("/other", Reply(PAGE))
        async with Fetcher(policy) as fetcher:
            assert (await fetcher.get(url)).body == PAGE
            await fetcher.get(other)
        assert "cookie" not in site.asked("/other")[0].headers

    @pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://n.example/x", "javascript:alert(1)", "data:text/html,hello"])
    async def test_they_do_not_lead_off_the_web(self, site: Site, policy: FetchPolicy, target: str) -> None:
        assert (await refusal(policy, site.put("/out", redirect(target)))).reason == "scheme"

    async def test_they_do_not_lead_into_private_networks(self, site: Site, policy: FetchPolicy) -> None:
        assert (await refusal(policy, site.put("/in", redirect("http://169.254.169.254/latest/meta-data/")))).reason == "private_address"

    async def test_robots_rules_hold_where_they_lead(self, site: Site, other_site: Site, policy: FetchPolicy) -> None:
        other_site.put("/robots.txt", Reply(b"User-agent: *\nDisallow: /private/"))
        there = other_site.put("/private/x", Reply(PAGE))
        assert (await refusal(policy, site.put("/in", redirect(there)))).reason == "robots"
        assert other_site.asked("/private/x") == []


class TestAddresses:
    @pytest.mark.parametrize(
        ("url", "reason"),
        [
            ("mailto:desk@example.org", "scheme"),
            ("file:///etc/passwd", "scheme"),
            ("//n.example/story", "scheme"),
            ("", "scheme"),
            ("http:///story", "bad_url"),
            ("http://n.example:99999/", "bad_url"),
            ("http://[::1/", "bad_url"),
            ("http://reader:secret@n.example/", "credentials"),
        ],
    )
    async def test_what_is_no_web_address_is_refused_with_its_reason(self, policy: FetchPolicy, url: str, reason: str) -> None:
        error = await refusal(policy, url)
        assert error.reason == reason
        assert "secret" not in str(error)

    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "0"])
    async def test_private_hosts_in_any_spelling_are_refused(self, site: Site, host: str) -> None:
        port = site.url.rsplit(":", 1)[1]
        assert (await refusal(FetchPolicy(), f"http://{host}:{port}/")).reason == "private_address"
        assert site.seen == []


class TestTries:
    @pytest.mark.parametrize("status", [500, 502, 503, 504])
    async def test_a_passing_fault_is_tried_again(self, site: Site, policy: FetchPolicy, status: int) -> None:
        url = site.put("/flaky", Reply(status=status), Reply(status=status), Reply(PAGE))
        assert (await get(policy, url)).body == PAGE

    async def test_a_broken_connection_is_tried_again(self, site: Site, policy: FetchPolicy) -> None:
        assert (await get(policy, site.put("/flaky", Reply(reset=True), Reply(PAGE)))).body == PAGE

    async def test_the_number_of_tries_is_bounded(self, site: Site, policy: FetchPolicy) -> None:
        error = await refusal(policy.model_copy(update={"retries": 2}), site.put("/bad", Reply(status=500)))
        assert isinstance(error, FetchFailed)
        assert error.reason == "http_500"
        assert len(site.asked("/bad")) == 3

    async def test_a_closed_port_is_a_failure(self, policy: FetchPolicy) -> None:
        assert (await refusal(policy, "http://127.0.0.1:9/")).reason == "connect"

    async def test_a_broken_tls_is_named_and_not_tried_again(self, site: Site, policy: FetchPolicy) -> None:
        assert (await refusal(policy, site.url.replace("http:", "https:") + "/")).reason == "tls"

    @pytest.mark.parametrize("form", ["seconds", "date"])
    async def test_retry_after_is_waited_for(self, site: Site, policy: FetchPolicy, form: str) -> None:
        now = datetime.now(UTC)
        after = "1" if form == "seconds" else format_datetime(now + timedelta(seconds=1), usegmt=True)
        busy = Reply(status=429, headers={"Retry-After": after, **({"Date": format_datetime(now, usegmt=True)} if form == "date" else {})})
        start = time.monotonic()
        assert (await get(policy, site.put("/busy", busy, Reply(PAGE)))).body == PAGE
        assert 0.9 <= time.monotonic() - start < 15

    async def test_a_longer_one_parks_the_host_and_no_other(self, site: Site, other_site: Site, policy: FetchPolicy) -> None:
        busy = site.put("/busy", Reply(status=429, headers={"Retry-After": "120"}))
        story = site.put("/story", Reply(PAGE))
        async with Fetcher(policy) as fetcher:
            with pytest.raises(FetchFailed) as first:
                await fetcher.get(busy)
            with pytest.raises(FetchFailed) as second:
                await fetcher.get(story)
            assert (await fetcher.get(other_site.put("/story", Reply(PAGE)))).body == PAGE
        assert (first.value.reason, second.value.reason) == ("http_429", "host_parked")
        assert "120 s" in str(second.value)
        assert site.asked("/story") == []

    async def test_a_host_that_stays_at_429_is_parked(self, site: Site, policy: FetchPolicy) -> None:
        async with Fetcher(policy.model_copy(update={"retries": 1})) as fetcher:
            with pytest.raises(FetchFailed):
                await fetcher.get(site.put("/busy", Reply(status=429)))
            with pytest.raises(FetchFailed) as second:
                await fetcher.get(site.put("/story", Reply(PAGE)))
        assert second.value.reason == "host_parked"

    async def test_a_host_that_keeps_challenging_is_parked(self, site: Site, policy: FetchPolicy) -> None:
        reasons = []
        wall = Reply(b"<title>Just a moment...</title>", status=403)
        async with Fetcher(policy.model_copy(update={"bot_blocks_before_parking": 2})) as fetcher:
            for number in range(3):
                with pytest.raises((FetchFailed, FetchRefused)) as caught:
                    await fetcher.get(site.put(f"/story/{number}", wall))
                reasons.append(getattr(caught.value, "reason", ""))
        assert reasons == ["bot_block", "bot_block", "host_parked"]


class TestManners:
    async def test_robots_is_asked_first_and_once(self, site: Site, policy: FetchPolicy) -> None:
        site.put("/robots.txt", Reply(b"User-agent: okbench\nDisallow: /live/"))
        story, live = site.put("/story", Reply(PAGE)), site.put("/live/1", Reply(PAGE))
        async with Fetcher(policy) as fetcher:
            await fetcher.get(story)
            await fetcher.get(story)
            with pytest.raises(FetchRefused) as caught:
                await fetcher.get(live)
        assert caught.value.reason == "robots"
        assert site.paths() == ["/robots.txt", "/story", "/story"]

    async def test_no_robots_file_means_allowed_and_a_broken_one_means_wait(
        self, site: Site, other_site: Site, policy: FetchPolicy
    ) -> None:
        other_site.put("/robots.txt", Reply(status=503))
        assert (await get(policy, site.put("/story", Reply(PAGE)))).status == 200
        error = await refusal(policy, other_site.put("/story", Reply(PAGE)))
        assert isinstance(error, FetchFailed)
        assert (error.reason, error.http_status) == ("robots_unavailable", 503)
        assert other_site.asked("/story") == []

    async def test_a_very_long_robots_file_does_not_lock_us_out(self, site: Site, policy: FetchPolicy) -> None:
        site.put("/robots.txt", Reply(b"User-agent: *\nDisallow: /private/\n" + b"# filler\n" * 100_000))
        assert (await refusal(policy, site.put("/private/x", Reply(PAGE)))).reason == "robots"

    async def test_it_can_be_turned_off(self, site: Site, policy: FetchPolicy) -> None:
        site.put("/robots.txt", Reply(b"User-agent: *\nDisallow: /"))
        assert (await get(policy.model_copy(update={"respect_robots": False}), site.put("/story", Reply(PAGE)))).status == 200
        assert site.asked("/robots.txt") == []

    async def test_a_crawl_delay_is_kept_up_to_its_cap(self, site: Site, policy: FetchPolicy) -> None:
        site.put("/robots.txt", Reply(b"User-agent: *\nCrawl-delay: 60"))
        url = site.put("/story", Reply(PAGE))
        async with Fetcher(policy.model_copy(update={"crawl_delay_cap_s": 0.15})) as fetcher:
            await asyncio.gather(*(fetcher.get(url) for _ in range(3)))
        times = [seen.at for seen in site.asked("/story")]
        assert all(later - earlier > 0.1 for earlier, later in pairwise(times))
        assert times[-1] - times[0] < 2

    async def test_a_host_is_asked_by_so_many_at_a_time(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/story", Reply(PAGE, wait_s=0.05))
        async with Fetcher(policy.model_copy(update={"per_host_concurrency": 2})) as fetcher:
            await asyncio.gather(*(fetcher.get(url) for _ in range(8)))
        assert site.peak == 2

    async def test_a_slow_host_holds_up_no_other(self, site: Site, other_site: Site, policy: FetchPolicy) -> None:
        slow, quick = site.put("/slow", Reply(PAGE, wait_s=3)), other_site.put("/quick", Reply(PAGE))
        narrow = policy.model_copy(update={"per_host_concurrency": 1, "total_concurrency": 2})
        async with Fetcher(narrow) as fetcher:
            waiting = [asyncio.create_task(fetcher.get(slow)) for _ in range(3)]
            await asyncio.sleep(0.1)
            start = time.monotonic()
            await fetcher.get(quick)
            assert time.monotonic() - start < 2
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def test_a_fetch_that_is_cancelled_frees_its_place(self, site: Site, policy: FetchPolicy) -> None:
        slow, quick = site.put("/slow", Reply(PAGE, wait_s=0.5)), site.put("/quick", Reply(PAGE))
        async with Fetcher(policy.model_copy(update={"per_host_concurrency": 1, "total_concurrency": 1})) as fetcher:
            task = asyncio.create_task(fetcher.get(slow))
            await asyncio.sleep(0.1)
            task.cancel()
            assert (await asyncio.wait_for(fetcher.get(quick), timeout=2)).status == 200


class TestInterfacesAndSlowHosts:
    async def test_an_interface_for_programs_is_asked_for_json_whatever_robots_txt_says_of_pages(self, site: Site, policy: FetchPolicy) -> None:
        site.put("/robots.txt", Reply(b"User-agent: *\nDisallow: /w/"))
        url = site.put("/w/api.php", Reply(b"{}", headers={"Content-Type": "application/json"}))
        assert (await refusal(policy, url)).reason == "robots"
        assert (await get(policy, url, api=True)).body == b"{}"
        assert site.asked("/w/api.php")[0].headers["accept"] == "application/json"

    async def test_a_host_can_be_spared_more_than_the_policy_asks(self, site: Site, policy: FetchPolicy) -> None:
        urls = [site.put(f"/{number}", Reply(PAGE)) for number in range(3)]
        async with Fetcher(policy) as fetcher:
            fetcher.spare(site.url.removeprefix("http://"), concurrency=1, delay_s=0.15)
            await asyncio.gather(*(fetcher.get(url) for url in urls))
        asked = [seen.at for seen in site.seen]
        assert site.peak == 1
        assert asked[-1] - asked[0] >= 0.25  # two pauses; how each arrives depends on how busy the machine is

    async def test_a_pause_that_an_answer_asks_for_holds_the_next_request_back(self, site: Site, policy: FetchPolicy) -> None:
        url = site.put("/story", Reply(PAGE))
        async with Fetcher(policy) as fetcher:
            await fetcher.get(url)
            fetcher.pause(url, 0.3)
            started = time.monotonic()
            await fetcher.get(url)
        assert time.monotonic() - started >= 0.28
