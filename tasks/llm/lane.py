"""What the door keeps for one model while a run lasts: its turn-taking, and the settings that its provider has turned down."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from tasks.llm.limiter import Limiter
from tasks.llm.models import Model
from tasks.llm.prices import Price
from tasks.llm.wire import Way

_log = logging.getLogger(__name__)
_OTHER_LIMIT = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}


class Lane:
    """One model's lane through the door."""

    def __init__(self, model: Model, way: Way, *, concurrency: int) -> None:
        self.model, self.way = model, way
        self.slots = asyncio.Semaphore(model.concurrency or concurrency)
        self.limiter = Limiter(model.requests_per_minute, model.tokens_per_minute)
        self.price: Price | None = model.known_price()
        self.limit_field: str = model.limit_field
        self.lost_in_a_row = 0
        self.refused: set[str] = set()
        self._told: set[str] = set()

    async def prepare(self) -> None:
        """Ask the way out which settings this model does not take."""
        for name in sorted(await self.way.refused(self.model)):
            if name not in (self.limit_field, *self.model.unsupported):
                self.refused.add(name)

    def note(self, not_sent: Iterable[str]) -> None:
        """Warn, once for each, of settings that were given for this model and are not sent."""
        asked_in_words = {"response_format"} if self.model.json_schema == "none" else set()  # the entry's own choice
        untold = [name for name in not_sent if name not in self._told | asked_in_words]
        if untold:
            self._told.update(untold)
            _log.warning("%s does not take %s: not sent, and recorded so", self.model.name, ", ".join(untold))

    def learn(self, setting: str, why: str) -> None:
        """The provider turned ``setting`` down: from now on it is not sent. The output limit is first tried under its other name."""
        if setting in self.refused:
            return
        self.refused.add(setting)
        self._told.add(setting)
        other = _OTHER_LIMIT.get(setting)
        if other is not None and other not in self.refused:
            self.limit_field = other
            _log.warning("%s does not take %s: sent as %s (%s)", self.model.name, setting, other, why)
        else:
            _log.warning("%s does not take %s: not sent, and recorded so (%s)", self.model.name, setting, why)
