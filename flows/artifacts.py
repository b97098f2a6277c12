"""What a run shows in the Prefect UI: progress while it goes, tables and links when it is done. Without a run context nothing is sent.

Artifacts are a view; the lake is the record. So a server that is down or slow is noted and never stops a run.
"""

from __future__ import annotations

import base64
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

from prefect.artifacts import acreate_link_artifact, acreate_markdown_artifact, acreate_progress_artifact, acreate_table_artifact, aupdate_progress_artifact
from prefect.context import FlowRunContext

from storage.schemas.ids import slug

_log = logging.getLogger(__name__)
_SECONDS_BETWEEN = 2.0


async def show_table(key: str, rows: Sequence[Mapping[str, Any]], description: str) -> None:
    """A table artifact; an empty table is shown as one line that says so."""
    if FlowRunContext.get() is None:
        return
    try:
        if rows:
            await acreate_table_artifact(key=slug(key), table=[dict(row) for row in rows], description=description)
        else:
            await acreate_markdown_artifact(key=slug(key), markdown=f"{description}: none")
    except Exception as error:  # the UI's trouble is not the run's
        _log.warning("artifact %s was not stored: %s", key, error)


async def show_link(key: str, link: str, text: str, description: str) -> None:
    """A link artifact."""
    if FlowRunContext.get() is None:
        return
    try:
        await acreate_link_artifact(key=slug(key), link=link, link_text=text, description=description)
    except Exception as error:
        _log.warning("artifact %s was not stored: %s", key, error)


async def show_picture(key: str, svg: str, description: str) -> None:
    """A drawing inside a markdown artifact; no file is served for it."""
    if FlowRunContext.get() is None or not svg:
        return
    try:
        data = base64.b64encode(svg.encode()).decode()
        await acreate_markdown_artifact(key=slug(key), markdown=f"![{description}](data:image/svg+xml;base64,{data})", description=description)
    except Exception as error:
        _log.warning("artifact %s was not stored: %s", key, error)


def tell(text: str) -> None:
    """A sentence for whoever watches the run: its log, and the terminal it was started on."""
    _log.info("%s", text)
    if Progress.teller is not None:
        Progress.teller(text)


class Progress:
    """How far a stage is: a progress artifact, sent at most every two seconds, and whoever listens in this process (a bar on a terminal).

    ``advance`` is cheap and may be called for every page.
    """

    listener: ClassVar[Callable[[str, int, int], None] | None] = None
    teller: ClassVar[Callable[[str], None] | None] = None

    def __init__(self, stage: str, total: int) -> None:
        self.stage, self.total, self.done = stage, total, 0
        self._id: UUID | None = None
        self._sent = 0.0

    async def advance(self, count: int) -> None:
        """Note that ``count`` more are done."""
        self.done += count
        if Progress.listener is not None:
            Progress.listener(self.stage, self.done, self.total)
        now = time.monotonic()
        if FlowRunContext.get() is None or (now - self._sent < _SECONDS_BETWEEN and self.done < self.total):
            return
        self._sent = now
        share = 100.0 * self.done / self.total if self.total else 100.0
        try:
            if self._id is None:
                note = f"{self.stage}: of {self.total}"
                self._id = await acreate_progress_artifact(progress=share, key=slug(f"progress-{self.stage}"), description=note)
            else:
                await aupdate_progress_artifact(self._id, progress=share)
        except Exception as error:
            _log.warning("progress of %s was not stored: %s", self.stage, error)
