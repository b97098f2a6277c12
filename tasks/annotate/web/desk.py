"""Who stands before the server: a link's secret looked up, and the study with its book, items and standing that it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.annotations import Link, Study
from tasks.annotate.book import Book
from tasks.annotate.items import Items
from tasks.annotate.links import ACTIVE, token_hash
from tasks.annotate.web.standing import Standing


@dataclass(frozen=True, slots=True)
class Desk:
    """One study being worked on."""

    study: Study
    book: Book
    items: Items
    standing: Standing


@dataclass(frozen=True, slots=True)
class Visit:
    """One annotator at a desk, by a link that is active."""

    desk: Desk
    annotator: str
    token: str


class Desks:
    """The desks of some studies. Raises what the lake raises (NotFound, DamagedFile, StoreBusy); ``close`` lets go of all studies."""

    def __init__(self, lake: Lake, studies: Sequence[Study]) -> None:
        self._lake = lake
        self._desks: list[Desk] = []
        try:
            for study in studies:
                release = ReleaseStore(lake).load(study.release_id)
                items = Items(lake, study, release)
                self._desks.append(Desk(study, Book(lake, study), items, Standing(lake, study)))
        except BaseException:
            self.close()
            raise
        self._links: dict[str, tuple[Link, Desk]] = {}
        self._seen: list[list[Path]] = []

    def close(self) -> None:
        """Move what people wrote into the lake's tables."""
        while self._desks:
            self._desks.pop().book.close()

    def visit(self, token: str) -> Visit | None:
        """Whose link that is; None for one that never was or is spent (see ``spent``)."""
        found = self._current().get(token_hash(token))
        if found is None or found[0].status != ACTIVE:
            return None
        return Visit(found[1], found[0].annotator, token)

    def spent(self, token: str) -> bool:
        """Whether that was a link once."""
        found = self._current().get(token_hash(token))
        return found is not None and found[0].status != ACTIVE

    def _current(self) -> dict[str, tuple[Link, Desk]]:
        """Links by hash, read anew when one was renewed or spent meanwhile."""
        seen = [self._lake.parts(Link, desk.study.study_id) for desk in self._desks]
        if seen != self._seen:
            rows = [(row, desk) for desk in self._desks for row in self._lake.read(Link, desk.study.study_id)]
            # A renewed link takes its row's place; the old secret is remembered as spent as long as the server runs.
            spent = {key: (_spent(link), desk) for key, (link, desk) in self._links.items()}
            self._links = spent | {row.token_hash: (row, desk) for row, desk in rows}
            self._seen = seen
        return self._links


def _spent(link: Link) -> Link:
    return Link(study_id=link.study_id, annotator=link.annotator, token_hash=link.token_hash, status="spent", made=link.made)
