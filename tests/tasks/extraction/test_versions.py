"""What is the same article, and what a version of it."""

import pytest
from made_pages import article, prose

from tasks.extraction.versions import address_of, is_same_story, next_number, version_id_of


def test_a_version_is_title_and_body_and_the_titles_spelling_does_not_count() -> None:
    first = version_id_of("a1", "Court hears case", "body")
    assert version_id_of("a1", "COURT hears  case.", "body") == first
    assert (
        len(
            {
                first,
                version_id_of("a1", "Court rules in case", "body"),
                version_id_of("a1", "Court hears case", "new body"),
                version_id_of("a2", "Court hears case", "body"),
            }
        )
        == 4
    )


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("", "https://lantern.example/news/old-crane-7"),
        ("https://www.lantern.example/news/old-crane", "https://www.lantern.example/news/old-crane"),
        ("/news/old-crane?utm_source=x", "https://lantern.example/news/old-crane"),
        ("https://other.example/news/old-crane", "https://lantern.example/news/old-crane-7"),
        ("https://lantern.example/", "https://lantern.example/news/old-crane-7"),
        ("https://lantern.example/news", "https://lantern.example/news/old-crane-7"),
        ("javascript:void(0)", "https://lantern.example/news/old-crane-7"),
    ],
)
def test_a_pages_own_address_is_believed_for_its_host_unless_it_is_a_front_page(stated: str, expected: str) -> None:
    assert address_of("https://lantern.example/news/old-crane-7?utm_medium=feed#top", stated) == expected


def test_an_amp_page_leads_to_the_full_one() -> None:
    assert address_of("https://amp.lantern.example/a-story", "https://www.lantern.example/a-story") == "https://www.lantern.example/a-story"


def test_the_same_story_has_the_title_or_most_words_in_common() -> None:
    stored = article(body=prose(1), title="Court hears case")
    assert is_same_story(stored, "Court hears case", "nothing in common")
    assert is_same_story(stored, "Case heard", prose(1) + "\n\nA line was added.")
    assert not is_same_story(stored, "Kites over the beach", "Ninety kites rose in a warm wind while children ran below them.")


def test_numbers_go_on_from_the_highest() -> None:
    assert next_number([]) == 1
    assert next_number([article(version=3), article(version=2)]) == 4
