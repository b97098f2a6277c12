"""Generation and validation of 470 articles against a stub model of 50 ms, 64 calls at once, beside a bare loop that makes the same calls.

    python tests/bench/questions.py [--articles 470] [--rounds 7] [--together 1] [--profile]

Ours: ``flows.news_questions.QuestionMaking`` with its Prefect steps taken off (they cost 3 to 5 ms for 40 articles): prompts, requests, digests, the
door, the ledger on disk, reading, every rule, verdicts. Bare: aiohttp, the same 64 at once, the same bodies ready-made as bytes, the answer's JSON
decoded and thrown away. The stub runs in a process of its own and only looks answers up. Rounds alternate in one process, each of ours with a fresh
lake. Prints medians of wall and CPU time; moving the journal into Parquet at the end of the run is shown apart. Aim: at most 1.25.

One article a call makes the 940 calls that the aim speaks of. ``--together 4``, the default of the settings, makes a fourth of them: less time in
all, but the rules over 2,350 questions then have little waiting to hide behind when a call takes 50 ms (a hosted model takes seconds).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import orjson

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "bench")]

from made_day import made_day, reply_to  # noqa: E402
from question_stubs import make_call  # noqa: E402

from flows import news_questions  # noqa: E402
from flows.artifacts import Progress  # noqa: E402
from flows.grouping import batches_of, question_groups  # noqa: E402
from flows.house import House  # noqa: E402
from flows.settings import Settings, load_settings  # noqa: E402
from storage.schemas.calls import Call  # noqa: E402
from storage.schemas.news import Article  # noqa: E402
from tasks.generate.facts import DayFacts  # noqa: E402
from tasks.llm.effective import build  # noqa: E402
from tasks.llm.request import Ask, Request  # noqa: E402
from tasks.validate.seen import SeenQuestions  # noqa: E402

AIM = 1.25
AT_ONCE = 64
RUN = "news-2026-11-30-bench"


@dataclass
class Prepared:
    """The bodies of every group's two requests, and the answers to all."""

    generate: list[bytes] = field(default_factory=list)
    validate: list[bytes] = field(default_factory=list)
    answers: dict[bytes, bytes] = field(default_factory=dict)


def settings(folder: Path, url: str, together: int) -> Settings:
    """A lake and a model of their own; ``together``: articles in one call."""
    models = folder / "models.toml"
    models.write_text(f'[models.stub]\nprovider_model = "stub-1"\nbase_url = "{url}"\ndecoding = {{temperature = 0}}\n' "price = {input = 1, output = 2}\n")
    generate = load_settings().generate.model_copy(update={"articles_per_call": together})
    return load_settings(lake=folder / "lake", models=models, generator="stub", validator="stub", generate=generate)


def making(house: House, ask: Ask) -> news_questions.QuestionMaking:
    """As ``flows.news_run`` sets it up, without Prefect's part."""
    news_questions.generate_step = news_questions.generate_step.fn if hasattr(news_questions.generate_step, "fn") else news_questions.generate_step
    news_questions.validate_step = news_questions.validate_step.fn if hasattr(news_questions.validate_step, "fn") else news_questions.validate_step
    agents = news_questions.Agents(generator="stub", validator="stub", day=DayFacts("2026-11-30"))
    return news_questions.QuestionMaking(house, ask, agents, SeenQuestions(), run_id=RUN, progress=Progress("questions", 1))


async def prepare(day: list[Article], together: int) -> Prepared:
    """Every request that a run will send, with an answer to it."""
    made = Prepared()
    with tempfile.TemporaryDirectory() as folder:
        house = House(settings(Path(folder), "http://127.0.0.1:9/v1", together))
        model = house.models.get("stub")

        async def ask(request: Request) -> Call:
            raw, text = build(model, request).raw, reply_to(request)
            getattr(made, request.purpose).append(raw)
            message = {"role": "assistant", "content": text, "refusal": None}
            usage = {"prompt_tokens": len(raw) // 4, "completion_tokens": len(text) // 4, "total_tokens": (len(raw) + len(text)) // 4}
            made.answers[raw] = orjson.dumps({
                "id": "chatcmpl-0", "object": "chat.completion", "created": 1796000000, "model": "stub-1", "usage": usage,
                "choices": [{"index": 0, "finish_reason": "stop", "logprobs": None, "message": message}],
            })  # fmt: skip
            return make_call(text, request)

        groups = question_groups(house, day, generator="stub", validator="stub")
        candidates, verdicts = await making(house, ask).run([groups])
    assert len(candidates) == 5 * len(day) and all(candidate.status == "read" for candidate in candidates)
    assert all(verdict.passed for verdict in verdicts), next(verdict for verdict in verdicts if not verdict.passed)
    assert len(made.generate) == len(made.validate) == len(groups)
    return made


async def bare(url: str, made: Prepared) -> None:
    """The calls and nothing else."""
    places = asyncio.Semaphore(AT_ONCE)
    headers = {"Content-Type": "application/json"}
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar(), headers=headers) as session:

        async def call(raw: bytes) -> str:
            async with places, session.post(f"{url}/chat/completions", data=raw) as response:
                content: str = orjson.loads(await response.read())["choices"][0]["message"]["content"]
                return content

        async def group(write: bytes, judge: bytes) -> None:
            await call(write)
            await call(judge)

        await asyncio.gather(*map(group, made.generate, made.validate))


