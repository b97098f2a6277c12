"""Every error that okbench raises on purpose, in one tree.

    OkbenchError
    |-- Retryable               the same call may succeed later, unchanged
    |   |-- FetchFailed         a page or feed could not be fetched now
    |   |-- ModelUnavailable    rate limit, overload, time-out, lost connection
    |   `-- StoreBusy           another process holds a lock for too long
    `-- Permanent               the same call fails again until somebody changes something
        |-- BadInput            a value from a person: date, parameter, file content
        |   |-- BadConfig       a settings, feeds, models or prompt file (file, line, key)
        |   |-- MissingKey      a provider needs a secret that is not set
        |   `-- NotInstalled    a program or model files that a feature needs are not on this machine
        |-- FetchRefused        robots, private address, forbidden scheme, size bound
        |-- ModelRefused        bad request, unknown model, content filter
        |-- BudgetExceeded      the run's limit of money or tokens is reached
        |-- StoreUnusable       lake not writable, disk full
        |-- DamagedFile         a file that cannot be read as what it should be
        |-- NewerLake           written by a later okbench
        |-- SchemaMismatch      a table that does not have the columns of its contract
        |-- DigestMismatch      a release whose content is not what its signature says
        |-- StaleIndex          an index that was built from other documents or settings than those at hand
        `-- NotFound            a release, snapshot, model, prompt or feed of that name does not exist

Every message names what is wrong, where, and what to do. Errors survive pickling (Prefect and process pools send them).
"""

from __future__ import annotations

from typing import Any


class OkbenchError(Exception):
    """Base of all. ``what`` happened, ``where`` (file, line, URL, key) and what ``todo``."""

    exit_code = 1

    def __init__(self, what: str, *, where: str = "", todo: str = "") -> None:
        self.what, self.where, self.todo = what, where, todo
        super().__init__(self._text())

    def _text(self) -> str:
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head}. {self.todo}" if self.todo else head

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.what, self.where, self.todo, dict(self.__dict__))


def _rebuild(kind: type[OkbenchError], what: str, where: str, todo: str, state: dict[str, Any]) -> OkbenchError:
    error = kind.__new__(kind)
    Exception.__init__(error, "")
    error.__dict__.update(state)
    error.args = (OkbenchError._text(error),)
    return error


class Retryable(OkbenchError):
    """The same call may succeed later, unchanged."""


class FetchFailed(Retryable):
    """A page or feed could not be fetched now; ``reason`` is the short code that the funnel counts (http_503, timeout, reset, ...)."""

    def __init__(self, what: str, *, where: str = "", todo: str = "", reason: str = "fetch_failed", http_status: int | None = None) -> None:
        super().__init__(what, where=where, todo=todo)
        self.reason, self.http_status = reason, http_status


class ModelUnavailable(Retryable):
    """Rate limit, overload, time-out or lost connection of a model; ``retry_after`` in seconds when the server said so."""

    def __init__(self, what: str, *, where: str = "", todo: str = "", retry_after: float | None = None) -> None:
        super().__init__(what, where=where, todo=todo)
        self.retry_after = retry_after


class StoreBusy(Retryable):
    """Another process holds a lock for too long."""


class Permanent(OkbenchError):
    """The same call fails again until somebody changes something."""


class BadInput(Permanent):
    """A value that a person gave cannot be used."""

    exit_code = 2


class BadConfig(BadInput):
    """A settings, feeds, models or prompt file cannot be used; ``where`` is file, line and key."""


class MissingKey(BadInput):
    """A provider needs a secret that is not in the environment."""


class NotInstalled(BadInput):
    """A program or model files that a feature needs are not on this machine: a Java, an encoder; ``todo`` says how to get them."""


class FetchRefused(Permanent):
    """Never to be had as it stands: robots.txt, private address, scheme, size bound, 404; ``reason`` is the code that the funnel counts."""

    def __init__(self, what: str, *, where: str = "", todo: str = "", reason: str = "refused", http_status: int | None = None) -> None:
        super().__init__(what, where=where, todo=todo)
        self.reason, self.http_status = reason, http_status


class ModelRefused(Permanent):
    """The provider refuses the request as it stands; ``status`` is the call status it leads to."""

    def __init__(self, what: str, *, where: str = "", todo: str = "", status: str = "failed") -> None:
        super().__init__(what, where=where, todo=todo)
        self.status = status


class BudgetExceeded(Permanent):
    """The run's limit of money or tokens is reached; all results so far are kept."""

    exit_code = 3


class StoreUnusable(Permanent):
    """The lake cannot be written: rights, missing disk, no space."""

    exit_code = 4


class DamagedFile(Permanent):
    """A file that cannot be read as what it should be."""

    exit_code = 5


class NewerLake(Permanent):
    """The lake or a file in it was written by a later okbench."""

    exit_code = 5


class SchemaMismatch(Permanent):
    """A table does not have the columns of its contract."""

    exit_code = 5


class DigestMismatch(Permanent):
    """A release's content is not what its signature says."""

    exit_code = 6


class StaleIndex(Permanent):
    """An index was built from other documents or settings than those at hand."""

    exit_code = 6


class NotFound(BadInput):
    """A release, snapshot, model, prompt or feed of that name does not exist."""
