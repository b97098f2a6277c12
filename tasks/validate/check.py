"""The rules over the candidates of one article.

A candidate that passes them all gets one verdict that says so, any other one for each rule that it breaks. (A row for each rule passed
would make a dozen times as many and say no more.)
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.schemas.news import Article
from storage.schemas.questions import Candidate, Verdict
from tasks.validate.options import ValidateOptions
from tasks.validate.rules import RULES
from tasks.validate.seen import SeenQuestions, place_of
from tasks.validate.views import ArticleView, ItemView

RULE = "rule"
ALL_RULES = "all_rules"
NO_DUPLICATE = "no_duplicate"


def check_rules(candidates: Sequence[Candidate], article: Article, *, options: ValidateOptions, seen: SeenQuestions) -> list[Verdict]:
    """Verdicts on every readable candidate, candidate by candidate: ``all_rules`` passed, or each rule broken in the order of ``RULES``.

    Last comes ``no_duplicate``: a candidate claims its place among the seen questions only when it passes all other rules, so that a bad
    copy cannot keep a good one out.
    """
    view = ArticleView.of(article)
    verdicts: list[Verdict] = []
    for candidate in candidates:
        if candidate.status != "read":
            continue
        item = ItemView.of(candidate)
        broken = [(rule.__name__, reason) for rule in RULES if (reason := rule(item, view, options))]
        if not broken:
            place = place_of(item.question, item.dates, item.distinct[item.keys_place])
            if (earlier := seen.claim_place(place, candidate.question_id)) is not None:
                broken.append((NO_DUPLICATE, f"asked before as {earlier}"))
        verdicts += [_verdict(candidate, check, reason) for check, reason in broken or [(ALL_RULES, "")]]
    return verdicts


def passed(candidates: Sequence[Candidate], verdicts: Sequence[Verdict]) -> list[Candidate]:
    """The readable candidates that no verdict speaks against: those worth an agent's call."""
    failed = {verdict.question_id for verdict in verdicts if not verdict.passed}
    return [candidate for candidate in candidates if candidate.status == "read" and candidate.question_id not in failed]


def _verdict(candidate: Candidate, check: str, reason: str) -> Verdict:
    return Verdict(
        run_id=candidate.run_id, question_id=candidate.question_id, judge=RULE, check=check, passed=not reason, reason=reason,
        call_digest=None,
    )  # fmt: skip
