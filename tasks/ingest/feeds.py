"""The list of feeds that a person keeps in a TOML file, read strictly: every fault is named with its file, line and key."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from storage.schemas.errors import BadConfig, BadInput
from tasks.extraction.zones import zone_info

REDISTRIBUTIONS = ("full", "ids_only", "unknown")
_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?")
_HEADER = re.compile(r"^\s*\[\[\s*feed\s*\]\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """One feed of one outlet.

    zone: IANA name, used where the feed's dates have no zone. redistribution: full, ids_only (texts stay here), unknown.
    licence: free text.
    """

    feed_id: str
    outlet: str
    url: str
    category: str
    language: str | None = None
    zone: str | None = None
    redistribution: str = "unknown"
    licence: str = ""
    enabled: bool = True


_FIELDS = {field.name: field for field in dataclasses.fields(Feed)}
_REQUIRED = ("feed_id", "outlet", "url", "category")


def load_feeds(path: Path) -> list[Feed]:
    """All feeds of the file in its order, disabled ones too. BadConfig names file, line and key of the first fault."""
    try:
        text = path.read_text("utf-8")
        content = tomllib.loads(text)
    except FileNotFoundError as error:
        raise BadConfig(
            "the list of feeds does not exist", where=str(path), todo="Give another path, or make it from an OPML file"
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfig(f"cannot be read ({error})", where=str(path)) from error
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"not valid TOML ({error})", where=_where_in_toml_error(path, text, str(error)), todo="Mend the line") from error
    blocks = content.pop("feed", [])
    if content:
        raise BadConfig(f"unknown key {next(iter(content))!r}", where=str(path), todo="Only [[feed]] blocks stand here")
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise BadConfig("feeds are written as [[feed]] blocks", where=str(path))
    lines = _Lines(path, text)
    feeds = [_read_block(block, index, lines) for index, block in enumerate(blocks)]
    _refuse_doubles(feeds, lines)
    return feeds


class _Lines:
    """Where the blocks and their keys stand, for messages."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = text.splitlines()
        self._starts = [number for number, line in enumerate(self._lines) if _HEADER.match(line)]

    def where(self, index: int, key: str) -> str:
        """``feeds.toml, line 12, key zone``."""
        if index >= len(self._starts):
            return f"{self._path}, feed {index + 1}, key {key}"
        start = self._starts[index]
        end = self._starts[index + 1] if index + 1 < len(self._starts) else len(self._lines)
        line = next((n for n in range(start, end) if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", self._lines[n])), start)
        return f"{self._path}, line {line + 1}, key {key}"


def _read_block(block: dict[str, Any], index: int, lines: _Lines) -> Feed:
    for key, value in block.items():
        if key not in _FIELDS:
            raise BadConfig("unknown key", where=lines.where(index, key), todo=f"Known are {', '.join(_FIELDS)}")
        wanted = bool if key == "enabled" else str
        if not isinstance(value, wanted):
            raise BadConfig(f"{value!r} is not {'true or false' if wanted is bool else 'a text'}", where=lines.where(index, key))
    for key in _REQUIRED:
        if not str(block.get(key, "")).strip():
            raise BadConfig("missing or empty", where=lines.where(index, key), todo=f"Every feed needs {', '.join(_REQUIRED)}")
    feed = Feed(**block)
    for key, fault in _faults(feed):
        raise BadConfig(fault, where=lines.where(index, key))
    return feed


def _faults(feed: Feed) -> list[tuple[str, str]]:
    """(key, what is wrong) of a feed whose types are right."""
    faults = []
    if not _ID.fullmatch(feed.feed_id) or ".." in feed.feed_id:
        faults.append(("feed_id", f"{feed.feed_id!r} cannot be used as an id: lower-case letters, digits, dash, dot and underscore"))
    parts = urlsplit(feed.url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        faults.append(("url", f"{feed.url!r} is not an http or https address"))
    elif parts.username is not None or parts.password is not None:
        faults.append(("url", "an address with a user name or password is not fetched"))
    if feed.language is not None and not _LANGUAGE.fullmatch(feed.language):
        faults.append(("language", f"{feed.language!r} is not a language code such as en or pt-BR"))
    if feed.redistribution not in REDISTRIBUTIONS:
        faults.append(("redistribution", f"{feed.redistribution!r} is none of {', '.join(REDISTRIBUTIONS)}"))
    if feed.zone is not None:
        try:
            zone_info(feed.zone)
        except BadInput as error:
            faults.append(("zone", str(error)))
    return faults


def _refuse_doubles(feeds: list[Feed], lines: _Lines) -> None:
    for key in ("feed_id", "url"):
        seen: set[str] = set()
        for index, feed in enumerate(feeds):
            value = getattr(feed, key)
            if value in seen:
                raise BadConfig(f"{value!r} stands twice", where=lines.where(index, key), todo="Remove one of the two blocks")
            seen.add(value)


def _where_in_toml_error(path: Path, text: str, message: str) -> str:
    found = re.search(r"line (\d+)", message)
    return f"{path}, line {found[1] if found else text.count(chr(10)) + 1}"
