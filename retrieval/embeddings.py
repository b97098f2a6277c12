"""Embeddings made once: the passages and vectors of each document text, by encoder, in parts on disk.

A document is known by the digest of its title and text, so an article that stands in several days or windows is embedded once, a new
version of it anew. A window's vectors are those of its documents joined; a new day costs its new documents and nothing else. Each part is
a folder that appears whole: ``vectors.npy``, ``passages.parquet`` and ``part.json`` with the digests of both.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from retrieval.corpus import Document
from retrieval.encoder import Encoder
from retrieval.index_folder import file_digest
from retrieval.options import PassageOptions
from retrieval.passage import Passage, passage_id
from retrieval.passage_table import PassageTable
from retrieval.progress import Progress, silent
from retrieval.splitting import SplitReport, split_documents
from storage.atomic import atomic_folder
from storage.locks import folder_lock
from storage.schemas.errors import DamagedFile, NotFound
from storage.schemas.ids import canonical_json, digest, slug

_DOCUMENTS_A_PART = 128
_ROWS = pa.schema([("document", pa.string()), ("number", pa.int32()), ("start", pa.int64()), ("end", pa.int64()), ("vectors", pa.int32())])


@dataclass(frozen=True, slots=True)
class Embedded:
    """What ``ensure`` found: documents embedded now, and known before."""

    new_documents: int
    known_documents: int


@dataclass(frozen=True, slots=True)
class Held:
    """What the store holds of some documents, without the vectors: their passages, the number of vectors, passages that the encoder cut
    short, and what splitting did."""

    table: PassageTable
    vectors: int
    cut_passages: int
    split: SplitReport


@dataclass(frozen=True, slots=True)
class Window:
    """The vectors of some documents, joined. ``vectors``: (sum of counts, dimension); ``counts``: vectors of each row of ``table``."""

    table: PassageTable
    counts: NDArray[np.int32]
    vectors: NDArray[Any]


class EmbeddingStore:
    """All embeddings by one encoder, under ``root``. float32 for one vector a text, float16 for one a token (half the disk, error below
    0.0005)."""

    def __init__(self, root: Path, encoder: Encoder, passages: PassageOptions) -> None:
        self.encoder, self.passages = encoder, passages
        identity = {**encoder.identity, "passages": passages.model_dump(), "store": 1}
        self.folder = root / slug(encoder.name) / digest(canonical_json(identity))[:16]
        self.dtype = np.dtype(np.float16 if encoder.multi else np.float32)

    def missing(self, documents: Sequence[Document]) -> list[Document]:
        """The documents not embedded yet, one for each text."""
        known = self._parts_by_document()
        return list({d.digest: d for d in documents if d.digest not in known}.values())

    def ensure(self, documents: Sequence[Document], *, progress: Progress = silent, wait_s: float = 6 * 3600.0) -> Embedded:
        """Embed what is missing. Of several processes one embeds, the others wait and find it done. A killed one loses one part at most."""
        with folder_lock(self.folder, seconds=wait_s):
            missing = self.missing(documents)
            for first in range(0, len(missing), _DOCUMENTS_A_PART):
                progress("embedding articles", first, len(missing))
                self._add_part(missing[first : first + _DOCUMENTS_A_PART], progress=progress, before=first, total=len(missing))
            progress("embedding articles", len(missing), len(missing))
        return Embedded(len(missing), len(documents) - len(missing))

    def split(self, documents: Sequence[Document]) -> tuple[list[Passage], SplitReport]:
        """The passages of documents as this store cuts them."""
        return split_documents(documents, options=self.passages, count=self.encoder.count_tokens, capacity=self.encoder.capacity)

    def load(self, documents: Sequence[Document]) -> Window:
        """The passages and vectors of documents, in their order. NotFound when one is not embedded, DamagedFile when a part is not as
        written."""
        pieces = self._pieces(documents)
        own = [pieces[d.digest] for d in documents]
        vectors = np.empty((sum(len(p.vectors) for p in own), self.encoder.dimension), self.dtype)
        at = 0
        for piece in own:
            vectors[at : at + len(piece.vectors)] = piece.vectors
            at += len(piece.vectors)
        counts = np.array([n for piece in own for n in piece.counts], np.int32)
        return Window(_table(documents, pieces), counts, vectors)

    def held(self, documents: Sequence[Document]) -> Held:
        """What the store holds of documents, in their order; vectors are not read. NotFound as ``load``."""
        pieces = self._pieces(documents, vectors=False)
        own = [pieces[d.digest] for d in documents]
        split = SplitReport()
        for piece in own:
            split.add(piece.split)
        return Held(_table(documents, pieces), sum(sum(piece.counts) for piece in own), sum(piece.cut_passages for piece in own), split)

    def _pieces(self, documents: Sequence[Document], *, vectors: bool = True) -> dict[str, _Piece]:
        known = self._parts_by_document()
        absent = sum(d.digest not in known for d in documents)
        if absent:
            raise NotFound(
                f"{absent} of {len(documents)} articles are not embedded", where=str(self.folder), todo="Run `okbench indexes build`"
            )
        return _read_parts({known[d.digest] for d in documents}, vectors=vectors)

    def _parts_by_document(self) -> dict[str, Path]:
        parts = sorted(path.parent for path in self.folder.glob("part-*/part.json"))
        return {document: part for part in parts for document in _manifest(part)["documents"]}

    def _add_part(self, documents: Sequence[Document], *, progress: Progress, before: int, total: int) -> None:
        cut = [self.split([document]) for document in documents]
        passages = [passage for own, _ in cut for passage in own]
        reports: dict[str, dict[str, Any]] = {d.digest: {"split": asdict(report), "cut_passages": 0} for d, (_, report) in zip(documents, cut, strict=True)}
        by_id = {d.doc_id: d.digest for d in documents}
        order = sorted(range(len(passages)), key=lambda i: -len(passages[i].text))
        # Long ones first and in steps, so that little padding is computed and progress shows inside a part.
        encoded: dict[int, NDArray[Any]] = {}
        for first in range(0, len(order), 256):
            step = order[first : first + 256]
            result = self.encoder.encode_passages([passages[i] for i in step])
            ends = np.cumsum(result.counts)
            for i, end, count, over in zip(step, ends, result.counts, result.over, strict=True):
                encoded[i] = result.vectors[end - count : end].astype(self.dtype)
                reports[by_id[passages[i].doc_id]]["cut_passages"] += int(over)
            progress("embedding articles", before + len(documents) * len(encoded) // len(order), total)
        vectors = [encoded[i] for i in range(len(passages))]
        joined = np.concatenate(vectors) if vectors else np.empty((0, self.encoder.dimension), self.dtype)
        table = PassageTable.of(passages)
        columns = ([by_id[doc_id] for doc_id in table.doc_ids], table.numbers, table.starts, table.ends, [len(v) for v in vectors])
        rows = pa.Table.from_arrays([pa.array(c, type=f.type) for c, f in zip(columns, _ROWS, strict=True)], schema=_ROWS)
        self._write_part(joined, rows, reports)

    def _write_part(self, vectors: NDArray[Any], rows: pa.Table, reports: Mapping[str, Any]) -> None:
        target = self.folder / f"part-{secrets.token_hex(8)}"
        with atomic_folder(target) as folder:
            np.save(folder / "vectors.npy", vectors)
            pq.write_table(rows, folder / "passages.parquet")
            files = {name: file_digest(folder / name) for name in ("vectors.npy", "passages.parquet")}
            manifest = {"okbench_embeddings": 1, "encoder": dict(self.encoder.identity), "files": files, "documents": reports}
            text = json.dumps(manifest, indent=1, sort_keys=True)
            (folder / "part.json").write_text(text + "\n", "utf-8")


@dataclass(frozen=True, slots=True)
class _Piece:
    """One document's passages: places (number, start, end), counts and vectors, and what was cut of it."""

    places: list[tuple[int, int, int]]
    counts: list[int]
    vectors: NDArray[Any]
    cut_passages: int
    split: SplitReport


