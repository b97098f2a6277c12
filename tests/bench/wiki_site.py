"""A made encyclopedia on loopback for the bench of events: year pages of a MediaWiki, and a page for each of their citations.

    python tests/bench/wiki_site.py [--pages 60] [--citations 2500]

Prints its address when it listens. ``/w/api.php`` gives ``<year> in Region<n>``; ``/story/<n>.html`` is a page of the news bench: 800 words of text in 80 KB.
All bodies are made before the first request.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from aiohttp import web

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from made_pages import prose  # noqa: E402
from news_site import page  # noqa: E402

YEARS = 6
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")


def titles(pages: int) -> list[tuple[str, int]]:
    """(region, year) of each page."""
    return [(f"Region{number // YEARS}", 2015 + number % YEARS) for number in range(pages)]


def wikitext(number: int, pages: int, citations: int, base: str) -> str:
    """One year page with its share of the citations, one for each event."""
    mine = range(number, citations, pages)
    lines = ["== Events =="]
    for place, story in enumerate(mine):
        month = _MONTHS[place * 12 // len(mine)]
        if place == 0 or month != _MONTHS[(place - 1) * 12 // len(mine)]:
            lines.append(f"=== {month} ===")
        sentence = prose(story, 1)
        lines.append(f"* {1 + place % 28} {month} – {sentence}<ref>{{{{cite news |url={base}/story/{story}.html |title=Report {story} of the day}}}}</ref>")
    return "\n".join(lines)


def _page(title: str, text: str | None) -> dict[str, object]:
    if text is None:
        return {"title": title, "missing": True}
    return {"title": title, "revisions": [{"revid": 1, "slots": {"main": {"content": text}}}]}


async def serve(pages: int, citations: int) -> web.AppRunner:
    """Listen, and print the address."""
    bodies = {f"/story/{number}.html": page(number) for number in range(citations)}
    texts: dict[str, str] = {}

    async def answer(request: web.Request) -> web.Response:
        if request.path == "/w/api.php":
            wanted = request.query["titles"].split("|")
            return web.json_response({"query": {"pages": [_page(title, texts.get(title)) for title in wanted]}})
        body = bodies.get(request.path)
        return web.Response(body=body, content_type="text/html", charset="utf-8") if body else web.Response(status=404, text="not here")

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    base = f"http://127.0.0.1:{runner.addresses[0][1]}"
    texts |= {f"{year} in {region}": wikitext(number, pages, citations, base) for number, (region, year) in enumerate(titles(pages))}
    print(base, flush=True)
    return runner


def main() -> None:
    import asyncio

    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--citations", type=int, default=2500)
    a = parser.parse_args()

    async def forever() -> None:
        await serve(a.pages, a.citations)
        await asyncio.Event().wait()

    asyncio.run(forever())


if __name__ == "__main__":
    main()
