"""Surnames, opening pronouns and "the authority", resolved where they can mean one thing only."""

from __future__ import annotations

from tasks.llm.baselines.names import find_names
from tasks.llm.baselines.references import known_things, spoken_of, with_full_names, with_subject, with_things
from tasks.llm.baselines.sentences import sentences


def resolved(text: str) -> list[str | None]:
    """Each sentence with surnames and an opening pronoun resolved."""
    cut = sentences(text)
    names = find_names(cut)
    found: list[str | None] = []
    subject = None
    for sentence, mentions in zip(cut, names.mentions, strict=True):
        subject = spoken_of(sentence, mentions, subject)
        full = with_full_names(sentence.text, mentions, names)
        found.append(None if full is None else with_subject(full, subject, names))
    return found


def things(text: str) -> dict[str, str]:
    cut = sentences(text)
    return known_things(cut, find_names(cut), text)


def test_a_surname_becomes_the_full_name() -> None:
    assert resolved("The door was opened by the baker Wanda Ferrow. Later Ferrow's oven burst.")[1] == "Later Wanda Ferrow's oven burst."


def test_a_surname_of_two_people_is_not_resolved() -> None:
    assert resolved("The sculptor Ada Vonn met the painter Ole Vonn. Vonn said nothing.")[1] is None


def test_she_is_the_person_with_whom_the_sentence_before_opens() -> None:
    text = "Captain Orla Finch sailed at noon. She took 14 boats. Her crew slept."
    assert resolved(text)[1:] == ["Orla Finch took 14 boats.", "Orla Finch's crew slept."]


def test_she_is_nobody_where_two_are_named_or_a_paragraph_lies_between() -> None:
    assert resolved("Captain Orla Finch met the baker Tove Lind. She laughed.")[1] == "She laughed."
    assert resolved("Captain Orla Finch sailed at noon.\n\nShe took 14 boats.")[1] == "She took 14 boats."


def test_it_is_the_body_before_but_not_where_it_stands_for_nothing() -> None:
    assert resolved("Gull & Sons build boats. It employs 40 people.")[1] == "Gull & Sons employs 40 people."
    assert resolved("Gull & Sons build boats. It was the best of years.")[1] == "It was the best of years."


def test_the_one_authority_and_the_one_ferry_of_an_article() -> None:
    found = things("They rang the Marl Ferry Authority. They sold the ferry Aurelia, and it sank.")
    assert found == {"authority": "the Marl Ferry Authority", "ferry": "the ferry Aurelia"}
    assert with_things("The authority has paid", found) == "The Marl Ferry Authority has paid"
    assert with_things("The authority building has burned", found) == "The authority building has burned"


def test_a_bank_among_others_and_words_that_fit_anybody_are_not_resolved() -> None:
    assert things("They rang the Coast Bank. It is the oldest bank in Marl.") == {}
    assert things("They rang the Coast Company and the Marl Police.") == {}
