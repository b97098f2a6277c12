from pathlib import Path

import pytest

from storage.schemas.errors import BadConfig
from tasks.ingest.feeds import Feed, load_feeds

GOOD = """# a comment
[[feed]]
feed_id = "gazette"
outlet = "The Gazette"
url = "https://gazette.example/rss"
category = "general"

[[feed]]
feed_id = "courier"
outlet = "Courier"
url = "https://courier.example/rss"
category = "general"
language = "pt-BR"
zone = "Europe/Lisbon"
redistribution = "full"
licence = "CC BY 4.0"
enabled = false
"""
LIST = Path(__file__).parents[3] / "deployments" / "feeds.toml"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "feeds.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_list_is_read_in_order_with_its_defaults(tmp_path: Path) -> None:
    gazette, courier = load_feeds(written(tmp_path, GOOD))
    assert gazette == Feed(feed_id="gazette", outlet="The Gazette", url="https://gazette.example/rss", category="general")
    assert gazette.redistribution == "unknown"
    assert gazette.enabled
    assert (courier.zone, courier.language, courier.enabled) == ("Europe/Lisbon", "pt-BR", False)


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ('zone = "Europe/Lisbon"', 'zone = "Europe/Atlantis"', 14, "zone"),
        ('language = "pt-BR"', 'language = "Portuguese!"', 13, "language"),
        ('redistribution = "full"', 'redistribution = "sure"', 15, "redistribution"),
        ('url = "https://courier.example/rss"', 'url = "courier.example/rss"', 11, "url"),
        ('url = "https://courier.example/rss"', 'url = "https://me:s3cret@courier.example/rss"', 11, "url"),
        ('feed_id = "courier"', 'feed_id = "../courier"', 9, "feed_id"),
        ('feed_id = "courier"', 'feed_id = "gazette"', 9, "feed_id"),
        ('url = "https://courier.example/rss"', 'url = "https://gazette.example/rss"', 11, "url"),
        ("enabled = false", 'enabled = "no"', 17, "enabled"),
        ("enabled = false", "enable = false", 17, "enable"),
        ('outlet = "Courier"', "outlet = 7", 10, "outlet"),
        ('outlet = "Courier"', 'outlet = " "', 10, "outlet"),
        ('outlet = "Courier"\n', "", 8, "outlet"),
    ],
)
def test_a_fault_is_named_with_file_line_and_key(tmp_path: Path, old: str, new: str, line: int, key: str) -> None:
    head, second = GOOD.rsplit("[[feed]]", 1)
    assert old in second
    with pytest.raises(BadConfig) as caught:
        load_feeds(written(tmp_path, head + "[[feed]]" + second.replace(old, new)))
    assert f"feeds.toml, line {line}, key {key}:" in str(caught.value)
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD + "zone = ", "line 18"),
        ("[settings]\nx = 1\n" + GOOD, "unknown key 'settings'"),
        ("feed = 3", r"\[\[feed\]\] blocks"),
        ("feed = ['x']", r"\[\[feed\]\] blocks"),
        ("feed = [{feed_id = 'x'}]", "feed 1, key outlet"),
    ],
)
def test_a_file_that_is_no_list_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadConfig, match=message) as caught:
        load_feeds(written(tmp_path, text))
    assert "feeds.toml" in str(caught.value)


def test_a_missing_file_and_one_in_another_encoding_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="does not exist"):
        load_feeds(tmp_path / "none.toml")
    path = tmp_path / "latin.toml"
    path.write_bytes("# Málaga".encode("latin-1"))
    with pytest.raises(BadConfig, match=r"latin\.toml"):
        load_feeds(path)


def test_an_empty_list_has_no_feeds(tmp_path: Path) -> None:
    assert load_feeds(written(tmp_path, "# none yet\n")) == []


class TestTheListThatComesWithUs:
    PAPER = (
        "guardian bbc aljazeera nbcnews cbsnews npr techcrunch theverge wikinews huffpost foxnews pcgamer techradar gizmodo "
        "arstechnica vanityfair gq cna scmp rt"
    )
    SECTIONS = "latest politics sports video world opinion health travel tech science"

    def test_it_holds_all_outlets_of_the_paper(self) -> None:
        assert set(self.PAPER.split()) <= {feed.outlet for feed in load_feeds(LIST)}

    def test_it_holds_fox_news_by_section(self) -> None:
        sections = {feed.category for feed in load_feeds(LIST) if feed.outlet == "foxnews"}
        assert sections == set(self.SECTIONS.split())

    def test_only_openly_licensed_texts_may_be_shared(self) -> None:
        for feed in load_feeds(LIST):
            assert (feed.redistribution == "full") == feed.licence.startswith("CC ")
