"""The phrases: every list compiles, and the words that stand for a list never hide a match."""

import tomllib
from pathlib import Path

import pytest

import tasks.validate.phrases as phrases_module
from tasks.validate.phrases import in_any_language, phrases, words_of

SECTIONS = tomllib.loads(Path(phrases_module.__file__).with_name("phrases.toml").read_text(encoding="utf-8"))
MATCHES = {
    "article_reference": [
        "the article",
        "this news article",
        "according to the text",
        "based on this passage",
        "as stated in the report",
        "in the excerpt",
        "mentioned above",
        "described here",
        "the text says",
        "does the author mention",
        "an article's",
        "according to the author",
    ],
    "all_or_none": [
        "all of the above",
        "none of these",
        "the above",
        "all are correct",
        "none is right",
        "both a and b",
        "not stated",
        "never disclosed",
        "cannot be determined",
        "impossible to tell",
        "neither a nor b",
        "some of the others",
    ],
    "letters": [
        "Option A",
        "choices A",
        "Answer (B",
        "Letter C",
        "A is correct",
        "B, C and D are wrong",
        "The first option",
        "the last answer",
        "listed above",
        "shown first",
        "A was a distractor",
    ],
    "relative_time": [
        "today",
        "recently",
        "ago",
        "now",
        "earlier this",
        "later this",
        "so far",
        "at present",
        "to date",
        "these days",
        "the other day",
        "the latest",
        "current",
        "this week",
        "last few months",
        "next season",
        "past two years",
        "coming winter",
        "previous Monday",
        "on Monday",
        "since Friday",
        "upcoming",
    ],
    "relative_choice": ["today", "next week", "this summer", "years ago"],
    "as_of": ["as of 30 november", "as of the "],
    "present_tense": ["is", "are", "has", "have", "does", "do", "will", "can", "remain", "remains"],
    "asks_a_name": ["is the name of", "is the full title of", "is the nickname given"],
}


@pytest.mark.parametrize("section", [name for name in SECTIONS if name != "number_words"])
def test_every_list_compiles_in_every_language(section: str) -> None:
    for language in SECTIONS[section]:
        if language != "words":
            assert phrases(section, language).find("", frozenset()) == ""
    assert in_any_language(section)


@pytest.mark.parametrize(("section", "text"), [(section, text) for section, texts in MATCHES.items() for text in texts])
def test_a_match_is_never_hidden_by_the_list_of_words(section: str, text: str) -> None:
    assert phrases(section, "en").find(text, words_of(text.casefold()))


def test_every_section_with_words_has_its_examples_here() -> None:
    assert {name for name, lists in SECTIONS.items() if "words" in lists} - {"orders"} == set(MATCHES)  # orders: test_injection.py


def test_a_language_without_a_list_takes_the_english_one() -> None:
    assert phrases("article_reference", "sw").pattern == phrases("article_reference", "en").pattern
