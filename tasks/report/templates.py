"""The templates of all pages, with what every page needs: escaping, style and script written in, and a policy that lets nothing else run."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tasks.report import figures
from tasks.report.cells import plain
from tasks.report.meanings import meaning_of, stage_words
from tasks.report.results.table import order_of, text_of
from tasks.scoring.positions import letter

_FOLDER = Path(__file__).parent / "page"


@cache
def environment() -> Environment:
    """Templates of ``page/``; what comes from outside is escaped."""
    made = Environment(loader=FileSystemLoader(_FOLDER), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters |= {
        "percent": figures.percent, "count": figures.count, "instant": figures.instant, "letter": letter, "plain": plain,
        "meaning": meaning_of,
    }  # fmt: skip
    made.globals |= {"stage_words": stage_words, "text_of": text_of, "order_of": order_of}
    return made


@cache
def packaged(*names: str) -> Markup:
    """Our own style or script files, one after the other."""
    return Markup("\n".join((_FOLDER / name).read_text("utf-8") for name in names))  # noqa: S704  our own files


def policy(style: str, script: str) -> str:
    """The content security policy of a page that holds just this style and this script."""
    allowed = f"style-src '{_source(style)}'; script-src '{_source(script)}'; img-src data:"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _source(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode()
