"""Small studies of both kinds, with the secrets of their links."""

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from storage.schemas.annotations import Study
from tasks.annotate.links import make_links
from tasks.annotate.options import CorrectnessDesign, QualityDesign
from tasks.annotate.studies import draw_correctness, draw_quality, store_study

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


@dataclass
class Made:
    """A stored study and the secret of each annotator's link."""

    study: Study
    tokens: dict[str, str]


@pytest.fixture
def quality(lake, release):
    return _made(lake, draw_quality(release, QualityDesign(annotators=4, each=5, shared=2), seed="s", now=NOW))


@pytest.fixture
def correctness(lake, release):
    return _made(lake, draw_correctness(release, CorrectnessDesign(annotators=4, articles=2, questions=2), seed="s", now=NOW))


def _made(lake, drawn):
    store_study(lake, drawn)
    return Made(drawn.study, make_links(lake, drawn.study, drawn.study.annotators, now=NOW))
