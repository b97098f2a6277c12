"""Progress bars for the stages of a flow, on standard error so that pipes stay clean; only on a terminal, and not when JSON is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from flows.cli.output import errors, manner


@contextmanager
def stage_bars(console: Console = errors) -> Iterator[None]:
    """One bar for each stage that reports progress while the context is open, above them what the run tells; before the first, that it is starting."""
    if manner.as_json or not console.is_terminal:
        yield
        return
    with Progress(TextColumn("{task.description:<12}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console, transient=True) as bars:
        waiting = bars.add_task("starting", total=None)
        shown: dict[str, TaskID] = {}

        def listen(stage: str, done: int, total: int) -> None:
            bars.update(waiting, visible=False)
            if stage not in shown:
                shown[stage] = bars.add_task(stage, total=total)
            bars.update(shown[stage], completed=done)

        from flows.artifacts import Progress as Stages  # Prefect takes seconds to import: the bar is there before

        Stages.listener, Stages.teller = listen, lambda text: bars.console.print(text, markup=False, soft_wrap=True)
        try:
            yield
        finally:
            Stages.listener = Stages.teller = None
