"""Private links: who has one may label in its annotator's name. The lake holds only the hash of a link's secret."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime

from storage.lake import Lake
from storage.schemas.annotations import Link, Study
from storage.schemas.errors import NotFound

ACTIVE, SPENT = "active", "spent"
PATH = "/a/"
"""What stands before the secret in the path of a link."""


def token_hash(token: str) -> str:
    """What is stored of a link's secret. It has 256 random bits, so a plain hash cannot be searched backwards."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def make_links(lake: Lake, study: Study, annotators: Iterable[str], *, now: datetime) -> dict[str, str]:
    """New links, as the secret of each annotator; links that they had before are spent from now on. NotFound for an unknown one."""
    tokens = {name: secrets.token_urlsafe(32) for name in _known(study, annotators)}
    rows = [
        Link(study_id=study.study_id, annotator=name, token_hash=token_hash(token), status=ACTIVE, made=now) for name, token in tokens.items()
    ]
    lake.append(Link, rows, study.study_id)
    return tokens


def spend_links(lake: Lake, study: Study, annotators: Iterable[str], *, now: datetime) -> None:
    """Close links without making new ones. What was labelled stays. NotFound for an unknown annotator."""
    names = set(_known(study, annotators))
    # A spent link keeps its hash, so that the page can tell it from one that never was.
    rows = [
        Link(study_id=link.study_id, annotator=link.annotator, token_hash=link.token_hash, status=SPENT, made=now)
        for link in lake.read(Link, study.study_id)
        if link.annotator in names
    ]
    lake.append(Link, rows, study.study_id)


def _known(study: Study, annotators: Iterable[str]) -> list[str]:
    names = list(dict.fromkeys(annotators))
    for name in names:
        if name not in study.annotators:
            raise NotFound(f"{study.study_id} has no annotator {name!r}", todo=f"Choose among: {', '.join(study.annotators)}")
    return names
