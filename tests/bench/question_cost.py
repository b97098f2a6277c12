"""What a day of questions costs, by token count and list price: 470 articles, 5 questions each, generated and validated.

    python tests/bench/question_cost.py [--articles 470] [--median-words 605]

Requests are built by the stages themselves, from the prompts as packaged. Article lengths are drawn with the median of the published
archive (605 words) and a long tail; their prose is that of the real pages beside the checkout where they are, else of the sample newspaper.
Output lengths are those of the replies in ``tests/tasks/generate/replies``. Tokens are counted with the cl100k encoding that litellm ships;
the priced models use a newer one that counts a little less. Not counted: second requests (a few per cent of articles), and what the rules
drop before the agent is asked, which makes validation cheaper than shown.

"cached" is what a provider with automatic prefix caching can serve at its lower price: the part of the second request on an article that
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
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from question_stubs import make_call  # noqa: E402
from sample_articles import make_article, sample_article  # noqa: E402

from storage.schemas.calls import Call  # noqa: E402
from storage.schemas.news import Article  # noqa: E402
from tasks.generate.article import generate_for_article  # noqa: E402
from tasks.generate.facts import DayFacts  # noqa: E402
from tasks.generate.options import GenerateOptions  # noqa: E402
from tasks.llm.request import Message, Request  # noqa: E402
from tasks.prompts import load_prompt  # noqa: E402
from tasks.validate.agent import check_with_agent  # noqa: E402
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

        self._encoding = tiktoken.get_encoding("cl100k_base")

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
        bodies = [sample_article(path.stem).body for path in sorted((ROOT / "sample/newspaper/articles").glob("d*.md"))]
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


def joined(request: Request) -> tuple[str, list[Message]]:
    return json.dumps(request.schema, separators=(",", ":")), list(request.messages)


class Ledger:
    """A stand-in for the door: counts each request, answers with a stored reply."""

    def __init__(self, count: Counter, replies: list[tuple[str, str]]) -> None:
        self.count, self.replies = count, replies
        self.stages = {"generate": Stage(), "validate": Stage()}
        self.first = ""

    async def ask(self, number: int, request: Request) -> Call:
        schema, messages = joined(request)
        text = schema + "".join(m.content for m in messages)
        stage = self.stages[request.purpose]
        stage.calls += 1
        stage.input += self.count(schema) + sum(self.count(m.content) + PER_MESSAGE for m in messages) + PER_REQUEST
        reply = self.replies[number % len(self.replies)][request.purpose == "validate"]
        stage.output += self.count(reply)
        if request.purpose == "generate":
            self.first = text
        else:
            shared = self.count(text[: next((i for i, (a, b) in enumerate(zip(self.first, text, strict=False)) if a != b), 0)])
            stage.cached += shared // 128 * 128 if shared >= 1024 else 0
        return make_call(reply, request)


async def measure(day: list[Article], max_words: int, count: Counter) -> Ledger:
    """Generation and validation of the day, every readable item validated."""
    replies = [
        (path.read_text(encoding="utf-8").strip(), path.with_suffix(".verdicts.json").read_text(encoding="utf-8").strip())
        for path in sorted(REPLIES.glob("*.json")) if not path.stem.endswith(".verdicts") and "gaceta" not in path.stem
    ]  # fmt: skip
    ledger = Ledger(count, replies)
    write, judge = load_prompt("generate_questions"), load_prompt("validate_questions")
    for number, article in enumerate(day):
        ask: Any = partial(ledger.ask, number)
        options = GenerateOptions(max_words=max_words)
        items = await generate_for_article(
            article, ask=ask, model="gpt-4.1", prompt=write, options=options, run_id="r", day=DayFacts(article.day)
        )
        options_too = ValidateOptions(max_words=max_words)
        await check_with_agent(items, article, ask=ask, model="gpt-4.1", prompt=judge, options=options_too, run_id="r")
    return ledger


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--articles", type=int, default=470)
    parser.add_argument("--median-words", type=int, default=605)
    a = parser.parse_args()
    count = Counter()
    day = articles(a.articles, a.median_words)
    words = sorted(article.word_count for article in day)
    print(f"{len(day)} articles, median {words[len(words) // 2]} words, mean {sum(words) / len(words):.0f}; {5 * len(day)} questions")
    print(f"prose: {'real pages' if WORLD.exists() else 'sample newspaper'}; tokens: cl100k\n")
    for max_words in (800, 600, 20_000):
        ledger = asyncio.run(measure(day, max_words, count))
        write, judge = ledger.stages["generate"], ledger.stages["validate"]
        shown = "uncut" if max_words == 20_000 else f"cut at {max_words} words"
        print(f"articles {shown}\n  {'stage':9} {'calls':>6} {'input':>9} {'cached':>9} {'output':>9}")
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
        print()


if __name__ == "__main__":
    main()
