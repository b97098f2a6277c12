"""``okbench config``: what is set, from where, and how to set it."""

from __future__ import annotations

from typing import Any

import typer
from pydantic import BaseModel

from flows.cli.opening import settings_of
from flows.cli.output import manner, print_json, show_rows
from flows.settings import Settings

app = typer.Typer(name="config", help="Settings.", no_args_is_help=True)


@app.command("list")
def list_() -> None:
    """List all settings with value, variable and meaning. No secret is a setting."""
    settings = settings_of()
    if manner.as_json:
        print_json(settings.model_dump(mode="json"))
        return
    show_rows([{"setting": row["setting"], "value": row["value"], "meaning": row["meaning"]} for row in setting_rows(settings)])


def setting_rows(settings: Settings) -> list[dict[str, Any]]:
    """One row for each setting, nested ones with a dot: setting, variable, value, default, meaning, bounds."""
    return _rows(settings, type(settings), "", "OKBENCH_")


def _rows(value: BaseModel, kind: type[BaseModel], prefix: str, variable: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for name, field in kind.model_fields.items():
        held = getattr(value, name)
        if isinstance(held, BaseModel):
            rows += _rows(held, type(held), f"{prefix}{name}.", f"{variable}{name.upper()}__")
            continue
        bounds = ", ".join(str(m).split("(", 1)[-1].rstrip(")") for m in field.metadata)
        rows.append(
            {"setting": prefix + name, "variable": variable + name.upper(), "value": held, "meaning": field.description or "", "bounds": bounds}
        )
    return rows
