"""A document matches its event by names, numbers and rare words; another event's does not."""

from datetime import date

import pytest

from sample.encyclopedia.world import COUNTRIES, happenings
from tasks.events.matching import Rarity, ReadDocument, match_document
from tasks.events.options import MatchOptions
from tasks.events.wikitext.plain import plain

OPTIONS = MatchOptions()


def match(event: str, body: str, *, language: str = "en", title: str = "", published: date | None = None, **more):
    document = ReadDocument(title=title, body=body, language=language, published=published)
    return match_document(event, document, event_language="en", rarity=more.pop("rarity", Rarity()), options=OPTIONS, **more)


@pytest.mark.parametrize("country", COUNTRIES, ids=lambda country: country.country_id)
def test_each_report_of_a_year_matches_its_own_event_and_hardly_any_other(country):
    items = happenings(country, 2023)
    texts = [plain(item.event).text for item in items]
    rarity = Rarity(texts)
    wrong = 0
    for mine, text in enumerate(texts):
        for theirs, item in enumerate(items):
            found = match(
                text, "\n\n".join(item.paragraphs), language=item.kind.language, title=item.title, published=item.day, rarity=rarity,
                event_day=items[mine].day.isoformat(),
            )  # fmt: skip
            if mine == theirs:
                assert found.matches, item.title
            else:
                wrong += found.matches is True
    assert wrong <= 0.1 * len(items) * (len(items) - 1)


def test_numbers_are_the_same_however_their_thousands_are_written():
    event = "A quake near Fennick leaves 12,500 people homeless and costs 7.5 million."
    assert match(event, "In Fennick verloren 12.500 Menschen ihr Heim, der Schaden beträgt 7,5 Millionen.", language="de").matches
    assert not match(event, "In Ludden verloren 300 Menschen ihr Heim, der Schaden beträgt 2 Millionen.", language="de").matches


def test_names_are_found_in_another_languages_form():
    assert match("Riots break out in Lisbon and in Barcelos.", "Motins em Lisboa e em Barcelos.", language="pt").matches


def test_the_cited_title_and_the_day_alone_prove_nothing():
    found = match(
        "Ada Askeby wins the Marrow Prize for her novel of Kvalby.", "The harbour budget was passed by the council of fishermen yesterday evening.",
        title="Harbour budget passed by council", cited_title="Harbour budget passed by council", published=date(2021, 3, 1), event_day="2021-03-01",
    )  # fmt: skip
    assert found.matches is False


def test_where_there_is_too_little_to_compare_nothing_is_claimed():
    found = match("It is so.", "A text of many words about many other things.")
    assert (found.matches, found.score) == (None, 0.0)
    assert match("Kvalby votes on Skerrin.", "这是一篇关于投票的文章,没有任何可以比较的名字。", language="zh").matches is None


def test_words_of_many_events_weigh_less():
    rarity = Rarity(["Oskelund votes", "Oskelund rests", "Oskelund sings", "Kvalby burns"])
    assert rarity.weight("oskelund") < rarity.weight("kvalby") == 1.0
