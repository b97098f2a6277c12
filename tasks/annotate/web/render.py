"""Pages from templates: escaped, never cached, and under a policy that lets nothing in from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tasks.annotate.web.desk import Visit
from tasks.annotate.web.forms import seal

PAGES = Path(__file__).parent / "pages"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
KIND_NAMES = {"quality": "Quality", "correctness": "Correctness", "audit": "Audit"}


def page(name: str, *, status: int = 200, visit: Visit | None = None, **values: Any) -> HTMLResponse:
    """The page of a template. ``visit``: whose page it is."""
    if visit is not None:
        made, asked = visit.desk.book.done(visit.annotator)
        values = {"visit": visit, "kind_name": KIND_NAMES[visit.desk.study.kind], "seal": seal(visit.token), "made": made, "asked": asked} | values
    return HTMLResponse(_environment().get_template(f"{name}.jinja").render(**values), status)


def plain(status: int, heading: str, *texts: str, link: tuple[str, str] | None = None, visit: Visit | None = None) -> HTMLResponse:
    """A page that says what is the matter and what to do. ``link``: where to go on, and its words."""
    return page("plain", status=status, visit=visit, heading=heading, texts=texts, link=link)


def source_words(visit: Visit, days: Sequence[str]) -> dict[str, Any]:
    """What questions are about, as pages say it: ``source`` with its days, and ``reading`` for short."""
    if visit.desk.items.subject == "events":
        return {"source": f"reports on events of {long_day(days)}", "reading": "those reports"}
    return {"source": f"the news of {long_day(days)}", "reading": "that day's news"}


def long_day(days: Sequence[str]) -> str:
    """``2026-11-30`` as people write it; several as a range; other periods as they are."""
    try:
        known = sorted({date.fromisoformat(day) for day in days})
    except ValueError:
        return " and ".join(sorted(set(days)))
    written = [f"{day.day} {day:%B %Y}" for day in known]
    return written[0] if len(written) == 1 else f"{written[0]} to {written[-1]}"


@cache
def _environment() -> Environment:
    return Environment(loader=FileSystemLoader(PAGES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
