"""How found articles look on a terminal: a head line, the title, and the sentences that match best with their words marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.padding import Padding
from rich.text import Text

from flows.cli.output import console, manner, print_json, say
from storage.schemas.clock import as_utc
from tasks.index.matched_words import excerpt, matched_words
from tasks.index.search import Found

_MARGIN = 4


def print_found(question: str, found: Sequence[Found], about: str) -> None:
    """Print what a question found; JSON rows with whole passages for programs. ``about``: what was searched."""
    if manner.as_json:
        print_json([_row(question, one) for one in found])
        return
    console.print(about, style="italic", markup=False, soft_wrap=True)
    if not found:
        say("Nothing was found")
    for one in found:
        say("")
        console.print(_head(one))
        console.print(Padding(Text(" ".join(one.article.title.split()), style="bold"), (0, 0, 0, _MARGIN)))
        if one.passage.strip():
            console.print(Padding(_passage(question, one), (0, 0, 0, _MARGIN)))
        console.print(" " * _MARGIN + one.article.url, style="dim", markup=False, soft_wrap=True)


def _head(one: Found) -> Text:
    when = f"{as_utc(one.article.published):%Y-%m-%d %H:%M}"
    return Text(f"{one.rank:>{_MARGIN - 1}} ").append(f"{one.score:.3f}", "cyan").append(f"  {one.article.outlet}  {when} UTC")


def _passage(question: str, one: Found) -> Text:
    start, end = excerpt(question, one.passage, language=one.article.language)
    shown = one.passage[start:end]
    # Each blank becomes one blank, so that places stay.
    text = Text("".join(" " if mark.isspace() else mark for mark in shown))
    for first, last in matched_words(question, shown):
        text.stylize("bold yellow", first, last)
    before = "… " if one.article.body[: one.start + start].strip() else ""
    after = " …" if one.article.body[one.start + end :].strip() else ""
    return Text(before) + text + Text(after)


def _row(question: str, one: Found) -> dict[str, Any]:
    article = one.article
    return {
        "rank": one.rank, "score": one.score, "article_id": article.article_id, "version_id": article.version_id, "outlet": article.outlet,
        "title": article.title, "published": article.published, "url": article.url, "passage": one.passage, "start": one.start, "end": one.end,
        "matched": [one.passage[first:last] for first, last in matched_words(question, one.passage)],
    }  # fmt: skip
