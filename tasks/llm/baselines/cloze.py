"""``baseline/cloze``: writes four-choice questions about an article by rules, offline, in the form in which a language model replies.

It is no language model and knows no language: it takes sentences that stand alone, asks for a name or figure in them, and sets beside it
others of the same kind. Fewer good questions are written rather than more silly ones. The same inputs and sample number give the same text;
another sample number picks other facts where there are more than are asked for.

The release date is written "30 November 2026" ("30 de noviembre de 2026" in Spanish).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from random import Random
from typing import Any

from storage.schemas.errors import BadConfig
from storage.schemas.ids import digest
from tasks.llm.baselines import spanish
from tasks.llm.baselines.choices import wrong_choices
from tasks.llm.baselines.drafts import BLANK, RELEASE_DATE, Draft
from tasks.llm.baselines.lexicon import MONTHS
from tasks.llm.baselines.names import find_names
from tasks.llm.baselines.quantities import quantities
from tasks.llm.baselines.roles import role_drafts
from tasks.llm.baselines.sentences import sentences, words
from tasks.llm.baselines.statements import read_article, statements
from tasks.llm.baselines.stock import Stock
from tasks.llm.baselines.wording import statement_drafts
from tasks.llm.request import Request

_MAX_TEXT = 40_000
_MAX_QUESTION = 340
_FEW = 3


class Cloze:
    """The question-writing baseline."""

    name = "baseline/cloze"

    def reply(self, request: Request) -> str:
        """A JSON array of question_idx, question, choices, ground_truth and rationale; ``[]`` where the article supports none.

        BadConfig when it is asked for anything but questions.
        """
        inputs = request.inputs
        if inputs.get("task") != "generate":
            raise BadConfig(
                f"{self.name} only writes questions and was asked to {inputs.get('task') or request.purpose}",
                todo="Name a language model, baseline/guess or baseline/overlap for this stage",
            )
        items = write_questions(
            title=str(inputs.get("title") or ""),
            text=str(inputs.get("text") or ""),
            day=date.fromisoformat(str(inputs["date"])[:10]),
            count=int(inputs.get("count") or 5),
            language=str(inputs.get("language") or "en"),
            day_entities=inputs.get("day_entities") or {},
            sample=request.sample,
        )
        return json.dumps(items, ensure_ascii=False, indent=1)


def write_questions(
    *, title: str, text: str, day: date, count: int, language: str, day_entities: Mapping[str, Sequence[str]], sample: int = 0
) -> list[dict[str, Any]]:
    """At most ``count`` items about one article, as dicts of the reply's fields; none in a language other than English and Spanish."""
    text = text[:_MAX_TEXT]
    if language[:2] == "en":
        drafts, stock = _english(text, day, day_entities)
    elif language[:2] == "es":
        drafts, stock = _spanish(text, day, day_entities)
    else:
        return []
    order = Random(int(digest(title, text[:200], str(sample))[:12], 16))
    return _chosen([(order.random(), draft) for draft in drafts if draft.key in text], stock, count)


def _english(text: str, day: date, day_entities: Mapping[str, Sequence[str]]) -> tuple[list[Draft], Stock]:
    cut = sentences(text)
    names = find_names(cut, {n for kind in ("place", "organisation") for n in day_entities.get(kind, ())})
    reader = read_article(cut, names, text, day)
    drafts = [d for s in statements(cut, reader) for d in statement_drafts(s, reader)]
    for i, sentence in enumerate(cut):
        drafts += role_drafts(i, sentence, names.mentions[i], names)
    said = {kind: names.full_names(kind) for kind in ("person", "organisation", "place")}
    for quantity in quantities(text):
        said.setdefault(quantity.kind, []).append(quantity.text)
    return drafts, Stock(said, day_entities, MONTHS, day, f"{day.day} {MONTHS[day.month - 1]} {day.year}")


def _spanish(text: str, day: date, day_entities: Mapping[str, Sequence[str]]) -> tuple[list[Draft], Stock]:
    written = f"{day.day} de {spanish.MONTHS[day.month - 1]} de {day.year}"
    said: dict[str, list[str]] = {}
    for quantity in spanish.quantities(text):
        said.setdefault(quantity.kind, []).append(quantity.text)
    return spanish.drafts(sentences(text), written), Stock(said, day_entities, spanish.MONTHS, day, written, decimal_comma=True)


def _chosen(shuffled: list[tuple[float, Draft]], stock: Stock, count: int) -> list[dict[str, Any]]:
    """The best drafts one after another: good wording first, kinds mixed, no fact and no answer twice."""
    items: list[dict[str, Any]] = []
    used: dict[int, list[Draft]] = {}
    keys: set[str] = set()
    kinds: dict[str, int] = {}
    while shuffled and len(items) < count:
        best = min(shuffled, key=lambda s: (s[1].rank + 1.5 * kinds.get(s[1].kind, 0) + 9 * (s[1].index in used), s[0]))
        shuffled.remove(best)
        draft = best[1]
        if draft.key in keys or not _adds(draft, used.get(draft.index, ()), few=len(items) < _FEW):
            continue
        item = _item(draft, stock)
        if item is None:
            continue
        items.append({"question_idx": len(items) + 1, **item})
        used.setdefault(draft.index, []).append(draft)
        keys.add(draft.key)
        kinds[draft.kind] = kinds.get(draft.kind, 0) + 1
    return items


def _adds(draft: Draft, same: Sequence[Draft], *, few: bool) -> bool:
    """Whether a draft asks for another fact than those of ``same``, its sentence: one more, of another kind and, if there are not too few
    questions yet, in another form than with a blank."""
    if len(same) != 1:
        return not same
    return same[0].kind != draft.kind and (few or (BLANK in draft.body) != (BLANK in same[0].body))


def _item(draft: Draft, stock: Stock) -> dict[str, Any] | None:
    if RELEASE_DATE in draft.body:
        question = draft.body[0].upper() + draft.body[1:].replace(RELEASE_DATE, stock.written) + "?"
    elif draft.body.startswith("¿"):
        question = f"A fecha de {stock.written}, {draft.body}?"
    else:
        question = f"{'On' if draft.on_day else 'As of'} {stock.written}, {draft.body}?"
    wrong = wrong_choices(draft, stock, Random(int(digest(question)[:12], 16)))
    if wrong is None:
        return None
    choices = [draft.key, *wrong]
    if len(question) > _MAX_QUESTION or len({c.casefold() for c in choices}) < 4 or _gives_away(question, choices):
        return None
    choices.sort(key=lambda c: digest(question, c))
    lead = "Se dice así: " if question.startswith("A fecha") else "Stated so: "
    return {"question": question, "choices": choices, "ground_truth": draft.key, "rationale": lead + draft.source}


def _gives_away(question: str, choices: Sequence[str]) -> bool:
    """Whether a choice stands in the question, in whole words."""
    asked = [w.text.lower() for w in words(question)]
    for choice in choices:
        parts = [w.text.lower() for w in words(choice)]
        if any(asked[i : i + len(parts)] == parts for i in range(len(asked) - len(parts) + 1)):
            return True
    return False
