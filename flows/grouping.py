"""Which articles of a run share a call: as many as the settings say, fewer where prompts or models do not take so many.

Both agents are shown the same groups, so that what the first call made the provider read can be served to the second from its cache.
"""

from __future__ import annotations

from collections.abc import Sequence

from flows.house import House
from storage.schemas.news import Article
from tasks.generate.groups import Group, article_groups
from tasks.llm.models import Model
from tasks.prompts.material import article_material

_OWN_WORDS = 1_000  # tokens of a prompt beside its articles
_BYTES_PER_TOKEN = 3  # on the safe side: English has more, other scripts fewer tokens a byte
_ITEM_TOKENS = 120  # a question with its choices, as the validator is shown it


def question_groups(house: House, articles: Sequence[Article], *, generator: str, validator: str | None) -> list[Group]:
    """The groups of a run's articles. One article each for a baseline, and where a prompt of the user's own shows a single article."""
    options, checks = house.settings.generate, house.settings.validation
    names = ["generate_questions", *(["validate_questions"] if validator else [])]
    writer = house.models.get(generator)
    judge = house.models.get(validator) if validator else None
    single = any(model.baseline for model in (writer, judge) if model) or not all(house.prompt(name).grouped for name in names)

    def fits(group: Group) -> bool:
        questions = options.count * len(group)
        shown = _OWN_WORDS + sum(_tokens(article_material(article.body, options.max_words)) for article in group)
        if not _within(writer, shown, questions * options.tokens_per_question):
            return False
        # The validator may be shown more words of an article, by a setting of its own.
        longer = shown if checks.max_words <= options.max_words else _OWN_WORDS + sum(_tokens(article_material(a.body, checks.max_words)) for a in group)
        return judge is None or _within(judge, longer + questions * _ITEM_TOKENS, questions * checks.tokens_per_question)

    return article_groups(articles, size=1 if single else options.articles_per_call, fits=fits)


def _within(model: Model, prompt: int, output: int) -> bool:
    if model.output_tokens is not None and output > model.output_tokens:
        return False
    thinking = model.thinking_tokens if model.reasoning else 0
    return model.context_tokens is None or prompt + output + thinking <= model.context_tokens


def _tokens(text: str) -> int:
    return len(text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN


def batches_of(groups: Sequence[Group], size: int) -> list[list[Group]]:
    """The groups in runs of at most ``size`` articles, or of one group that has more."""
    runs: list[list[Group]] = []
    filled = size
    for group in groups:
        if filled + len(group) > size or not runs:
            runs.append([])
            filled = 0
        runs[-1].append(group)
        filled += len(group)
    return runs
