from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from made_feeds import atom, item, rdf, rss

from storage.schemas.news import Entry
from storage.schemas.window import Window
from tasks.ingest.entries import FEED_REASONS, read_entries
from tasks.ingest.feed_document import read_feed
from tasks.ingest.feeds import Feed
from tasks.ingest.options import CollectOptions

WINDOW = Window(datetime(2025, 6, 3, 12, tzinfo=UTC), 24)
MORNING = "Tue, 03 Jun 2025 08:00:00 GMT"
FEED = Feed(feed_id="gazette", outlet="gazette", url="https://news.example/feed.xml", category="general")


def entries(body: bytes, feed: Feed = FEED, **options: Any) -> list[Entry]:
    document = read_feed(body, {"content-type": "application/xml"}, feed.url)
    return read_entries(document, feed, run_id="run-1", window=WINDOW, options=CollectOptions(**options))


def fates(rows: Sequence[Entry]) -> list[str]:
    return [row.reason or row.fate for row in rows]


def dated(date: str, feed: Feed = FEED, **options: Any) -> Entry:
    return entries(rss(item(date=date)), feed, **options)[0]


class TestWindow:
    @pytest.mark.parametrize(
        ("date", "fate"),
        [
            ("Tue, 03 Jun 2025 12:00:00 GMT", "pending"),
            ("Mon, 02 Jun 2025 12:00:01 GMT", "pending"),
            ("Mon, 02 Jun 2025 12:00:00 GMT", "outside_window"),
            ("2025-06-03T14:30:00+02:30", "pending"),
            ("Tue, 03 Jun 2025 12:20:00 GMT", "pending"),
            ("Tue, 03 Jun 2025 13:00:01 GMT", "future_date"),
            ("Tue, 10 Jun 2025 00:00:00 GMT", "future_date"),
            ("Mon, 31 Dec 2035 00:00:00 GMT", "future_date"),
            ("", "undated"),
            ("yesterday-ish, 25:61", "undated"),
        ],
    )
    def test_an_entry_counts_when_its_publication_lies_in_the_window(self, date: str, fate: str) -> None:
        assert fates([dated(date)]) == [fate]

    def test_the_tolerance_for_the_future_can_be_set(self) -> None:
        assert dated("Tue, 03 Jun 2025 12:20:00 GMT", future_tolerance_hours=0).reason == "future_date"

    def test_a_time_without_a_zone_is_not_lost_at_either_edge(self) -> None:
        """Item A and C of the three: no zone, assumed UTC, flagged; what seems some hours ahead is only another zone."""
        for date in ("Tue, 03 Jun 2025 11:30:00", "2025-06-03 08:20", "Tue, 03 Jun 2025 20:00:00"):
            row = dated(date)
            assert (row.fate, row.published_confidence) == ("pending", "zone_assumed")
        assert dated("Wed, 04 Jun 2025 03:00:00").reason == "future_date"

    def test_with_the_feeds_zone_known_there_is_no_such_leeway(self) -> None:
        tokyo = Feed(feed_id="t", outlet="t", url="https://t.example/f", category="c", zone="Asia/Tokyo")
        row = dated("Tue, 03 Jun 2025 20:00:00", tokyo)
        assert (row.published, row.fate) == (datetime(2025, 6, 3, 11, tzinfo=UTC), "pending")
        assert dated("Wed, 04 Jun 2025 03:00:00", tokyo).reason == "future_date"

    def test_a_day_without_a_time_counts_while_a_part_of_it_lies_in_the_window(self) -> None:
        assert [dated(date).reason for date in ("2025-06-01", "2025-06-02", "2025-06-03", "2025-06-04")] == [
            "outside_window",
            "",
            "",
            "future_date",
        ]
        assert dated("2025-06-02").published_confidence == "day_only"

    def test_an_undated_entry_keeps_what_was_written(self) -> None:
        row = dated("yesterday-ish, 25:61")
        assert (row.published, row.published_raw, row.published_confidence) == (None, "yesterday-ish, 25:61", "none")
        assert "yesterday-ish" in row.detail


