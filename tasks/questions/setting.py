"""The settings in which a model answers, and their short notation: what context it is shown, and in which form it answers.

``no_context``, ``oracle``, ``bm25:1d:k3`` (retriever, days of news searched, passages shown), each in multiple choice, or open-ended with
``+open`` behind it. Several at once: ``bm25,dpr:1,5,10d:k1,3`` stands for all combinations, ``+both`` for both forms. A retriever may
itself hold colons, slashes and plus signs (``dense:all-MiniLM-L6-v2``, ``bm25+dpr:5d:k3``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from typing import Protocol, Self

from storage.schemas.errors import BadInput

NO_CONTEXT, ORACLE, RETRIEVAL = "no_context", "oracle", "retrieval"
MULTIPLE_CHOICE, OPEN_ENDED = "multiple_choice", "open_ended"
FORMS = (MULTIPLE_CHOICE, OPEN_ENDED)
_SUFFIXES = {"+open": (OPEN_ENDED,), "+both": FORMS, "+choice": (MULTIPLE_CHOICE,)}
_RETRIEVAL = re.compile(r"(?P<retrievers>\S+?):(?P<days>\d+(?:,\d+)*)d:k(?P<passages>\d+(?:,\d+)*)")
_MOST_DAYS, _MOST_PASSAGES = 366, 100


class Placed(Protocol):
    """A record that says in which setting it was made: an Answer, an Evaluation."""

    @property
    def setting(self) -> str:
        """no_context, oracle or retrieval."""

    @property
    def form(self) -> str:
        """multiple_choice or open_ended."""

    @property
    def retriever(self) -> str:
        """Its label; empty without retrieval."""

    @property
    def days(self) -> int:
        """Of news searched."""

    @property
    def passages(self) -> int:
        """Wanted in the prompt."""


@dataclass(frozen=True, slots=True, order=True)
class Setting:
    """name: no_context, oracle or retrieval; form: multiple_choice or open_ended; the others as in the record Answer.

    Prints in the short notation and sorts in the order of a table.
    """

    name: str
    form: str = MULTIPLE_CHOICE
    retriever: str = ""
    days: int = 0
    passages: int = 0

    def __str__(self) -> str:
        suffix = "+open" if self.form == OPEN_ENDED else ""
        return (f"{self.retriever}:{self.days}d:k{self.passages}" if self.name == RETRIEVAL else self.name) + suffix

    @property
    def open_ended(self) -> bool:
        """Whether the model writes its answer instead of picking one."""
        return self.form == OPEN_ENDED

    @property
    def with_context(self) -> bool:
        """Whether the model is shown a text."""
        return self.name != NO_CONTEXT

    @classmethod
    def of(cls, record: Placed) -> Self:
        """The setting in which an answer or an evaluation was made."""
        return cls(record.setting, record.form, record.retriever, record.days, record.passages)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The one setting that a notation stands for. BadInput when it is none or stands for several."""
        found = list(_expanded(text, (MULTIPLE_CHOICE,)))
        if len(found) != 1:
            raise BadInput(f"{text!r} stands for {len(found)} settings", where="setting", todo="Name one")
        one = found[0]
        return cls(one.name, one.form, one.retriever, one.days, one.passages)


def parse_settings(texts: Iterable[str], forms: Iterable[str] = (MULTIPLE_CHOICE,)) -> list[Setting]:
    """All settings that the notations stand for, each once, in their order. ``forms``: of those whose notation names none.

    BadInput names what cannot be read.
    """
    wanted = tuple(dict.fromkeys(forms))
    return list(dict.fromkeys(setting for text in texts for setting in _expanded(text, wanted)))


def _expanded(text: str, forms: tuple[str, ...]) -> Iterable[Setting]:
    body = text.strip()
    for suffix, named in _SUFFIXES.items():
        if body.endswith(suffix):
            body, forms = body.removesuffix(suffix), named
    for setting in _contexts(body, text):
        yield from (replace(setting, form=form) for form in forms)


def _contexts(body: str, text: str) -> Iterable[Setting]:
    if body in (NO_CONTEXT, ORACLE):
        return [Setting(body)]
    found = _RETRIEVAL.fullmatch(body)
    names = [name for name in found["retrievers"].split(",") if name] if found else []
    if found is None or not names:
        raise BadInput(
            f"{text!r} is no setting", where="setting",
            todo="Write no_context, oracle, or RETRIEVER:DAYSd:kPASSAGES such as bm25:1d:k3; open-ended with +open behind it",
        )  # fmt: skip
    days, passages = ([int(number) for number in found[name].split(",")] for name in ("days", "passages"))
    if not all(1 <= n <= _MOST_DAYS for n in days) or not all(1 <= n <= _MOST_PASSAGES for n in passages):
        todo = f"Days go from 1 to {_MOST_DAYS}, passages from 1 to {_MOST_PASSAGES}"
        raise BadInput(f"{text!r} is out of bounds", where="setting", todo=todo)
    return [Setting(RETRIEVAL, MULTIPLE_CHOICE, *one) for one in product(names, days, passages)]
