"""A made day as a released benchmark: questions, articles and found passages, for benches of evaluation."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "bench")]

from made_day import made_day, reply_to  # noqa: E402
from release_rows import question  # noqa: E402

from storage.schemas.news import Article  # noqa: E402
from storage.schemas.questions import Question  # noqa: E402
from tasks.answer.context import Passage  # noqa: E402
from tasks.llm.request import Request  # noqa: E402
from tasks.questions.setting import Setting  # noqa: E402

SETTINGS = {"no_context": "no_context", "oracle": "oracle", "bm25_k1": "bm25:1d:k1", "bm25_k3": "bm25:1d:k3"}
_WORDS = 150


@dataclass(frozen=True)
class Day:
    """Five questions on each of ``count`` articles of 600 words; with retrieval, passages of 150 words of the gold article and its neighbours."""

    count: int

    @cached_property
    def articles(self) -> list[Article]:
        return made_day(self.count)

    @cached_property
    def article_of(self) -> dict[str, Article]:
        return {article.version_id: article for article in self.articles}

    @cached_property
    def questions(self) -> list[Question]:
        made = []
        for number, article in enumerate(self.articles):
            inputs = {"task": "generate", "title": article.title}
            rows = json.loads(reply_to(Request(model="", purpose="generate", messages=(), inputs=inputs)))["rows"]
            for at, (asked, key, *wrong, _) in enumerate(rows):
                choices = [*wrong[: at % 4], key, *wrong[at % 4 :]]
                made.append(
                    question(
                        question_id=f"q{number:04d}-{at}", article_id=article.article_id, version_id=article.version_id, cluster_id=article.cluster_id,
                        question=asked, choices=tuple(choices), key=key, key_index=at % 4, open_question=None, open_answer=None,
                    )
                )  # fmt: skip
        return made

    @cached_property
    def passages(self) -> dict[str, Sequence[Passage]]:
        parts = [_passage(article) for article in self.articles]
        return {q.question_id: [parts[(at // 5 + step) % len(parts)] for step in range(3)] for at, q in enumerate(self.questions)}

    def setting(self, name: str) -> Setting:
        return Setting.parse(SETTINGS[name])


def _passage(article: Article) -> Passage:
    return Passage(title=article.title, day=f"{article.published:%Y-%m-%d}", text=" ".join(article.body.split()[:_WORDS]))
