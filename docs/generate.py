"""Writes docs/reference from the code, and the index of docs/decisions; with ``--check`` it only says whether what lies there is what it would write.

Reference pages cannot drift from the code: the check is part of ``make test``.
"""

from __future__ import annotations

import inspect
import sys
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from flows.cli import prefect_defaults

prefect_defaults.apply()

from flows.cli.config import setting_rows  # noqa: E402
from flows.cli.main import app  # noqa: E402
from flows.settings import HOME, Settings  # noqa: E402
from storage.named_queries import named_queries  # noqa: E402
from storage.schemas import errors  # noqa: E402
from storage.schemas.arrow import arrow_schema  # noqa: E402
from storage.schemas.tables import KINDS  # noqa: E402
from tasks.llm.models import Model  # noqa: E402
from tasks.validate.rules import RULES  # noqa: E402

DOCS = Path(__file__).parent
NOTE = "Written by `python docs/generate.py` from the code; change it there.\n"


def table(rows: list[dict[str, Any]]) -> str:
    """A Markdown table of rows with equal keys."""
    names = list(rows[0])
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    lines += ["| " + " | ".join(str(row[name]).replace("|", "\\|").replace("\n", " ") for name in names) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def settings() -> str:
    """All settings with their variables."""
    rows = [
        {
            "setting": f"`{r['setting']}`", "variable": f"`{r['variable']}`", "default": f"`{_portable(r)}`",
            "meaning": r["meaning"], "bounds": r["bounds"],
        }
        for r in setting_rows(Settings.model_construct(**{name: f.get_default(call_default_factory=True) for name, f in Settings.model_fields.items()}))
    ]
    return "# Settings\n\nIn `okbench.toml` (or the file that `OKBENCH_CONFIG` names) or as environment variables, which win.\n\n" + table(rows)


def _portable(row: dict[str, Any]) -> Any:
    value = row["value"]
    if row["setting"] == "pool.workers":
        return "number of cores, at most 8"  # differs by machine
    return value.relative_to(HOME).as_posix() if isinstance(value, Path) and value.is_absolute() else value


def command_line() -> str:
    """Every command with its options."""
    parts = ["# Command line\n"]
    root = typer.main.get_command(app)

    def walk(command: Any, path: str) -> None:
        if hasattr(command, "commands"):
            if path != "okbench":
                parts.append(f"\n## {path}\n\n{command.help or ''}\n")
            for name, sub in sorted(command.commands.items()):
                walk(sub, f"{path} {name}")
            return
        parts.append(f"\n### {path}\n\n{(command.help or '').strip()}\n")
        rows = []
        for p in command.params:
            if p.param_type_name == "option" and "--help" not in p.opts:
                rows.append({"option": "`" + ", ".join([*p.opts, *p.secondary_opts]) + "`", "meaning": p.help or ""})
            elif p.param_type_name != "option":
                rows.append({"option": f"`{(p.name or '').upper()}`", "meaning": getattr(p, "help", "") or ""})
        if rows:
            parts.append("\n" + table(rows))

    walk(root, "okbench")
    return "".join(parts)


def tables() -> str:
    """Every table of the lake, and the stored queries."""
    parts = ["# Tables and stored queries\n\nEach table is a view in `okbench sql`; instants are UTC.\n"]
    for name, kind in sorted(KINDS.items()):
        parts.append(f"\n## {name}\n\n{inspect.cleandoc(kind.__doc__ or '')}\n\nKey: {', '.join(kind.KEY)}. Version {kind.VERSION}.\n\n")
        parts.append(table([{"column": f"`{f.name}`", "type": str(f.type), "may be empty": "yes" if f.nullable else ""} for f in arrow_schema(kind)]))
    parts.append("\n## Stored queries\n\n")
    rows = [{"query": f"`{q.name}`", "what": q.title, "parameters": ", ".join(p.name for p in q.parameters)} for q in named_queries().values()]
    return "".join(parts) + table(rows)


def error_types() -> str:
    """The tree of errors."""
    rows = [
        {
            "error": f"`{name}`", "kind": "retryable" if issubclass(kind, errors.Retryable) else "permanent", "exit code": kind.exit_code,
            "meaning": inspect.cleandoc(kind.__doc__ or ""),
        }
        for name, kind in vars(errors).items()
        if inspect.isclass(kind) and issubclass(kind, errors.OkbenchError) and kind is not errors.OkbenchError
    ]
    return "# Errors\n\n```\n" + (errors.__doc__ or "").split("\n\n")[1] + "\n```\n\n" + table(rows)


def models_file() -> str:
    """The fields of a models file entry."""
    parts = ["# The models file\n\nOne block `[models.\"name\"]` for each model.\n"]
    seen: set[type] = set()

    def walk(kind: type[Any], title: str) -> None:
        if kind in seen:
            return
        seen.add(kind)
        rows, inner = [], []
        for name, field in kind.model_fields.items():
            default = "required" if field.is_required() else f"`{field.get_default(call_default_factory=True)}`"
            rows.append({"field": f"`{name}`", "type": _type(field.annotation), "default": default, "meaning": field.description or ""})
            inner += [a for a in (field.annotation, *typing.get_args(field.annotation)) if inspect.isclass(a) and hasattr(a, "model_fields")]
        parts.append(f"\n## {title}\n\n" + table(rows))
        for sub in inner:
            walk(sub, sub.__name__)

    walk(Model, "An entry")
    return "".join(parts)


def _type(hint: Any) -> str:
    return hint.__name__ if inspect.isclass(hint) else str(hint).replace("typing.", "").split(".")[-1]


def rules() -> str:
    """The rules that candidates must pass."""
    rows = [{"rule": f"`{rule.__name__}`", "holds when": inspect.cleandoc(rule.__doc__ or "")} for rule in RULES]
    return "# Rules\n\nA candidate must pass all of them before an agent sees it; `no_duplicate` comes last.\n\n" + table(rows)


def decisions() -> str:
    """The decisions by their headings; a file may hold several."""
    lines = ["# Decisions\n\nWhat was decided, why, and at what price. One file each, numbered; gaps leave room beside what belongs together.\n"]
    for path in sorted((DOCS / "decisions").glob("[0-9]*.md")):
        first, *more = [line.removeprefix("# ") for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("# ")]
        lines.append(f"- {path.name[:4]}: [{first.removeprefix(f'{int(path.name[:4])}. ')}]({path.name})" + "".join(f"; {title}" for title in more))
    return "\n".join(lines) + "\n"


PAGES: dict[str, Callable[[], str]] = {
    "reference/settings": settings, "reference/command-line": command_line, "reference/tables": tables, "reference/errors": error_types,
    "reference/models-file": models_file, "reference/rules": rules, "decisions/README": decisions,
}  # fmt: skip


def main() -> int:
    """Write or check; exit code 1 when a page is not up to date."""
    stale = []
    for name, make in PAGES.items():
        path = DOCS / f"{name}.md"
        text = make().rstrip("\n") + "\n\n" + NOTE
        if "--check" in sys.argv:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(name)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if stale:
        sys.stderr.write(f"docs are not what the code says: {', '.join(stale)}. Run: make docs\n")
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
