"""``okbench events``: collect the events of an encyclopedia's year pages and the documents they cite; list them; show what was lost."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from flows.cli.opening import LakeOption, lake_of, run_async, settings_of
from flows.cli.output import manner, print_json, say, show_rows
from storage.schemas.clock import utc_now
from storage.schemas.events import Citation, DocumentLink, Event
from storage.schemas.ids import safe_name
from storage.schemas.questions import FunnelRow
from tasks.events.losses import Losses, read_losses
from tasks.events.regions import choose_regions, load_regions, parse_years

_LOSS_COLUMNS = ("region", "year", "events", "links", "kept", "lost %", "shared", "unsure", "browser", "archive")
app = typer.Typer(name="events", help="The events benchmark: what happened, by region and year.", no_args_is_help=True)
RegionOption = Annotated[list[str] | None, typer.Option("--region", help="Region id, name or set (six, all); may be repeated.")]
YearsOption = Annotated[str, typer.Option("--years", help="Such as 2020, 2015-2024 or 2015,2018-2020; default: the regions file's.")]
FileOption = Annotated[Path | None, typer.Option("--file", help="Regions file; default: OKBENCH_REGIONS, then deployments/events.toml.")]


@app.command()
def regions(file: FileOption = None) -> None:
    """List the regions of the regions file."""
    found = load_regions(settings_of(regions=file).regions)
    show_rows(
        [
            {"region": r.region_id, "name": r.name, "page": r.titles[0], "languages": list(r.languages), "sets": list(r.sets), "on": r.enabled}
            for r in found
        ],
        title=f"{len(found)} regions",
    )


@app.command()
def collect(
    region: RegionOption = None,
    years: YearsOption = "",
    file: FileOption = None,
    name: Annotated[str, typer.Option(help="Name of the run, part of its id.")] = "collect",
    documents: Annotated[bool, typer.Option("--documents/--no-documents", help="Also fetch the documents that events cite.")] = True,
    reread: Annotated[bool, typer.Option("--reread", help="Read pages again even where their revision is known.")] = False,
    lake: LakeOption = None,
) -> None:
    """Read year pages and fetch what their events cite. Run again, it fetches only what is new or changed, and says which."""
    from flows.events_collect import YearCollected, chosen_regions, collect_events
    from flows.house import House  # what fetches takes a while to import; other commands do without

    settings = settings_of(lake, regions=file)
    wanted = parse_years(years)
    now = utc_now()
    run_id = f"events-{now:%Y-%m-%d}-{safe_name(name, 'run name')}"
    started = time.perf_counter()

    async def tell(done: YearCollected) -> None:
        say(_line(done.region, done.year, done.status, done.reason, done.losses, len(done.new), len(done.changed), len(done.gone)))

    async def work() -> Any:
        async with House(settings) as house:
            chosen = chosen_regions(house, file, region or [])
            if not settings.fetch.contact:
                say("No contact is set (OKBENCH_FETCH__CONTACT); wikis and archives ask programs for one")
            return await collect_events(
                house, chosen, wanted, run_id=run_id, now=now, documents=documents, reread=reread, report=tell
            ), house.lake

    result, store = run_async(work())
    rows = result.funnel(run_id)
    store.replace(FunnelRow, rows, run_id)
    if manner.as_json:
        print_json({"run": run_id, "years": [_as_row(done) for done in result.years], "funnel": [_funnel_row(row) for row in rows]})
    else:
        show_rows([_funnel_row(row) for row in rows], title="From page to document")
        say(f"{sum(len(y.new) for y in result.years)} new events, {sum(len(y.changed) for y in result.years)} changed, "
            f"{sum(len(y.gone) for y in result.years)} gone; {sum(y.followed for y in result.years)} links followed "
            f"in {time.perf_counter() - started:.0f} s{'' if result.browser else '; no browser was found, so pages that need one are lost'}")  # fmt: skip
    if result.years and len(result.failed) == len(result.years):
        raise typer.Exit(1)


@app.command("list")
def list_(
    region: RegionOption = None,
    years: YearsOption = "",
    file: FileOption = None,
    gone: Annotated[bool, typer.Option("--gone", help="Also events that are no longer on their page.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="At most so many rows.")] = 50,
    lake: LakeOption = None,
) -> None:
    """List the events with their dates and how many of their links led to a document."""
    store = lake_of(lake)
    names = _names(region, file)
    wanted = set(parse_years(years))
    rows: list[dict[str, Any]] = []
    for place in store.partitions(Event):
        its_region, _, year = place.rpartition("/")
        if (names and its_region not in names) or (wanted and int(year) not in wanted):
            continue
        cited = Counter(row.event_id for row in store.read(Citation, place))
        kept = Counter(row.event_id for row in store.read(DocumentLink, place) if row.outcome == "kept")
        for event in sorted(store.read(Event, place), key=lambda row: row.position):
            if event.status == "current" or gone:
                rows.append(
                    {"event": event.event_id, "region": its_region, "date": _span(event), "links": cited[event.event_id],
                     "documents": kept[event.event_id], "text": event.text}
                )  # fmt: skip
    shown = rows if manner.as_json else [{**row, "text": _short(row["text"])} for row in rows[:limit]]
    columns = [name for name in ("event", "region", "date", "links", "documents", "text") if name != "region" or len({row["region"] for row in rows}) > 1]
    show_rows(shown, columns=columns, title=f"{len(rows)} events" + (f", the first {limit}" if len(rows) > limit else ""))


@app.command()
def losses(
    region: RegionOption = None,
    years: YearsOption = "",
    file: FileOption = None,
    reasons: Annotated[bool, typer.Option("--reasons", help="Why links were lost, by region.")] = False,
    lake: LakeOption = None,
) -> None:
    """Show by region and year how many links gave no document, and why: losses that differ bias the regions."""
    store = lake_of(lake)
    found = read_losses(store, sorted(_names(region, file)), parse_years(years))
    if reasons:
        counts: dict[str, Counter[str]] = {}
        for row in found:
            counts.setdefault(row.region, Counter()).update(row.reasons)
        show_rows(
            [
                {"region": name, "reason": reason, "links": count, "share %": 100 * count / max(1, sum(r.links for r in found if r.region == name))}
                for name, its in counts.items()
                for reason, count in its.most_common()
            ],
            title="Links without a document, by reason",
        )
        return
    show_rows([_loss_row(row) for row in [*found, *_totals(found)]], title="Links and documents by region and year", columns=_LOSS_COLUMNS)
    if any(row.unknown for row in found) and not manner.as_json:
        say("unsure: kept documents that could not be compared with their event")


def _names(region: Sequence[str] | None, file: Path | None) -> set[str]:
    if not region:
        return set()
    return {found.region_id for found in choose_regions(load_regions(settings_of(regions=file).regions), region)}


def _line(region: str, year: int, status: str, reason: str, losses: Losses, new: int, changed: int, gone: int) -> str:
    if status in ("missing", "failed"):
        return f"{region} {year}: {status} ({reason})"
    parts = [f"{count} {word}" for count, word in ((new, "new"), (changed, "changed"), (gone, "gone")) if count]
    return f"{region} {year}: {losses.events} events ({', '.join(parts) or status}), {losses.kept} of {losses.links} links kept"


def _as_row(done: Any) -> dict[str, Any]:
    return {
        "region": done.region, "year": done.year, "status": done.status, "reason": done.reason, "new": list(done.new), "changed": list(done.changed),
        "gone": list(done.gone), "followed": done.followed, **_loss_row(done.losses), "reasons": dict(done.losses.reasons), "ways": dict(done.losses.ways),
    }  # fmt: skip


def _funnel_row(row: FunnelRow) -> dict[str, Any]:
    return {"stage": row.stage, "outcome": row.outcome, "reason": row.reason, "count": row.count}


def _loss_row(row: Losses) -> dict[str, Any]:
    return {
        "region": row.region, "year": row.year or "all", "events": row.events, "links": row.links, "kept": row.kept,
        "lost %": round(100 * row.lost_share, 1), "shared": row.shared, "unsure": row.unknown, "browser": row.ways["browser"],
        "archive": row.ways["archive"], "events with a document": row.events_kept, "lines not understood": row.not_understood,
    }  # fmt: skip


def _totals(rows: Sequence[Losses]) -> list[Losses]:
    """One more row for each region of several years."""
    totals: dict[str, Losses] = {}
    for row in rows:
        total = totals.setdefault(row.region, Losses(region=row.region, year=0))
        for name in ("events", "events_cited", "events_kept", "links", "kept", "documents", "shared", "unknown", "not_understood"):
            setattr(total, name, getattr(total, name) + getattr(row, name))
        total.ways.update(row.ways)
    several = Counter(row.region for row in rows)
    return [total for name, total in totals.items() if several[name] > 1]


def _span(event: Event) -> str:
    if event.start_date is None:
        return str(event.year)
    if event.date_precision == "month":
        return event.start_date[:7]
    return event.start_date if event.end_date in (None, event.start_date) else f"{event.start_date} to {event.end_date}"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59].rstrip() + "…"


