"""What leaves a body and what stays."""

import time

import pytest

from tasks.extraction.cleaning import clean_body, folded_set, is_aside, paragraphs

STORY = "The dam was opened on Monday after ten years of work. It holds back the water of three rivers."


@pytest.mark.parametrize(
    "line",
    [
        "Sign up to our newsletter for the best stories of the day",
        "Subscribe to the Lantern's YouTube channel",
        "Get the day's news straight to your inbox.",
        "Read more: The dam that nobody wanted",
        "READ MORE",
        "Also read: Ten dams to visit",
        "Lee también: La presa que nadie quería",
        "Leia também",
        "Lire aussi : le barrage",
        "Lesen Sie auch: Der Damm",
        "Share this article",
        "Sharing is caring!",
        "Follow the Lantern on Instagram and Facebook.",
        "ADVERTISEMENT",
        "Publicidad",
        "Photo: A. Holm / Reuters",
        "A view over the lake (Credit: Ada Holm)",
        "The lake in spring | Getty Images",
        "© 2026 The Lantern",
        "Bo Lind contributed to this report.",
        "CLICK HERE TO GET THE LANTERN APP",
        "Comments",
        "Continue reading below",
    ],
)
def test_lines_that_are_no_part_of_a_story_go(line: str) -> None:
    assert clean_body(f"{STORY}\n\n{line}\n\nThe lake is now full.") == f"{STORY}\n\nThe lake is now full."


@pytest.mark.parametrize(
    "line",
    [
        "Shares of the builder rose by 4 percent after the opening.",
        "Sharing the story of his escape, he said that the water came at night and took the bridge with it.",
        "Follow the money, the mayor advised, and you will find who built on the flood plain.",
        "Subscribers to the water scheme pay 40 crowns a year.",
        "More than 300 people came to the opening.",
        "Advertising for the dam cost two million crowns, the report says.",
        "Comments by the minister caused an outcry.",
        "“Read the report before you vote,” she told them.",
        "NASA, the ESA and the WHO were there.",
        "A photo by a passer-by shows the moment when the gate was lifted and the water came through.",
    ],
)
def test_sentences_that_begin_alike_stay(line: str) -> None:
    assert not is_aside(line)


def test_a_long_paragraph_stays_whatever_it_begins_with() -> None:
    long = "Read more than one report of the flood, " + "and of the people who lived there, " * 10 + "and you will see."
    assert clean_body(long) == long


def test_the_list_of_headlines_after_its_heading_goes_and_the_story_goes_on() -> None:
    text = f"{STORY}\n\nYou may also like...\n\nTen dams to visit\n\nWhy rivers bend\n\nThe lake is now full."
    assert clean_body(text) == f"{STORY}\n\nThe lake is now full."


def test_captions_and_paragraphs_that_are_nothing_but_a_link_go() -> None:
    captions, links = folded_set(["A view of the dam in 1998"]), folded_set(["Ten dams that changed the land", "the dam"])
    text = (
        f"{STORY}\n\nA view of the dam in 1998\n\nTen dams that changed the land\n\nBackground: Ten dams that changed the land\n\nThe dam"
    )
    assert clean_body(text, links=links, captions=captions) == f"{STORY}\n\nThe dam"


def test_a_paragraph_that_comes_again_stays_once() -> None:
    assert clean_body(f"{STORY}\n\nIt rained.\n\n{STORY}") == f"{STORY}\n\nIt rained."


def test_a_lone_clock_goes_but_the_clocks_of_a_live_blog_stay() -> None:
    assert clean_body(f"04:28\n\n{STORY}") == STORY
    live = "14:20\n\nFirst.\n\n14:40\n\nSecond.\n\n15:10\n\nThird."
    assert clean_body(live) == live


def test_hostile_paragraphs_cost_little() -> None:
    start = time.process_time()
    for text in ("share this " + "a" * 20000, "follow " + "a.b " * 5000, "newsletter " * 4000, "(photo" * 5000):
        clean_body(text)
    assert time.process_time() - start < 2


def test_a_menu_above_the_story_goes_and_a_list_inside_it_stays() -> None:
    menu = ["Home", "World news", "Sport", "Ice hockey", "Football", "Opinion", "Weather", "Videos", "Log in"]
    story = ["The harbour council met on Monday.", "Those elected are", *(f"Ada Number {letter}" for letter in "KLMNOPQRS"), "They begin in May."]
    assert paragraphs(clean_body("\n\n".join([*menu, *story]))) == story
    heading = ["Sport", "Ice hockey", "By Ida Brook"]
    assert paragraphs(clean_body("\n\n".join([*heading, *story]))) == [*heading, *story]
    assert paragraphs(clean_body("\n\n".join(menu))) == menu, "labels alone are all there is"
