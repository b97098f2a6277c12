"""Offline programs that stand behind the same door as language models and are never called language models.

``baseline/cloze`` writes questions from an article by rules, ``baseline/guess`` answers by a hash (the chance line), ``baseline/overlap``
answers by matching words with the context, ``baseline/same`` judges free answers by equality.
They need no network, no key and no model, and take a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tasks.llm.baselines.cloze import Cloze
from tasks.llm.baselines.guess import Guess
from tasks.llm.baselines.overlap import Overlap
from tasks.llm.baselines.same import Same
from tasks.llm.request import Baseline

BASELINES: Mapping[str, Baseline] = MappingProxyType({b.name: b for b in (Cloze(), Guess(), Overlap(), Same())})
"""The baselines by name."""

__all__ = ["BASELINES"]
