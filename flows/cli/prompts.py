"""``okbench prompts``: which prompts are used, from where, and their digests."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from flows.cli.opening import settings_of
from flows.cli.output import console, show_rows
from tasks.prompts.loader import PACKAGED, load_prompt

_FIRST = ("generate_questions", "validate_questions", "answer_multiple_choice", "answer_multiple_choice_with_context")
NAMES = (*_FIRST, *sorted(path.stem for path in PACKAGED.glob("*.md") if path.stem not in _FIRST))
app = typer.Typer(name="prompts", help="Prompts, as files with versions.", no_args_is_help=True)
FolderOption = Annotated[Path | None, typer.Option("--folder", help="Folder of own prompts; default: OKBENCH_PROMPTS.")]


@app.command("list")
def list_(folder: FolderOption = None) -> None:
    """List the prompts with version and digest; the digest goes into the signature."""
    own = settings_of(prompts=folder).prompts
    rows = []
    for name in NAMES:
        prompt = load_prompt(name, own)
        mine = own is not None and (own / f"{name}.md").exists()
        rows.append({"prompt": name, "version": prompt.version, "digest": prompt.digest[:12], "from": str(own) if mine else "okbench"})
    show_rows(rows, title="prompts")


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="One of okbench prompts list.")],
    source: Annotated[bool, typer.Option("--source", help="Print the file itself, to start an own one from.")] = False,
    folder: FolderOption = None,
) -> None:
    """Print a prompt with its placeholders, as a model gets it."""
    own = settings_of(prompts=folder).prompts
    prompt = load_prompt(name, own)
    if source:
        mine = own / f"{name}.md" if own is not None else None
        sys.stdout.write((mine if mine is not None and mine.exists() else PACKAGED / f"{name}.md").read_text("utf-8"))
        return
    for message in prompt.render(**{field: f"{{{{{field}}}}}" for field in prompt.fields}):
        console.print(f"## {message.role}\n{message.content}\n", markup=False, soft_wrap=True)
