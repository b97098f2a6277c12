"""Sentences and words by punctuation alone."""

from __future__ import annotations

from tasks.llm.baselines.sentences import sentences, words


def texts(text: str) -> list[str]:
    return [s.text for s in sentences(text)]


def test_full_stops_of_titles_initials_and_abbreviations_end_no_sentence() -> None:
    text = "Dr. Ulla Brandt left. J. P. Moor of the U.S. Treasury came at 4 p.m. on Jan. 5. All was well."
    assert texts(text) == ["Dr. Ulla Brandt left.", "J. P. Moor of the U.S. Treasury came at 4 p.m. on Jan. 5.", "All was well."]


def test_a_closing_quote_belongs_to_the_sentence_that_it_closes() -> None:
    assert texts('"It rained." He left. “It snowed.” She stayed.') == ['"It rained."', "He left.", "“It snowed.”", "She stayed."]


def test_each_paragraph_opens_anew_and_headings_are_left_out() -> None:
    found = sentences("## 14:20\n\nOne came. Two came.\n\nThree came.")
    assert [(s.text, s.opens) for s in found] == [("One came.", True), ("Two came.", False), ("Three came.", True)]


def test_words_keep_hyphens_and_separators_and_part_with_possessives() -> None:
    text = "Petra Lund-Osk's 3.8 million, and Brandt’s 1,200."
    found = words(text)
    assert [w.text for w in found] == ["Petra", "Lund-Osk", "'s", "3.8", "million", ",", "and", "Brandt", "’s", "1,200", "."]
    assert all(text[w.start : w.end] == w.text for w in found)
