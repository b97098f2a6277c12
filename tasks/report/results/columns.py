"""Columns that several tables share, with their meanings, and the cells that fill them."""

from __future__ import annotations

from tasks.questions.setting import NO_CONTEXT, ORACLE, Setting
from tasks.report.results.scored import Figure
from tasks.report.results.table import Column, Value

MODEL = Column(name="model", meaning="Model under test as our configuration names it; baseline/… is a program, not a language model.")
SIZE = Column(name="size (B)", kind="number", meaning="Billions of parameters; a dash where nobody has told.")
OPENNESS = Column(name="weights", meaning="open: anybody can get the model's weights.")
BASELINES = "Names that begin with baseline/ are programs that follow fixed rules, not language models."
INTERVALS = "Intervals hold 95 %; questions of one article count as related."
_NAMES = {NO_CONTEXT: "no context", ORACLE: "oracle"}


def accuracy(group: str, name: str = "accuracy %", places: int = 1, meaning: str = "") -> Column:
    """A column of accuracies over all questions."""
    return Column(name=name, kind="percent", group=group, places=places, meaning=meaning or "Right over all questions; whatever is not right counts as wrong.")


def interval(group: str) -> Column:
    """The column of its interval."""
    return Column(name="95 %", kind="interval", group=group, meaning="Range of accuracies that fit these answers; questions of one article count as related.")


def answered(group: str) -> Column:
    """A column of accuracies over answered questions."""
    return Column(name="of answered", kind="percent", group=group, meaning="Right over right and wrong, leaving out questions without a readable answer.")


def value_of(figure: Figure | None) -> Value:
    """The accuracy itself."""
    return None if figure is None else figure.value


def interval_of(figure: Figure | None) -> Value:
    """Its interval."""
    return None if figure is None else figure.interval


def setting_words(setting: Setting) -> str:
    """``no context``, ``oracle``, ``bm25, 1 day, top 3``."""
    if setting.name in _NAMES:
        return _NAMES[setting.name]
    return f"{setting.retriever}, {setting.days} {'day' if setting.days == 1 else 'days'}, top {setting.passages}"
