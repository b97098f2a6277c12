"""Persons, organisations and places by what stands around them."""

from __future__ import annotations

from tasks.llm.baselines.names import Names, find_names
from tasks.llm.baselines.sentences import sentences


def names(text: str, others: set[str] | None = None) -> Names:
    return find_names(sentences(text), others or set())


def test_a_title_a_role_an_age_or_a_verb_of_speech_make_a_person() -> None:
    text = (
        "They met Captain Orla Finch and the baker Tove Lind. They also saw Henrik Aas, 41, at the door. It was late, said Mira Stoll. "
        "They thanked Ines Quade, director of the museum."
    )
    assert names(text).full_names("person") == ["Orla Finch", "Tove Lind", "Henrik Aas", "Mira Stoll", "Ines Quade"]


def test_somebody_who_is_later_called_by_the_surname_alone_is_a_person() -> None:
    found = names("The door was opened by Wanda Ferrow at noon. Ferrow said nothing.")
    assert found.full_names("person") == ["Wanda Ferrow"]
    assert found.surnames == {"Ferrow": {"Wanda Ferrow"}}
    assert [(m.text, m.kind) for m in found.mentions[1]] == [("Ferrow", "person")]


def test_titles_are_no_part_of_a_name() -> None:
    mention = names("A speech by Health Minister Dr. Ulla Brandt followed.").mentions[0][0]
    assert (mention.text, mention.title, mention.kind) == ("Ulla Brandt", "Health Minister Dr.", "person")


def test_endings_and_heads_make_organisations_and_particles_link() -> None:
    found = names("Money came from the Bank of Northmark, from Gull & Sons and from the Institute of the Lower Coast.")
    assert found.full_names("organisation") == ["Bank of Northmark", "Gull & Sons", "Institute of the Lower Coast"]


def test_listed_places_endings_and_what_things_happen_in_make_places() -> None:
    found = names("It rained in Westerby, on Heron Island, in New Zealand and in the town of Marl.")
    assert found.full_names("place") == ["Westerby", "Heron Island", "New Zealand", "Marl"]


def test_teams_things_and_the_calendar_are_not_offered_as_people() -> None:
    found = names("The Grey Herons won. The Long Night said nothing. On Monday in June Harbour Hawks said they would play in Harbour.")
    assert found.full_names("person") == []


def test_a_capital_owed_to_the_sentence_is_no_name() -> None:
    found = names("Sheep grazed. Walking is free. However, nobody came. Fares rose, and fares fell.")
    assert not any(found.by_kind.values())


def test_the_days_other_articles_vouch_for_a_name_that_only_opens_sentences() -> None:
    assert names("Tidewell fell silent.").mentions == [[]]
    assert [m.text for m in names("Tidewell fell silent.", {"Tidewell"}).mentions[0]] == ["Tidewell"]


def test_two_people_with_one_surname_are_both_kept_under_it() -> None:
    found = names("The sculptor Ada Vonn came with the painter Ole Vonn.")
    assert found.surnames == {"Vonn": {"Ada Vonn", "Ole Vonn"}}
