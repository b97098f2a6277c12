"""newspaper4k as we use it."""

import subprocess
import sys

from made_pages import page, prose

from tasks.extraction.newspaper_page import SUPPORTED, NewspaperPage, set_up


def test_the_body_is_read_in_the_language_that_we_choose() -> None:
    asked = []

    def choose(document: object) -> str:
        asked.append(document)
        return "en"

    read = NewspaperPage("https://lantern.example/a", page(body=prose(1), lang="ko").decode(), choose)
    read.parse()
    assert read.text == prose(1)
    assert read.config.language == "en"
    assert asked == [read.doc]


def test_korean_needs_no_download() -> None:
    from newspaper.text import StopWords

    set_up()
    assert StopWords("ko").get_stopword_count("시의회는 다리를 닫기로 결정했다").word_count == 4


def test_languages_of_the_usual_feeds_are_supported() -> None:
    assert {"en", "de", "fr", "es", "pt", "zh", "ja", "ko", "ar", "ru", "hi", "th"} <= SUPPORTED
    assert "am" not in SUPPORTED


def test_loading_it_does_not_load_nltk_and_leaves_it_loadable() -> None:
    code = "import sys, tasks.extraction.newspaper_page; assert 'nltk' not in sys.modules and 'sklearn' not in sys.modules; import nltk"
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)
