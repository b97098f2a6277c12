"""Evaluation of 2,350 questions in 4 settings (9,400 calls) against a stub of 50 ms, 64 at once: beside a bare loop, and beside other harnesses.

    python tests/bench/evaluation.py [--articles 470] [--rounds 5] [--profile]
    python tests/bench/evaluation.py --peers PYTHON [--articles 470] [--rounds 1]

Without --peers: ``tasks.answer.answer_questions`` in batches of 100, three at a time, through the door with a ledger on disk; beside it aiohttp
with the same bodies ready-made, each answer's JSON decoded and thrown away. Rounds alternate in one process, the stub runs in another. Aim: at
most 1.25.

With --peers: whole processes that put the same questions with the same messages to the same stub, from start to exit: ours (import, prompts, door,
ledger taken into Parquet), lm-evaluation-harness (its command, the tasks that ``tasks.release.harness_export`` writes) and Inspect AI (its
``eval`` of the exported task file, without live logging or logged samples, which is its quickest way). PYTHON is that of an environment with
both, such as tests/harness makes. Aim: at least 2 times faster than either.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import orjson

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "bench")]

from made_questions_day import SETTINGS, Day  # noqa: E402

from storage.lake import Lake  # noqa: E402
from tasks.answer.answer import answer_questions  # noqa: E402
from tasks.answer.asking import Asking, ask_about, prompt_name  # noqa: E402
from tasks.answer.options import AnswerOptions  # noqa: E402
from tasks.llm.budget import Budget  # noqa: E402
from tasks.llm.door import Door  # noqa: E402
from tasks.llm.effective import build  # noqa: E402
from tasks.llm.ledger import Ledger  # noqa: E402
from tasks.llm.models import Decoding, Model, ModelCatalog  # noqa: E402
from tasks.llm.options import DoorLimits  # noqa: E402
from tasks.llm.prices import Price  # noqa: E402
from tasks.prompts.loader import load_prompt  # noqa: E402
from tasks.release.harness_export import Asked, export_to_harness, task_name  # noqa: E402

AIM, AIM_PEERS, AT_ONCE, BATCH, BATCHES = 1.25, 2.0, 64, 100, 3
OPTIONS = AnswerOptions()
MESSAGE = {"role": "assistant", "content": "Answer: B", "refusal": None}
REPLY = orjson.dumps({
    "id": "chatcmpl-0", "object": "chat.completion", "created": 1796000000, "model": "stub-1",
    "usage": {"prompt_tokens": 900, "completion_tokens": 4, "total_tokens": 904},
    "choices": [{"index": 0, "finish_reason": "stop", "logprobs": None, "message": MESSAGE}],
})  # fmt: skip


def model(url: str) -> Model:
    return Model(
        name="stub", provider_model="stub-1", base_url=url, decoding=Decoding(temperature=0), context_tokens=131_072, price=Price(input=1, output=2)
    )


def askings(day: Day, name: str) -> list[Asking]:
    asked, setting = model("http://127.0.0.1:9/v1"), day.setting(name)
    prompt = load_prompt(prompt_name(setting, asked))
    return [
        ask_about(
            q, article=day.article_of[q.version_id], passages=day.passages[q.question_id], model=asked, setting=setting, prompt=prompt, options=OPTIONS
        )
        for q in day.questions
    ]


async def bare(url: str, bodies: list[bytes]) -> None:
    """The calls and nothing else."""
    places = asyncio.Semaphore(AT_ONCE)
    headers = {"Content-Type": "application/json"}
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar(), headers=headers) as session:

        async def call(raw: bytes) -> str:
            async with places, session.post(f"{url}/chat/completions", data=raw) as response:
                content: str = orjson.loads(await response.read())["choices"][0]["message"]["content"]
                return content

        await asyncio.gather(*map(call, bodies))


async def ours(url: str, day: Day, folder: Path) -> tuple[float, float]:
    """The evaluation stage; (share right, seconds that closing the ledger took after it)."""
    lake, under_test = Lake.open(folder / "lake"), model(url)
    ledger = Ledger(lake, "evaluate-bench", "bench")
    limits = DoorLimits(concurrency=AT_ONCE)
    rooms = asyncio.Semaphore(BATCHES)
    async with Door(models=ModelCatalog([under_test]), budget=Budget(), limits=limits, secret=lambda _: None) as door:
        ask = door.bind(ledger)

        async def batch(name: str, start: int) -> int:
            setting = day.setting(name)
            async with rooms:
                answers = await answer_questions(
                    day.questions[start : start + BATCH], articles=day.article_of, passages=day.passages, release_id="bench", evaluation_id=name,
                    model=under_test, setting=setting, ask=ask, prompt=load_prompt(prompt_name(setting, under_test)), options=OPTIONS,
                )  # fmt: skip
            assert all(one.status in ("right", "wrong") for one in answers)
            return sum(one.status == "right" for one in answers)

        right = await asyncio.gather(*(batch(name, start) for name in SETTINGS for start in range(0, len(day.questions), BATCH)))
        started = time.perf_counter()
        ledger.close()
        return sum(right) / len(day.questions) / len(SETTINGS), time.perf_counter() - started


@contextmanager
def stub():
    with tempfile.NamedTemporaryFile(suffix=".pickle") as file:
        file.write(pickle.dumps({b"": REPLY}))
        file.flush()
        command = [sys.executable, str(ROOT / "tests" / "bench" / "prepared_stub.py"), file.name]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.kill()
            process.wait()


async def rounds(url: str, day: Day, count: int) -> int:
    """Alternate with the bare loop, print, and return 1 when the aim is missed."""
    asked = model(url)
    bodies = [build(asked, one.request).raw for name in SETTINGS for one in askings(day, name)]
    wall: dict[str, list[float]] = {"bare": [], "ours": [], "closing": []}
    cpu: dict[str, list[float]] = {"bare": [], "ours": []}
    for number in range(count + 1):
        for side in sorted(cpu, reverse=number % 2 == 0):
            closing = 0.0
            with tempfile.TemporaryDirectory(prefix="okbench-bench-") as folder:
                started, used = time.perf_counter(), time.process_time()
                if side == "bare":
                    await bare(url, bodies)
                else:
                    _, closing = await ours(url, day, Path(folder))
                seconds, spent = time.perf_counter() - started - closing, time.process_time() - used - closing
            if number == 0:
                continue  # warm-up
            wall[side].append(seconds)
            cpu[side].append(spent)
            if side == "ours":
                wall["closing"].append(closing)
    median = {name: statistics.median(values) for name, values in wall.items()}
    calls = len(bodies)
    for side in ("bare", "ours"):
        spent = statistics.median(cpu[side])
        print(f"{side}: {median[side]:.3f} s ({min(wall[side]):.3f} to {max(wall[side]):.3f}), {1000 * spent / calls:.2f} ms CPU a call")
    print(f"ideal {calls * 0.05 / AT_ONCE:.3f} s; taking the journal into Parquet afterwards {median['closing']:.3f} s")
    print(f"{calls} calls, {sum(map(len, bodies)) / calls / 1000:.1f} kB each; medians of {count}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    pairs = statistics.median(o / b for o, b in zip(wall["ours"], wall["bare"], strict=True))
    print(f"ratio {median['ours'] / median['bare']:.2f} (median of the rounds' own ratios {pairs:.2f}); aim at most {AIM}")
    return int(median["ours"] > AIM * median["bare"])


def exported(day: Day, target: Path, harness: Any) -> Any:
    """The same questions as a task folder."""
    made = {name: [Asked(question=q, request=one.request) for q, one in zip(day.questions, askings(day, name), strict=True)] for name in SETTINGS}
    signature = SimpleNamespace(short=lambda: "bench")
    release = SimpleNamespace(release_id="bench", signature=signature, manifest=SimpleNamespace(period="2026-11-30", id="0123456789"))
    export_to_harness(release, target, made, harness)  # type: ignore[arg-type]
    return release


INSPECT = """
import sys
from inspect_ai import eval
from inspect_ai.model import GenerateConfig, get_model
from okbench_inspect import okbench
url, at_once, *settings = sys.argv[1:]
model = get_model("openai-api/stub/stub-1", base_url=url, api_key="none", config=GenerateConfig(max_connections=int(at_once), max_retries=0))
logs = eval([okbench(name) for name in settings], model=model, log_dir="logs", log_realtime=False, log_samples=False, display="none", log_level="error",
            max_connections=int(at_once), max_samples=2 * int(at_once), max_tasks=len(settings))
