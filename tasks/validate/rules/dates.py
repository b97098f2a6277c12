"""The rule on time: a question must mean the same thing on any later day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from tasks.questions.dates import DateFound, day_and_month, names_a_year
from tasks.validate.options import ValidateOptions
from tasks.validate.phrases import has_list, phrases
from tasks.validate.views import ArticleView, ItemView

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»")


def date_present(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """Where time matters the question carries a date, and the date is right.

    No words that mean another day tomorrow (today, recently, this week, on Monday), quotations aside. "As of" is followed by the release
    date. Another full date must be one that the article gives: its day and month stand there, or it lies within ``nearby_days`` and the
    article names a weekday, or a day from its own (yesterday), in its language or in English. A question in the present tense (English) needs a date or a year.
    """
    language, words = item.candidate.language, item.words
    question = item.candidate.question
    question = _QUOTED.sub(" ", question[:1].lower() + question[1:]).replace("’", "'")
    if word := phrases("relative_time", language).find(question, words):
        return f"time that moves: {word!r}"
    if word := phrases("relative_choice", language).find("\n".join(item.choices), words):
        return f"a choice with time that moves: {word!r}"
    if reason := _wrong_date(item.dates, article, options) or _wrong_as_of(item, article.released):
        return reason
    if item.dates or not has_list("present_tense", language) or names_a_year(item.question):
        return ""
    changes = phrases("present_tense", language).find(question, words) and not phrases("asks_a_name", language).find(item.question, words)
    return "no date for what may change" if changes else ""


def _wrong_date(dates: Sequence[DateFound], article: ArticleView, options: ValidateOptions) -> str:
    for found in dates:
        if found.day is None:
            return "a date that no calendar has"
        if found.day == article.released or any(form in article.body for form in day_and_month(found.day, article.language)):
            continue
        if abs((found.day - article.released).days) <= options.nearby_days and _names_a_near_day(article):
            continue
        return f"a date that the article does not give: {found.day}"
    return ""


def _names_a_near_day(article: ArticleView) -> bool:
    return any(phrases("nearby_day", language).pattern.search(article.body) for language in dict.fromkeys((article.language, "en")))


def _wrong_as_of(item: ItemView, released: date) -> str:
    as_of = phrases("as_of", item.candidate.language)
    if as_of.words and as_of.words.isdisjoint(item.words):
        return ""
    for phrase in as_of.pattern.finditer(item.question):
        said = next((found for found in item.dates if found.start == phrase.end()), None)
        if said is None:
            # "Al" and "au" before a figure may be anything; "as of" is about time.
            if item.candidate.language == "en":
                return "as of no full date"
        elif said.day != released:
            return f"as of {said.day}, but the release date is {released}"
    return ""
