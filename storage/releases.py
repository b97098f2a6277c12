"""Releases: signed benchmarks as folders, ``<lake>/releases/<release id>/``, written as a whole and never changed after.

A release holds its questions, the articles they were made from, all candidates with their verdicts, a sealed manifest and a dataset
card. What is read from it is checked against its digests, so nobody scores a model on content that is not what the signature says.
"""

from __future__ import annotations

import dataclasses
import secrets
import shutil
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import pyarrow as pa

from storage.atomic import atomic_folder, disk_errors, write_bytes
from storage.digest import Withheld, row_digests, table_digest
from storage.lake import Lake
from storage.manifest import MANIFEST, Manifest, read_manifest, render
from storage.release_files import README, TABLES, file_facts, read_release_table, read_withheld, write_tables
from storage.schemas.arrow import Record, from_table
from storage.schemas.errors import BadInput, DamagedFile, DigestMismatch, NotFound
from storage.schemas.ids import digest, safe_name, slug
from storage.schemas.news import Article
from storage.schemas.questions import Candidate, Question, Verdict
from storage.signature import Signature
from storage.verification import Verification, verify_folder

R = TypeVar("R", bound=Record)


class Release:
    """One release. Tables are read and checked against the manifest when first asked for: DamagedFile, DigestMismatch."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest

    @property
    def release_id(self) -> str:
        """The name of the release in the lake."""
        return self.manifest.release_id

    @property
    def signature(self) -> Signature:
        """The signature that results cite."""
        return self.manifest.signature

    @cached_property
    def questions(self) -> list[Question]:
        """The released questions."""
        return self._records(Question)

    @cached_property
    def articles(self) -> list[Article]:
        """The article versions that candidates were made from; a withheld text is empty, see ``withheld``."""
        return self._records(Article)

    @cached_property
    def candidates(self) -> list[Candidate]:
        """Every candidate question of the run, kept or not."""
        return self._records(Candidate)

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """Every check of every candidate."""
        return self._records(Verdict)

    @cached_property
    def withheld(self) -> Mapping[tuple[str, str], str]:
        """SHA-256 of each text that this copy does not hold, by (version id, column)."""
        return read_withheld(self.folder)

    @property
    def without_body(self) -> frozenset[str]:
        """Version ids of articles whose body this copy does not hold: no context can be given for their questions."""
        return frozenset(version for version, column in self.withheld if column == "body")

    @cached_property
    def article_of(self) -> Mapping[str, Article]:
        """Article by version id."""
        return {article.version_id: article for article in self.articles}

    def table(self, name: str) -> pa.Table:
        """One of ``TABLES`` as it stands in its file, checked against the manifest."""
        table = read_release_table(self.folder, name)
        found = table_digest(row_digests(TABLES[name], table, self.withheld))
        if found != self.manifest.tables[name].digest:
            raise DigestMismatch(
                f"its rows are not what the signature of {self.release_id} says", where=str(self.folder / f"{name}.parquet"),
                todo=f"See which with `okbench releases verify {self.release_id}`, then import the release again",
            )  # fmt: skip
        return table

    def _records(self, kind: type[R]) -> list[R]:
        return from_table(kind, self.table(kind.TABLE))


class ReleaseStore:
    """The releases of a lake."""

    def __init__(self, lake: Lake) -> None:
        self.lake = lake
        self.root = lake.root / "releases"

    def release_id(self, run_id: str) -> str:
        """The id of a run's release: the same at every rerun, another one in another lake."""
        return f"{slug(run_id, 80)}-{digest('release', self.lake.identity, run_id)[:8]}"

    def ids(self) -> list[str]:
        """Ids of all releases, sorted."""
        return sorted(path.parent.name for path in self.root.glob(f"*/{MANIFEST}") if not path.parent.name.startswith("."))

    def list(self) -> list[Manifest]:
        """Manifests of all readable releases, the newest first; ``verify`` tells what is wrong with the others."""
        found = []
        for release_id in self.ids():
            try:
                found.append(read_manifest(self.root / release_id))
            except (DamagedFile, DigestMismatch):
                continue
        return sorted(found, key=lambda m: (m.made, m.release_id), reverse=True)

    def folder(self, release_id: str) -> Path:
        """The folder of a release, whether it exists or not."""
        return self.root / safe_name(release_id, "release id")

    def exists(self, release_id: str) -> bool:
        """Whether the lake holds that release."""
        return (self.folder(release_id) / MANIFEST).exists()

    def resolve(self, text: str) -> str:
        """The release id that a person means: an id, its only beginning, ``latest``, the random id, or a signature line. NotFound."""
        known = {manifest.release_id: manifest for manifest in self.list()}
        if text in known or (text in self.ids()):
            return text
        if text == "latest" and known:
            return next(iter(known))
        if text.startswith("okbench|"):
            cited = Signature.parse(text)
            found = [key for key, manifest in known.items() if manifest.signature.agrees(cited)]
        else:
            found = [key for key, m in known.items() if text and (key.startswith(text) or (len(text) >= 6 and m.id.startswith(text)))]
        if len(found) == 1:
            return found[0]
        what = f"{text!r} fits several releases" if found else f"there is no release {text!r}"
        names = ", ".join(sorted(found or known)[:10]) or "none yet"
        raise NotFound(what, where=str(self.root), todo=f"Choose one of: {names}")

    def load(self, release_id: str) -> Release:
        """A release with its questions and articles read and checked. NotFound, DamagedFile, DigestMismatch, NewerLake."""
        if not self.folder(release_id).is_dir():
            raise NotFound(f"there is no release {release_id!r}", where=str(self.root), todo="See `okbench releases list`")
        release = Release(self.folder(release_id), read_manifest(self.folder(release_id)))
        release.questions, release.articles  # noqa: B018  read, and with that checked, here
        return release

    def verify(self, release_id: str, *, expected: Signature | None = None) -> Verification:
        """Every byte and row of a release against its manifest and, if given, a signature from elsewhere. NotFound."""
        if not self.folder(release_id).is_dir():
            raise NotFound(f"there is no release {release_id!r}", where=str(self.root), todo="See `okbench releases list`")
        return verify_folder(self.folder(release_id), expected=expected)

    def save(self, manifest: Manifest, tables: Mapping[str, pa.Table], *, readme: str, withheld: Withheld | None = None) -> Release:
        """Store a release as a whole. When another process stored one under this id first, that one is returned.

        The manifest's ``tables`` and ``content_digest`` must be those of the tables (DigestMismatch); its ``files`` are set here.
        """
        target = self.folder(manifest.release_id)
        try:
            with atomic_folder(target) as folder:
                write_release(folder, manifest, tables, readme=readme, withheld=withheld or {})
        except FileExistsError:
            pass
        return self.load(manifest.release_id)

    def exchange(self, manifest: Manifest, tables: Mapping[str, pa.Table], *, readme: str, withheld: Withheld) -> Release:
        """Put a copy of the same content, with more of its texts, in the place of a stored release. BadInput for other content."""
        target = self.folder(manifest.release_id)
        stored = read_manifest(target)
        if (stored.id, stored.content_digest) != (manifest.id, manifest.content_digest):
            raise BadInput("another release has this id", where=str(target), todo="Keep the two in lakes of their own")
        fresh = target.with_name(f".{target.name}.{secrets.token_hex(4)}.fresh")
        old = fresh.with_suffix(".replaced")
        with atomic_folder(fresh) as folder:
            write_release(folder, manifest, tables, readme=readme, withheld=withheld)
        with disk_errors(target):
            # Two renames are not one: if we die between them, repair finds the ``.replaced`` folder and puts it back.
            target.rename(old)
            fresh.rename(target)
        shutil.rmtree(old, ignore_errors=True)
        return self.load(manifest.release_id)


def write_release(folder: Path, manifest: Manifest, tables: Mapping[str, pa.Table], *, readme: str, withheld: Withheld) -> Manifest:
    """Write all files of a release into an empty folder; the manifest as written. DigestMismatch when the tables are not the manifest's."""
    facts = write_tables(folder, tables, withheld)
    for name, fact in facts.items():
        if fact.digest != manifest.tables[name].digest:
            raise DigestMismatch("the rows are not what the manifest says", where=f"{manifest.release_id}: {name}")
    write_bytes(folder / README, readme.encode("utf-8"))
    manifest = dataclasses.replace(manifest, files=file_facts(folder), withheld=len(withheld))
    write_bytes(folder / MANIFEST, render(manifest))
    return manifest
