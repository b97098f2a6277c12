"""An article and an item as the rules look at them: folded once, however many rules ask."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from storage.schemas.news import Article
from storage.schemas.questions import Candidate
from tasks.questions.dates import DateFound, find_dates
from tasks.questions.folding import fold, loosen
from tasks.validate.injection import gives_orders
from tasks.validate.phrases import words_of


@dataclass(frozen=True, slots=True)
class ArticleView:
    """``body``: folded, without paragraphs that give orders to a model; ``released``: the release date of its questions."""

    body: str
    orders: tuple[str, ...]
    released: date
    language: str

    @classmethod
    def of(cls, article: Article) -> ArticleView:
        """The view of an article."""
        body = fold(article.body)
        orders: tuple[str, ...] = ()
        if gives_orders(body):
            paragraphs = [fold(paragraph) for paragraph in re.split(r"\n\s*\n|\n", article.body)]
            orders = tuple(p for p in paragraphs if gives_orders(p))
            body = " ".join(p for p in paragraphs if not gives_orders(p))
        return cls(body, orders, article.published.date(), article.language)


@dataclass(slots=True, kw_only=True)  # not frozen: made for every candidate, and freezing doubles what making costs
class ItemView:
    """A candidate with its folded question, choices and key.

    keys_place: the key's place among the choices, -1 when it is none. distinct: the choices as ``fold_choice`` makes them. shown: question
    and choices, folded, one a line; written: the same as written, and the rationale; told: all of these in lower case; words: its words;
    dates: the full dates of the question.
    """

    candidate: Candidate
    question: str
    choices: tuple[str, ...]
    key: str
    keys_place: int
    distinct: tuple[str, ...]
    shown: str
    written: str
    told: str
    words: frozenset[str]
    dates: tuple[DateFound, ...]

    @classmethod
    def of(cls, candidate: Candidate) -> ItemView:
        """The view of a candidate."""
        question, choices = fold(candidate.question), tuple(map(fold, candidate.choices))
        shown = "\n".join((question, *choices))
        told = f"{shown}\n{candidate.rationale.casefold()}"
        return cls(
            candidate=candidate,
            question=question,
            choices=choices,
            key=fold(candidate.key),
            keys_place=candidate.choices.index(candidate.key) if candidate.key in candidate.choices else -1,
            distinct=tuple(map(loosen, choices)),
            shown=shown,
            written="\n".join((candidate.question, *candidate.choices, candidate.rationale)),
            told=told,
            words=words_of(told),
            dates=tuple(find_dates(question)),
        )