class TestDates:
    def test_an_old_story_saved_anew_today_stays_an_old_story(self) -> None:
        body = atom(
            "<id>a</id><link href='https://n.example/a'/><published>2019-02-01T09:00:00Z</published><updated>2025-06-03T08:00:00Z</updated>"
        )
        row = entries(body)[0]
        assert row.published == datetime(2019, 2, 1, 9, tzinfo=UTC)
        assert row.modified == datetime(2025, 6, 3, 8, tzinfo=UTC)
        assert row.reason == "outside_window"

    def test_where_there_is_only_a_date_of_change_it_stands_in_and_says_so(self) -> None:
        row = entries(atom("<id>a</id><link href='https://n.example/a'/><updated>2025-06-03T08:00:00Z</updated>"))[0]
        assert (row.published_source, row.fate, row.modified) == ("updated", "pending", None)

    def test_dublin_core_dates_of_rdf_are_read(self) -> None:
        row = entries(rdf("<title>a</title><link>https://n.example/a</link><dc:date>2025-06-03T10:00:00+02:00</dc:date>"))[0]
        assert row.published == datetime(2025, 6, 3, 8, tzinfo=UTC)

    def test_an_unreadable_publication_date_gives_way_to_a_readable_one(self) -> None:
        row = entries(rss(item(date="someday", more="<dc:date>2025-06-03T08:00:00Z</dc:date>")))[0]
        assert row.published == datetime(2025, 6, 3, 8, tzinfo=UTC)

    def test_dates_that_feedparser_turns_into_other_days_are_read_right(self) -> None:
        assert dated("2025/06/03 10:42:10").published == datetime(2025, 6, 3, 10, 42, 10, tzinfo=UTC)
        assert dated("1748937600").published == datetime(2025, 6, 3, 8, tzinfo=UTC)


class TestLinks:
    def test_each_bad_link_has_its_reason(self) -> None:
        links = ["https://n.example/a", "", "mailto:desk@example.org", "https://news.google.com/rss/articles/CBMi", "http://exa mple/"]
        rows = entries(rss(*(item(f"Story {n}", link, MORNING) for n, link in enumerate(links))))
        assert fates(rows) == ["pending", "no_link", "bad_scheme", "aggregator_link", "bad_url"]
        assert rows[3].detail == "aggregator link, original address unknown"

    def test_relative_and_tracked_links_become_one_address(self) -> None:
        rows = entries(rss(item("A", "/story/1?utm_source=rss", MORNING), item("B", "story/2#top", MORNING)))
        assert [row.url for row in rows] == ["https://news.example/story/1", "https://news.example/story/2"]
        assert rows[0].link == "/story/1?utm_source=rss"

    def test_the_original_address_of_a_feed_service_wins(self) -> None:
        more = "<feedburner:origLink>https://news.example/real</feedburner:origLink>"
        assert entries(rss(item("A", "http://feedproxy.example/~r/x/1", MORNING, more=more)))[0].url == "https://news.example/real"

    def test_an_id_that_is_no_address_is_not_taken_for_the_link(self) -> None:
        assert fates(entries(atom("<id>tag:n.example,2025:7</id><updated>2025-06-03T08:00:00Z</updated>"))) == ["no_link"]


