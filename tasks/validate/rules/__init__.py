"""The rules that a question must pass before the agent is asked: one small function each, named in every verdict.

A rule takes (item, article, options) and returns "" when the item passes, else a short reason.
"""

from __future__ import annotations

from collections.abc import Callable

from tasks.validate.options import ValidateOptions
from tasks.validate.rules.choices import distinct_choices, four_choices, one_type, similar_length
from tasks.validate.rules.dates import date_present
from tasks.validate.rules.form import language, question_form
from tasks.validate.rules.key import key_in_article, key_is_choice, key_not_in_question
from tasks.validate.rules.wording import no_article_reference, no_instructions, no_position_words
from tasks.validate.views import ArticleView, ItemView

Rule = Callable[[ItemView, ArticleView, ValidateOptions], str]

RULES: tuple[Rule, ...] = (
    four_choices,
    distinct_choices,
    key_is_choice,
    question_form,
    language,
    no_instructions,
    no_article_reference,
    no_position_words,
    date_present,
    key_in_article,
    key_not_in_question,
    one_type,
    similar_length,
)
"""In the order in which they are tried and in which the first failure is named. ``no_duplicate`` follows, see ``tasks.validate.seen``."""

__all__ = ["RULES", "Rule"]
