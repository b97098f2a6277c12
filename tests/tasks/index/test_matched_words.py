"""What is shown of a passage: the words that match, and the sentences that hold most of them."""

import pytest

from tasks.index.matched_words import excerpt, matched_words

TEXT = "Heavy rain fell. The harbour of Penh was flooded on Tuesday, for the 2nd time since 1987. Nobody was hurt. Banks cut their rates."


def matched(question, text=TEXT):
    return [text[start:end] for start, end in matched_words(question, text)]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("When did floods hit the harbours?", ["harbour", "flooded"]),
        ("Which BANK lowered a rate?", ["Banks", "rates"]),
        ("What fell, and who was hurt?", ["fell", "hurt"]),
        ("Since 1987?", ["since", "1987"]),
        ("Since 198?", ["since"]),
        ("What was it that they had?", []),
        ("", []),
    ],
)
def test_words_match_but_for_endings_and_common_ones_do_not(question, words):
    assert matched(question) == words


def test_accents_and_unspaced_scripts():
    assert matched("ou sont les ecoles", "Les écoles de Penh") == ["Les", "écoles"]
    assert matched("北京", "火车开往北京") == ["北", "京"]


def test_words_that_only_begin_alike_do_not_match():
    assert matched("interest", "An internal note of international rank") == []


def test_the_sentences_with_most_matches_are_shown():
    assert TEXT[slice(*excerpt("the flooded harbour in Penh", TEXT, length=80))].startswith("The harbour of Penh")
    assert TEXT[slice(*excerpt("cut rates", TEXT, length=30))] == "Banks cut their rates."


def test_a_text_that_fits_is_shown_whole_and_one_without_matches_from_its_beginning():
    assert excerpt("harbour", TEXT, length=500) == (0, len(TEXT))
    assert excerpt("zebra", TEXT, length=20) == (0, len("Heavy rain fell."))
    assert excerpt("zebra", "", length=20) == (0, 0)


def test_a_long_sentence_is_cut_between_words_around_the_match():
    text = "word " * 100 + "harbour " + "word " * 100
    start, end = excerpt("harbour", text, length=100)
    assert "harbour" in text[start:end]
    assert end - start <= 100
    assert {*text[start:end].split()} == {"word", "harbour"}
