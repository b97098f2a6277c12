"""A made day as a world over HTTP: pages that questions can be made from, and what a stub model says of them. For benches of the whole flow.

    python tests/bench/made_day_world.py --pages 400            # the site; prints its address
    python tests/stub_model.py --answer tests/bench/made_day_world.py:answer

Each page has its own prose and the five facts that ``made_day`` asks about.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(Path(__file__).parent), str(ROOT / "tests"), str(ROOT)]

import news_site  # noqa: E402
import stub_agents  # noqa: E402
from made_day import _DEEDS, _pairs, reply_to  # noqa: E402
from made_pages import prose  # noqa: E402

from tasks.llm.request import Request  # noqa: E402


def title(number: int) -> str:
    """The headline; its number is how the stub knows the article again."""
    return f"News of the day, number {number}"


def page(number: int) -> bytes:
    """The news site's page of that number, with facts after its first paragraphs."""
    facts = [f"{firm} Works {deed.format(thing=thing)}, said its clerk." for (deed, _), (firm, thing) in zip(_DEEDS, _pairs(number), strict=True)]
    text = "".join(f"<p>{escape(part)}</p>" for pair in zip(prose(number, 5).split("\n\n"), facts, strict=False) for part in pair)
    text += "".join(f"<p>{escape(part)}</p>" for part in prose(number + 5_000, 22).split("\n\n"))
    moment = news_site.published(number).isoformat()
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title(number)} | The Lantern</title>'
        f'<meta property="article:published_time" content="{moment}"><meta property="og:title" content="{title(number)}"></head>'
        f"<body>{news_site._menu()}<main><article><h1>{title(number)}</h1>{text}</article></main>{news_site._footer()}</body></html>"
    ).encode()


def answer(body: dict[str, Any], number: int) -> str:
    """The reply of an agent that knows the day."""
    prompt = body["messages"][-1]["content"]
    found = stub_agents._ARTICLE.findall(prompt)
    if "<items>" in prompt or not found:
        return stub_agents.play(body, number)
    inputs = {"task": "generate", "articles": [{"title": headline} for _, headline, _, _ in found]}
    text = reply_to(Request(model="stub", purpose="generate", messages=(), inputs=inputs))
    for row in json.loads(text)["rows"]:
        stub_agents._KEYS[row[1]] = row[2]
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--pages", type=int, default=400)
    given = parser.parse_args()
    news_site.page, news_site.headline = page, title

    async def work() -> None:
        await news_site.serve(given.port, given.pages)
        await asyncio.Event().wait()

    asyncio.run(work())


if __name__ == "__main__":
    main()
