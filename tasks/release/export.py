"""A release for others: a folder or an archive, with only those article texts that may be passed on.

The Parquet form is a Hugging Face dataset folder: ``datasets.load_dataset(path)`` gives the questions, ``load_dataset(path, "articles")``
the articles. Withheld texts are replaced by their SHA-256, so the copy still verifies under the same signature.
"""

from __future__ import annotations

import gzip
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.atomic import atomic_folder, atomic_path
from storage.release_files import TABLES, withhold
from storage.releases import Release
from storage.schemas.errors import BadInput
from tasks.release.copies import Copy, write_copy
from tasks.release.options import ExportOptions

ARCHIVES = (".zip", ".tar.gz", ".tgz")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What was written where. withheld_articles: articles of which at least one text is not in the copy."""

    path: Path
    questions: int
    articles: int
    withheld_articles: int


def export_release(release: Release, target: Path, options: ExportOptions | None = None) -> Exported:
    """Write a copy of a release to ``target``: an archive when its name ends in one of ``ARCHIVES``, else a new folder.

    BadInput when something is there already; StoreUnusable when it cannot be written.
    """
    options = options or ExportOptions()
    if target.exists() and not (target.is_dir() and not any(target.iterdir())):
        raise BadInput("something is there already", where=str(target), todo="Name a new folder or archive")
    copy = _copy(release, options)
    if target.name.endswith(ARCHIVES):
        with TemporaryDirectory() as scratch:
            folder = Path(scratch) / release.release_id
            folder.mkdir()
            write_copy(folder, copy, options.form)
            with atomic_path(target) as path:
                _pack(folder, path, zipped=target.name.endswith(".zip"))
    else:
        if target.exists():
            target.rmdir()
        try:
            with atomic_folder(target) as folder:
                write_copy(folder, copy, options.form)
        except FileExistsError as error:
            raise BadInput("something is there already", where=str(target), todo="Name a new folder or archive") from error
    gone = {version for version, _ in copy.withheld}
    return Exported(
        path=target, questions=copy.tables["questions"].num_rows, articles=copy.tables["articles"].num_rows, withheld_articles=len(gone)
    )


def _copy(release: Release, options: ExportOptions) -> Copy:
    tables = {name: release.table(name) for name in TABLES}
    keep = {article.version_id for article in release.articles if options.texts == "all" or article.redistribution == "full"}
    if options.texts == "none":
        keep = set()
    tables["articles"], withheld = withhold(tables["articles"], frozenset(keep), release.withheld)
    return Copy(manifest=release.manifest, tables=tables, withheld=withheld)


def _pack(folder: Path, target: Path, *, zipped: bool) -> None:
    """An archive with fixed times and owners, so that equal content gives equal bytes."""
    files = sorted(folder.iterdir())
    if zipped:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in files:
                entry = zipfile.ZipInfo(f"{folder.name}/{path.name}", (1980, 1, 1, 0, 0, 0))
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
        return
    with target.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as gz, tarfile.open(fileobj=gz, mode="w") as tar:
        for path in files:
            member = tarfile.TarInfo(f"{folder.name}/{path.name}")
            member.size = path.stat().st_size
            with path.open("rb") as file:
                tar.addfile(member, file)
