"""Index folders: built once, sealed with a manifest, and opened only when they are what the caller needs.

The manifest says what the index was built from (method, settings, encoder, digest of the corpus) and holds the SHA-256 of each file. A
folder's name follows from the same facts, so an index of changed articles or a changed encoder is another folder, and positions inside
never shift. Builds take turns under a lock; a folder appears whole or not at all.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retrieval.corpus import Corpus
from retrieval.method import Embedding, Method, Place, Retriever
from retrieval.progress import Progress, silent
from retrieval.ranking import Ranking
from storage.atomic import atomic_folder
from storage.locks import folder_lock
from storage.schemas.clock import iso, utc_now
from storage.schemas.errors import DamagedFile, NewerLake, NotFound, StaleIndex
from storage.schemas.ids import canonical_json, digest, slug

MANIFEST = "manifest.json"
VERSION = 1
_REBUILD = "Build it again: okbench indexes build"


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """An index on disk. ``counts`` is what the method reported; ``fresh`` whether this call built it."""

    folder: Path
    digest: str
    counts: Mapping[str, int]
    fresh: bool


def index_digest(method: Method, corpus: Corpus) -> str:
    """What names an index of this corpus by this method: hex SHA-256 over the method's identity and the corpus."""
    return digest(canonical_json(dict(method.identity(corpus))), corpus.digest)


def index_place(method: Method, corpus: Corpus, *, indexes: Path, embeddings: Path) -> Place:
    """Where that index lies, built or not."""
    return Place(folder=indexes / slug(method.label) / index_digest(method, corpus)[:16], embeddings=embeddings)


def build_index(
    method: Method, corpus: Corpus, *, indexes: Path, embeddings: Path, progress: Progress = silent, wait_s: float = 3600.0
) -> Built:
    """The index of the corpus: as it lies there, or built now. Of several callers one builds, the others wait and take it."""
    place = index_place(method, corpus, indexes=indexes, embeddings=embeddings)
    name = index_digest(method, corpus)
    with folder_lock(place.folder.parent, f".{place.folder.name}.lock", wait_s):
        if place.folder.exists():
            manifest = read_manifest(place.folder)
            check_manifest(manifest, method, corpus, place.folder)
            if len(corpus) and isinstance(method, Embedding):
                method.embed(corpus, place, progress)  # a part of the store may have been damaged and deleted since
            return Built(folder=place.folder, digest=name, counts=manifest["counts"], fresh=False)
        with atomic_folder(place.folder) as temporary:
            own = Place(folder=temporary, embeddings=embeddings)
            counts = dict(method.build(corpus, own, progress)) if len(corpus) else {}
            _seal(temporary, method, corpus, counts)
    return Built(folder=place.folder, digest=name, counts=counts, fresh=True)


def open_index(method: Method, corpus: Corpus, *, indexes: Path, embeddings: Path) -> Retriever:
    """Open the built index of the corpus.

    NotFound when there is none, StaleIndex when what lies there is of other documents or settings, DamagedFile when a file of it is not
    as it was.
    """
    place = index_place(method, corpus, indexes=indexes, embeddings=embeddings)
    if not place.folder.exists():
        others = place.folder.parent.exists() and any(path.is_dir() for path in place.folder.parent.iterdir())
        if others:
            raise StaleIndex("the indexes there are of other documents, settings or encoder", where=str(place.folder.parent), todo=_REBUILD)
        raise NotFound(f"there is no {method.label} index of these documents", where=str(place.folder.parent), todo=_REBUILD)
    return open_folder(method, corpus, place)


def open_folder(method: Method, corpus: Corpus, place: Place) -> Retriever:
    """Open the index in a given folder, with the checks of ``open_index``."""
    manifest = read_manifest(place.folder)
    check_manifest(manifest, method, corpus, place.folder)
    _check_files(place.folder, manifest["files"])
    return method.load(corpus, place) if len(corpus) else _Nothing()


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of an index folder. DamagedFile or NewerLake when it cannot be used."""
    path = folder / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(path.read_text("utf-8"))
        version = int(manifest["okbench_index"])
        _ = manifest["files"], manifest["identity"], manifest["corpus"], manifest["counts"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DamagedFile(
            f"this index has no readable manifest ({error})", where=str(path), todo=f"Delete the folder. {_REBUILD}"
        ) from error
    if version > VERSION:
        raise NewerLake(f"this index has version {version}, this okbench knows {VERSION}", where=str(path), todo="Update okbench")
    return manifest


def check_manifest(manifest: Mapping[str, Any], method: Method, corpus: Corpus, folder: Path) -> None:
    """StaleIndex, naming what differs, unless the manifest is of this method, its settings and this corpus."""
    wanted = json.loads(canonical_json(dict(method.identity(corpus))))
    found = manifest["identity"]
    differing = sorted(key for key in {*wanted, *found} if wanted.get(key) != found.get(key))
    if differing:
        what = "; ".join(f"{key}: {found.get(key)!r}, wanted {wanted.get(key)!r}" for key in differing)
        raise StaleIndex(f"it was built with other settings ({what})", where=str(folder), todo=_REBUILD)
    if manifest["corpus"] != corpus.digest:
        held, now = manifest.get("documents"), len(corpus)
        raise StaleIndex(f"it was built from other documents ({held} then, {now} now)", where=str(folder), todo=_REBUILD)


def _seal(folder: Path, method: Method, corpus: Corpus, counts: Mapping[str, int]) -> None:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    manifest = {
        "okbench_index": VERSION,
        "label": method.label,
        "identity": dict(method.identity(corpus)),
        "corpus": corpus.digest,
        "documents": len(corpus),
        "counts": dict(counts),
        "files": {path.relative_to(folder).as_posix(): file_digest(path) for path in files},
        "built": iso(utc_now()),
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


def _check_files(folder: Path, files: Mapping[str, str]) -> None:
    for name, expected in files.items():
        path = folder / name
        what = "is missing" if not path.is_file() else "" if file_digest(path) == expected else "is not as it was written"
        if what:
            raise DamagedFile(f"a file of this index {what}", where=str(path), todo=f"Delete the folder {folder}. {_REBUILD}")


def file_digest(path: Path) -> str:
    """Hex SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class _Nothing:
    """The retriever of a corpus without documents."""

    def search(self, questions: Sequence[str], k: int) -> list[Ranking]:
        return [()] * len(questions)
