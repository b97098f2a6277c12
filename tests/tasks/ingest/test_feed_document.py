import gzip
import time

import pytest
from made_feeds import atom, item, rdf, rss

from tasks.ingest.feed_document import read_feed

URL = "https://feeds.example/all.xml"
XML = {"content-type": "application/rss+xml"}
LATIN = '<?xml version="1.0"{}?><rss version="2.0"><channel><title>T</title><item><title>Año nuevo en Málaga</title></item></channel></rss>'


@pytest.mark.parametrize("body", [rss(item(), item()), atom("<id>a</id>", "<id>b</id>"), rdf("<title>a</title>", "<title>b</title>")])
def test_all_formats_are_read(body: bytes) -> None:
    document = read_feed(body, XML, URL)
    assert len(document.entries) == 2
    assert document.problem is None


@pytest.mark.parametrize(
    ("body", "headers", "problem"),
    [
        (b"", XML, "empty body"),
        (b" \r\n\t ", XML, "empty body"),
        (b"\xef\xbb\xbf", XML, "empty body"),
        (b"<html><head><title>News</title></head><body>Welcome</body></html>", {"content-type": "text/html"}, "HTML instead of a feed"),
        (
            b"<!DOCTYPE html><title>Just a moment...</title>",
            {"content-type": "text/html"},
            "HTML instead of a feed, probable bot challenge",
        ),
        (b"<p>Enable JavaScript and cookies to continue</p>", XML, "HTML instead of a feed, probable bot challenge"),
        (b'{"version": "https://jsonfeed.org/version/1.1"}', XML, "JSON instead of RSS or Atom"),
        (b'<?xml version="1.0"?><opml version="2.0"><head/><body/></opml>', XML, "an OPML list instead of a feed"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", {"content-type": "image/png"}, "not a feed"),
        (b"Service unavailable", {"content-type": "text/plain"}, "not a feed"),
        (b'<?xml version="1.0"?><rss version="2.0"><channel><title>T', XML, "damaged XML without an entry"),
        (b"\x1f\x8bthis is no gzip", XML, "a gzip file that cannot be unpacked"),
    ],
)
def test_what_is_no_feed_is_named_and_not_taken_for_a_quiet_one(body: bytes, headers: dict[str, str], problem: str) -> None:
    document = read_feed(body, headers, URL)
    assert document.problem is not None
    assert document.problem.startswith(problem)
    assert document.entries == []


def test_a_whole_feed_without_entries_is_quiet_not_broken() -> None:
    assert read_feed(rss(), XML, URL).problem is None


def test_a_damaged_feed_is_read_as_far_as_it_goes_with_a_note() -> None:
    document = read_feed(rss(item("One & only")).replace(b"&amp;", b"&") + b"<junk", XML, URL)
    assert len(document.entries) == 1
    assert document.note.startswith("read in spite of")


def test_white_space_before_the_prolog_and_control_characters_do_no_harm() -> None:
    document = read_feed(b"\n\n  " + rss(item("Be\x07ll rings")), XML, URL)
    assert document.note == ""
    assert len(document.entries) == 1


def test_a_gzip_file_served_as_a_feed_is_unpacked() -> None:
    assert len(read_feed(gzip.compress(rss(item())), {"content-type": "application/gzip"}, URL).entries) == 1


def test_a_gzip_bomb_served_as_a_feed_is_refused() -> None:
    document = read_feed(gzip.compress(bytes(2_000_000)), XML, URL, limit=100_000)
    assert document.problem is not None
    assert "more than" in document.problem


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (LATIN.format("").encode(), "text/xml"),
        (LATIN.format("").encode(), "text/xml; charset=iso-8859-1"),
        (LATIN.format(' encoding="iso-8859-1"').encode(), "application/xml"),
        (LATIN.format(' encoding="iso-8859-1"').encode("latin-1"), "text/xml; charset=utf-8"),
        (LATIN.format("").encode("latin-1"), "text/xml; charset=iso-8859-1"),
        (LATIN.format(' encoding="utf-16"').encode("utf-16"), "application/xml"),
        (b"\xef\xbb\xbf" + LATIN.format("").encode(), "text/xml"),
    ],
)
def test_letters_survive_whatever_header_and_prolog_say(body: bytes, content_type: str) -> None:
    assert read_feed(body, {"content-type": content_type}, URL).entries[0].title == "Año nuevo en Málaga"


def test_relative_links_of_rss_belong_to_the_site_and_those_of_atom_to_the_feed() -> None:
    assert read_feed(rss(item()), XML, URL).base == "https://news.example/"
    assert read_feed(rss(item(), site=""), XML, URL).base == URL
    assert read_feed(atom("<id>a</id>"), XML, URL).base == URL


def test_entities_that_multiply_or_read_files_are_not_followed() -> None:
    laughs = '<!ENTITY a "ha">' + "".join(f'<!ENTITY {chr(98 + n)} "{("&" + chr(97 + n) + ";") * 10}">' for n in range(9))
    bomb = f'<?xml version="1.0"?><!DOCTYPE rss [{laughs}<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    body = bomb.encode() + rss("<title>&amp;j; x</title>").split(b"?>", 1)[1].replace(b"&amp;", b"&").replace(b" x<", b"&f;<")
    start = time.process_time()
    document = read_feed(body, XML, URL)
    assert time.process_time() - start < 2
    assert len(str(document.entries)) < 5_000
    assert "root:" not in str(document.entries)


def test_the_feeds_language_is_passed_on() -> None:
    assert read_feed(rss(item(), head="<language>pt-BR</language>"), XML, URL).language == "pt-BR"