class TestDoubles:
    def test_one_address_counts_once(self) -> None:
        links = ["https://n.example/a", "https://n.example/a?utm_source=rss", "https://n.example/a#comments"]
        rows = entries(rss(*(item(f"Title {n}", link, MORNING, guid=f"g{n}") for n, link in enumerate(links))))
        assert fates(rows) == ["pending", "duplicate_entry", "duplicate_entry"]
        assert rows[0].entry_id in rows[1].detail

    def test_one_guid_with_one_title_counts_once_under_two_addresses(self) -> None:
        assert fates(
            entries(rss(item("Same", "https://n.example/a", MORNING, "g"), item("SAME", "https://n.example/b", MORNING, "g")))
        ) == ["pending", "duplicate_entry"]

    def test_a_guid_given_to_different_stories_loses_none(self) -> None:
        assert fates(entries(rss(item("One", "https://n.example/1", MORNING, "g"), item("Two", "https://n.example/2", MORNING, "g")))) == [
            "pending",
            "pending",
        ]

    def test_a_dropped_entry_makes_no_double_of_a_good_one(self) -> None:
        assert fates(entries(rss(item("A", "https://n.example/a", ""), item("A", "https://n.example/a", MORNING)))) == [
            "undated",
            "pending",
        ]

    def test_each_row_has_an_id_of_its_own_that_the_next_run_gives_again(self) -> None:
        body = rss(*[item("Same", "https://n.example/a", MORNING, "g")] * 3, item("", "", ""), item("", "", ""))
        ids = [row.entry_id for row in entries(body)]
        assert len(set(ids)) == 5
        assert ids == [row.entry_id for row in entries(body)]

    def test_an_entry_keeps_its_id_when_its_title_changes_or_others_come_before_it(self) -> None:
        before = entries(rss(item("Old title", "https://n.example/a", MORNING, "g")))[0]
        after = entries(rss(item("New", "https://n.example/b", MORNING, "h"), item("New title", "https://n.example/a", MORNING, "g")))[1]
        assert before.entry_id == after.entry_id


class TestTexts:
    def test_titles_are_plain(self) -> None:
        assert entries(rss(item("Fish &amp; <b>chips</b> &#8217;n peas")))[0].title == "Fish & chips ’n peas"

    def test_the_whole_content_is_kept_beside_the_summary(self) -> None:
        content = "<content:encoded><![CDATA[<p>The whole <b>story</b>.</p>]]></content:encoded>"
        row = entries(rss(item(more="<description>Short &lt;i&gt;one&lt;/i&gt;</description>" + content)))[0]
        assert (row.summary, row.content) == ("Short one", "<p>The whole <b>story</b>.</p>")

    def test_a_summary_as_long_as_an_article_is_the_content(self) -> None:
        row = entries(rss(item(more="<description>" + "word " * 200 + "</description>")), full_content_words=150)[0]
        assert len(row.content.split()) == 200
        assert entries(rss(item(more="<description>brief</description>")))[0].content == ""

    def test_sizes_are_bounded(self) -> None:
        more = f"<description>{'a' * 900}</description><content:encoded>{'b' * 900}</content:encoded>"
        row = entries(rss(item(more=more)), summary_chars=100, content_chars=200)[0]
        assert (len(row.summary), len(row.content)) == (100, 200)

    @pytest.mark.parametrize(
        ("markup", "names"),
        [
            ("<author>desk@n.example (Ana Ruiz)</author>", ("Ana Ruiz",)),
            ("<author>Ana Ruiz &lt;desk@news.example&gt;</author>", ("Ana Ruiz",)),
            ("<author>desk@n.example</author>", ()),
            ("<dc:creator>By Ana Ruiz</dc:creator><dc:creator>Jon Berg</dc:creator>", ("Ana Ruiz", "Jon Berg")),
            ("<dc:creator><![CDATA[<a href='x'>Ana Ruiz</a>]]></dc:creator>", ("Ana Ruiz",)),
            ("", ()),
        ],
    )
    def test_authors(self, markup: str, names: tuple[str, ...]) -> None:
        assert entries(rss(item(more=markup)))[0].authors == names

    def test_the_language_is_the_lists_word_before_the_feeds(self) -> None:
        body = rss(item(), head="<language>pt-BR</language>")
        assert entries(body)[0].language == "pt"
        german = Feed(feed_id="g", outlet="g", url="https://g.example/f", category="c", language="de")
        assert entries(body, german)[0].language == "de"


def test_every_drop_made_here_is_in_the_list_of_reasons() -> None:
    links = ["https://n.example/a", "https://n.example/a", "", "mailto:x@y", "http://a b/", "https://apple.news/A"]
    rows = entries(
        rss(*(item(f"{n}", link, MORNING) for n, link in enumerate(links)), item("o", "https://n.example/o", "1 Jan 2020 10:00 GMT"))
    )
    rows += [dated(""), dated("1 Jan 2030 10:00 GMT")]
    assert {row.reason for row in rows if row.fate == "dropped"} == FEED_REASONS
