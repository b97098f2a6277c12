"""Gates between a page and an article: what they stop, and what they must let through."""

from dataclasses import replace

import pytest
from made_pages import prose

from tasks.extraction.extract import Extraction
from tasks.extraction.gates import Visit, judge_bytes, judge_page, judge_text, kind_of, speaks_of
from tasks.extraction.language import count_words
from tasks.extraction.options import GateOptions
from tasks.extraction.signals import PageSignals

OPTIONS = GateOptions()
URL = "https://lantern.example/news/2026/11/old-crane-lifts-its-last-boat"


def visit(
    body: str = "",
    *,
    title: str = "Old crane lifts its last boat",
    feed_title: str = "",
    asked: str = URL,
    final: str = "",
    **marks: object,
) -> Visit:
    signals = PageSignals(lead=body[:1500], words=count_words(body), **marks)  # type: ignore[arg-type]
    page = Extraction(title=title, body=body, words=count_words(body), language="en", signals=signals)
    return Visit(asked=asked, final=final or asked, feed_title=feed_title or title, page=page)


def reason(found: Visit, options: GateOptions = OPTIONS) -> str:
    drop = judge_page(found, options)
    return drop.reason if drop else ""


def sized(words: int) -> str:
    return " ".join(["The ferry left the harbour again today,"] * (words // 7 + 1)).rsplit(" ", (words // 7 + 1) * 7 - words)[0]


def test_an_ordinary_article_passes() -> None:
    assert reason(visit(prose(1))) == ""


@pytest.mark.parametrize(("words", "expected"), [(0, "empty_text"), (49, "too_short"), (50, ""), (12_001, "too_long")])
def test_the_length_of_a_text(words: int, expected: str) -> None:
    assert reason(visit(sized(words) if words else "")) == expected


CONSENT = (
    "Before you continue. We and our 412 partners store and access information on your device, such as cookies, and process personal "
    "data, to show personalised ads and measure engagement. Some rely on legitimate interest. You can accept all, reject all or manage "
    "options at any time in the privacy settings. Your consent is stored for a year. "
)


def test_a_consent_dialogue_is_none() -> None:
    assert reason(visit(CONSENT)) == "consent_page"
    assert reason(visit(prose(1), final="https://consent.lantern.example/collect")) == "consent_page"


def test_a_story_about_cookies_is_one() -> None:
    story = (
        prose(1)
        + "\n\nThe court ruled that consent to cookies must be asked for. Personal data of 412 partners were at stake, said the judge."
    )
    assert reason(visit(story, title="Court rules on cookies")) == ""


@pytest.mark.parametrize(
    "marks",
    [{"free": False}, {"paywall_said": "Subscribe to continue reading"}],
)
def test_the_opening_of_a_sold_story_is_a_paywall_and_a_whole_one_is_not(marks: dict[str, object]) -> None:
    assert reason(visit(sized(90), **marks)) == "paywall"
    assert reason(visit(sized(300), **marks)) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, this page is no longer available.",
        "Error 404. We can't find the page you asked for.",
        "Der Artikel: Seite nicht gefunden",
        "Página no encontrada",
    ],
)
def test_a_missing_page_that_answers_200_is_seen_by_its_words(text: str) -> None:
    assert reason(visit(text, title="The Lantern", feed_title="Old crane lifts its last boat")) == "soft_404"
    assert reason(visit(text + " " + sized(60), title=text, feed_title="Old crane lifts its last boat")) == "soft_404"


def test_a_story_about_missing_pages_is_one() -> None:
    assert reason(visit(prose(1), title="Page not found: how the web forgets")) == ""
    assert (
        reason(
            visit(sized(120), title="The page was removed, and nobody knows why", feed_title="The page was removed, and nobody knows why")
        )
        == ""
    )


def test_a_short_report_of_a_removed_page_is_one() -> None:
    text = "The museum said that its page on the lost letters was removed on Monday. " + sized(50)
    assert reason(visit(text, title="Museum takes letters off the web", feed_title="Museum removed page on lost letters")) == ""


def test_a_robot_check_is_stopped_and_a_story_about_one_is_not() -> None:
    assert reason(visit("Just a moment... Enable JavaScript and cookies to continue", title="Just a moment...")) == "bot_block"
    assert reason(replace(visit(sized(20)), challenge=True)) == "bot_block"
    assert reason(replace(visit(prose(1)), challenge=True)) == ""
    assert reason(visit(prose(1), title="Are you a robot? The test that annoys everyone")) == ""


def test_a_redirect_to_the_front_page_or_a_login_is_no_story() -> None:
    assert reason(visit(prose(1), final="https://lantern.example/")) == "redirected_home"
    assert reason(visit(prose(1), final="https://lantern.example/login?next=/x")) == "paywall"


