"""English questions from one statement."""

from __future__ import annotations

from datetime import date

import pytest

from tasks.llm.baselines.drafts import Draft
from tasks.llm.baselines.names import find_names
from tasks.llm.baselines.sentences import sentences
from tasks.llm.baselines.statements import read_article, statements
from tasks.llm.baselines.wording import statement_drafts


def drafts(text: str) -> list[Draft]:
    cut = sentences(text)
    reader = read_article(cut, find_names(cut), text, date(2026, 11, 30))
    return [d for s in statements(cut, reader) for d in statement_drafts(s, reader)]


def best(text: str) -> dict[str, str]:
    """The best-ranked question by its answer."""
    found: dict[str, str] = {}
    for draft in sorted(drafts(text), key=lambda d: -d.rank):
        found[draft.key] = draft.body
    return found


@pytest.mark.parametrize(
    ("text", "key", "question"),
    [
        (
            "Gull & Sons will carry 300 passengers to Heron Island for a week.",
            "300",
            "how many passengers will Gull & Sons carry to Heron Island for a week",
        ),
        ("Gull & Sons bought 14 boats from Coast Bank in May.", "14", "how many boats did Gull & Sons buy from Coast Bank in May"),
        ("Gull & Sons paid 3.8 million crowns for Heron Island.", "3.8 million crowns", "how much did Gull & Sons pay for Heron Island"),
        ("Gull & Sons has sold about 40 boats to Coast Bank.", "40", "about how many boats has Gull & Sons sold to Coast Bank"),
        (
            "Captain Orla Finch expects to leave Marl Island by 24 January 2027.",
            "24 January 2027",
            "by what date does Captain Orla Finch expect to leave Marl Island",
        ),
        (
            "Shares in Gull & Sons fell 4 per cent on the Marl exchange.",
            "4 per cent",
            "by what percentage did shares in Gull & Sons fall on the Marl exchange",
        ),
        ("Captain Orla Finch told the Coast Bank that piers were unsafe.", "Orla Finch", "who told the Coast Bank that piers were unsafe"),
        (
            "The Coast Bank cancelled the loan of the Heron Island ferry.",
            "Coast Bank",
            "which organisation cancelled the loan of the Heron Island ferry",
        ),
    ],
)
def test_real_questions_where_the_build_allows(text: str, key: str, question: str) -> None:
    assert best("They know Captain Orla Finch and the Coast Bank and Gull & Sons. " + text)[key] == question


def test_else_the_statement_with_a_blank() -> None:
    text = "The survey ship Petrel, with 14 sailors under Captain Orla Finch, waited in Marl all night."
    shown = text.removesuffix(".").replace("14", "____")
    assert best(text)["14"] == f'which number completes this statement: "{shown}"'


def test_the_release_date_goes_into_a_statement_that_happened_on_it() -> None:
    text = "They know the Coast Bank. The Coast Bank, with 14 branches in Marl, was sold to Gull & Sons on 30 November 2026."
    assert best(text)["14"].endswith('statement: "On {DATE}, the Coast Bank, with ____ branches in Marl, was sold to Gull & Sons"')


@pytest.mark.parametrize(
    "text",
    [
        "Gull & Sons bought at least 14 boats from Coast Bank in May.",  # "at least how many" is no question
        "Gull & Sons said it had bought 14 boats from Coast Bank.",  # not the object of the main verb
        "Captain Orla Finch stands 1.9 metres high in Gull & Sons's shop.",
        "Gull & Sons, Marl, Coast Bank bought 14 boats together in May.",
    ],
)
def test_no_real_question_where_it_could_go_wrong(text: str) -> None:
    numeric = [d.body for d in drafts("They know Captain Orla Finch, Gull & Sons and the Coast Bank. " + text) if d.key[0].isdigit()]
    assert not [body for body in numeric if body.startswith(("how", "about", "by", "to", "for"))]


def test_a_figure_that_another_gives_away_is_not_asked_for() -> None:
    assert not [d for d in drafts("The Coast Bank sold 300 boats, half of the 600 boats in Marl.") if d.key[0].isdigit()]


def test_a_blank_is_never_put_inside_a_longer_name_or_before_its_owner() -> None:
    text = "The baker Orla Finch came. They saw the Orla Finch prize in Marl. They rang Orla Finch's office in Marl about boats."
    assert not [d for d in drafts(text) if d.key == "Orla Finch" and "____" in d.body]
