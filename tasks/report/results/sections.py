"""The order of the results' tables and figures: what the page shows in which section, and what files hold."""

from __future__ import annotations

from dataclasses import dataclass

from tasks.report.plots.plot import Plot
from tasks.report.results.comparisons import pairs_table
from tasks.report.results.evaluation_table import evaluation_table
from tasks.report.results.figure_plots import between_plot, retrieval_plot, size_plot
from tasks.report.results.gather import Results
from tasks.report.results.human import human_tables
from tasks.report.results.models_table import models_table, open_table
from tasks.report.results.position_table import position_table
from tasks.report.results.retrieval_answers import end_to_end_table, retrieval_answers_table
from tasks.report.results.retrieval_tables import hits_table, reciprocal_rank_table
from tasks.report.results.size_tables import size_gap_table, smallest_table
from tasks.report.results.static_reference import Reference, reference_table
from tasks.report.results.table import Table


@dataclass(frozen=True, slots=True)
class Section:
    """id: its place in the page; items in order."""

    id: str
    name: str
    items: tuple[Table | Plot, ...]


def sections_of(results: Results, reference: Reference) -> tuple[Section, ...]:
    """All sections; those of published figures without the parts that need stored answers."""
    found = [
        Section("models", "Models", (size_plot(results, reference), models_table(results))),
        Section("sizes", "Model size", (size_gap_table(results, reference), smallest_table(results), reference_table(results, reference))),
        Section("open", "Open-ended", (open_table(results),)),
        Section("passages", "With retrieval", (between_plot(results), end_to_end_table(results), retrieval_answers_table(results))),
        Section("retrieval", "Retrieval", (retrieval_plot(results), hits_table(results), reciprocal_rank_table(results))),
        Section("pairs", "Comparisons", (pairs_table(results),)),
        *([Section("people", "People", people)] if (people := human_tables(results)) else []),
        Section("evaluations", "Evaluations", (evaluation_table(results), position_table(results))),
    ]
    return tuple(found) if results.signature else tuple(_told(section) for section in found if _tells(section))


def tables_of(sections: tuple[Section, ...]) -> list[Table]:
    """All tables in order."""
    return [item for section in sections for item in section.items if isinstance(item, Table)]


def plots_of(sections: tuple[Section, ...]) -> list[Plot]:
    """All figures in order."""
    return [item for section in sections for item in section.items if isinstance(item, Plot)]


def _told(section: Section) -> Section:
    return Section(section.id, section.name, tuple(item for item in section.items if _holds(item)))


def _tells(section: Section) -> bool:
    return section.id != "evaluations" and any(_holds(item) for item in section.items)


def _holds(item: Table | Plot) -> bool:
    return bool(item.rows) if isinstance(item, Table) else item.drawn
