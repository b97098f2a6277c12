"""``okbench demo``: the whole way on the sample newspaper, offline, with baselines in the place of language models."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from flows.cli.news import checked, print_result, run_flow
from flows.cli.output import say
from flows.environment import set_for_flows

PORT = 8769


def demo(
    lake: Annotated[Path, typer.Option("--lake", help="Folder of the demo's lake.")] = Path("demo-lake"),
) -> None:
    """Serve the sample newspaper on loopback, make and sign its benchmark of today, score the baselines, and show it."""
    from sample.newspaper.server import SampleNewspaper

    started = time.perf_counter()
    moment = datetime.now(UTC).replace(microsecond=0)
    with SampleNewspaper(moment, port=PORT) as paper:
        say(f"The sample newspaper is at {paper.base}; nothing else is asked, and no key is needed")
        feeds = lake / "sample-feeds.toml"
        feeds.parent.mkdir(parents=True, exist_ok=True)
        feeds.write_text(paper.feeds_toml(), encoding="utf-8")
        set_for_flows(lake, fetch__allow_private="true", fetch__per_host_delay_s="0", fetch__per_host_concurrency="8", prefect_home=lake / ".prefect")
        parameters = checked(
            name=f"demo-{moment:%H%M%S}", moment=moment.isoformat(), feeds=str(feeds), generator="baseline/cloze", validator="none",
            models=["baseline/guess", "baseline/overlap"], settings=["no_context+both", "oracle+both", "bm25:1d:k1+both", "bm25:1d:k3+both"],
            judge="baseline/same", retrievers=["bm25"], search_days=[1],
        )  # fmt: skip
        result = run_flow(parameters)
    print_result(result)
    say(f"\nDone in {time.perf_counter() - started:.0f} s. The baselines are programs, not language models; the news is invented, so that")
    say("no model can know it: without the article, a score near 25 % is what guessing gives. Next: docs/tutorial.md")