def test_a_redirect_to_another_story_is_none_and_one_to_the_same_story_is() -> None:
    elsewhere = "https://lantern.example/news/festival-of-kites"
    assert (
        reason(
            visit(
                "Kites rose over the beach. " * 20, title="Festival of kites", feed_title="Old crane lifts its last boat", final=elsewhere
            )
        )
        == "redirected_elsewhere"
    )
    assert reason(visit(prose(1), title="Last boat for the old crane", feed_title="Old crane lifts its last boat", final=elsewhere)) == ""
    same = URL.replace("https://", "http://www.") + "/?utm=1"
    assert reason(visit(prose(1), title="Quite other words", feed_title="Old crane lifts its last boat", final=same)) == ""


@pytest.mark.parametrize(
    ("asked", "marks"),
    [
        (URL, {"items": 20, "item_words": 90}),
        (URL, {"articles": 12}),
        (URL, {"teasers": 20, "types": ("collectionpage",)}),
        ("https://lantern.example/world", {"headlines": 20}),
        ("https://lantern.example/", {"headlines": 20}),
    ],
)
def test_front_pages_and_lists_are_no_articles(asked: str, marks: dict[str, object]) -> None:
    assert reason(visit(sized(100), asked=asked, **marks)) == "index_page"


@pytest.mark.parametrize(
    "marks",
    [
        {"items": 20, "item_words": 10, "teasers": 40, "headlines": 60},
        {"teasers": 40, "headlines": 60, "types": ("collectionpage", "newsarticle"), "articles": 1},
        {"headlines": 200},
    ],
)
def test_an_article_among_many_links_is_one(marks: dict[str, object]) -> None:
    assert reason(visit(sized(100), **marks)) == ""


def test_a_video_with_a_line_of_text_is_only_a_video() -> None:
    assert reason(visit(sized(60), og_type="video.other")) == "video_only"
    assert reason(visit(sized(60), types=("videoobject",))) == "video_only"
    assert reason(visit(sized(60), asked="https://lantern.example/video/crane-lifts")) == "video_only"
    assert reason(visit(sized(30), players=1)) == "video_only"
    assert reason(visit(sized(300), types=("videoobject",), players=1)) == ""
    assert reason(visit(sized(60), types=("newsarticle", "videoobject"), articles=1)) == ""


def test_languages_are_gated_only_when_some_are_wanted() -> None:
    assert reason(visit(prose(1)), GateOptions(languages=frozenset({"de"}))) == "language_not_wanted"
    assert reason(visit(prose(1)), GateOptions(languages=frozenset({"de", "en"}))) == ""


def test_a_page_that_could_not_be_read_says_so() -> None:
    assert reason(replace(visit(), page=Extraction(fault="no_document"))) == "empty_text"
    assert reason(replace(visit(), page=Extraction(fault="LookupError: no tokenizer"))) == "extraction_failed"


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        (b"%PDF-1.7 ...", "", "not_html"),
        (b"<html></html>", "application/pdf", "not_html"),
        (b"\x89PNG\r\n", "text/html", "not_html"),
        (b"  \n", "text/html", "empty_body"),
        (b"<html></html>", "", None),
        (b"<!DOCTYPE html><html></html>", "text/plain", None),
        (b"only words", "text/plain", "not_html"),
        (b"<html></html>", "text/html; charset=utf-8", None),
    ],
)
def test_files_are_no_pages(body: bytes, content_type: str, expected: str | None) -> None:
    drop = judge_bytes(body, content_type)
    assert (drop.reason if drop else None) == expected


@pytest.mark.parametrize(
    ("final", "title", "types", "kind"),
    [
        ("https://n.example/live/2025/jun/03/storm", "Storm hits the coast", (), "live_blog"),
        ("https://n.example/news/live-updates-storm", "Storm", (), "live_blog"),
        ("https://n.example/news/storm", "Storm hits the coast – live", (), "live_blog"),
        ("https://n.example/news/storm", "Storm: live updates from the coast", (), "live_blog"),
        ("https://n.example/news/storm", "Storm", ("liveblogposting",), "live_blog"),
        ("https://n.example/news/storm", "En direct : la tempête", (), "live_blog"),
        ("https://n.example/news/live-music-returns", "Live music returns to the pier", (), "article"),
        ("https://n.example/news/storm", "Where otters live", (), "article"),
    ],
)
def test_live_blogs_are_told_by_address_type_or_title(final: str, title: str, types: tuple[str, ...], kind: str) -> None:
    assert kind_of(visit(prose(1), title=title, asked=final, types=types)) == kind


def test_a_text_from_a_feed_is_judged_by_its_length_alone() -> None:
    drop = judge_text(Extraction(body="few words", words=2), OPTIONS)
    assert drop is not None
    assert drop.reason == "too_short"
    assert judge_text(Extraction(body=sized(60), words=60), OPTIONS) is None


def test_a_title_speaks_of_a_text_when_half_of_its_words_stand_there() -> None:
    assert speaks_of("Northern quay opened at last", "the northern quay was opened")
    assert not speaks_of("Old crane lifts its last boat", "the northern quay was opened")
    assert speaks_of("So it is", "anything")
