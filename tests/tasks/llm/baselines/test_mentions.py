"""Where a capitalised span begins and ends."""

from __future__ import annotations

from tasks.llm.baselines.mentions import Mention, spans
from tasks.llm.baselines.sentences import words


def found(text: str, lower: set[str] | None = None) -> list[Mention]:
    return spans(text, words(text), lower or set())


def test_spans_end_at_signs_small_words_and_the_calendar() -> None:
    assert [m.text for m in found("They saw Ada Vonn, Ole Ried and Mia Lund in June on Friday")] == ["Ada Vonn", "Ole Ried", "Mia Lund"]


def test_initials_particles_and_of_after_a_head_stay_inside() -> None:
    assert [m.text for m in found("Then Jonah P. Blair met Ilse van der Moor of the Bank of Marl")] == [
        "Jonah P. Blair", "Ilse van der Moor", "Bank of Marl",
    ]  # fmt: skip


def test_a_trade_that_opens_a_sentence_is_a_title() -> None:
    mention = found("Bellfounder Ada Vonn came")[0]
    assert (mention.title, mention.text, mention.start) == ("Bellfounder", "Ada Vonn", 12)


def test_a_first_word_that_the_text_also_has_in_small_letters_is_no_name() -> None:
    assert found("Sheep were dear", {"sheep"}) == []
    assert [(m.text, m.opens) for m in found("Sheep were dear")] == [("Sheep", True)]
