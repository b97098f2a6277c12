"""One rule on one item: what most tests of rules need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from question_stubs import make_candidate
from sample_articles import make_article

from tasks.validate.options import ValidateOptions
from tasks.validate.rules import Rule
from tasks.validate.views import ArticleView, ItemView

BODY = "\n\n".join(
    [
        "The tug Grey Willa reached the ferry Aurelia off Hollin Point at 08:06 on Monday and towed it to Sandreach.",
        "None of the 212 people aboard was hurt. Lene Strand, director of the Oskelund Ferry Authority, offered each passenger 450 crowns.",
        "Repairs cost 3.8 million crowns, “a third too much”.",
        "The hearing opens on 14 March 2027.",
    ]
)

Check = Callable[..., str]


@pytest.fixture
def check() -> Check:
    """``check(rule, question, choices, body=..., **candidate)``: the reason, empty when the item passes."""

    def run(rule: Rule, *args: Any, body: str = BODY, article: Any = None, options: ValidateOptions | None = None, **fields: Any) -> str:
        article = article or make_article(body)
        return rule(ItemView.of(make_candidate(*args, **fields)), ArticleView.of(article), options or ValidateOptions())

    return run
