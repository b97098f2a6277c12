"""``okbench``: nouns and verbs. One file per noun; errors end here as one message and an exit code of their own.

Exit codes: 0 done, 1 failed, 2 bad input, 3 budget reached, 4 lake not writable, 5 damaged or newer data, 6 digest mismatch, 70 a fault of ours,
130 and 143 stopped from outside.
"""

from __future__ import annotations

import os
import sys

from flows.cli import prefect_defaults

prefect_defaults.apply()  # before anything imports Prefect: it reads its settings at import

import typer  # noqa: E402

from flows.cli import annotations as annotations_noun  # noqa: E402
from flows.cli import config, demo, deployments, doctor, evaluations, events, feeds, indexes, models, news, prompts, releases, reports, snapshots, sql  # noqa: E402
from flows.cli import lake as lake_noun  # noqa: E402
from flows.cli.output import errors, manner  # noqa: E402
from storage.schemas.errors import OkbenchError  # noqa: E402

_INTERRUPTED, _TERMINATED = 130, 143
_STOPPED = "okbench: stopped; what was finished is kept, the same command goes on from there"
app = typer.Typer(
    name="okbench",
    help="A fresh, signed, reproducible knowledge benchmark from the day's news.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for noun in (news, events, feeds, snapshots, releases, evaluations, indexes, annotations_noun, reports, models, prompts, deployments, lake_noun, config):
    app.add_typer(noun.app)
app.command("demo")(demo.demo)
app.command("doctor")(doctor.doctor)
app.command("sql")(sql.sql)


@app.callback()
def options(
    json: bool = typer.Option(False, "--json", help="Print JSON for programs instead of tables."),
    traceback: bool = typer.Option(False, "--traceback", help="Show where in the code an error arose."),
) -> None:
    """Global options stand before the noun: okbench --json releases list."""
    manner.as_json, manner.traceback = json, traceback


def main() -> None:
    """Entry of the console command."""
    try:
        _run()
    except SystemExit as ended:
        _leave(ended.code)
        raise
    _leave(0)


def _leave(code: object) -> None:
    """End at once where nothing is left to do: threads of native libraries have been seen to abort a process that was done (exit -6).

    Not where Prefect was used, which closes its passing server at exit, nor where the exit code is a message.
    """
    if "prefect" in sys.modules or not isinstance(code, int | None):
        return
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)


def _run() -> None:
    # --json and --traceback are understood anywhere on the line, since nobody remembers where they belong.
    words = sys.argv[1:]
    for flag in ("--json", "--traceback"):
        if flag in words and "--" not in words:
            words = [flag, *[w for w in words if w != flag]]
    try:
        app(args=words)
    except OkbenchError as error:
        if manner.traceback:
            raise
        errors.print(f"okbench: {error}", markup=False, soft_wrap=True)
        raise SystemExit(error.exit_code) from None
    except SystemExit as ended:
        if ended.code == _INTERRUPTED:  # Typer turns Ctrl-C into this, without a word
            errors.print(_STOPPED, markup=False)
        raise
    except Exception as error:
        if manner.traceback:
            raise
        errors.print(
            f"okbench: a fault of okbench itself ({type(error).__name__}: {error}). Run again with --traceback and report what it prints",
            markup=False,
            soft_wrap=True,
        )
        raise SystemExit(70) from None
    except BaseException as error:
        if type(error).__name__ != "TerminationSignal":  # how Prefect says SIGTERM; importing it here would cost seconds
            raise
        errors.print(_STOPPED, markup=False)
        raise SystemExit(_TERMINATED) from None
