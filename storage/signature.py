"""The signature of a release: one line that says what the benchmark is, prints and parses back.

In the manner of SacreBLEU's ordered signatures (Post, 2018): fields in a fixed order, ``|`` between them, a short and a full form, the
version last. The full form holds everything; the short one cuts digests to 12 digits and leaves out the moment at which the window ends.

    okbench|news:2026-11-30|n:2350|gen:gpt-4.1-2025-04-14|gen.t:0|gen.p:1|gen.pr:9f86d081884c|val:...|made:...|id:...|data:...|v:0.1.0
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from storage.agents import AgentRecord
from storage.schemas.clock import as_utc, iso
from storage.schemas.errors import BadInput
from storage.signature_values import Value, print_name, print_value, read_name, read_value

SHORT_DIGEST = 12
SHORT_NAMES: Mapping[str, str] = {
    "generator": "gen", "validator": "val", "temperature": "t", "top_p": "p", "max_tokens": "max", "seed": "s", "top_k": "k",
    "reasoning_effort": "effort", "not-sent": "drop", "prompt": "pr", "questions": "n", "version": "v",
}  # fmt: skip
"""Short name of each field and decoding setting that has one."""

_LONG_NAMES = {short: long for long, short in SHORT_NAMES.items()}
_SUBJECTS = ("news", "events")


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedAgent:
    """What a signature holds of an agent; see AgentRecord."""

    role: str
    models: tuple[str, ...]
    decoding: Mapping[str, Value]
    not_sent: tuple[str, ...] = ()
    prompt: str = ""

    @classmethod
    def of(cls, record: AgentRecord) -> SignedAgent:
        """The signed part of an agent's record."""
        return cls(
            role=record.role, models=record.models, decoding=record.decoding, not_sent=record.not_sent, prompt=record.prompt
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Ordered identity of a release.

    subject and period: ``news`` and the day of the run, or ``events`` and the years. hours and moment: size and end of the window of news,
    None where there is none (moment also after parsing a short form). made: when it was generated. id: random MD5, drawn once and
    stored. data: content digest. parent: random id of the release that this one was made from by withdrawing questions; its first 12 digits
    after parsing a short form; empty for a release made from a run.
    """

    subject: str
    period: str
    hours: float | None
    moment: datetime | None
    questions: int
    agents: tuple[SignedAgent, ...]
    made: datetime
    id: str
    data: str
    version: str
    parent: str = ""

    def __str__(self) -> str:
        return self.full()

    def full(self) -> str:
        """The line with full digests and every field."""
        return "|".join(["okbench", *(f"{name}:{value}" for name, value in self._fields())])

    def short(self) -> str:
        """The line for tables and citations."""
        parts = ["okbench"]
        for name, value in self._fields():
            if name in ("data", "parent") or name.endswith(".prompt"):
                value = value[:SHORT_DIGEST]
            elif name == self.subject and self.hours not in (None, 24):
                value = f"{value}/{print_value(self.hours)}h"
            if name != "window":
                parts.append(f"{_rename(name, SHORT_NAMES)}:{value}")
        return "|".join(parts)

    def agrees(self, other: Signature) -> bool:
        """Whether two signatures, short or full, name the same benchmark: same id, and same content digest as far as both give it."""
        size = min(len(self.data), len(other.data))
        return self.id == other.id and size >= SHORT_DIGEST and self.data[:size] == other.data[:size]

    def _fields(self) -> Iterable[tuple[str, str]]:
        yield self.subject, print_name(self.period)
        if self.hours is not None and self.moment is not None:
            yield "window", f"{print_value(self.hours)}h/{iso(self.moment)}"
        yield "questions", str(self.questions)
        for agent in self.agents:
            yield agent.role, "+".join(map(print_name, agent.models))
            for key, value in agent.decoding.items():
                yield f"{agent.role}.{print_name(key).replace(':', '%3A')}", print_value(value)
            if agent.not_sent:
                yield f"{agent.role}.not-sent", "+".join(map(print_name, agent.not_sent))
            if agent.prompt:
                yield f"{agent.role}.prompt", agent.prompt
        yield "made", iso(self.made)
        if self.parent:
            yield "parent", self.parent
        yield "id", self.id
        yield "data", self.data
        yield "version", print_name(self.version)

    @classmethod
    def parse(cls, line: str) -> Signature:
        """Read a line of either form. BadInput says which field is wrong."""
        fields = _Fields(line)
        subject = next((name for name in _SUBJECTS if name in fields.left), None)
        if subject is None:
            raise fields.bad("it has no news or events field")
        period, hours, moment = fields.take(subject), 24.0 if subject == "news" else None, None
        if odd_size := re.fullmatch(r"(.+)/(\d+(?:\.\d+)?)h", period):
            period, hours = odd_size[1], float(odd_size[2])
        if "window" in fields.left:
            window = fields.take("window", r"(\d+(?:\.\d+)?)h/\S+", "hours and an end")
            hours, moment = float(window.split("h/")[0]), fields.instant("window", window.split("h/")[1])
        count = int(fields.take("questions", r"\d+", "a number"))
        made = fields.instant("made", fields.take("made"))
        own_id, data = fields.take("id", r"[0-9a-f]{32}", "32 hex digits"), fields.take("data", r"[0-9a-f]{8,64}", "a digest in hex digits")
        version = read_name(fields.take("version"))
        parent = fields.take("parent", r"[0-9a-f]{12,32}", "hex digits") if "parent" in fields.left else ""
        return cls(
            subject=subject, period=read_name(period), hours=hours, moment=moment, questions=count, agents=_agents(fields), made=made,
            id=own_id, data=data, version=version, parent=parent,
        )  # fmt: skip


def random_id() -> str:
    """A random MD5 identifier, 32 hex digits: drawn once for a release and stored, never derived from its content."""
    return hashlib.md5(secrets.token_bytes(32), usedforsecurity=False).hexdigest()


class _Fields:
    """The fields of a line by long name; what is not yet taken is ``left``."""

    def __init__(self, line: str) -> None:
        self.line = line.strip()
        self.left: dict[str, str] = {}
        head, *parts = self.line.split("|")
        if head != "okbench" or not self.line.isascii():
            raise self.bad('it does not begin with "okbench|"' if head != "okbench" else "it holds signs outside ASCII")
        for part in parts:
            name, colon, value = part.partition(":")
            if not colon or not value:
                raise self.bad(f"the field {part!r} has no value")
            long = _rename(name, _LONG_NAMES)
            if long in self.left:
                raise self.bad(f"the field {name} stands twice")
            self.left[long] = value

    def take(self, name: str, pattern: str = ".*", meaning: str = "") -> str:
        if name not in self.left:
            raise self.bad(f"the field {name} is missing")
        value = self.left.pop(name)
        if not re.fullmatch(pattern, value):
            raise self.bad(f"{name} is {value!r}, not {meaning}")
        return value

    def instant(self, name: str, text: str) -> datetime:
        try:
            return as_utc(datetime.fromisoformat(text))
        except ValueError:
            raise self.bad(f"{name} is {text!r}, not an instant with its zone") from None

    def bad(self, what: str) -> BadInput:
        shown = self.line if len(self.line) <= 200 else self.line[:200] + "..."
        return BadInput(f"this is no signature: {what}", where=shown, todo="Copy the whole line from the release")


def _agents(fields: _Fields) -> tuple[SignedAgent, ...]:
    agents: list[SignedAgent] = []
    for role in [name for name in fields.left if "." not in name]:
        models = tuple(map(read_name, fields.take(role).split("+")))
        own = {name: fields.take(name) for name in list(fields.left) if name.startswith(role + ".")}
        dropped, prompt = own.pop(f"{role}.not-sent", ""), own.pop(f"{role}.prompt", "")
        if not re.fullmatch("[0-9a-f]*", prompt):
            raise fields.bad(f"{role}.prompt is {prompt!r}, not a digest in hex digits")
        decoding = {read_name(name.split(".", 1)[1]): read_value(value) for name, value in own.items()}
        not_sent = tuple(map(read_name, dropped.split("+"))) if dropped else ()
        agents.append(SignedAgent(role=role, models=models, decoding=decoding, not_sent=not_sent, prompt=prompt))
    if fields.left:
        raise fields.bad(f"the field {next(iter(fields.left))} belongs to no agent")
    return tuple(agents)


def _rename(name: str, names: Mapping[str, str]) -> str:
    """A field's name with each of its two steps, role and setting, in the other form."""
    return ".".join(names.get(step, step) for step in name.split(".", 1))
