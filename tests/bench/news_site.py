"""A made news site on loopback for benches: feeds of 50 items and article pages of the size and clutter that real ones have.

    python tests/bench/news_site.py [--port 0] [--pages 500]

Prints its address when it listens. ``/feed/<n>.xml`` is a feed, ``/story/<n>.html`` a page of about 800 words of text in 80 KB of markup.
All bodies are made before the first request, so that the server costs the measured side next to nothing.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from html import escape
from pathlib import Path

from aiohttp import web

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from made_feeds import item, rss  # noqa: E402
from made_pages import prose  # noqa: E402

MOMENT = datetime(2026, 11, 30, 18, tzinfo=UTC)
PER_FEED = 50
_SECTIONS = ("World", "Region", "Business", "Science", "Health", "Culture", "Travel", "Weather", "Opinion", "Podcasts", "Video", "Sport")


def headline(number: int) -> str:
    """The title of a story."""
    return prose(number + 10_000, 1).split(",")[0].rstrip(".")[:90]


def published(number: int) -> datetime:
    """When a story appeared: within the day before MOMENT."""
    return MOMENT - timedelta(seconds=60 + number * 137 % 80_000)


def page(number: int) -> bytes:
    """One article page."""
    pick = random.Random(number)
    title, url = headline(number), f"/story/{number}.html"
    paragraphs = prose(number, 33).split("\n\n")
    text = "".join(
        f'<p class="body-text css-{pick.randrange(16**6):06x}">{_linked(paragraph, pick)}</p>'
        + ('<figure><img src="/i.jpg" alt="The quay"><figcaption>The quay in the evening. Photo: A. Reader</figcaption></figure>' if at == 3 else "")
        + ('<aside class="newsletter"><h4>Every morning in your mailbox</h4><form><input name="mail"></form></aside>' if at == 5 else "")
        for at, paragraph in enumerate(paragraphs)
    )
    facts = {
        "@context": "https://schema.org", "@type": "NewsArticle", "headline": title, "datePublished": published(number).isoformat(),
        "author": [{"@type": "Person", "name": "Mara Quist"}], "publisher": {"@type": "Organization", "name": "The Lantern"},
    }  # fmt: skip
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} | The Lantern</title>'
        f'<meta property="article:published_time" content="{published(number).isoformat()}"><meta property="og:title" content="{escape(title)}">'
        f'<meta name="author" content="Mara Quist"><link rel="canonical" href="{url}"><script type="application/ld+json">{json.dumps(facts)}</script>'
        f"{_styles(pick)}{_script(pick, 30)}</head><body>{_menu()}<main><article><header><h1>{escape(title)}</h1>"
        f'<p class="byline">By Mara Quist</p></header>{text}</article>{_related(pick)}{_comments(pick)}</main>{_footer()}{_script(pick, 20)}</body></html>'
    ).encode()


def feed(number: int, pages: int, base: str) -> bytes:
    """One feed, of the stories of its turn."""
    first = number * PER_FEED
    items = [
        item(
            headline(story), f"{base}/story/{story}.html", format_datetime(published(story)), f"story-{story}",
            f"<description>{escape(prose(story, 2))}</description>",
        )
        for story in range(first, min(first + PER_FEED, pages))
    ]  # fmt: skip
    return rss(*items, site=f"{base}/")


def _linked(paragraph: str, pick: random.Random) -> str:
    words = escape(paragraph).split(" ")
    at = pick.randrange(len(words) - 3)
    words[at] = f'<a href="/topic/{pick.randrange(900)}" data-track="inline">{words[at]}</a>'
    return " ".join(words)


def _styles(pick: random.Random) -> str:
    rules = "".join(f".css-{pick.randrange(16**6):06x}{{margin:{pick.randrange(40)}px;color:#{pick.randrange(16**6):06x}}}" for _ in range(250))
    return f"<style>{rules}</style>"


def _script(pick: random.Random, kilobytes: int) -> str:
    return f"<script>window.__state={json.dumps([f'{pick.randrange(16**12):012x}' for _ in range(kilobytes * 64)])}</script>"


def _menu() -> str:
    links = "".join(f'<li><a href="/{s.lower()}/{n}">{s} {n}</a></li>' for s in _SECTIONS for n in range(8))
    return f'<header><nav class="menu"><ul>{links}</ul></nav></header>'


def _related(pick: random.Random) -> str:
    cards = "".join(
        f'<div class="card"><a href="/story/{n}.html"><img src="/t/{n}.jpg" alt=""><h3>{escape(headline(n))}</h3></a><p>{escape(prose(n, 1))}</p></div>'
        for n in pick.sample(range(2_000), 16)
    )
    return f'<section class="related"><h2>More stories</h2>{cards}</section>'


def _comments(pick: random.Random) -> str:
    said = "".join(f'<li><b>reader{pick.randrange(999)}</b><p>{escape(prose(pick.randrange(9_999), 1))}</p></li>' for _ in range(10))
    return f'<section id="comments"><h2>Comments</h2><ol>{said}</ol></section>'


def _footer() -> str:
    links = "".join(f'<li><a href="/about/{n}">About our house, part {n}</a></li>' for n in range(30))
    return f"<footer><ul>{links}</ul><p>All rights reserved. Reprints by arrangement only.</p></footer>"


async def serve(port: int, pages: int) -> web.AppRunner:
    """Listen, and print the address."""
    bodies: dict[str, bytes] = {f"/story/{number}.html": page(number) for number in range(pages)}

    async def answer(request: web.Request) -> web.Response:
        body = bodies.get(request.path)
        if body is None:
            return web.Response(status=404, text="not here")
        return web.Response(body=body, content_type="application/rss+xml" if request.path.endswith(".xml") else "text/html", charset="utf-8")

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, backlog=512).start()
    base = f"http://127.0.0.1:{runner.addresses[0][1]}"
    bodies |= {f"/feed/{number}.xml": feed(number, pages, base) for number in range(-(-pages // PER_FEED))}
    print(base, flush=True)
    return runner


def main() -> None:
    import asyncio

    parser = argparse.ArgumentParser(description="A made news site on loopback")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--pages", type=int, default=500)
    a = parser.parse_args()

    async def work() -> None:
        await serve(a.port, a.pages)
        await asyncio.Event().wait()

    asyncio.run(work())


if __name__ == "__main__":
    main()
