"""Reading ``models.toml``: one table per model, ``[models."name"]``, with every complaint at its file, line and key."""

from __future__ import annotations

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from storage.schemas.errors import BadConfig

M = TypeVar("M", bound=BaseModel)


def read_entries(path: Path, kind: type[M]) -> list[M]:
    """The entries of ``path``, each as a ``kind`` with its table's name as ``name``. BadConfig otherwise."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
        data = tomllib.loads(text)
    except OSError as error:
        raise BadConfig(f"cannot be read ({error.strerror})", where=str(path), todo="Give the path of a models file") from error
    except UnicodeDecodeError as error:
        raise BadConfig("is not UTF-8 text", where=str(path), todo="Save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise BadConfig(f"is not TOML: {error}", where=f"{path}, line {line[1]}" if line else str(path)) from error
    for key in data:
        if key != "models":
            raise BadConfig(f"unknown table [{key}]", where=_place(path, text, (key,)), todo='Write [models."name"] for each model')
    tables = data.get("models", {})
    if not isinstance(tables, dict):
        raise BadConfig("models is not a table", where=_place(path, text, ("models",)), todo='Write [models."name"] for each model')
    return [_entry(path, text, kind, name, table) for name, table in tables.items()]


def _entry(path: Path, text: str, kind: type[M], name: str, table: Any) -> M:
    if not isinstance(table, dict):
        raise BadConfig(f"{name} is not a table", where=_place(path, text, ("models", name)), todo=f'Write [models."{name}"]')
    if "name" in table:
        where = _place(path, text, ("models", name, "name"))
        raise BadConfig("name is given by the table's heading", where=where, todo="Take the line out")
    try:
        return kind(name=name, **table)
    except ValidationError as error:
        # An unknown key first: where one is missing as well, it is most often that one, mistyped.
        first, more = min(error.errors(), key=lambda one: one["type"] != "extra_forbidden"), error.error_count() - 1
        keys = tuple(str(step) for step in first["loc"])
        what = _complaint(kind, first["type"], keys, str(first["msg"]), first.get("input"))
        todo = f"{more} more in this entry" if more else ""
        raise BadConfig(f"{name}: {what}", where=_place(path, text, ("models", name, *keys)), todo=todo) from error


def _complaint(kind: type[BaseModel], code: str, keys: tuple[str, ...], message: str, given: Any) -> str:
    dotted = ".".join(keys)
    if code == "extra_forbidden":
        near = difflib.get_close_matches(keys[-1], _names(kind, keys[:-1]), n=2, cutoff=0.5)
        return f"unknown key {dotted}" + (f", did you mean {' or '.join(near)}?" if near else "")
    if code == "missing":
        return f"{dotted} is missing"
    message = message.removeprefix("Value error, ")
    return f"{dotted} = {given!r}: {message[:1].lower()}{message[1:]}" if keys else message


def _names(kind: type[BaseModel], keys: tuple[str, ...]) -> list[str]:
    """Field names of the (nested) model that ``keys`` lead to."""
    for key in keys:
        hint = kind.model_fields[key].annotation if key in kind.model_fields else None
        inner = [t for t in (hint, *getattr(hint, "__args__", ())) if isinstance(t, type) and issubclass(t, BaseModel)]
        if not inner:
            return []
        kind = inner[0]
    return [name for name in kind.model_fields if name != "name"]


def _place(path: Path, text: str, keys: tuple[str, ...]) -> str:
    line = find_line(text, keys)
    return f"{path}, line {line}" if line else str(path)


def find_line(text: str, keys: tuple[str, ...]) -> int | None:
    """The line (from 1) on which the key, or else its nearest enclosing table or key, is written; the parser itself tells no positions."""
    best, line_of_best = 0, None
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("["):
            table = here = _path(line)
        else:
            head = re.match(r"""((?:[\w.-]|\s*\.\s*|"[^"]*"|'[^']*')+)\s*=""", line)
            here = (*table, *_path(head[1] + " = 0")) if head else ()
        shared = min(len(here), len(keys))
        if shared > best and here[:shared] == keys[:shared]:
            best, line_of_best = shared, number
    return line_of_best


def _path(line: str) -> tuple[str, ...]:
    """The keys of a heading or of a dotted key, read by the TOML parser itself."""
    try:
        value: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return ()
    keys: list[str] = []
    while value:
        if isinstance(value, list):
            value = value[0]
        elif isinstance(value, dict):
            key, value = next(iter(value.items()))
            keys.append(key)
        else:
            break
    return tuple(keys)
