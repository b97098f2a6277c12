"""Prompts as files: TOML front matter between +++ lines, then a ``## system`` and a ``## user`` part with ``{{field}}`` placeholders.

A folder of one's own may replace any packaged prompt by a file of the same name. The packaged file says which fields there are, so a
misspelled placeholder is an error at loading and not an empty spot in 470 paid requests. The digest goes into signatures.

The prompts of generation and validation show a group of articles as ``{{articles}}``. One that names the parts of a single article instead
(``{{text}}`` and ``{{date}}``, the form before groups) still serves: the stages then send one article a call.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from storage.schemas.errors import BadConfig, NotFound
from storage.schemas.ids import digest, safe_name
from tasks.llm.request import Message

PACKAGED = Path(__file__).parent
_PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}")
_PART = re.compile(r"^## +(\S.*?)\s*$", re.MULTILINE)
_ROLES = ("system", "user")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt file. ``parts``: (role, template) in the order sent; ``digest``: hex SHA-256 of name, version and parts."""

    name: str
    version: str
    purpose: str
    fields: tuple[str, ...]
    parts: tuple[tuple[str, str], ...]
    digest: str

    @property
    def label(self) -> str:
        """How records name it: ``generate_questions/1/0a1b2c3d4e5f``."""
        return f"{self.name}/{self.version}/{self.digest[:12]}"

    @property
    def grouped(self) -> bool:
        """Whether it shows a group of articles, ``{{articles}}``, and not the parts of a single one."""
        return any(match.group(1) == "articles" for _, template in self.parts for match in _PLACEHOLDER.finditer(template))

    def render(self, **fields: str) -> tuple[Message, ...]:
        """The messages with every placeholder filled, in one pass: braces inside a value are data. A part left empty is not sent.

        BadConfig when a placeholder has no value; values that the file does not use are ignored.
        """

        def value(match: re.Match[str]) -> str:
            try:
                return fields[match.group(1)]
            except KeyError:
                raise BadConfig(
                    f"no value for {{{{{match.group(1)}}}}}", where=f"prompt {self.name}", todo=f"Known here: {', '.join(sorted(fields))}"
                ) from None

        filled = ((role, _PLACEHOLDER.sub(value, template).strip()) for role, template in self.parts)
        return tuple(Message(role=role, content=content) for role, content in filled if content)


def load_prompt(name: str, folder: Path | None = None) -> Prompt:
    """The prompt ``name`` from ``folder`` if it has a file of that name, else the packaged one.

    NotFound for an unknown name or a missing folder; BadConfig, with file and line, for a file that cannot be used.
    """
    packaged = PACKAGED / f"{safe_name(name, 'prompt')}.md"
    if folder is not None and not folder.is_dir():
        raise NotFound("the folder of own prompts does not exist", where=str(folder), todo="Create it or unset the setting")
    own = folder / packaged.name if folder is not None else None
    if own is None or not own.is_file():
        if not packaged.is_file():
            known = ", ".join(sorted(p.stem for p in PACKAGED.glob("*.md")))
            raise NotFound(f"there is no prompt {name!r}", where=str(folder or PACKAGED), todo=f"Known: {known}")
        return _read(packaged, name)
    prompt = _read(own, name)
    if packaged.is_file():
        _check_fields(prompt, own, _front_matter(packaged, packaged.read_text(encoding="utf-8"))[0])
    return prompt


