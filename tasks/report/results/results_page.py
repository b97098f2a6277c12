"""Results as one HTML page that needs nothing beside it: every table sorts, every mark tells its figure, offline and on a phone, light and dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from storage.version import okbench_version
from tasks.questions.setting import NO_CONTEXT, ORACLE, Setting
from tasks.report import figures
from tasks.report.forms.markdown_table import heading
from tasks.report.plots.plot import Plot
from tasks.report.plots.svg import NARROW, WIDE, draw
from tasks.report.results.gather import Results
from tasks.report.results.sections import Section
from tasks.report.results.size_tables import LEVEL, smallest_table
from tasks.report.results.table import Table
from tasks.report.templates import environment, packaged, policy

FOLDERS = {"all": "tables", "fresh": "tables-without-stale"}
_FOLDED = {"pairs", "evaluations", "positions"}
_MANY = 40


@dataclass(frozen=True, slots=True)
class View:
    """One way to count: kind is all or fresh."""

    kind: str
    results: Results
    sections: tuple[Section, ...]


def render_results(
    views: Sequence[View], *, first: str = "all", links: Sequence[tuple[str, str]] = (), forms: Sequence[str] = (), made_from: str = "", command: str = ""
) -> str:
    """The page. ``first``: the view that is shown first; ``links``: (name, relative address); ``forms``: endings of the files of each table."""
    style, script = packaged("report.css", "results.css"), packaged("report.js", "results.js")
    results = views[0].results
    if first not in {view.kind for view in views}:
        first = views[0].kind
    return environment().get_template("results.html.jinja").render(
        title=title_of(results), policy=policy(style, script), style=style, script=script, first=first, lede=_lede(results), links=links,
        short=results.signature, sections=views[0].sections, views=[_shown(view, forms) for view in views], freshness=_freshness(results),
        version=okbench_version(), made_from=made_from or "stored data", command=command,
    )  # fmt: skip


def title_of(results: Results) -> str:
    """``News of 30 November 2026``, or the title of a file of figures."""
    return results.title.replace(results.period, figures.long_day(results.period)) if results.period and results.signature else results.title


def _shown(view: View, forms: Sequence[str]) -> Mapping[str, Any]:
    results = view.results
    number = figures.count(results.questions)
    name = f"Without stale ones ({number})" if view.kind == "fresh" else f"All ({number})"
    return {
        "kind": view.kind, "name": name, "headline": headline(results), "warnings": results.warnings, "notes": results.notes,
        "sections": {section.id: [_item(item, view, forms) for item in section.items] for section in view.sections},
    }  # fmt: skip


def _item(item: Table | Plot, view: View, forms: Sequence[str]) -> tuple[str, Mapping[str, Any]]:
    if isinstance(item, Plot):
        drawings: list[Markup] = [draw(item, form) for form in (WIDE, NARROW)]
        return "plot", {"plot": item, "drawings": drawings, "label": f"{item.key.replace('F', 'Figure ')}: {item.title}"}
    files = [(form.upper() if form != "tex" else "LaTeX", f"{FOLDERS[view.kind]}/{item.key}.{form}") for form in forms]
    kind = "folded" if item.key in _FOLDED or len(item.rows) > _MANY else "table"
    return kind, {"table": item, "files": files, "label": heading(item).replace("T", "Table ", 1) if heading(item) != item.title else item.title}


def _lede(results: Results) -> str:
    amount = figures.amount_of
    models = {one.model for one in results.scores if not one.baseline}
    baselines = {one.model for one in results.scores if one.baseline}
    tested = [amount(len(found), name) for found, name in ((models, "model"), (baselines, "baseline")) if found]
    if not results.signature:
        questions = f", {amount(results.questions, 'question')}" if results.questions else ""
        return f"Published figures of {' and '.join(tested) or 'no model'}{questions}. {results.source}"
    text = f"{amount(results.questions or 0, 'question')} on {amount(results.articles or 0, 'article')}"
    return f"{text}, put to {' and '.join(tested)}." if tested else f"{text}; no model has been scored on it yet."


def headline(results: Results) -> list[tuple[str, str, str]]:
    """(figure, its name, what it means) of the few that come first."""
    counted = ("without stale ones" if results.fresh else "all of the release") if results.signature else "as published"
    found = [(figures.count(results.questions), "questions", counted)]
    for name, words in ((NO_CONTEXT, "best without context"), (ORACLE, "best with the article")):
        # A language model if there is one: baselines are here to compare with.
        known = [one for one in results.of(Setting(name)) if one.accuracy]
        ranked = sorted(known, key=lambda one: (one.baseline, -(one.accuracy.value if one.accuracy else 0)))
        if ranked and ranked[0].accuracy is not None:
            figure = ranked[0].accuracy
            span = f", {figures.bounds(*figure.interval)}" if figure.interval else ""
            found.append((figures.percent(figure.value), words, f"{ranked[0].model}{span}"))
    smallest = next((row for row in smallest_table(results).rows if row[0] == "oracle" and row[3]), None)
    if smallest:
        found.append((f"{smallest[3]:g} B", f"smallest with {LEVEL * 100:.0f} %", f"{smallest[2]} reads the article that well"))
    if results.panel:
        share = results.panel.stale / results.panel.labelled if results.panel.labelled else None
        found.append((figures.percent(share), "stale questions", f"known without context by most of {figures.amount_of(len(results.panel.models), 'model')}"))
    return found


def _freshness(results: Results) -> str:
    panel = results.panel
    if panel is None:
        return ""
    return f"{panel.stale:,} of {panel.labelled:,} questions are stale: most of a panel ({', '.join(panel.models)}) knew them without context."
