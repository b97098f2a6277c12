"""``okbench snapshots``: the stored days of news."""

from __future__ import annotations

from typing import Annotated

import typer

from flows.cli.opening import LakeOption, catalog_of
from flows.cli.output import show_rows
from storage.schemas.clock import parse_day

app = typer.Typer(name="snapshots", help="Stored days of news.", no_args_is_help=True)


@app.command("list")
def list_(
    first: Annotated[str | None, typer.Option(help="First day, 2026-11-01.")] = None,
    last: Annotated[str | None, typer.Option(help="Last day.")] = None,
    lake: LakeOption = None,
) -> None:
    """List the days with their numbers of articles, clusters and words."""
    days = {name: parse_day(text).isoformat() for name, text in (("first", first), ("last", last)) if text}
    with catalog_of(lake) as catalog:
        show_rows(catalog.named("articles_by_day", **days).to_pylist(), title="snapshots")


@app.command("show")
def show_(
    day: Annotated[str, typer.Argument(help="A day, 2026-11-30, or 'latest'.")] = "latest",
    words: Annotated[str | None, typer.Option("--find", help="Only titles with these words.")] = None,
    lake: LakeOption = None,
) -> None:
    """List the articles of a day."""
    query = (
        "SELECT outlet, published, word_count AS words, kind, title, language, version, cluster_head AS head, url FROM articles "
        "WHERE day = $day AND ($words IS NULL OR title ILIKE '%' || $words || '%') ORDER BY outlet, published"
    )
    with catalog_of(lake) as catalog:
        days = catalog.query("SELECT max(day) AS day FROM articles").to_pylist()
        shown = days[0]["day"] or "stored days of news" if day == "latest" else parse_day(day).isoformat()
        rows = catalog.query(query, {"day": shown, "words": words}).to_pylist()
    show_rows(rows, title=shown, columns=("outlet", "published", "words", "kind", "title"))
