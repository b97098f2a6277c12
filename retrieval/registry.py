"""Retrieval methods by name, from entry points: okbench's own and those of any installed package.

A name is ``bm25``, ``dpr``, ``colbert``; with a model ``dense:all-MiniLM-L6-v2`` or ``late:path/to/checkpoint``; and joined by ``+`` a
fusion of several, ``bm25+dpr``. A package registers ``make(argument, options) -> Method`` under the group ``okbench.retrievers``;
``argument`` is what follows the colon.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points

from retrieval.method import Method
from retrieval.options import RetrievalOptions
from storage.schemas.errors import BadConfig, NotFound

GROUP = "okbench.retrievers"
Make = Callable[[str, RetrievalOptions], Method]


def registered() -> dict[str, EntryPoint]:
    """Entry points by name, sorted. Of two packages that take one name okbench's own holds, else the first by package name."""
    own_first = sorted(entry_points(group=GROUP), key=lambda e: (e.dist is None or e.dist.name != "okbench", e.dist.name if e.dist else ""))
    found: dict[str, EntryPoint] = {}
    for point in own_first:
        found.setdefault(point.name, point)
    return dict(sorted(found.items()))


def parts_of(spec: str) -> list[str]:
    """The methods that a name joins by ``+``; a single one for most. BadConfig for an empty part."""
    parts = [part.strip() for part in spec.split("+")]
    if not all(parts):
        raise BadConfig(f"{spec!r} does not name retrievers", where="retrievers", todo="Write bm25, or bm25+dpr for a fusion")
    return parts


def make_method(spec: str, options: RetrievalOptions) -> Method:
    """The method of one name. NotFound lists the names there are; BadConfig tells which package's method does not load."""
    name, _, argument = spec.partition(":")
    known = registered()
    if name not in known:
        names = ", ".join(known) or "none: install okbench anew with `pip install -e .`"
        raise NotFound(f"there is no retriever {name!r}", todo=f"There are: {names}")
    try:
        make: Make = known[name].load()
    except (ImportError, AttributeError) as error:
        raise BadConfig(
            f"retriever {name!r} does not load ({error})", where=known[name].value, todo="Mend or remove the package that registers it"
        ) from error
    return make(argument, options)
