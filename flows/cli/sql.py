"""``okbench sql``: ask the lake."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from flows.cli.opening import LakeOption, catalog_of
from flows.cli.output import say, show_rows, show_tables
from storage.named_queries import named_queries, named_query
from storage.schemas.errors import BadInput


def sql(
    query: Annotated[str, typer.Argument(help="One SELECT, or the name of a stored query; without it the views and stored queries are listed.")] = "",
    parameter: Annotated[list[str] | None, typer.Option("--set", help="name=value, for a stored query; may be repeated.")] = None,
    lake: LakeOption = None,
) -> None:
    """Query the lake with DuckDB. Views: one for each table; see docs/reference/tables.md. Times are UTC."""
    with catalog_of(lake) as catalog:
        if not query:
            views = catalog.query("SELECT table_name AS view FROM information_schema.tables ORDER BY 1").to_pylist()
            stored = [{"query": q.name, "what": q.title, "parameters": [p.name for p in q.parameters]} for q in named_queries().values()]
            show_tables({"views": views, "stored queries": stored})
            return
        if query.replace("_", "").isalnum():
            found = named_query(query)
            values: dict[str, Any] = dict(_pair(item) for item in parameter or [])
            rows = catalog.named(found.name, **values).to_pylist()
        else:
            rows = catalog.query(query).to_pylist()
        show_rows(rows)
        for path in catalog.damaged:
            say(f"Set aside as damaged: {path}. okbench doctor --repair\nsays what can be rebuilt")


def _pair(item: str) -> tuple[str, str]:
    name, sign, value = item.partition("=")
    if not sign:
        raise BadInput(f"{item!r} has no value", where="--set", todo="Write name=value")
    return name, value
