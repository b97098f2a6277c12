"""Rules on the question as a sentence: that it is one, and in the right language."""

from __future__ import annotations

import re

from tasks.questions.folding import has_no_spaces
from tasks.validate.options import ValidateOptions
from tasks.validate.views import ArticleView, ItemView

_END = re.compile(r"(?:[?？؟՞።;]|か。|か)[\"'”’»)]*$")
_MARKUP = re.compile(r"</?[a-z][a-z0-9]*[ />]|https?://|\{\{|&(?:amp|nbsp|quot|lt|gt|#\d+);")


def question_form(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """One question of bearable length: at least four words, a question mark at its end and no other before it, no mark-up."""
    question = item.candidate.question
    spaceless = not question.isascii() and any(has_no_spaces(sign) for sign in question[:12])
    if len(question) < (options.min_question // 2 if spaceless else options.min_question):
        return "too short"
    if len(question) > options.max_question:
        return f"longer than {options.max_question} characters"
    if not spaceless and question.count(" ") < 3:
        return "fewer than four words"
    if not _END.search(question):
        return "does not end with a question mark"
    if question.count("?") + question.count("？") + question.count("؟") > 1:
        return "more than one question"
    if _MARKUP.search(item.shown):
        return "mark-up or an address"
    return ""


def language(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """The question is in the language asked for, as found when it was read."""
    wanted = article.language if options.language == "source" else options.language
    return "" if item.candidate.language == wanted else f"in {item.candidate.language or 'an unknown language'}, not in {wanted}"
