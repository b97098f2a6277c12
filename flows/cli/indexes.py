"""``okbench indexes``: retrieval over the days of news around a release."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from flows.cli.bars import stage_bars
from flows.cli.opening import LakeOption, ReleaseArgument, lake_of, release_of, run_async, settings_of
from flows.cli.output import console, manner, print_json, say, show_rows
from flows.environment import set_for_flows
from storage.schemas.clock import parse_moment
from storage.schemas.errors import BadInput, NotFound, StaleIndex

if TYPE_CHECKING:
    from retrieval.indexes import Indexes
    from retrieval.method import Retriever
    from tasks.index.corpora import NewsCorpus

Retrievers = Annotated[
    list[str] | None, typer.Option("--retriever", help="bm25, dpr, colbert, dense:MODEL, late:MODEL, or a fusion such as bm25+dpr; may be repeated.")
]
Windows = Annotated[list[int] | None, typer.Option("--days", help="Days of news to search, ending with the release's window; may be repeated.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print what would be embedded and how long it will take.")]
app = typer.Typer(name="indexes", help="Retrieval: indexes of days of news, search in them, and measures.", no_args_is_help=True)


@app.command()
def build(
    release: ReleaseArgument = "latest", retriever: Retrievers = None, days: Windows = None, dry_run: DryRun = False, lake: LakeOption = None
) -> None:
    """Build the indexes of the windows around a release. Articles that are embedded already are not embedded again."""
    result = _flow(release, retriever, days, dry_run, lake, measure=False)
    if manner.as_json:
        print_json(result)
    else:
        _show_built(result)


@app.command()
def measure(
    release: ReleaseArgument = "latest", retriever: Retrievers = None, days: Windows = None, dry_run: DryRun = False, lake: LakeOption = None
) -> None:
    """Search the questions of a release with each retriever, and print how often the right article is found. Builds what is missing."""
    result = _flow(release, retriever, days, dry_run, lake, measure=True)
    if manner.as_json:
        print_json(result)
    elif dry_run:
        _show_built(result)
    else:
        _show_tables(release, lake)
        for warning in result["warnings"]:
            say(f"Note: {warning}")


@app.command("show")
def show_(
    release: ReleaseArgument = "latest",
    figure: Annotated[Path | None, typer.Option(help="Write the plot by window to this SVG file as well.")] = None,
    lake: LakeOption = None,
) -> None:
    """Print the stored measures of a release again: hits and MRR by retriever and window."""
    from tasks.index.figure import stored_figure
    from tasks.index.tables import stored_tables

    found, opened = release_of(lake, release), lake_of(lake)
    tables = stored_tables(opened, found.release_id)
    if not tables:
        raise NotFound(f"nothing is measured for {found.release_id}", todo="Run okbench indexes measure")
    if manner.as_json:
        print_json({name: table.records() for name, table in tables.items()})
    else:
        _show_tables(release, lake)
    if figure is not None:
        from storage.atomic import write_text

        write_text(figure, stored_figure(opened, found.release_id))
        say(f"The plot is in {figure}")


@app.command()
def search(
    question: Annotated[str, typer.Argument(help="What to look for: a question or words.")],
    retriever: Annotated[str, typer.Option(help="Which retriever searches.")] = "bm25",
    days: Annotated[int, typer.Option(min=1, help="Days of news to search.")] = 1,
    k: Annotated[int, typer.Option("-k", "--articles", min=1, max=1000, help="Articles to show.")] = 5,
    release: Annotated[str, typer.Option(help="Search the news up to this release's window.")] = "latest",
    day: Annotated[str | None, typer.Option(help="Search the news up to the end of this day instead, 2026-11-30.")] = None,
    lake: LakeOption = None,
) -> None:
    """Search the news: rank, score, outlet, title and the best passage of each article, with the matched words marked."""
    from flows.cli.found import print_found
    from flows.settings import index_options
    from tasks.index.build import indexes_of
    from tasks.index.corpora import moment_of, news_corpus, own_articles
    from tasks.index.search import search_news

    if not question.strip():
        raise BadInput("the question is empty", where="question", todo="Give a question or words to look for")
    opened = lake_of(lake)
    if day is not None:
        news = news_corpus(opened, moment=parse_moment(day), days=days)
    else:
        chosen = release_of(lake, release)
        news = news_corpus(opened, moment=moment_of(chosen), days=days, own=own_articles(chosen))
    indexes = indexes_of(opened, index_options(settings_of(lake)))
    found = search_news(_opened(indexes, retriever, news), news, question, k)
    print_found(question, found, f"{indexes.label(retriever)} over {news.note()}")


def _opened(indexes: Indexes, retriever: str, news: NewsCorpus) -> Retriever:
    """The index, built first where that takes seconds; NotFound where articles have to be embedded."""
    indexes.check([retriever])
    try:
        return indexes.open(retriever, news.corpus)
    except (NotFound, StaleIndex):
        if not indexes.quick(retriever, news.corpus):
            todo = f"Run: okbench indexes build --retriever {retriever} --days {news.days}"
            raise NotFound(f"{retriever} has not embedded all articles of these days", todo=todo) from None
    with console.status("building the index"):
        indexes.build(retriever, news.corpus)
    return indexes.open(retriever, news.corpus)


def _flow(release: str, retrievers: list[str] | None, days: list[int] | None, dry_run: bool, lake: Path | None, *, measure: bool) -> dict[str, Any]:
    set_for_flows(lake)
    found = release_of(lake, release)  # a wrong name is told before Prefect starts
    with stage_bars():
        from flows.build_indexes import BuildIndexes, build_indexes

        parameters = BuildIndexes.checked(release=found.release_id, retrievers=retrievers or [], windows=days or [], measure=measure, dry_run=dry_run)
        return run_async(build_indexes(parameters))


def _show_built(result: dict[str, Any]) -> None:
    for window, note in result["windows"].items():
        say(f"{window:>5}  {note}")
    if "built" in result:
        show_rows(result["built"], title="indexes", columns=("retriever", "days", "state", "passages", "new articles embedded", "articles capped"))
    else:
        show_rows(result["estimate"], title="Nothing was built yet; to embed")


def _show_tables(release: str, lake: Path | None) -> None:
    from tasks.index.tables import stored_tables

    notes: dict[str, None] = {}
    for table in stored_tables(lake_of(lake), release_of(lake, release).release_id).values():
        show_rows(table.short_records(), title=table.title)
        notes |= dict.fromkeys(table.notes)
    for note in notes:
        say(note)
