"""Which questions people reject, and why: the ground on which they are withdrawn from a release."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import Literal

from tasks.annotate.figures import Labelled

Rule = Literal["any", "half", "all"]
FAULTS = ("ambiguous", "other", "unsupported", "not_fresh")
"""What people may hold against a question. not_fresh is a matter of taste as much as of fact: people agree on it least."""


def rejected(decisions: Sequence[Labelled], *, faults: Collection[str] = ("ambiguous", "other", "unsupported"), rule: Rule = "half") -> dict[str, str]:
    """Why each rejected question is, by id: the fault named most often. ``rule``: how many of its annotators must find one.

    half: at least half of them, so one of two suffices; a question with one annotator needs just that one.
    """
    seen: Counter[str] = Counter()
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for one in decisions:
        if one.step in ("quality", "support") and one.released:
            seen[one.item_id] += 1
            fault = "unsupported" if one.step == "support" and one.decision == "no" else one.decision
            if fault in faults:
                found[one.item_id][fault] += 1
    return {item: counts.most_common(1)[0][0] for item, counts in sorted(found.items()) if _enough(rule, counts.total(), seen[item])}


def _enough(rule: Rule, bad: int, of: int) -> bool:
    if rule == "half":
        return 2 * bad >= of
    return bad == of if rule == "all" else bad > 0
