import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.fetching.urls import canonical_url, judge_link


@pytest.mark.parametrize(
    "variant",
    [
        "https://news.example/story?id=7",
        "HTTPS://NEWS.Example/story?id=7",
        "https://news.example:443/story?id=7",
        "https://news.example/story?id=7#comments",
        "https://news.example/story?utm_source=rss&id=7&utm_medium=feed",
        "https://news.example/story?id=7&fbclid=abc&gclid=d&at_medium=RSS&at_campaign=KARANGA",
        "https://news.example/story?id=7&CMP=rss&source=rss",
        "https://news.example/a/../story?id=7",
        "  https://news.example/story?id=7\n",
    ],
)
def test_one_article_has_one_address(variant: str) -> None:
    assert canonical_url(variant) == "https://news.example/story?id=7"


@pytest.mark.parametrize(
    ("link", "whole"),
    [
        ("/story/2", "https://news.example/story/2"),
        ("story/2", "https://news.example/world/story/2"),
        ("//cdn.example/x", "https://cdn.example/x"),
        ("?p=4", "https://news.example/world/feed.xml?p=4"),
    ],
)
def test_relative_links_are_made_whole(link: str, whole: str) -> None:
    assert canonical_url(link, "https://news.example/world/feed.xml") == whole


def test_what_tells_articles_apart_stays() -> None:
    assert canonical_url("https://news.example/?p=7") != canonical_url("https://news.example/?p=8")
    assert canonical_url("http://news.example/read?4711") == "http://news.example/read?4711"
    assert canonical_url("https://news.example/x?source=desk") == "https://news.example/x?source=desk"


def test_the_order_of_the_query_does_not_matter() -> None:
    assert canonical_url("https://n.example/x?b=2&a=1") == canonical_url("https://n.example/x?a=1&b=2")


def test_letters_of_all_scripts_are_written_in_one_way() -> None:
    assert canonical_url("https://bücher.example/straße?q=ä b") == canonical_url("https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%A4%20b")


def test_a_user_name_in_an_address_does_not_survive() -> None:
    assert canonical_url("https://reader:secret@news.example/x") == "https://news.example/x"


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("", "no_link"),
        ("   ", "no_link"),
        ("mailto:desk@example.org", "bad_scheme"),
        ("javascript:void(0)", "bad_scheme"),
        ("ftp://news.example/x", "bad_scheme"),
        ("file:///etc/passwd", "bad_scheme"),
        ("http://", "bad_url"),
        ("http://exa mple.org/x", "bad_url"),
        ("http://[::1", "bad_url"),
        ("https://news.google.com/rss/articles/CBMiXX?oc=5", "aggregator_link"),
        ("https://apple.news/Abc123", "aggregator_link"),
    ],
)
def test_links_to_no_article_are_told_apart(link: str, reason: str) -> None:
    assert judge_link(link)[1] == reason
    assert judge_link("https://news.example/story")[1] == ""


def test_a_host_that_only_ends_like_an_aggregator_is_none() -> None:
    assert judge_link("https://mynews.google.com.example/x")[1] == ""
    assert judge_link("https://notapple.news/x")[1] == ""


@pytest.mark.parametrize(
    "click",
    [
        "https://www.google.com/url?rct=j&sa=t&url=https://news.example/a%3Fid%3D3&ct=ga",
        "http://www.bing.com/news/apiclick.aspx?ref=FexRss&url=https%3a%2f%2fnews.example%2fa%3fid%3d3&c=1",
    ],
)
def test_a_click_counter_that_names_its_target_is_looked_through(click: str) -> None:
    assert judge_link(click) == ("https://news.example/a?id=3", "")


def test_a_click_counter_cannot_smuggle_another_scheme() -> None:
    assert canonical_url("https://www.google.com/url?url=file:///etc/passwd").startswith("https://www.google.com/")


@given(st.text(max_size=60))
def test_no_link_whatever_raises_and_canonical_is_a_fixed_point(link: str) -> None:
    once = canonical_url(link, "https://news.example/feed")
    assert canonical_url(once) == once