assert all(log.status == "success" for log in logs)
scores = [log.results.scores[0].metrics["accuracy"].value for log in logs]
print("ACCURACY", sum(scores) / len(scores))
"""


def peers(url: str, python: Path, day: Day, articles: int, count: int) -> int:
    """Whole processes, one after another; 1 when the aim is missed."""
    with tempfile.TemporaryDirectory(prefix="okbench-peers-") as scratch:
        folder = Path(scratch)
        release = exported(day, folder / "lm-eval", "lm-eval")
        exported(day, folder / "inspect", "inspect")
        names = ",".join(task_name(release, name) for name in SETTINGS)
        arguments = f"model=stub-1,base_url={url}/chat/completions,num_concurrent={AT_ONCE},max_retries=1"
        commands: dict[str, list[Any]] = {
            "ours": [sys.executable, __file__, "--articles", articles, "--alone", url],
            "lm-eval": [python, "-m", "lm_eval", "run", "--model", "local-chat-completions", "--model_args", arguments, "--tasks", names,
                        "--include_path", folder / "lm-eval", "--apply_chat_template", "--output_path", folder / "out"],
            "inspect": [python, "-c", INSPECT, url, AT_ONCE, *SETTINGS],
        }  # fmt: skip
        took: dict[str, list[float]] = {side: [] for side in commands}
        for number in range(count):
            for side, command in commands.items():
                environment = os.environ | {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(folder / "hf"), "OPENAI_API_KEY": "none"}
                environment.pop("PYTHONPATH", None)
                started = time.perf_counter()
                done = subprocess.run([str(part) for part in command], cwd=folder / "inspect", env=environment, capture_output=True, text=True, check=False)
                took[side].append(time.perf_counter() - started)
                assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-3000:]
                said = done.stdout.split("ACCURACY")[-1].strip() if "ACCURACY" in done.stdout else _lm_eval_accuracy(folder / "out")
                print(f"round {number + 1}, {side}: {took[side][-1]:.1f} s, accuracy {float(said):.4f}", flush=True)
    median = {side: statistics.median(values) for side, values in took.items()}
    print(f"{len(day.questions) * len(SETTINGS)} calls; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for side in ("lm-eval", "inspect"):
        print(f"{side} takes {median[side] / median['ours']:.1f} times as long; aim at least {AIM_PEERS}")
    return int(min(median["lm-eval"], median["inspect"]) < AIM_PEERS * median["ours"])


def _lm_eval_accuracy(out: Path) -> float:
    newest = max(out.rglob("results_*.json"), key=lambda path: path.stat().st_mtime)
    return statistics.mean(found["acc,none"] for found in json.loads(newest.read_text())["results"].values())


async def profiled(url: str, day: Day) -> None:
    """Where our side's time goes."""
    import cProfile
    import pstats

    with tempfile.TemporaryDirectory() as folder, cProfile.Profile() as profile:
        await ours(url, day, Path(folder))
    pstats.Stats(profile).sort_stats("tottime").print_stats(40)


def alone(url: str, day: Day) -> int:
    """Our side as a process of its own, as ``--peers`` starts it."""
    with tempfile.TemporaryDirectory(prefix="okbench-bench-") as folder:
        print("ACCURACY", asyncio.run(ours(url, day, Path(folder)))[0])
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--articles", type=int, default=470)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--profile", action="store_true", help="print where our time goes instead")
    parser.add_argument("--peers", type=Path, metavar="PYTHON", help="compare with lm-evaluation-harness and Inspect AI, which this Python has")
    parser.add_argument("--alone", metavar="URL", help="only our side, against a stub that runs")
    a = parser.parse_args()
    day = Day(a.articles)
    if a.alone:
        return alone(a.alone, day)
    with stub() as url:
        if a.profile:
            asyncio.run(profiled(url, day))
            return 0
        return peers(url, a.peers, day, a.articles, a.rounds or 1) if a.peers else asyncio.run(rounds(url, day, a.rounds or 5))


if __name__ == "__main__":
    sys.exit(main())
