"""Rules on the four choices: their number, that they differ, and that none stands out by type or length."""

from __future__ import annotations

from tasks.validate.kinds import FAMILY, kind_of, unit_of
from tasks.validate.options import ValidateOptions
from tasks.validate.views import ArticleView, ItemView


def four_choices(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """There are four choices, none of them empty or overlong."""
    choices = item.candidate.choices
    if len(choices) != 4:
        return f"{len(choices)} choices"
    if not all(item.choices):
        return "an empty choice"
    if max(map(len, choices)) > options.max_choice:
        return f"a choice of more than {options.max_choice} characters"
    return ""


def distinct_choices(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """No two choices are the same to a reader: case, width, spaces, dashes, 1,000 and 1000 make no difference."""
    seen: dict[str, str] = {}
    for choice, folded in zip(item.candidate.choices, item.distinct, strict=True):
        if folded in seen:
            return f"{seen[folded]!r} and {choice!r} are the same"
        seen[folded] = choice
    return ""


def one_type(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """The choices are all figures, all dates or times, or all words; and the key is not the only one of its kind or unit.

    Judged on the surface: number, amount, year, date, time, name, phrase. Whether all names are of people is for the agent.
    """
    if item.keys_place < 0:
        return ""
    kinds = [kind_of(choice, folded) for choice, folded in zip(item.candidate.choices, item.choices, strict=True)]
    if len({FAMILY[kind] for kind in kinds}) > 1:
        return "choices of different types: " + ", ".join(kinds)
    key, others = kinds[item.keys_place], kinds[: item.keys_place] + kinds[item.keys_place + 1 :]
    if others and key not in others:
        return f"only the right choice is a {key}"
    if key == "amount":
        units = [unit_of(choice) for choice in item.choices]
        if units.count(units[item.keys_place]) == 1:
            return f"only the right choice is in {units[item.keys_place] or 'no unit'}"
    return ""


def similar_length(item: ItemView, article: ArticleView, options: ValidateOptions) -> str:
    """No choice is told apart by its length: longest <= ``length_ratio`` x shortest + ``length_slack``, in characters; and the key is at
    most half as long again as the longest wrong choice, plus the slack."""
    lengths = [len(choice) for choice in item.choices]
    if not lengths:
        return ""
    if max(lengths) > options.length_ratio * min(lengths) + options.length_slack:
        return f"lengths from {min(lengths)} to {max(lengths)} characters"
    if item.keys_place >= 0 and len(lengths) > 1:
        longest = max(length for i, length in enumerate(lengths) if i != item.keys_place)
        if lengths[item.keys_place] > 1.5 * longest + options.length_slack:
            return "the right choice is by far the longest"
    return ""
