"""A day of made articles with questions whose every rule holds, for benches of generation and validation.

Running text is that of the sample newspaper; in each article stand five sentences with names of its own, and one question is asked about each.
"""

from __future__ import annotations

import json
import random
import sys
from itertools import cycle, islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from sample_articles import make_article, sample_article  # noqa: E402

from storage.schemas.news import Article  # noqa: E402
from tasks.llm.request import Request  # noqa: E402

_START = ("Bra", "Kel", "Mor", "Tal", "Ves", "Ori", "Sun", "Hal", "Pen", "Dra", "Lin", "Gar")
_MIDDLE = ("ni", "do", "ra", "vel", "ston", "mi", "ker", "lo", "ta", "rin", "se", "gu")
_END = ("wick", "mar", "dale", "holm", "fors", "by", "stad", "gate", "well", "more", "ley", "ton")
_DEEDS = (
    ("bought the old ferry {thing}", "Which firm bought the old ferry {thing}, as of {date}?"),
    ("won the order for the bridge of {thing}", "Which firm won the order for the bridge of {thing}, as of {date}?"),
    ("closed its mill in {thing}", "Which firm closed its mill in {thing}, as of {date}?"),
    ("gave the school of {thing} a new roof", "Which firm gave the school of {thing} a new roof, as of {date}?"),
    ("lost its permit for the quarry at {thing}", "Which firm lost its permit for the quarry at {thing}, as of {date}?"),
)


def _names(seed: int, count: int) -> list[str]:
    pick = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        found[pick.choice(_START) + pick.choice(_MIDDLE) + pick.choice(_END)] = None
    return list(found)


def made_day(count: int, words: int = 600) -> list[Article]:
    """``count`` articles of about ``words`` words."""
    bodies = [sample_article(path.stem).body for path in sorted((ROOT / "sample/newspaper/articles").glob("d*.md"))]
    pieces = cycle([part for body in bodies for part in body.split("\n\n") if len(part.split()) > 15 and part.isascii()])
    articles = []
    for number in range(count):
        body: list[str] = []
        facts = [f"{firm} Works {deed.format(thing=thing)}, said its clerk." for (deed, _), (firm, thing) in zip(_DEEDS, _pairs(number), strict=True)]
        while sum(len(part.split()) for part in body) < words:
            body += [*islice(pieces, 1), *facts[:1]]
            facts = facts[1:]
        articles.append(make_article("\n\n".join(body), title=f"News of the day, number {number}", url=f"https://news.example/{number}"))
    return articles


def _pairs(number: int) -> list[tuple[str, str]]:
    names = _names(number, 10)
    return [(names[at], f"{names[at + 5]} {number}") for at in range(5)]


def reply_to(request: Request) -> str:
    """What a perfect agent would say: rows as the prompts ask for."""
    inputs: dict[str, Any] = dict(request.inputs)
    articles = inputs.get("articles") or [inputs]
    if inputs["task"] == "validate":
        letters = ["ABCD"[item["choices"].index(item["key"])] for article in articles for item in article["items"]]
        return json.dumps({"rows": [[str(number), letter, "1"] for number, letter in enumerate(letters, 1)]})
    rows = []
    for place, article in enumerate(articles, start=1):
        number = int(article["title"].rsplit(" ", 1)[1])
        for at, ((_, question), (firm, thing)) in enumerate(zip(_DEEDS, _pairs(number), strict=True)):
            wrong = [f"{name} Works" for name in _names(1_000_000 + number * 5 + at, 4) if name != firm][:3]
            asked = question.format(thing=thing, date="30 November 2026")
            rows.append([str(place), asked, f"{firm} Works", *wrong, f"The clerk of {firm} Works said so in a note to the town of {thing}."])
    return json.dumps({"rows": rows})
