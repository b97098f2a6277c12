"""Results as pages and files: ad-hoc from the Prefect UI, and at the end of a news run. Nothing is asked; everything comes from what is stored."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Literal

from prefect import flow
from pydantic import BaseModel, ConfigDict, Field

from flows.artifacts import show_link, show_picture, show_table
from flows.publishing import PublishedAll, Publishing, publish, summary
from flows.settings import load_settings
from storage.lake import Lake
from storage.schemas.errors import OkbenchError
from tasks.report.plots.svg import svg_file
from tasks.report.results.figure_plots import size_plot
from tasks.report.results.static_reference import read_reference
from tasks.report.results.table import Table, text_of

Format = Literal["html", "md", "csv", "tex"]
_SHOWN = ("T8", "T10", "T5", "T13", "T11", "T12")


class PublishReport(BaseModel):
    """What publishing may be told."""

    model_config = ConfigDict(extra="forbid")

    release: str = Field("latest", description="Release id, its beginning, latest, its random id, a signature line, or all")
    formats: list[Format] = Field(["html", "md", "csv", "tex"], min_length=1, description="What to write")
    without_stale: bool = Field(False, description="Show tables and figures without stale questions first")
    reference: str | None = Field(None, description="CSV file of the static reference; default: MMLU-Pro as the paper has it")
    questions: bool = Field(True, description="A page for each question as well")

    @property
    def how(self) -> Publishing:
        """The same for the plain function."""
        reference = Path(self.reference) if self.reference else None
        return Publishing(formats=tuple(self.formats), without_stale=self.without_stale, reference=reference, questions=self.questions)


@flow(name="publish_report", flow_run_name="report {parameters.release}", persist_result=False)
async def publish_report(parameters: PublishReport = PublishReport()) -> dict[str, Any]:  # noqa: B008  pydantic models are frozen values here
    """Write the results of a release, or of all, and the leaderboard; returns where they are."""
    lake = Lake.open(load_settings().lake)
    found = await asyncio.to_thread(publish, lake, parameters.release, parameters.how)
    await show_published(found)
    return summary(found)


async def publish_results(lake: Lake, release_id: str) -> dict[str, str]:
    """The end of a news run: results and leaderboard as pages, shown as artifacts; where they are. The run's own report is there already.

    What goes wrong is told under ``unpublished`` and ends no run: pages can be made again at any time.
    """
    try:
        found = await asyncio.to_thread(publish, lake, release_id, Publishing(), daily=False)
    except OkbenchError as error:
        return {"results": "", "leaderboard": "", "unpublished": f"results are not published: {error}"}
    await show_published(found)
    return {"results": str(found.releases[0].page), "leaderboard": str(found.leaderboard), "unpublished": ""}


async def show_published(found: PublishedAll) -> None:
    """Tables, figure 3 and links as artifacts of the run."""
    for one in found.releases:
        period, name = one.results.period, one.results.name
        for table in one.tables:
            if table.rows and table.key in _SHOWN:
                await show_table(f"{table.key}-{period}", _rows(table), f"{table.title}, {name}")
        plot = size_plot(one.results, read_reference())
        await show_picture(f"f3-{period}", svg_file(plot), plot.title)
        await show_link(f"results-{period}", one.page.as_uri(), one.page.name, f"Results of {name}")
    await show_link("leaderboard", found.leaderboard.as_uri(), found.leaderboard.name, "Leaderboard over all releases")


def _rows(table: Table) -> list[dict[str, str]]:
    return [{column.label: text_of(column, value) for column, value in zip(table.columns, row, strict=True)} for row in table.rows]
