"""Rules on the key: that it is a choice, that the article holds it word for word, and that the question does not give it away."""

from __future__ import annotations

from tasks.questions.folding import holds_words
from tasks.validate.options import ValidateOptions
from tasks.validate.views import ArticleView, ItemView


def key_is_choice(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """The key is byte for byte exactly one of the choices."""
    same = item.candidate.choices.count(item.candidate.key)
    return "" if same == 1 else f"the key is {same} of the choices"


def key_in_article(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """The key stands in the article's body, verbatim, as whole words.

    Verbatim means after ``fold``: typography (width, case, kinds of quotes, dashes and spaces) is forgiven, any other change is not. The
    headline does not count, as a reader of the body must be able to find the answer; nor does a paragraph that gives orders to models.
    """
    if holds_words(article.body, item.key):
        return ""
    if any(holds_words(paragraph, item.key) for paragraph in article.orders):
        return "only in text that gives orders to a model"
    return "not in the article word for word"


def key_not_in_question(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """The question does not hold the key, unless it names all choices ("Which came first: A, B, C or D?")."""
    if not holds_words(item.question, item.key):
        return ""
    if all(holds_words(item.question, choice) for choice in item.choices):
        return ""
    return "the question holds its answer"
