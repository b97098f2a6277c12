"""Ready questions to the catalog, ``queries/*.sql``: a first line that says what it answers, then a line for each parameter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from storage.schemas.errors import BadInput, NotFound

FOLDER = Path(__file__).parent / "queries"
_PARAMETER = re.compile(r"-- \$(\w+)( \(optional\))?: (.+)")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a query. A missing optional one is null."""

    name: str
    optional: bool
    meaning: str


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """A query by name: what it answers, its parameters, its SQL."""

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    sql: str

    def fill(self, given: dict[str, object]) -> dict[str, object]:
        """The parameters to run with. BadInput for a missing or unknown one."""
        known = {parameter.name for parameter in self.parameters}
        missing = [p.name for p in self.parameters if not p.optional and given.get(p.name) is None]
        if missing or set(given) - known:
            what = f"it needs {missing[0]}" if missing else f"it has no parameter {min(set(given) - known)!r}"
            raise BadInput(what, where=f"query {self.name}", todo=f"Its parameters: {', '.join(sorted(known)) or 'none'}")
        return {name: given.get(name) for name in known}


@cache
def named_queries() -> dict[str, NamedQuery]:
    """All queries by name."""
    return {path.stem: _read(path) for path in sorted(FOLDER.glob("*.sql"))}


def named_query(name: str) -> NamedQuery:
    """The query of that name. NotFound lists what there is."""
    try:
        return named_queries()[name]
    except KeyError:
        raise NotFound(f"there is no query {name!r}", todo=f"Choose one of: {', '.join(named_queries())}") from None


def _read(path: Path) -> NamedQuery:
    sql = path.read_text("utf-8")
    head = [line for line in sql.splitlines() if line.startswith("--")]
    found = [match for line in head[1:] if (match := _PARAMETER.fullmatch(line))]
    parameters = tuple(Parameter(match[1], bool(match[2]), match[3]) for match in found)
    return NamedQuery(path.stem, head[0].removeprefix("-- "), parameters, sql)
