"""What has become of a study's release while people work: nothing, some questions withdrawn, or gone from the lake."""

from __future__ import annotations

from storage.lake import Lake
from storage.manifest import read_manifest
from storage.releases import ReleaseStore
from storage.schemas.annotations import Study
from storage.schemas.errors import OkbenchError


class Standing:
    """Looked at with every page; manifests are read only when a release has come."""

    def __init__(self, lake: Lake, study: Study) -> None:
        self._store = ReleaseStore(lake)
        self._study = study
        self._seen: set[str] = set()
        self._withdrawn: set[str] = set()

    @property
    def gone(self) -> bool:
        """Whether the release is no longer in the lake."""
        return not self._store.exists(self._study.release_id)

    @property
    def withdrawn(self) -> frozenset[str]:
        """Ids of questions that a later release has withdrawn from this one."""
        for release_id in set(self._store.ids()) - self._seen:
            self._seen.add(release_id)
            try:
                parent = read_manifest(self._store.folder(release_id)).parent
            except OkbenchError:
                continue
            if parent is not None and parent.release_id == self._study.release_id:
                self._withdrawn |= set(parent.withdrawn)
        return frozenset(self._withdrawn)
