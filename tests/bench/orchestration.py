"""What the orchestrator costs: the daily flow with a Prefect server against the same stages called plainly, on a day of real size.

    python tests/bench/orchestration.py [--articles 400] [--latency-ms 500] [--rounds 2]

Feeds and pages come from a made site, replies from a stub model that waits; each round has a fresh lake, in turn without and with a server. Told are the
seconds from the flow's first line to its last, and the processor seconds of the flow's own process. Aim: at most 1.1 times the seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent)]

from plain_run import plainly  # noqa: E402

ROOT = HERE.parents[1]
PER_FEED = 50


def child(kind: str, result: Path) -> None:
    """One run in this process, as a flow or plainly."""
    from flows.daily_news import daily_news
    from flows.parameters import DailyNews

    call = daily_news if kind == "server" else plainly()
    parameters = DailyNews(moment="2026-11-30T18:00:00Z", models=["stub"])
    before, start = _cpu(), time.perf_counter()
    told = asyncio.run(call(parameters))
    seconds = time.perf_counter() - start
    facts = {"seconds": seconds, "cpu": _cpu() - before, "status": told["status"], "questions": told["questions"], "detail": told["detail"]}
    result.write_text(json.dumps(facts))


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _program(*words: str, environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def _wait(url: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise SystemExit(f"{url} does not answer")


def _files(folder: Path, site: str, stub: str, articles: int) -> dict[str, str]:
    """feeds.toml and models.toml, and the settings that lead to them."""
    feeds = [
        f'[[feed]]\nfeed_id = "feed-{n}"\noutlet = "outlet-{n}"\nurl = "{site}/feed/{n}.xml"\ncategory = "general"\n'
        f'language = "en"\nzone = "UTC"\nredistribution = "full"\nlicence = "CC0-1.0"\n'
        for n in range(-(-articles // PER_FEED))
    ]
    (folder / "feeds.toml").write_text("\n".join(feeds))
    price = "price = {input = 1.0, output = 2.0}\ncontext_tokens = 32000\n"
    (folder / "models.toml").write_text(f'[models.stub]\nprovider_model = "stub-1"\nbase_url = "{stub}"\ndecoding = {{temperature = 0}}\n{price}')
    return {
        "OKBENCH_FEEDS": str(folder / "feeds.toml"), "OKBENCH_MODELS": str(folder / "models.toml"), "OKBENCH_GENERATOR": "stub", "OKBENCH_VALIDATOR": "stub",
        "OKBENCH_FETCH__ALLOW_PRIVATE": "true", "OKBENCH_FETCH__PER_HOST_DELAY_S": "0", "OKBENCH_FETCH__PER_HOST_CONCURRENCY": "16",
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--articles", type=int, default=400)
    parser.add_argument("--latency-ms", type=float, default=500)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--child", nargs=2, metavar=("KIND", "RESULT"))
    given = parser.parse_args()
    if given.child:
        child(given.child[0], Path(given.child[1]))
        return
    path = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("OKBENCH_", "PREFECT_"))}
    base = {**clean, "PYTHONPATH": path, "DO_NOT_TRACK": "1", "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "PREFECT_LOGGING_LEVEL": "CRITICAL"}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        port, stub_port = _free_port(), _free_port()
        recorder = {f"PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_{size}": "100" for size in ("BATCH_SIZE", "READ_BATCH_SIZE")}
        site = _program(str(HERE / "made_day_world.py"), "--pages", str(given.articles), environment=base)
        stub_words = ("--port", str(stub_port), "--latency-ms", str(given.latency_ms), "--answer", str(ROOT / "tests/bench/made_day_world.py:answer"))
        stub = _program(str(ROOT / "tests/stub_model.py"), *stub_words, environment=base)
        kept = {**base, **recorder, "PREFECT_HOME": str(folder / "p")}
        server = _program("-m", "prefect", "server", "start", "--no-ui", "--port", str(port), environment=kept)
        try:
            address = site.stdout.readline().strip()
            _wait(f"http://127.0.0.1:{stub_port}/stats")
            _wait(f"http://127.0.0.1:{port}/api/health")
            settings = _files(folder, address, f"http://127.0.0.1:{stub_port}/v1", given.articles)
            found: dict[str, list[dict]] = {"plain": [], "server": []}
            for number in range(given.rounds):
                for kind in found:
                    result = folder / f"{kind}-{number}.json"
                    environment = {
                        **base, **settings, "OKBENCH_LAKE": str(folder / f"lake-{kind}-{number}"), "PREFECT_HOME": str(folder / "client"),
                        "PREFECT_API_URL": f"http://127.0.0.1:{port}/api",
                    }  # fmt: skip
                    subprocess.run([sys.executable, __file__, "--child", kind, str(result)], env=environment, check=True)
                    found[kind].append(json.loads(result.read_text()))
                    one = found[kind][-1]
                    print(f"{kind:7} {one['seconds']:7.1f} s {one['cpu']:6.1f} s of processor  {one['questions']} questions, {one['status']}", flush=True)
            whole, own = ({k: statistics.median(one[key] for one in rows) for k, rows in found.items()} for key in ("seconds", "cpu"))
            print(f"with a server {whole['server'] / whole['plain']:.2f} times the seconds, {own['server'] / own['plain']:.2f} times the processor seconds")
        finally:
            for process in (site, stub, server):
                process.terminate()
                process.wait()


if __name__ == "__main__":
    main()
