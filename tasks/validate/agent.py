"""The validating agent: one call judges all items of an article, with the article before it.

It is not shown the key. It solves each item and names every choice that the article makes right: a wrong key, or a second right choice,
comes out whether or not the agent would have called it one. Choices are lettered in an order that follows from their text, so that the
first place, where the generating agent writes the key, gives nothing away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

from storage.schemas.calls import Call
from storage.schemas.ids import digest
from storage.schemas.news import Article
from storage.schemas.questions import Candidate, Verdict
from tasks.llm.request import Ask, Request
from tasks.prompts.loader import Prompt
from tasks.prompts.material import article_material, as_material
from tasks.questions.dates import write_date
from tasks.questions.json_reply import ROWS_SCHEMA, read_items
from tasks.validate.agent_reply import LETTERS, Judgement, read_judgements
from tasks.validate.options import ValidateOptions

ALL_STANDARDS = "all_standards"
NO_VERDICT = "agent_verdict"
_FOUR_ORDERS = tuple(permutations(range(4)))
_RETRIED = frozenset({"ok", "truncated", "empty"})


async def check_with_agent(
    candidates: Sequence[Candidate], article: Article, *, ask: Ask, model: str, prompt: Prompt, options: ValidateOptions, run_id: str
) -> list[Verdict]:
    """Verdicts of the agent on the given candidates (those that passed the rules): ``all_standards`` passed, or each standard broken.

    A candidate that the reply leaves out is asked about once more; without a judgement then, it gets the one verdict ``agent_verdict``, not
    passed, with reason no_verdict, or call_failed or content_filter where the call says so. Raises only what ``ask`` raises.
    """
    waiting = list(candidates)
    verdicts: dict[str, list[Verdict]] = {}
    call: Call | None = None
    for sample in (0, 1):
        if not waiting or (call is not None and call.status not in _RETRIED):
            break
        orders = [shown_order(candidate) for candidate in waiting]
        call = await ask(_request(waiting, orders, article, model, prompt, options, sample))
        judged = read_judgements(read_items(call.text).items, len(waiting)) if call.status in _RETRIED else {}
        for number, (candidate, order) in enumerate(zip(waiting, orders, strict=True), start=1):
            if number in judged:
                verdicts[candidate.question_id] = _verdicts(candidate, order, judged[number], call, model, run_id)
        waiting = [candidate for candidate in waiting if candidate.question_id not in verdicts]
    reason = {"failed": "call_failed", "content_filter": "content_filter"}.get(call.status, "no_verdict") if call else "no_verdict"
    for candidate in waiting:
        verdicts[candidate.question_id] = [_verdict(candidate, NO_VERDICT, reason, call, model, run_id)]
    return [verdict for candidate in candidates for verdict in verdicts[candidate.question_id]]


def shown_order(candidate: Candidate) -> tuple[int, ...]:
    """The places of the four choices in the order in which the agent sees them, drawn by the question's id: the same in every rerun."""
    order = _FOUR_ORDERS[int(digest(candidate.question_id)[:12], 16) % len(_FOUR_ORDERS)]
    return tuple(place for place in order if place < len(candidate.choices))


def _request(
    candidates: Sequence[Candidate],
    orders: Sequence[tuple[int, ...]],
    article: Article,
    model: str,
    prompt: Prompt,
    options: ValidateOptions,
    sample: int,
) -> Request:
    text = article_material(article.body, options.max_words)
    published = article.published.date()
    lines = []
    for number, (candidate, order) in enumerate(zip(candidates, orders, strict=True), start=1):
        shown = " | ".join(f"{letter} {candidate.choices[place]}" for letter, place in zip(LETTERS, order, strict=False))
        lines.append(f"{number}. {candidate.question}\n{shown}")
    inputs: Mapping[str, Any] = {
        "task": "validate", "title": article.title, "text": text, "date": published.isoformat(),
        "items": [
            {"question": c.question, "choices": [c.choices[place] for place in order], "key": c.key}
            for c, order in zip(candidates, orders, strict=True)
        ],
    }  # fmt: skip
    messages = prompt.render(
        title=as_material(article.title), date=write_date(published), text=text, items=as_material("\n".join(lines)),
        note="Your last reply left these out: judge each of them." if sample else "",
    )  # fmt: skip
    return Request(
        model=model, purpose="validate", messages=messages, inputs=inputs, schema=ROWS_SCHEMA, schema_name="rows",
        max_tokens=options.tokens_per_question * len(candidates) + 20, sample=sample,
    )  # fmt: skip


def _verdicts(candidate: Candidate, order: tuple[int, ...], judgement: Judgement, call: Call, model: str, run_id: str) -> list[Verdict]:
    """What the agent named as broken, and what follows from the choices that it found right; or that all standards hold."""
    failed = dict(judgement.failed)
    if judgement.letters is not None:
        right = {candidate.choices[place] for letter, place in zip(LETTERS, order, strict=False) if letter in judgement.letters}
        others = [choice for choice in candidate.choices if choice in right and choice != candidate.key]
        if candidate.key not in right:
            failed.setdefault("key_right", f"the agent finds {' and '.join(others)} right" if others else "the agent finds no choice right")
        elif others:
            failed.setdefault("one_right", f"{' and '.join(others)} right as well")
    return [_verdict(candidate, check, reason, call, model, run_id) for check, reason in (failed or {ALL_STANDARDS: ""}).items()]


def _verdict(candidate: Candidate, check: str, reason: str, call: Call | None, model: str, run_id: str) -> Verdict:
    return Verdict(
        run_id=run_id, question_id=candidate.question_id, judge=model, check=check, passed=not reason, reason=reason,
        call_digest=call.digest if call else None,
    )  # fmt: skip
