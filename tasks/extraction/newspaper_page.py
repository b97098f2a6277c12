"""newspaper4k on a page that is already here, told the right language and spared what nobody asks for.

Measured on 177 real pages: a third of newspaper4k's time goes into author lookups and a tenth into dates, videos and images. Authors and
dates are read from the page's structured data instead (see ``bylines`` and ``page_dates``), which is also right more often.
The body is exactly newspaper4k's.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

# Importing nltk costs newspaper4k 1.6 s and 220 MB in each worker and serves only Arabic, whose tokenizer imports it when needed.


@contextmanager
def _without_nltk() -> Iterator[None]:
    loaded = "nltk" in sys.modules
    if not loaded:
        sys.modules["nltk"] = None  # type: ignore[assignment]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        if not loaded:
            del sys.modules["nltk"]


with _without_nltk():
    from newspaper.article import Article as _Article
    from newspaper.configuration import Configuration
    from newspaper.extractors.content_extractor import ContentExtractor
    from newspaper.languages import valid_languages
    from newspaper.text import default_tokenizer

SUPPORTED: frozenset[str] = frozenset(code for code, _ in valid_languages())


def set_up() -> None:
    """Mend what does not work out of the box: the Korean tokenizer wants a model that nltk downloads; words between spaces do."""
    korean: Any = importlib.import_module("newspaper.languages.ko")
    korean.tokenizer = default_tokenizer


class NewspaperPage(_Article):  # type: ignore[misc]
    """``parse()`` reads ``markup`` once. ``choose`` is given the lxml document and says which language to read it in.

    After it: ``doc`` (the document), ``text``, ``title``, ``canonical_link``, ``meta_site_name``.
    """

    def __init__(self, url: str, markup: str, choose: Callable[[Any], str]) -> None:
        settings = Configuration()
        settings.fetch_images = False
        settings.max_text = 2_000_000
        super().__init__(url, config=settings)
        self.extractor = _Extractor(self.config, choose)
        self.download(input_html=markup)

    def fetch_images(self) -> None:
        """Nobody asks for images."""


class _Extractor(ContentExtractor):  # type: ignore[misc]
    def __init__(self, settings: Configuration, choose: Callable[[Any], str]) -> None:
        super().__init__(settings)
        self._choose = choose

    def get_metadata(self, article_url: str, doc: Any) -> dict[str, Any]:
        """As newspaper4k's, with the language chosen by us; it decides how the body is looked for."""
        found: dict[str, Any] = super().get_metadata(article_url, doc)
        found["language"] = self._choose(doc)
        return found

    def get_authors(self, doc: Any) -> list[str]:
        """None: see ``bylines``."""
        return []

    def get_publishing_date(self, url: str, doc: Any) -> datetime | None:
        """None: see ``page_dates``."""
        return None

    def get_videos(self, doc: Any, top_node: Any) -> list[Any]:
        """None: see ``signals``."""
        return []
