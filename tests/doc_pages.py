"""Documentation pages as tests see them: their fenced blocks, their links, and a shell in which a page's commands are run in order.

What a page may hold, beside prose:

- ```` ```console ````: lines that begin with ``$ `` are commands, run with bash; what follows a command is output that must occur, in order.
  ``…`` stands for anything, a line of its own for any lines. A last word ``exit=3`` beside ``console`` is the exit code of the block's last command.
- ```` ```toml file=name ```` (any language): the file is written under that name before the commands after it run.
- any other fenced block is for reading only.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_FENCE = re.compile(r"^```(\S*)[ \t]*(.*?)\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!`)\[[^\]\n]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block. line: of its opening fence, from 1; info: what stands behind the language."""

    language: str
    info: str
    text: str
    line: int

    @property
    def file(self) -> str | None:
        """The name of the file that the block is."""
        return self._value("file")

    @property
    def exit_code(self) -> int:
        """What the block's last command must end with."""
        return int(self._value("exit") or 0)

    def _value(self, key: str) -> str | None:
        found = re.search(rf"\b{key}=(\S+)", self.info)
        return found[1] if found else None


@dataclass(frozen=True, slots=True)
class Command:
    """A command with the output lines that a page shows below it."""

    text: str
    output: tuple[str, ...]
    exit_code: int
    where: str


def pages() -> list[Path]:
    """README and everything under docs that a person reads, the generated reference apart."""
    docs = (path for path in sorted((ROOT / "docs").rglob("*.md")) if "reference" not in path.parts)
    return [ROOT / "README.md", *docs]


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    return [Block(m[1], m[2], m[3], text.count("\n", 0, m.start()) + 1) for m in _FENCE.finditer(text)]


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def links(page: Path) -> list[str]:
    """The targets of links and pictures."""
    return _LINK.findall(prose(page))


def anchors(page: Path) -> set[str]:
    """What a link to a heading of the page may be called."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in _HEADING.findall(prose(page))}


def steps(page: Path) -> Iterator[Block | Command]:
    """Files to write and commands to run, in the order of the page."""
    for block in blocks(page):
        if block.file:
            yield block
        elif block.language == "console":
            yield from _commands(block, page)


def _commands(block: Block, page: Path) -> Iterator[Command]:
    texts: list[str] = []
    outputs: list[list[str]] = []
    for line in block.text.splitlines():
        if texts and not outputs[-1] and texts[-1].endswith("\\"):
            texts[-1] = texts[-1][:-1] + line.strip()
        elif line.startswith("$ "):
            texts.append(line[2:])
            outputs.append([])
        elif texts:
            outputs[-1].append(line)
        else:
            raise AssertionError(f"{page.name}, line {block.line}: output before the first command")
    for number, (text, output) in enumerate(zip(texts, outputs, strict=True), 1):
        code = block.exit_code if number == len(texts) else 0
        yield Command(text, tuple(line for line in output if line.strip()), code, f"{page.name}, line {block.line}: {text}")


@dataclass
class Shell:
    """Runs a page's steps in ``folder``. ``replace``: addresses that stand in pages, and what takes their place here."""

    folder: Path
    environment: dict[str, str]
    replace: Mapping[str, str] = field(default_factory=dict)
    recorded: Mapping[str, str] = field(default_factory=dict)

    def do(self, step: Block | Command) -> None:
        """Write the file or run the command; AssertionError where the page says something else than what comes."""
        if isinstance(step, Block):
            assert step.file is not None
            path = self.folder / step.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self._here(step.text), encoding="utf-8")
            return
        if step.text.startswith(("export ", "unset ")):
            self._set(step.text)
            return
        printed = self.recorded.get(step.text)
        if printed is None:
            done = subprocess.run(
                ["bash", "-c", self._here(step.text)], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=300, check=False
            )
            printed = done.stdout + done.stderr
            assert done.returncode == step.exit_code, f"{step.where}\nended with {done.returncode}, not {step.exit_code}\n{printed}"
        missing = unmatched(step.output, printed)
        assert missing is None, f"{step.where}\nshows\n  {missing}\nwhich is not (at that place) in\n{printed}"

    def _set(self, text: str) -> None:
        word, *names = shlex.split(text, comments=True)
        for name in names:
            key, _, value = name.partition("=")
            if word == "unset":
                self.environment.pop(key, None)
            else:
                self.environment[key] = self._here(value)

    def _here(self, text: str) -> str:
        for public, local in self.replace.items():
            text = text.replace(public, local)
        return text


def unmatched(expected: tuple[str, ...], printed: str) -> str | None:
    """The first expected line that does not occur in what was printed after the lines before it; None when all do."""
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    place = 0
    for line in expected:
        words = " ".join(line.split())
        pattern = re.compile(".*".join(re.escape(part) for part in words.split("…")))
        if words == "…":
            continue
        found = next((i for i in range(place, len(lines)) if pattern.fullmatch(lines[i])), None)
        if found is None:
            return line
        place = found + 1
    return None
