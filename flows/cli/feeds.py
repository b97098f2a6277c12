"""``okbench feeds``: what is read, whether it lives, and taking over a reader's OPML list."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flows.cli.opening import run_async, settings_of
from flows.cli.output import say, show_rows
from storage.schemas.clock import utc_now
from storage.schemas.window import Window
from tasks.ingest.feeds import load_feeds
from tasks.ingest.opml import append_feeds, read_opml

app = typer.Typer(name="feeds", help="The feeds that are read.", no_args_is_help=True)
FileOption = Annotated[Path | None, typer.Option("--file", help="Feeds file; default: OKBENCH_FEEDS, then deployments/feeds.toml.")]


@app.command("list")
def list_(file: FileOption = None) -> None:
    """List the feeds with category, language and licence."""
    feeds = load_feeds(settings_of(feeds=file).feeds)
    show_rows(
        [
            {"feed": f.feed_id, "outlet": f.outlet, "category": f.category, "language": f.language, "redistribution": f.redistribution, "on": f.enabled}
            for f in feeds
        ],
        title=f"{len(feeds)} feeds",
    )


@app.command()
def check(file: FileOption = None, hours: Annotated[float, typer.Option(help="A feed without an entry in these hours is quiet.")] = 24) -> None:
    """Ask every feed once and say which live, which are quiet and which are dead. Nothing is stored."""
    from tasks.fetching.fetcher import Fetcher
    from tasks.ingest.check import FeedCheck, check_feeds  # what fetches takes a while to import; other commands do without

    settings = settings_of(feeds=file)
    feeds = [f for f in load_feeds(settings.feeds) if f.enabled]

    async def work() -> list[FeedCheck]:
        async with Fetcher(settings.fetch) as fetcher:
            return await check_feeds(feeds, fetcher=fetcher, window=Window(utc_now(), hours), options=settings.collect)

    say(f"Asking {len(feeds)} feeds …")
    checks = run_async(work())
    rows = [
        {"feed": c.feed.feed_id, "state": c.state, "entries": c.entries, "usable": c.usable, "newest (hours)": c.newest_hours, "reason": c.reason}
        for c in sorted(checks, key=lambda c: (c.state != "dead", c.state != "quiet", c.feed.feed_id))
    ]
    show_rows(rows)
    dead = sum(c.state == "dead" for c in checks)
    say(f"{len(checks) - dead} of {len(checks)} feeds can be read")
    if dead == len(checks) and checks:
        raise typer.Exit(1)


@app.command("import")
def import_(opml: Annotated[Path, typer.Argument(help="OPML file of a feed reader.")], file: FileOption = None) -> None:
    """Add the feeds of an OPML file to the feeds file; those that stand there already are left alone."""
    target = settings_of(feeds=file).feeds if file is None or file.exists() else file
    added = append_feeds(target, read_opml(opml))
    show_rows([{"feed": f.feed_id, "outlet": f.outlet, "category": f.category, "url": f.url} for f in added], title=f"added to {target}")
    if added:
        say("Look over category, language and redistribution: an OPML file does not say them")
