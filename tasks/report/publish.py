"""Results on the disk: pages, and beside them each table as Markdown, CSV and LaTeX and each figure as SVG; built from what is stored, asking nobody.

    reports/index.html                 the leaderboard over all releases
    reports/<release id>/index.html    tables and figures of one release; results.md, tables/, tables-without-stale/, figures/, questions/
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from storage.atomic import disk_errors, make_folder, write_text
from storage.catalog import Catalog
from storage.lake import Lake
from storage.manifest import Manifest
from storage.releases import Release, ReleaseStore
from storage.schemas.ids import slug
from storage.version import okbench_version
from tasks.report.figures import amount_of
from tasks.report.forms.csv_table import csv_table
from tasks.report.forms.latex_table import latex_table
from tasks.report.forms.markdown_table import markdown_table
from tasks.report.markdown import escaped
from tasks.report.plots.svg import NARROW, WIDE, draw, svg_file
from tasks.report.results.figures_file import published_results
from tasks.report.results.gather import Results, gather
from tasks.report.results.leaderboard import Intervals, leaderboard_plot, leaderboard_table, read_leaderboard
from tasks.report.results.question_pages import question_pages
from tasks.report.results.results_page import FOLDERS, View, render_results, title_of
from tasks.report.results.sections import plots_of, sections_of, tables_of
from tasks.report.results.static_reference import read_reference
from tasks.report.results.stored import Stored, read_stored
from tasks.report.results.table import Table
from tasks.report.templates import environment, packaged, policy

FORMATS = ("html", "md", "csv", "tex")
PAGE = "index.html"
_KNOWN = ".intervals.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """page: the page, or the folder where no page was asked for. tables: all of them, over the questions that are shown first."""

    page: Path
    folder: Path
    results: Results
    tables: tuple[Table, ...]


def publish_release(
    lake: Lake, release: Release, *, formats: Sequence[str] = FORMATS, without_stale: bool = False, reference: Path | None = None, questions: bool = True
) -> Published:
    """Write the results of a release under ``reports/<release id>``, with stale questions and without, ``without_stale`` first if wanted.

    Raises what concerns lake and release (DamagedFile, NewerLake, SchemaMismatch, StoreBusy, StoreUnusable), BadInput for the reference.
    """
    static, stored = read_reference(reference), read_stored(lake, release)
    folder = lake.root / "reports" / release.release_id
    kinds = ["all", *(["fresh"] if stored.labels else [])]
    views = []
    for kind in kinds:
        results = gather(stored, fresh=kind == "fresh")
        views.append(View(kind, results, sections_of(results, static)))
    first = "fresh" if without_stale and "fresh" in kinds else "all"
    _write_files(folder, views, formats, cite=f"Signature: {release.signature.short()}")
    if "html" in formats:
        if questions:
            _write_questions(lake, stored, folder / "questions")
        command = f"okbench reports build {release.release_id}"
        page = render_results(
            views, first=first, links=_links(lake, release, questions=questions, markdown="md" in formats),
            forms=[form for form in formats if form in ("csv", "tex")],
            made_from="stored data", command=command,
        )  # fmt: skip
        write_text(folder / PAGE, page)
    chosen = next(view for view in views if view.kind == first)
    return Published(
        page=folder / PAGE if "html" in formats else folder, folder=folder, results=chosen.results, tables=tuple(tables_of(chosen.sections))
    )  # fmt: skip


def publish_figures(lake: Lake, path: Path, *, formats: Sequence[str] = FORMATS, reference: Path | None = None) -> Published:
    """Write the report of a file of published figures under ``reports/figures-<its name>``. BadInput for a file that cannot be read."""
    static, results = read_reference(reference), published_results(path)
    folder = lake.root / "reports" / f"figures-{slug(path.stem)}"
    view = View("all", results, sections_of(results, static))
    _write_files(folder, [view], formats, cite=f"Source: {results.source}")
    if "html" in formats:
        forms = [form for form in formats if form in ("csv", "tex")]
        command = f"okbench reports build --figures {path.name}"
        write_text(folder / PAGE, render_results([view], forms=forms, made_from="a file of published figures", command=command))
    return Published(page=folder / PAGE if "html" in formats else folder, folder=folder, results=results, tables=tuple(tables_of(view.sections)))


def publish_leaderboard(lake: Lake, *, formats: Sequence[str] = FORMATS) -> Path:
    """Write the leaderboard over all releases of the lake into ``reports``; the page's path."""
    folder, store = lake.root / "reports", ReleaseStore(lake)
    with Catalog(lake) as catalog:
        board = read_leaderboard(catalog, store.list(), _known_intervals(folder / _KNOWN))
    write_text(folder / _KNOWN, json.dumps(board.intervals))
    table, plot = leaderboard_table(board), leaderboard_plot(board)
    forms = [form for form in formats if form in ("csv", "md", "tex")]
    for form in forms:
        write_text(folder / f"leaderboard.{form}", _as(form, table, ""))
    scored = {one.release_id for one in board.entries}
    releases = [
        {
            "id": manifest.release_id, "day": manifest.period, "questions": manifest.tables["questions"].rows, "signature": manifest.signature.short(),
            "links": [(name, target) for name, target in _pages(manifest) if (folder / target).is_file()],
        }
        for manifest in reversed(board.releases)
    ]  # fmt: skip
    models = len({one.model for one in board.entries if not one.baseline})
    baselines = len({one.model for one in board.entries if one.baseline})
    lede = f"{amount_of(models, 'model')} and {amount_of(baselines, 'baseline')} on {amount_of(len(scored), 'release')}, each under its own signature."
    style, script = packaged("report.css", "results.css"), packaged("report.js", "results.js")
    page = environment().get_template("leaderboard.html.jinja").render(
        policy=policy(style, script), style=style, script=script, lede=lede, plot=plot, drawings=[draw(plot, form) for form in (WIDE, NARROW)], table=table,
        files=[(form.upper() if form != "tex" else "LaTeX", f"leaderboard.{form}") for form in forms], releases=releases, version=okbench_version(),
    )  # fmt: skip
    write_text(folder / PAGE, page)
    return folder / PAGE