async def ours(url: str, day: list[Article], folder: Path, together: int) -> float:
    """Generation and validation of the day; returns the seconds that closing the ledger took after it."""
    async with House(settings(folder, url, together)) as house:
        ask = await house.ask("news-2026-11-30", RUN)
        groups = question_groups(house, day, generator="stub", validator="stub")
        candidates, verdicts = await making(house, ask).run(batches_of(groups, house.settings.articles_per_task))
        assert len(candidates) == 5 * len(day) and len(verdicts) == 2 * len(candidates)
        started = time.perf_counter()
        house.close_ledgers()
        return time.perf_counter() - started


async def rounds(url: str, day: list[Article], made: Prepared, count: int, together: int) -> int:
    """Alternate, print, and return 1 when the aim is missed."""
    wall: dict[str, list[float]] = {"bare": [], "ours": [], "closing": []}
    cpu: dict[str, list[float]] = {"bare": [], "ours": []}
    for number in range(count + 1):
        for side in sorted(cpu, reverse=number % 2 == 0):
            closing = 0.0
            with tempfile.TemporaryDirectory(prefix="okbench-bench-") as folder:
                started, used = time.perf_counter(), time.process_time()
                if side == "bare":
                    await bare(url, made)
                else:
                    closing = await ours(url, day, Path(folder), together)
                seconds, spent = time.perf_counter() - started - closing, time.process_time() - used - closing
            if number == 0:
                continue  # warm-up: imports on first use, compiled patterns
            wall[side].append(seconds)
            cpu[side].append(spent)
            if side == "ours":
                wall["closing"].append(closing)
    median = {name: statistics.median(values) for name, values in wall.items()}
    calls = len(made.generate) + len(made.validate)
    for side in ("bare", "ours"):
        spent = statistics.median(cpu[side])
        print(f"{side}: {median[side]:.3f} s ({min(wall[side]):.3f} to {max(wall[side]):.3f}), {1000 * spent / calls:.2f} ms CPU a call")
    print(f"ideal {calls * 0.05 / AT_ONCE:.3f} s; taking the journal into Parquet afterwards {median['closing']:.3f} s")
    print(f"{calls} calls, medians of {count}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    pairs = statistics.median(o / b for o, b in zip(wall["ours"], wall["bare"], strict=True))
    print(f"ratio {median['ours'] / median['bare']:.2f} (median of the rounds' own ratios {pairs:.2f}); aim at most {AIM}")
    return int(median["ours"] > AIM * median["bare"])


async def profiled(url: str, day: list[Article], together: int) -> None:
    """Where our side's time goes."""
    import cProfile
    import pstats

    with tempfile.TemporaryDirectory() as folder:
        await ours(url, day, Path(folder), together)
    with tempfile.TemporaryDirectory() as folder, cProfile.Profile() as profile:
        await ours(url, day, Path(folder), together)
    pstats.Stats(profile).sort_stats("tottime").print_stats(45)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--articles", type=int, default=470)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--together", type=int, default=1, help="articles in one call")
    parser.add_argument("--profile", action="store_true", help="print where our time goes instead")
    a = parser.parse_args()
    day = made_day(a.articles)
    made = asyncio.run(prepare(day, a.together))
    with tempfile.NamedTemporaryFile(suffix=".pickle") as file:
        file.write(pickle.dumps(made.answers))
        file.flush()
        command = [sys.executable, str(ROOT / "tests" / "bench" / "prepared_stub.py"), file.name]
        stub = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert stub.stdout is not None
            url = stub.stdout.readline().strip()
            if a.profile:
                asyncio.run(profiled(url, day, a.together))
                return 0
            return asyncio.run(rounds(url, day, made, a.rounds, a.together))
        finally:
            stub.kill()
            stub.wait()


if __name__ == "__main__":
    sys.exit(main())
