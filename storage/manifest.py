"""The manifest of a release: who made it, from what, how, and the digests that hold it together.

``manifest.json`` is sealed: its ``seal`` is the SHA-256 of all its other content, and its bytes are exactly what ``render`` writes, so any
changed byte shows. ``files`` covers the bytes of this copy of the release, ``tables`` and ``content_digest`` its rows, which are the
same in every copy.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from storage.agents import AgentRecord
from storage.schemas.clock import iso
from storage.schemas.errors import DamagedFile, DigestMismatch, NewerLake
from storage.schemas.ids import canonical_json, digest
from storage.signature import Signature, SignedAgent

MANIFEST_VERSION = 2
"""1 for a release made from a run; 2 for one that names its parent, which an okbench that knows only 1 cannot check."""

MANIFEST = "manifest.json"
TABLE_NAMES = ("questions", "articles", "candidates", "verdicts")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    """A table of the release: digest over its canonical rows, number of rows, version of its record."""

    digest: str
    rows: int
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFacts:
    """A file of this copy of the release."""

    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One outlet and category: how many articles and questions come from it, and what may be done with its texts."""

    outlet: str
    category: str
    articles: int
    questions: int
    redistribution: str
    licence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FunnelCount:
    """One count of the way from feed to release, as in the table ``funnel``."""

    stage: str
    outcome: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPositions:
    """Where the right choice stands after shuffling: questions by position, and how far that is from even.

    chi_square: sum of (seen - even)^2 / even over the positions; p_value: chance of a value at least as large if all positions were equally
    likely. Both None without questions.
    """

    counts: tuple[int, ...]
    chi_square: float | None
    p_value: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Parent:
    """The release that another was made from by withdrawing questions.

    release_id, id and data: its name in the lake, its random id and its content digest. root: release id of the first in the line, made from
    a run; the answers of models to the whole line are in the ledger under that name. withdrawn: why, by id of each withdrawn question.
    """

    release_id: str
    id: str
    data: str
    root: str
    withdrawn: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyFigure:
    """One figure that people found in a study of the parent, as in the table ``human_figures`` (all annotators together)."""

    study_id: str
    kind: str
    measure: str
    value: float | None
    low: float | None
    high: float | None
    counted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Everything about a release that is not a row of it.

    lake: identity of the lake it was made in. subject, period, hours, moment, made, id, version: see Signature. seed: of the shuffle.
    counts: candidates, kept, released, open_ended and the like. dropped: candidates that did not get in, by reason. parameters: of the
    run, canonical JSON. withheld: number of text cells that are not in this copy. parent: of a release that others were withdrawn from.
    human: figures of the studies that led to the withdrawal.
    """

    release_id: str
    run_id: str
    lake: str
    subject: str
    period: str
    hours: float | None
    moment: datetime | None
    made: datetime
    id: str
    version: str
    agents: tuple[AgentRecord, ...]
    seed: str
    key_positions: KeyPositions
    counts: Mapping[str, int]
    dropped: Mapping[str, int]
    funnel: tuple[FunnelCount, ...]
    sources: tuple[Source, ...]
    languages: tuple[str, ...]
    parameters: str
    tables: Mapping[str, TableFacts]
    content_digest: str
    files: Mapping[str, FileFacts]
    withheld: int = 0
    parent: Parent | None = None
    human: tuple[StudyFigure, ...] = ()

    @property
    def root(self) -> str:
        """The release id under which the ledger keeps what models answered: this one's, or that of the first of its line."""
        return self.parent.root if self.parent else self.release_id

    @property
    def signature(self) -> Signature:
        """The signature that these facts make."""
        return Signature(
            subject=self.subject, period=self.period, hours=self.hours, moment=self.moment, questions=self.tables["questions"].rows,
            agents=tuple(map(SignedAgent.of, self.agents)), made=self.made, id=self.id, data=self.content_digest, version=self.version,
            parent=self.parent.id if self.parent else "",
        )  # fmt: skip

    @property
    def cost(self) -> float | None:
        """USD of all agents, None when any is unknown."""
        costs = [agent.cost for agent in self.agents]
        return None if any(cost is None for cost in costs) else sum(cost or 0.0 for cost in costs)


_reader = TypeAdapter(Manifest)


def render(manifest: Manifest) -> bytes:
    """The bytes of ``manifest.json``."""
    content: dict[str, Any] = {"manifest_version": 2 if manifest.parent else 1, **_plain(dataclasses.asdict(manifest))}
    if manifest.parent is None:
        # Byte for byte as before there were parents.
        del content["parent"], content["human"]
    content |= {"signature": manifest.signature.full(), "signature_short": manifest.signature.short()}
    content["seal"] = _seal(content)
    return (json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode("utf-8")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a release's folder.

    DamagedFile when it is missing or unreadable, NewerLake when a later okbench wrote it, DigestMismatch when a byte of it was changed.
    """
    path = folder / MANIFEST
    try:
        data = path.read_bytes()
        content = json.loads(data)
        found = int(content["manifest_version"])
    except FileNotFoundError as error:
        raise DamagedFile("the manifest is missing", where=str(path), todo="Import the release again") from error
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedFile(f"the manifest cannot be read ({error})", where=str(path), todo="Import the release again") from error
    if found > MANIFEST_VERSION:
        raise NewerLake(f"manifest version {found}, this okbench reads up to {MANIFEST_VERSION}", where=str(path), todo="Update okbench")
    if content.get("seal") != _seal(content):
        raise DigestMismatch("the manifest was changed after it was sealed", where=str(path), todo="Import the release again")
    try:
        manifest = _reader.validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = f"{path}: {'.'.join(map(str, first['loc']))}"
        raise DamagedFile(f"the manifest cannot be read ({first['msg']})", where=where, todo="Import the release again") from error
    if missing := [name for name in TABLE_NAMES if name not in manifest.tables]:
        raise DamagedFile(f"the manifest knows no table {missing[0]}", where=str(path), todo="Import the release again")
    if manifest.signature.full() != content.get("signature"):
        raise DigestMismatch("the manifest's signature line does not fit its facts", where=str(path), todo="Import the release again")
    if data != render(manifest):
        raise DigestMismatch("bytes of the manifest were changed", where=str(path), todo="Import the release again")
    return manifest


def _seal(content: Mapping[str, Any]) -> str:
    return digest(canonical_json({key: value for key, value in content.items() if key != "seal"}))


def _plain(value: Any) -> Any:
    """Instants as text, tuples as lists, whole floats as integers, so that what is read back renders the same."""
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
