"""The text analysers of BM25, by language.

English is Anserini's default (Porter stemmer, Lucene's stop words), so that figures compare with published ones. A language without an
analyser, and ``plain``, split into lower-case words here, on both sides; characters of scripts without spaces count as words. The
language is stored in the index, and questions go through the same analyser: English rules on German or Chinese text find little,
silently.
"""

from __future__ import annotations

import re
from typing import Any

from retrieval.jvm import java_class

PLAIN = "plain"
_SPECIAL = frozenset(
    {
        "en",
        "ar",
        "bn",
        "da",
        "de",
        "es",
        "fa",
        "fi",
        "fr",
        "hi",
        "hu",
        "id",
        "it",
        "ja",
        "ko",
        "nl",
        "no",
        "pl",
        "pt",
        "ru",
        "sv",
        "te",
        "th",
        "tr",
        "uk",
        "zh",
    }
)
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")


def analyser_for(language: str) -> str:
    """The analyser of a language code: the code itself where there is one, else ``plain``. No code at all means English."""
    code = language.strip().lower().split("-")[0] or "en"
    return code if code in _SPECIAL else PLAIN


def prepare(analyser: str, text: str) -> str:
    """The text as Lucene is given it."""
    return " ".join(_WORD.findall(text.lower())) if analyser == PLAIN else text


def index_arguments(analyser: str) -> list[str]:
    """The arguments of Anserini's indexer for an analyser."""
    return ["-pretokenized"] if analyser == PLAIN else ["-language", analyser]


def set_analyser(searcher: Any, analyser: str) -> None:
    """Make a searcher treat questions as the index treated its documents."""
    if analyser == PLAIN:
        searcher.set_analyzer(java_class("org.apache.lucene.analysis.core.WhitespaceAnalyzer")())
    elif analyser != "en":
        searcher.set_language(analyser)
