"""The validating agent: one call judges all items of a group of articles, with the articles before them.

It is not shown the key. It solves each item from its own article and names every choice that this makes right: a wrong key, or a second right
choice, comes out whether or not the agent would have called it one. Choices are lettered in an order that follows from their text, so that
the first place, where the generating agent writes the key, gives nothing away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Any

from storage.schemas.calls import Call
from storage.schemas.ids import digest
from storage.schemas.news import Article
from storage.schemas.questions import Candidate, Verdict
from tasks.llm.request import Ask, Request
from tasks.prompts.loader import Prompt
from tasks.prompts.material import article_fields, article_material, as_material
from tasks.questions.json_reply import ROWS_SCHEMA, read_items
from tasks.validate.agent_reply import LETTERS, Judgement, read_judgements
from tasks.validate.options import ValidateOptions

ALL_STANDARDS = "all_standards"
NO_VERDICT = "agent_verdict"
Sound = tuple[Article, Sequence[Candidate]]
"""An article and those of its candidates that passed the rules."""

_FOUR_ORDERS = tuple(permutations(range(4)))
_LOST = frozenset({"failed", "content_filter"})


@dataclass(frozen=True, slots=True)
class Judged:
    """``verdicts``: those on each article's candidates, in the order given; ``alone``: whether a lost call had each asked about by itself."""

    verdicts: tuple[list[Verdict], ...]
    alone: bool = False


@dataclass(frozen=True, slots=True)
class _Agent:
    ask: Ask
    model: str
    prompt: Prompt
    options: ValidateOptions
    run_id: str


async def check_group(
    sound: Sequence[Sound], *, ask: Ask, model: str, prompt: Prompt, options: ValidateOptions, run_id: str
) -> Judged:
    """Verdicts of the agent on the given candidates: ``all_standards`` passed, or each standard broken. Articles without any are not shown.

    A candidate that the reply leaves out is asked about once more; without a judgement then, it gets the one verdict ``agent_verdict``, not
    passed, with reason no_verdict, or call_failed or content_filter where the call says so. A call that is lost over several articles is put
    again for each of them alone. Raises only what ``ask`` raises.
    """
    agent = _Agent(ask, model, prompt, options, run_id)
    verdicts: dict[str, list[Verdict]] = {}
    alone = await _judge([(article, items) for article, items in sound if items], agent, verdicts, sample=0)
    return Judged(tuple([verdict for item in items for verdict in verdicts[item.question_id]] for _, items in sound), alone)


async def check_with_agent(
    candidates: Sequence[Candidate], article: Article, *, ask: Ask, model: str, prompt: Prompt, options: ValidateOptions, run_id: str
) -> list[Verdict]:
    """``check_group`` of one article."""
    judged = await check_group([(article, candidates)], ask=ask, model=model, prompt=prompt, options=options, run_id=run_id)
    return judged.verdicts[0]


async def _judge(sound: Sequence[Sound], agent: _Agent, verdicts: dict[str, list[Verdict]], *, sample: int) -> bool:
    """Fill in the verdicts on all items; whether the articles had to be asked about one by one."""
    if not sound:
        return False
    waiting = [item for _, items in sound for item in items]
    call = await agent.ask(_request(sound, agent, sample))
    if call.status in _LOST and len(sound) > 1:
        done = await asyncio.gather(*(_judge([one], agent, verdicts, sample=sample) for one in sound), return_exceptions=True)
        for result in done:  # after all have ended: what is in flight is paid
            if isinstance(result, BaseException):
                raise result
        return True
    judged = {} if call.status in _LOST else read_judgements(read_items(call.text).items, len(waiting))
    for number, judgement in judged.items():
        item = waiting[number - 1]
        verdicts[item.question_id] = _verdicts(item, shown_order(item), judgement, call, agent)
    if call.status not in _LOST and sample == 0:
        left = [(article, [item for item in items if item.question_id not in verdicts]) for article, items in sound]
        return await _judge([(article, items) for article, items in left if items], agent, verdicts, sample=1)
    reason = {"failed": "call_failed", "content_filter": "content_filter"}.get(call.status, "no_verdict")
    for item in waiting:
        verdicts.setdefault(item.question_id, [_verdict(item, NO_VERDICT, reason, call, agent)])
    return False


def shown_order(candidate: Candidate) -> tuple[int, ...]:
    """The places of the four choices in the order in which the agent sees them, drawn by the question's id: the same in every rerun."""
    return _order(candidate.question_id, len(candidate.choices))


@lru_cache(maxsize=8192)  # asked for twice for each item of a call, and each digest costs as much as a rule
def _order(question_id: str, choices: int) -> tuple[int, ...]:
    order = _FOUR_ORDERS[int(digest(question_id)[:12], 16) % len(_FOUR_ORDERS)]
    return tuple(place for place in order if place < choices)


def _request(sound: Sequence[Sound], agent: _Agent, sample: int) -> Request:
    """The articles, then their items, numbered through and each lot under its article's number (that of a lone one goes without saying)."""
    articles = [article for article, _ in sound]
    lines: list[str] = []
    data: list[dict[str, Any]] = []
    number = 0
    for place, (article, items) in enumerate(sound, start=1):
        if len(sound) > 1:
            lines.append(f"On article {place}:")
        shown_items = []
        for item in items:
            number += 1
            choices = [item.choices[at] for at in shown_order(item)]
            shown = " | ".join(f"{letter} {choice}" for letter, choice in zip(LETTERS, choices, strict=False))
            lines.append(f"{number}. {item.question}\n{shown}")
            shown_items.append({"question": item.question, "choices": choices, "key": item.key})
        data.append({
            "title": article.title, "text": article_material(article.body, agent.options.max_words),
            "date": article.published.date().isoformat(), "items": shown_items,
        })  # fmt: skip
    messages = agent.prompt.render(
        **article_fields(articles, agent.options.max_words), items=as_material("\n".join(lines)),
        note="Your last reply left these out: judge each of them." if sample else "",
    )  # fmt: skip
    return Request(
        model=agent.model, purpose="validate", messages=messages, inputs={"task": "validate", **(data[0] if len(data) == 1 else {"articles": data})},
        schema=ROWS_SCHEMA, schema_name="rows", max_tokens=agent.options.tokens_per_question * number + 20, sample=sample,
    )  # fmt: skip


def _verdicts(candidate: Candidate, order: tuple[int, ...], judgement: Judgement, call: Call, agent: _Agent) -> list[Verdict]:
    """What the agent named as broken, and what follows from the choices that it found right; or that all standards hold."""
    failed = dict(judgement.failed)
    if judgement.letters is not None:
        right = {candidate.choices[place] for letter, place in zip(LETTERS, order, strict=False) if letter in judgement.letters}
        others = [choice for choice in candidate.choices if choice in right and choice != candidate.key]
        if candidate.key not in right:
            failed.setdefault("key_right", f"the agent finds {' and '.join(others)} right" if others else "the agent finds no choice right")
        elif others:
            failed.setdefault("one_right", f"{' and '.join(others)} right as well")
    return [_verdict(candidate, check, reason, call, agent) for check, reason in (failed or {ALL_STANDARDS: ""}).items()]


def _verdict(candidate: Candidate, check: str, reason: str, call: Call, agent: _Agent) -> Verdict:
    return Verdict(
        run_id=agent.run_id, question_id=candidate.question_id, judge=agent.model, check=check, passed=not reason, reason=reason,
        call_digest=call.digest,
    )  # fmt: skip
