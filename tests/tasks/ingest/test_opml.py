from pathlib import Path

import pytest

from storage.schemas.errors import BadInput
from tasks.ingest.feeds import Feed, load_feeds
from tasks.ingest.opml import append_feeds, feeds_toml, read_opml

OPML = """<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0"><head><title>My feeds</title></head><body>
  <outline text="World">
    <outline type="rss" text="The Skerrin Post" title="The Skerrin Post" xmlUrl="https://post.example/rss" language="en-gb"/>
    <outline text="Asia"><outline text="Lotus Daily" xmlUrl="https://lotus.example/feed"/></outline>
  </outline>
  <outline type="rss" text="" xmlUrl="https://www.nameless.example/atom"/>
  <outline type="rss" text="The Skerrin Post" xmlUrl="https://post.example/sport"/>
  <outline type="rss" text="Again" xmlUrl="https://post.example/rss"/>
  <outline text="A page" htmlUrl="https://page.example/"/>
  <outline text="A file" xmlUrl="file:///etc/passwd"/>
  <outline text="Secret" xmlUrl="https://me:word@secret.example/rss"/>
</body></opml>"""


@pytest.fixture
def opml(tmp_path: Path) -> Path:
    path = tmp_path / "feeds.opml"
    path.write_text(OPML, "utf-8")
    return path


def test_outlines_become_feeds_and_groups_categories(opml: Path) -> None:
    feeds = read_opml(opml)
    assert [(f.feed_id, f.outlet, f.url, f.category, f.language) for f in feeds] == [
        ("the-skerrin-post", "The Skerrin Post", "https://post.example/rss", "World", "en"),
        ("lotus-daily", "Lotus Daily", "https://lotus.example/feed", "Asia", None),
        ("nameless.example", "nameless.example", "https://www.nameless.example/atom", "uncategorised", None),
        ("the-skerrin-post-2", "The Skerrin Post", "https://post.example/sport", "uncategorised", None),
    ]


def test_nothing_is_assumed_of_the_right_to_share(opml: Path) -> None:
    assert {feed.redistribution for feed in read_opml(opml)} == {"unknown"}


def test_entities_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.opml"
    path.write_text(
        '<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><opml><body><outline text="&b;"/></body></opml>'
    )
    with pytest.raises(BadInput, match="entities"):
        read_opml(path)


@pytest.mark.parametrize(
    ("content", "message"), [("<opml><body>", "line 1"), ("<rss><body/></rss>", "<rss>"), ("", "not well-formed"), ("<opml/>", "no OPML")]
)
def test_other_files_are_refused_by_name(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "x.opml"
    path.write_text(content)
    with pytest.raises(BadInput, match=message) as caught:
        read_opml(path)
    assert "x.opml" in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.opml"):
        read_opml(tmp_path / "none.opml")


def test_deep_nesting_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "deep.opml"
    path.write_text(
        "<opml><body>" + '<outline text="g">' * 400 + '<outline xmlUrl="https://n.example/f"/>' + "</outline>" * 400 + "</body></opml>"
    )
    assert read_opml(path) == []


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    feeds = [
        Feed(
            feed_id="a",
            outlet='Quote " and \\ back',
            url="https://a.example/f?x=1&y=2",
            category="Größe/日本",
            language="pt-BR",
            zone="Asia/Tokyo",
        ),
        Feed(
            feed_id="b",
            outlet="Line\nbreak\x7f",
            url="https://b.example/f",
            category="c",
            redistribution="full",
            licence="CC BY 4.0",
            enabled=False,
        ),
    ]
    path = tmp_path / "feeds.toml"
    path.write_text(feeds_toml(feeds), "utf-8")
    assert load_feeds(path) == feeds


def test_appending_keeps_what_stands_there_and_skips_what_is_known(tmp_path: Path, opml: Path) -> None:
    path = tmp_path / "feeds.toml"
    before = (
        "# my own words\n[[feed]]\nfeed_id = 'the-skerrin-post'  # the good one\n"
        "outlet = 'x'\nurl = 'https://lotus.example/feed'\ncategory = 'y'"
    )
    path.write_text(before, "utf-8")
    added = append_feeds(path, read_opml(opml))
    assert path.read_text("utf-8").startswith(before + "\n\n")
    assert [feed.feed_id for feed in added] == ["the-skerrin-post-2", "nameless.example", "the-skerrin-post-3"]
    assert len(load_feeds(path)) == 4
    assert append_feeds(path, read_opml(opml)) == []


def test_a_list_is_made_where_there_is_none(tmp_path: Path, opml: Path) -> None:
    path = tmp_path / "new" / "feeds.toml"
    assert append_feeds(path, read_opml(opml)) == load_feeds(path)
