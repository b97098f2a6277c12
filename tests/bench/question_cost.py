"""What a day of questions costs, by token count and list price: 470 articles, 5 questions each, generated and validated.

    python tests/bench/question_cost.py [--articles 470] [--median-words 605] [--repairs 0.03]

Requests are built by the stages themselves, from the prompts as packaged, on the groups that a run would make. Article lengths are drawn with
the median of the published archive (605 words) and a long tail; their prose is that of the real pages beside the checkout where they are, else
of the sample newspaper. Output lengths are those of the replies in ``tests/tasks/generate/replies``. Tokens are counted with the o200k
encoding of the priced models, which litellm ships. ``--repairs``: share of the articles that need the one further request, for two questions.
Not counted: what the rules drop before the agent is asked, which makes validation cheaper than shown.

"cached" is what a provider with automatic prefix caching can serve at its lower price: the part of the second request on a group that
equals the first, from 1,024 tokens on in steps of 128, if the validator is the same model and asks within some minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import math
import os
import random
import sys
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from question_stubs import make_call  # noqa: E402
from sample_articles import make_article, sample_article  # noqa: E402

from storage.schemas.calls import Call  # noqa: E402
from storage.schemas.news import Article  # noqa: E402
from tasks.generate.facts import DayFacts  # noqa: E402
from tasks.generate.group import generate_for_group  # noqa: E402
from tasks.generate.groups import article_groups  # noqa: E402
from tasks.generate.options import GenerateOptions  # noqa: E402
from tasks.llm.request import Message, Request  # noqa: E402
from tasks.prompts import load_prompt  # noqa: E402
from tasks.validate.agent import check_group  # noqa: E402
from tasks.validate.options import ValidateOptions  # noqa: E402

WORLD = ROOT.parent / "shared" / "world" / "data" / "articles" / "handed" / "gold.jsonl"
REPLIES = ROOT / "tests" / "tasks" / "generate" / "replies"
PRICES = {"gpt-4.1": (2.00, 0.50, 8.00), "gpt-4.1-mini": (0.40, 0.10, 1.60)}  # USD per million: input, cached input, output
PER_MESSAGE, PER_REQUEST = 4, 3


class Counter:
    """Tokens of a text."""

    def __init__(self) -> None:
        spec = importlib.util.find_spec("litellm")  # its place only: importing it takes seconds
        assert spec is not None and spec.origin is not None
        os.environ["TIKTOKEN_CACHE_DIR"] = str(Path(spec.origin).parent / "litellm_core_utils" / "tokenizers")
        import tiktoken

        self._encoding = tiktoken.get_encoding("o200k_base")

    def __call__(self, text: str) -> int:
        return len(self._encoding.encode(text, disallowed_special=()))


@dataclass
class Stage:
    """Sums over the calls of a stage, in tokens."""

    calls: int = 0
    input: int = 0
    cached: int = 0
    output: int = 0

    def usd(self, model: str, caching: bool) -> float:
        """Cost in USD."""
        full, reused, out = PRICES[model]
        cached = self.cached if caching else 0
        return ((self.input - cached) * full + cached * reused + self.output * out) / 1e6


def paragraphs() -> list[str]:
    """English prose to make articles of."""
    if WORLD.exists():
        bodies = [json.loads(line).get("body", "") for line in WORLD.read_text(encoding="utf-8").splitlines()]
        bodies = [b for b in bodies if len(b.split()) > 150 and sum(map(str.isascii, b)) > 0.98 * len(b) and " the " in b]
    else:
        # Not those that the stored replies are about: their keys would be found in articles that they were not written on.
        replied = {path.stem.split(".")[0] for path in REPLIES.glob("*.json")}
        slugs = [path.stem for path in sorted((ROOT / "sample/newspaper/articles").glob("d*.md")) if path.stem not in replied]
        bodies = [sample_article(slug).body for slug in slugs]
    return [" ".join(p.split()) for body in bodies for p in body.split("\n") if len(p.split()) > 5]


def articles(count: int, median: int, seed: int = 20250322) -> list[Article]:
    """``count`` articles with lognormal lengths (sigma 0.6, so a mean of about 1.2 medians)."""
    draw, pieces = random.Random(seed), cycle(paragraphs())
    made = []
    for number in range(count):
        words = min(5_000, max(60, round(math.exp(draw.gauss(math.log(median), 0.6)))))
        body: list[str] = []
        while (left := words - sum(len(p.split()) for p in body)) > 0:
            body.append(" ".join(next(pieces).split()[:left]))
        made.append(make_article("\n\n".join(body), title="A headline of about nine words for this article", url=f"https://x.example/{number}"))
    return made


@dataclass(frozen=True)
class Reply:
    """What a strong model wrote on one article: its rows, and the rows that judge them."""

    written: list[list[str]]
    judged: list[list[str]]


def replies() -> list[Reply]:
    """The stored replies on English articles."""
    paths = [path for path in sorted(REPLIES.glob("*.json")) if not path.stem.endswith(".verdicts") and "gaceta" not in path.stem]
    return [Reply(rows(path), rows(path.with_suffix(".verdicts.json"))) for path in paths]


def rows(path: Path) -> list[list[str]]:
    found: list[list[str]] = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return found


def told(made: list[list[str]]) -> str:
    return json.dumps({"rows": made}, ensure_ascii=False, separators=(",", ":"))


class Ledger:
    """A stand-in for the door: counts each request, answers with stored replies."""

    def __init__(self, count: Counter, repairs: float) -> None:
        self.count, self.stored = count, cycle(replies())
        self.stages = {"generate": Stage(), "validate": Stage()}
        self.repairs, self.owed = repairs, 0.0
        self.first = ""
        self.verdicts: list[list[str]] = []

    async def ask(self, request: Request) -> Call:
        schema = json.dumps(request.schema, separators=(",", ":"))
        text = schema + "".join(m.content for m in request.messages)
        stage = self.stages[request.purpose]
        stage.calls += 1
        stage.input += self.tokens(schema, request.messages)
        wanted: list[Any] = list(request.inputs.get("articles") or [request.inputs])
        if request.purpose == "generate":
            made = self.write(len(wanted), short=request.sample == 0)
            self.first = self.first if request.sample else text
        else:
            made = [[str(number), *row[1:]] for number, row in enumerate(self.verdicts, start=1)]
            shared = self.count(text[: next((i for i, (a, b) in enumerate(zip(self.first, text, strict=False)) if a != b), 0)])
            stage.cached += shared // 128 * 128 if shared >= 1024 else 0
        reply = told(made)
        stage.output += self.count(reply)
        return make_call(reply, request)

    def write(self, articles: int, *, short: bool) -> list[list[str]]:
        """Rows on each article; now and then three of the five, and the other two when asked again."""
        made = []
        self.verdicts = self.verdicts if not short else []
        for number in range(1, articles + 1):
            reply = next(self.stored)
            few = 5
            if short:
                self.owed += self.repairs
                if self.owed >= 1:
                    self.owed, few = self.owed - 1, 3
            else:
                few = 2
            made += [[str(number), *row[-6:]] for row in reply.written[:few]]
            self.verdicts += reply.judged[:few]
        return made

    def tokens(self, schema: str, messages: tuple[Message, ...]) -> int:
        return self.count(schema) + sum(self.count(m.content) + PER_MESSAGE for m in messages) + PER_REQUEST


async def measure(day: list[Article], size: int, max_words: int, count: Counter, repairs: float) -> Ledger:
    """Generation and validation of the day, every readable item validated."""
    ledger = Ledger(count, repairs)
    write, judge = load_prompt("generate_questions"), load_prompt("validate_questions")
    options, checks = GenerateOptions(max_words=max_words), ValidateOptions(max_words=max_words)
    for group in article_groups(day, size=size):
        written = await generate_for_group(
            group, ask=ledger.ask, model="gpt-4.1", prompt=write, options=options, run_id="r", day=DayFacts(group[0].day)
        )
        readable = [[item for item in items if item.status == "read"] for items in written.candidates]
        pairs = list(zip(group, readable, strict=True))
        await check_group(pairs, ask=ledger.ask, model="gpt-4.1", prompt=judge, options=checks, run_id="r")
    return ledger


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--articles", type=int, default=470)
    parser.add_argument("--median-words", type=int, default=605)
    parser.add_argument("--repairs", type=float, default=0.03)
    a = parser.parse_args()
    count = Counter()
    day = articles(a.articles, a.median_words)
    words = sorted(article.word_count for article in day)
    print(f"{len(day)} articles, median {words[len(words) // 2]} words, mean {sum(words) / len(words):.0f}; {5 * len(day)} questions")
    print(f"prose: {'real pages' if WORLD.exists() else 'sample newspaper'}; tokens: o200k; {a.repairs:.0%} of the articles asked about twice\n")
    usual = GenerateOptions()
    print("gpt-4.1 twice, USD, no caching and with every equal beginning cached")
    print(f"  {'articles a call':>15} " + " ".join(f"{f'cut at {cut}':>13}" for cut in (600, 650, 700, 800)))
    for size in (1, 2, 3, 4, 5, 6, 8):
        totals = []
        for cut in (600, 650, 700, 800):
            stages = asyncio.run(measure(day, size, cut, count, a.repairs)).stages.values()
            plain, cached = (sum(stage.usd("gpt-4.1", caching) for stage in stages) for caching in (False, True))
            totals.append(f"{plain:.2f} {cached:.2f}")
        print(f"  {size:15} " + " ".join(f"{total:>13}" for total in totals))
    ledger = asyncio.run(measure(day, usual.articles_per_call, usual.max_words, count, a.repairs))
    write, judge = ledger.stages["generate"], ledger.stages["validate"]
    print(f"\nas set: {usual.articles_per_call} articles a call, cut at {usual.max_words} words")
    print(f"  {'stage':9} {'calls':>6} {'input':>9} {'cached':>9} {'output':>9}")
    for name, stage in ledger.stages.items():
        print(f"  {name:9} {stage.calls:6} {stage.input:9,} {stage.cached:9,} {stage.output:9,}")
    print(f"  {'USD':34} {'generate':>9} {'validate':>9} {'total':>9}")
    for label, writer, validator, caching in (
        ("gpt-4.1 twice, no caching", "gpt-4.1", "gpt-4.1", False),
        ("gpt-4.1 twice, cached prefixes", "gpt-4.1", "gpt-4.1", True),
        ("validator mini, no caching", "gpt-4.1", "gpt-4.1-mini", False),
        ("generator mini, no caching", "gpt-4.1-mini", "gpt-4.1", False),
    ):
        costs = write.usd(writer, False), judge.usd(validator, caching)
        print(f"  {label:34} {costs[0]:9.2f} {costs[1]:9.2f} {sum(costs):9.2f}")


if __name__ == "__main__":
    main()