def _table(documents: Sequence[Document], pieces: Mapping[str, _Piece]) -> PassageTable:
    rows = [(d.doc_id, passage_id(d.doc_id, n), start, end) for d in documents for n, start, end in pieces[d.digest].places]
    columns = list(zip(*rows, strict=True)) or [(), (), (), ()]
    return PassageTable(*columns)


def _read_parts(parts: set[Path], *, vectors: bool) -> dict[str, _Piece]:
    found: dict[str, _Piece] = {}
    for part in sorted(parts):
        found.update(_read_part(part, vectors=vectors))
    return found


def _read_part(part: Path, *, vectors: bool) -> Iterator[tuple[str, _Piece]]:
    """(document, piece) of each document in a part, its files checked; without ``vectors`` those are not read, only mapped."""
    manifest = _manifest(part)
    for name, expected in manifest["files"].items():
        read = vectors or name != "vectors.npy"
        if not (part / name).is_file() or (read and file_digest(part / name) != expected):
            raise _damaged(part / name, "is missing or not as it was written")
    mapped = np.load(part / "vectors.npy", mmap_mode="r")
    rows = pq.read_table(part / "passages.parquet", schema=_ROWS).to_pydict()
    places: dict[str, list[tuple[int, int, int]]] = {}
    counts: dict[str, list[int]] = {}
    starts: dict[str, int] = {}
    at = 0
    for document, number, start, end, count in zip(*(rows[f.name] for f in _ROWS), strict=True):
        starts.setdefault(document, at)
        places.setdefault(document, []).append((number, start, end))
        counts.setdefault(document, []).append(count)
        at += count
    for document, first in starts.items():
        report = manifest["documents"][document]
        own = mapped[first : first + sum(counts[document])]
        yield document, _Piece(places[document], counts[document], own, report["cut_passages"], SplitReport(**report["split"]))


def _manifest(part: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((part / "part.json").read_text("utf-8"))
        _ = manifest["files"], dict(manifest["documents"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _damaged(part / "part.json", f"cannot be read ({error})") from error
    return manifest


def _damaged(path: Path, what: str) -> DamagedFile:
    return DamagedFile(
        f"a file of the stored embeddings {what}",
        where=str(path),
        todo=f"Delete the folder {path.parent}; the next build embeds its articles again",
    )
