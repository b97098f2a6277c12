"""The regions file (``deployments/events.toml``): which year pages are read, from which wiki, for which years."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from storage.schemas.errors import BadConfig, BadInput, NotFound
from storage.schemas.ids import safe_name

_KEYS = {"id", "name", "titles", "language", "languages", "wiki", "aliases", "enabled", "sets", "years"}
_NEEDED = ("id", "name", "titles")


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """One region. ``titles`` are forms such as "{year} in Brazil", tried in order until one is a page. ``language`` is that of the pages,
    ``languages`` those spoken there (for the translation of questions); ``aliases`` are other names of the region."""

    region_id: str
    name: str
    titles: tuple[str, ...]
    wiki: str
    language: str = "en"
    languages: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    enabled: bool = True
    years: tuple[int, ...] = ()

    def titles_of(self, year: int) -> tuple[str, ...]:
        """The page titles to try for a year."""
        return tuple(form.format(year=year) for form in self.titles)


def load_regions(path: Path) -> list[Region]:
    """The regions of a file, in its order. BadConfig names file, region and key."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadConfig("there is no such file", where=str(path), todo="Set OKBENCH_REGIONS or pass --file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(str(error), where=str(path), todo="Mend the file; it is TOML") from None
    defaults = content.get("defaults", {})
    years = _years(defaults.get("years", ""), path)
    regions = [_region(row, defaults, years, path) for row in content.get("region", [])]
    names = [region.region_id for region in regions]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise BadConfig(f"region {twice!r} stands there twice", where=str(path))
    if not regions:
        raise BadConfig("no [[region]] in it", where=str(path), todo="See docs/how-to/events.md")
    return regions


def choose_regions(regions: Sequence[Region], names: Sequence[str]) -> list[Region]:
    """The enabled regions, or those that are named by id, name, alias or set. NotFound names the unknown one."""
    if not names:
        return [region for region in regions if region.enabled]
    chosen: dict[str, Region] = {}
    for name in names:
        key = name.strip().lower()
        found = [r for r in regions if key in {r.region_id, r.name.lower(), *map(str.lower, r.aliases), *map(str.lower, r.sets)}]
        if not found:
            raise NotFound(f"there is no region {name!r}", todo="See okbench events regions")
        chosen |= {region.region_id: region for region in found}
    return list(chosen.values())


def parse_years(text: str) -> list[int]:
    """``2015-2024``, ``2020`` or ``2015,2018-2020`` as a sorted list. BadInput for anything else."""
    years: set[int] = set()
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        found = re.fullmatch(r"(\d{4})(?:\s*[-–]\s*(\d{4}))?", part)
        if not found or int(found[2] or found[1]) < int(found[1]) or int(found[2] or found[1]) - int(found[1]) > 200:
            raise BadInput(f"{part!r} is no year and no range of years", todo="Write 2020, 2015-2024 or 2015,2018-2020")
        years.update(range(int(found[1]), int(found[2] or found[1]) + 1))
    return sorted(years)


def _years(value: Any, path: Path) -> tuple[int, ...]:
    try:
        return tuple(parse_years(str(value)))
    except BadInput as error:
        raise BadConfig(f"years: {error.what}", where=str(path), todo=error.todo) from None


def _region(row: dict[str, Any], defaults: dict[str, Any], years: tuple[int, ...], path: Path) -> Region:
    where = f"{path}, region {row.get('id', '?')}"
    unknown = set(row) - _KEYS
    if unknown:
        raise BadConfig(f"unknown key {min(unknown)!r}", where=where, todo=f"Known: {', '.join(sorted(_KEYS))}")
    missing = [key for key in _NEEDED if not row.get(key)]
    wiki = row.get("wiki") or defaults.get("wiki")
    if missing or not wiki:
        raise BadConfig(f"the key {(missing or ['wiki'])[0]!r} is missing", where=where)
    titles = tuple(row["titles"])
    if not all(isinstance(form, str) and "{year}" in form and not re.search(r"\{(?!year\})", form) for form in titles):
        raise BadConfig("each title must hold {year} and no other braces", where=where, todo='Such as "{year} in Brazil"')
    try:
        region_id = safe_name(str(row["id"]), "region id")
    except BadInput as error:
        raise BadConfig(error.what, where=where, todo=error.todo) from None
    return Region(
        region_id=region_id,
        name=str(row["name"]),
        titles=titles,
        wiki=str(wiki),
        language=str(row.get("language") or defaults.get("language") or "en"),
        languages=tuple(row.get("languages", ())),
        aliases=tuple(row.get("aliases", ())),
        sets=tuple(row.get("sets", ())),
        enabled=bool(row.get("enabled", True)),
        years=_years(row["years"], path) if "years" in row else years,
    )
