"""``okbench demo``: the whole way on the sample newspaper, offline, with baselines and, where it is installed, one small language model."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from flows.cli.news import checked, print_result, run_flow
from flows.cli.output import say
from flows.environment import set_for_flows
from flows.local_model import NAME, serving, tokens_a_second
from storage.schemas.errors import NotInstalled

PORT = 8769
_MOST, _LEAST = 60, 6
_SECONDS, _TOKENS = 45, 1_000  # for the small language model; of one question in the three settings, answers counted in
_GRID = """# A real language model, small and slow: a sample of the questions, in each setting.
[[grid]]
models = ["{model}"]
settings = ["no_context", "oracle", "bm25:1d:k1"]
sample = {sample}
"""


def demo(
    lake: Annotated[Path, typer.Option("--lake", help="Folder of the demo's lake.")] = Path("demo-lake"),
    sample: Annotated[
        int | None,
        typer.Option(min=0, max=_MOST, help="Questions put to the small language model in each setting; 0: none; default: what 45 s allow."),
    ] = None,
) -> None:
    """Serve the sample newspaper on loopback, make and sign its benchmark of today, score baselines and a small language model, and show it."""
    from sample.newspaper.server import SampleNewspaper

    started = time.perf_counter()
    moment = datetime.now(UTC).replace(microsecond=0)
    with SampleNewspaper(moment, port=PORT) as paper:
        say(f"The sample newspaper is at {paper.base};\nnothing else is asked, and no key is needed")
        feeds = lake / "sample-feeds.toml"
        feeds.parent.mkdir(parents=True, exist_ok=True)
        feeds.write_text(paper.feeds_toml(), encoding="utf-8")
        set_for_flows(lake, fetch__allow_private="true", fetch__per_host_delay_s="0", fetch__per_host_concurrency="8", prefect_home=lake / ".prefect")
        with _language_model(lake, sample) as grid:
            parameters = checked(
                name=f"demo-{moment:%H%M%S}", moment=moment.isoformat(), feeds=str(feeds), generator="baseline/cloze", validator="none",
                models=["baseline/guess", "baseline/overlap"], settings=["no_context+both", "oracle+both", "bm25:1d:k1+both", "bm25:1d:k3+both"],
                judge="baseline/same", retrievers=["bm25"], search_days=[1], grid=str(grid) if grid else None,
            )  # fmt: skip
            result = run_flow(parameters)
    print_result(result)
    say(f"\nDone in {time.perf_counter() - started:.0f} s. The baselines are programs, not language models; the news is")
    say("invented, so that no model can know it: without the article, a score near 25 %")
    say("is what guessing gives. Next: docs/tutorial.md")


@contextmanager
def _language_model(lake: Path, sample: int | None) -> Iterator[Path | None]:
    """The grid file of the small language model while it is served; None, said in one line, where it cannot be."""
    with ExitStack() as stack:
        if sample == 0:
            yield None
            return
        try:
            url = stack.enter_context(serving(lake / "local-model.log"))
            speed = tokens_a_second(url)
        except NotInstalled as error:
            say(f"No language model in this demo: {error.what};\nthe rest goes on without it")
            yield None
            return
        asked = sample or max(_LEAST, min(_MOST, int(_SECONDS * speed / _TOKENS)))
        say(f"A small language model, {NAME}, is at {url}:\nit answers {asked} questions in each of three settings, which takes a minute or two")
        grid = lake / "demo-grid.toml"
        grid.write_text(_GRID.format(model=NAME, sample=asked), encoding="utf-8")
        yield grid
