"""The last good body of each feed, kept beside the lake's tables so that a 304 can be read again with today's window.

``<lake>/feed_bodies/<feed id>/<sha256 of the body>.gz``: written atomically, named by content, cleared once replaced.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from pathlib import Path

from storage.atomic import write_bytes
from storage.schemas.errors import BadInput, DamagedFile
from storage.schemas.ids import safe_name


class FeedBodies:
    """Bodies under one lake's folder."""

    def __init__(self, lake_root: Path) -> None:
        self._root = lake_root / "feed_bodies"

    def save(self, feed_id: str, body: bytes) -> str:
        """Keep ``body`` and return its digest. StoreUnusable when the disk refuses."""
        digest = hashlib.sha256(body).hexdigest()
        target = self._path(feed_id, digest)
        if not target.exists():
            write_bytes(target, gzip.compress(body, compresslevel=6, mtime=0))
        return digest

    def load(self, feed_id: str, digest: str) -> bytes:
        """The kept body. DamagedFile when it is missing or not what its name says: fetch it anew then."""
        path = self._path(feed_id, digest)
        try:
            body = gzip.decompress(path.read_bytes())
        except (OSError, EOFError, zlib.error) as error:
            raise DamagedFile(f"the kept feed cannot be read ({error})", where=str(path), todo="It is fetched anew") from error
        if hashlib.sha256(body).hexdigest() != digest:
            raise DamagedFile("the kept feed is not what its name says", where=str(path), todo="It is fetched anew")
        return body

    def clear_older(self, feed_id: str, keep: set[str]) -> None:
        """Remove the feed's bodies other than those in ``keep``."""
        for path in (self._root / safe_name(feed_id, "feed id")).glob("*.gz"):
            if path.name.removesuffix(".gz") not in keep:
                path.unlink(missing_ok=True)

    def _path(self, feed_id: str, digest: str) -> Path:
        if len(digest) != 64 or not digest.isalnum():
            raise BadInput(f"{digest!r} is not a body's digest")
        return self._root / safe_name(feed_id, "feed id") / f"{digest}.gz"
