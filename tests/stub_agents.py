"""What a stub model says when it plays the agents of a whole run: writes questions from the article in its prompt, judges them, answers them.

Questions come from the cloze baseline, which needs no model; the judge knows the keys because it remembers what it wrote. For
``StubModel(answer=play)`` in a test, or ``python tests/stub_model.py --answer tests/stub_agents.py:play`` as a server.
"""

from __future__ import annotations

import json
import re
from typing import Any

from tasks.llm.baselines import BASELINES
from tasks.llm.request import Request

_ARTICLE = re.compile(r"<article (\d+)>\n(.*?)\nRelease date: (.*?)\n\n(.*?)\n</article>", re.DOTALL)
_ITEM = re.compile(r"^(\d+)\. (.*)\n(A .*)$", re.MULTILINE)
_COUNT = re.compile(r"Write for each article (\d+)(?: \(article 1\))?")
_CHOICE = re.compile(r"^([A-Z])[.)] (.*)$", re.MULTILINE)
_KEYS: dict[str, str] = {}


def play(body: dict[str, Any], number: int) -> str:
    """The reply to a chat request of generation, validation, answering or judging."""
    prompt = body["messages"][-1]["content"]
    if "<items>" in prompt:
        return _judge(prompt)
    if _ARTICLE.search(prompt):
        return _write(prompt)
    if "<expected>" in prompt:
        return _rule(prompt)
    return _answer(prompt)


def _write(prompt: str) -> str:
    wanted = int(_COUNT.search(prompt)[1])  # type: ignore[index]
    rows = []
    for number, title, date, text in _ARTICLE.findall(prompt):
        inputs = {"task": "generate", "title": title, "text": text, "date": _iso(date), "count": wanted, "language": "en", "day_entities": {}}
        items = json.loads(BASELINES["baseline/cloze"].reply(Request(model="stub", purpose="generate", messages=(), inputs=inputs)))
        for item in items:
            wrong = [choice for choice in item["choices"] if choice != item["ground_truth"]]
            _KEYS[item["question"]] = item["ground_truth"]
            rows.append([number, item["question"], item["ground_truth"], *wrong, "stated in the report"])
    return json.dumps({"rows": rows})


def _judge(prompt: str) -> str:
    items = prompt.split("<items>")[1].split("</items>")[0]
    rows = []
    for number, question, choices in _ITEM.findall(items):
        shown = dict(part.split(" ", 1) for part in choices.split(" | "))
        right = [letter for letter, choice in shown.items() if choice == _KEYS.get(question)]
        rows.append([number, right[0] if right else "-", "1" if right else "0"])
    return json.dumps({"rows": rows})


def _answer(prompt: str) -> str:
    question = prompt.rsplit("</context>", 1)[-1].strip().split("\n")[0]
    shown = _CHOICE.findall(prompt)
    if "Reply with: Answer: X" in prompt and not shown:  # the tiny question of okbench models check
        return "Answer: A"
    if not shown:
        return f"It was {_KEYS.get(question)}." if "</context>" in prompt else "I do not know."
    right = [letter for letter, choice in shown if choice.strip() == _KEYS.get(question)]
    return f"Answer: {right[0] if right and '</context>' in prompt else 'A'}"


def _rule(prompt: str) -> str:
    expected, answer = (re.search(f"<{mark}>\n(.*?)\n</{mark}>", prompt, re.DOTALL)[1] for mark in ("expected", "answer"))  # type: ignore[index]
    return f"Reasoning: compared.\nVerdict: {'right' if expected in answer else 'wrong'}"


def _iso(date: str) -> str:
    from datetime import datetime

    for form in ("%d %B %Y", "%B %d, %Y", "%Y-%m-%d"):
        try:
            return datetime.strptime(date.strip(), form).date().isoformat()
        except ValueError:
            continue
    raise ValueError(date)