def _known_intervals(path: Path) -> Intervals:
    """Those of the last leaderboard; none when there is no such file or it cannot be read, for they can be computed again."""
    try:
        return {str(key): (float(both[0]), float(both[1])) if both else None for key, both in json.loads(path.read_text("utf-8")).items()}
    except (OSError, ValueError, TypeError, AttributeError, IndexError):
        return {}


def _pages(manifest: Manifest) -> list[tuple[str, str]]:
    return [("results", f"{manifest.release_id}/{PAGE}"), ("day", f"{manifest.run_id}/report.html")]


def _write_files(folder: Path, views: Sequence[View], formats: Sequence[str], *, cite: str) -> None:
    for view in views:
        for table in tables_of(view.sections):
            for form in formats:
                if form in ("csv", "tex"):
                    write_text(folder / FOLDERS[view.kind] / f"{table.key}.{form}", _as(form, table, cite))
    if "md" in formats:
        write_text(folder / "results.md", "\n".join(_markdown(views, cite)))
    for plot in plots_of(views[0].sections):
        if plot.drawn and "html" in formats:
            write_text(folder / "figures" / f"{plot.key}.svg", svg_file(plot))


def _as(form: str, table: Table, cite: str) -> str:
    if form == "csv":
        return csv_table(table)
    return latex_table(table, cite=cite) if form == "tex" else markdown_table(table)


def _markdown(views: Sequence[View], cite: str) -> Iterable[str]:
    yield f"# okbench: {escaped(title_of(views[0].results))}\n\n{escaped(cite)}\n"
    for view in views:
        if len(views) > 1:
            yield f"# {'Without stale questions' if view.kind == 'fresh' else 'All questions'} ({view.results.questions})\n"
        for text in view.results.warnings:
            yield f"- **Mind:** {escaped(text)}"
        for text in view.results.notes:
            yield f"- {escaped(text)}"
        yield ""
        for table in tables_of(view.sections):
            yield markdown_table(table)


def _write_questions(lake: Lake, stored: Stored, folder: Path) -> None:
    """Thousands of small pages that can be made again at any time: each appears whole, but is not forced onto the disk; old ones go."""
    make_folder(folder)
    written = set()
    with Catalog(lake) as catalog, disk_errors(folder):
        for name, page in question_pages(stored, catalog):
            temporary = folder / f".{name}.{os.getpid()}.tmp"
            temporary.write_text(page, encoding="utf-8")
            temporary.replace(folder / name)
            written.add(name)
        for path in folder.glob("*.html"):
            if path.name not in written:
                path.unlink(missing_ok=True)


def _links(lake: Lake, release: Release, *, questions: bool, markdown: bool) -> list[tuple[str, str]]:
    found = [("Leaderboard", f"../{PAGE}")]
    if questions:
        found.append(("Every question with its answers", f"questions/{PAGE}"))
    if (lake.root / "reports" / release.manifest.run_id / "report.html").is_file():
        found.append(("Report of the day", f"../{release.manifest.run_id}/report.html"))
    return [*found, *([("Markdown", "results.md")] if markdown else [])]

