from datetime import UTC, datetime

import pytest

from storage.schemas.errors import BadInput
from tasks.extraction.zones import place_in_time, zone_info

NINE = datetime(2025, 6, 3, 9, 0)


def utc(hour: int, minute: int = 0, day: int = 3) -> datetime:
    return datetime(2025, 6, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("Z", utc(9)),
        ("GMT", utc(9)),
        ("+0530", utc(3, 30)),
        ("-3", utc(12)),
        ("UTC+2", utc(7)),
        ("EST", utc(14)),
        ("PDT", utc(16)),
        ("NPT", utc(3, 15)),
        ("et", utc(13)),
    ],
)
def test_zones_that_mean_one_thing(text: str, instant: datetime) -> None:
    assert place_in_time(NINE, text, None) == (instant, True)


@pytest.mark.parametrize(("text", "instant"), [("IST", utc(3, 30)), ("BST", utc(8))])
def test_contested_ones_are_likely_and_flagged_never_silently_utc(text: str, instant: datetime) -> None:
    assert place_in_time(NINE, text, None) == (instant, False)


@pytest.mark.parametrize(
    ("text", "home", "instant"),
    [
        ("IST", "Asia/Kolkata", utc(3, 30)),
        ("BST", "Europe/London", utc(8)),
        ("CST", "Asia/Shanghai", utc(1)),
        ("CST", "America/Mexico_City", utc(15)),
    ],
)
def test_the_feeds_zone_settles_them(text: str, home: str, instant: datetime) -> None:
    assert place_in_time(NINE, text, home) == (instant, True)


def test_a_contested_name_that_is_not_the_feeds_falls_back_to_the_feeds_zone_flagged() -> None:
    assert place_in_time(NINE, "IST", "Asia/Tokyo") == (utc(0), False)


def test_est_in_summer_is_taken_at_its_word_even_from_new_york() -> None:
    assert place_in_time(NINE, "EST", "America/New_York") == (utc(14), True)


def test_no_zone_at_all() -> None:
    assert place_in_time(NINE, "", "Europe/Lisbon") == (utc(8), False)
    assert place_in_time(NINE, "", None) == (utc(9), False)


@pytest.mark.parametrize("text", ["+2500", "local", "Nowhere/Atlantis", "(?)"])
def test_nonsense_is_flagged(text: str) -> None:
    assert place_in_time(NINE, text, None) == (utc(9), False)


@pytest.mark.parametrize("name", ["Europe/Atlantis", "../../etc/passwd", "", "/etc/localtime"])
def test_an_unknown_place_is_named(name: str) -> None:
    with pytest.raises(BadInput, match="time zone"):
        zone_info(name)
