"""Addresses of archived copies."""

import pytest

from tasks.events.archive import archived_on, nearest_copy, original_of, raw_copy

COPY = "https://web.archive.org/web/20240102030405/https://gazette.example/ferry?a=1"


def test_the_raw_form_of_a_copy_has_no_toolbar():
    assert raw_copy(COPY) == "https://web.archive.org/web/20240102030405id_/https://gazette.example/ferry?a=1"
    assert raw_copy(raw_copy(COPY)) == raw_copy(COPY)
    assert raw_copy("https://archive.ph/AbCdE") == "https://archive.ph/AbCdE"


@pytest.mark.parametrize(
    ("url", "original"),
    [
        (COPY, "https://gazette.example/ferry?a=1"),
        ("https://web.archive.org/web/2019/www.a.example/x", "http://www.a.example/x"),
        ("http://web.archive.org/web/https://a.example/x", "https://a.example/x"),
        ("https://archive.today/20200101/https://a.example/x", "https://a.example/x"),
        ("https://archive.ph/AbCdE", ""),
        ("https://a.example/web/story", ""),
    ],
)
def test_the_address_that_a_copy_is_of(url, original):
    assert original_of(url) == original


def test_a_copy_says_its_day_and_one_can_be_asked_for_by_day():
    assert archived_on(COPY) == "2024-01-02"
    assert archived_on("https://a.example") is None
    assert nearest_copy("https://web.archive.org/web/", "https://a.example/x", "2020-03-16") == "https://web.archive.org/web/20200316id_/https://a.example/x"