def _read(path: Path, name: str) -> Prompt:
    try:
        text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    except (UnicodeDecodeError, OSError) as error:
        raise BadConfig(f"cannot be read as UTF-8 text ({error})", where=str(path), todo="Save it as UTF-8") from error
    front, body, line = _front_matter(path, text)
    for key in ("name", "version", "purpose"):
        if not isinstance(front.get(key), str) or not front[key].strip():
            raise BadConfig(f"{key} is missing or no text", where=f"{path}:1", todo=f'Write {key} = "..." between the +++ lines')
    if front["name"] != name:
        raise BadConfig(f"the file calls itself {front['name']!r}", where=f"{path}:1", todo=f'Write name = "{name}"')
    fields = front.get("fields")
    if not isinstance(fields, list) or not all(isinstance(f, str) for f in fields):
        raise BadConfig("fields is missing or no list of names", where=f"{path}:1", todo='Write fields = ["question", ...]')
    parts = _parts(path, body, line)
    for role, template, start in parts:
        for match in _PLACEHOLDER.finditer(template):
            if match.group(1) not in fields:
                at = start + template.count("\n", 0, match.start())
                known = ", ".join(fields)
                raise BadConfig(f"unknown field {match.group(1)!r} in part {role}", where=f"{path}:{at}", todo=f"Known: {known}")
    plain = tuple((role, template) for role, template, _ in parts)
    mark = digest(name, front["version"], *(piece for part in plain for piece in part))
    return Prompt(name=name, version=front["version"], purpose=front["purpose"], fields=tuple(fields), parts=plain, digest=mark)


def _front_matter(path: Path, text: str) -> tuple[Mapping[str, Any], str, int]:
    """(front matter, the rest, the line at which the rest starts)."""
    pieces = re.split(r"^\+\+\+[ \t]*$\n?", text.replace("\r\n", "\n").lstrip("\ufeff"), maxsplit=2, flags=re.MULTILINE)
    if len(pieces) != 3 or pieces[0].strip():
        raise BadConfig("no front matter", where=f"{path}:1", todo="Open the file with a +++ line, settings in TOML, and another +++ line")
    try:
        return tomllib.loads(pieces[1]), pieces[2], 3 + pieces[1].count("\n")
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = 1 + int(found.group(1)) if found else 1
        raise BadConfig(f"the front matter is no TOML ({error})", where=f"{path}:{line}", todo="Mend it as the message says") from error


def _parts(path: Path, body: str, line: int) -> list[tuple[str, str, int]]:
    """(role, template, first line of the template), in the file's order."""
    heads = list(_PART.finditer(body))
    parts: list[tuple[str, str, int]] = []
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        at = line + body.count("\n", 0, head.start())
        role = head.group(1)
        if role not in _ROLES or role in (r for r, _, _ in parts):
            raise BadConfig(f"part {role!r} is unknown or stands twice", where=f"{path}:{at}", todo="Use one ## system and one ## user")
        template = body[head.end() : following.start() if following else len(body)]
        parts.append((role, template.strip("\n"), at + len(template) - len(template.lstrip("\n"))))
    if "user" not in (role for role, _, _ in parts):
        raise BadConfig("there is no ## user part", where=f"{path}:{line}", todo="Add one; ## system may be left out")
    if body[: heads[0].start()].strip():
        raise BadConfig("text before the first part", where=f"{path}:{line}", todo="Put it under ## system or ## user")
    return parts


def _check_fields(prompt: Prompt, path: Path, packaged: Mapping[str, Any]) -> None:
    """An own prompt may use only what the stage fills in, and must use what the task cannot do without."""
    known, optional = set(packaged["fields"]), set(packaged.get("optional", ()))
    single = set(packaged.get("instead_of_articles", ()))
    if unknown := set(prompt.fields) - known:
        raise BadConfig(f"unknown fields {', '.join(sorted(unknown))}", where=f"{path}:1", todo=f"Known: {', '.join(sorted(known))}")
    used = {m.group(1) for _, template in prompt.parts for m in _PLACEHOLDER.finditer(template)}
    if single and "articles" in used and used & (single | {"title"}):
        twice = min(used & (single | {"title"}))
        todo = "Use {{articles}} for groups, or title, date and text for one article a call"
        raise BadConfig(f"{{{{{twice}}}}} stands beside {{{{articles}}}}, which holds it already", where=str(path), todo=todo)
    if single and "articles" not in used and "text" in used:
        optional = optional - single | {"articles"}
    if left := known - optional - used:
        missing = min(left)
        raise BadConfig(f"{{{{{missing}}}}} is not used", where=str(path), todo="Without it the model cannot do the task: put it in")
