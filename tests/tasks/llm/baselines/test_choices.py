"""Wrong choices of the right one's kind and form."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from random import Random

from tasks.llm.baselines.choices import wrong_choices
from tasks.llm.baselines.drafts import Draft
from tasks.llm.baselines.lexicon import MONTHS
from tasks.llm.baselines.stock import Stock

PEOPLE = ("Tove Lind", "Henrik Aas", "Mira Stoll", "Ines Quade-Moor", "Ole Ried", "Bo Karlsbrand")


def draft(key: str, kind: str, source: str = "") -> Draft:
    return Draft("who came", key, kind, 0, source or f"{key} came.", False, 0)


def stock(**article: tuple[str, ...]) -> Stock:
    return Stock(article, {"person": PEOPLE}, MONTHS, date(2026, 11, 30), "30 November 2026")


def wrong(of: Draft, stock: Stock, seed: int = 0) -> list[str]:
    return wrong_choices(of, stock, Random(seed)) or []


def test_people_come_from_the_article_and_the_day_but_never_from_the_sentence() -> None:
    asked = draft("Orla Finch", "person", "Orla Finch beat Tove Lind in the final.")
    found = [wrong(asked, stock(person=("Orla Finch", "Tove Lind", "Wanda Ferrow")), seed) for seed in range(20)]
    assert all(len(set(names)) == 3 and not {"Orla Finch", "Tove Lind"} & set(names) for names in found)
    assert sum("Wanda Ferrow" in names for names in found) > 10


def test_the_right_name_is_not_always_the_longest_or_the_shortest() -> None:
    ranks = Counter(sum(len(n) < 10 for n in wrong(draft("Orla Finch", "person"), stock(), seed)) for seed in range(60))
    assert len(ranks) > 1


def test_relatives_and_people_with_shared_names_are_left_out() -> None:
    few = Stock({"person": ("Ada Finch", "Orla Brook", "Finch Moor", "Mia Lund")}, {}, MONTHS, date(2026, 11, 30), "")
    assert wrong_choices(draft("Orla Finch", "person"), few, Random(0)) is None


def test_a_country_is_set_beside_countries_that_the_article_speaks_of_or_not_asked() -> None:
    assert wrong(draft("Norway", "place"), stock(place=("Norway", "Iceland", "Marl Bay"))) == []
    assert set(wrong(draft("Norway", "place"), stock(place=("Norway", "Iceland", "Denmark", "Sweden")))) == {"Iceland", "Denmark", "Sweden"}


def test_dates_keep_their_form_and_their_side_of_the_release_date() -> None:
    for seed in range(20):
        later = wrong(draft("2 December 2026", "date"), stock(), seed)
        assert len(later) == 3
        assert not {"30 November 2026", "29 November 2026", "2 December 2026"} & set(later)
        assert all(re.fullmatch(r"(?:April|May|June) \d+", text) for text in wrong(draft("May 12", "date"), stock(), seed))


def test_years_stay_in_the_past_where_the_right_one_is() -> None:
    for seed in range(20):
        assert all(int(y) <= 2026 for y in wrong(draft("2025", "year"), stock(), seed))


def test_a_date_that_no_calendar_has_is_not_asked_for() -> None:
    assert wrong(draft("31 November 2026", "date"), stock()) == []


def test_one_wrong_figure_is_the_articles_own_where_it_has_one_of_that_form() -> None:
    asked = draft("3.8 million crowns", "amount", "It cost 3.8 million crowns.")
    assert "2.3 million crowns" in wrong(asked, stock(amount=("3.8 million crowns", "2.3 million crowns", "400,000 crowns")))
    same_sentence = draft("3.8 million crowns", "amount", "It cost 3.8 million crowns, 2.3 million crowns of it for steel.")
    assert "2.3 million crowns" not in wrong(same_sentence, stock(amount=("3.8 million crowns", "2.3 million crowns")))
