"""The day's entities, for baselines."""

import dataclasses
from collections.abc import Mapping, Sequence

from sample_articles import make_article

from tasks.generate.facts import collect_facts


def capitals(text: str, language: str) -> Mapping[str, Sequence[str]]:
    return {"name": [word for word in text.split() if word.istitle()], "word": text.split()[:1]}


def test_entities_of_all_articles_are_joined_by_type_without_repeats() -> None:
    facts = collect_facts("2026-11-30", [make_article("Anna met Ben"), make_article("Ben met Cleo")], capitals)
    assert facts.day == "2026-11-30"
    assert facts.entities == {"name": ("Anna", "Ben", "Cleo"), "word": ("Anna", "Ben")}


def test_a_busy_day_is_bounded() -> None:
    assert (
        len(
            collect_facts(
                "2026-11-30", [make_article(" ".join(f"N{i}" for i in range(50)))], lambda text, language: {"n": text.split()}, limit=10
            ).entities["n"]
        )
        == 10
    )


def test_each_text_is_read_in_its_own_language() -> None:
    read: list[str] = []
    articles = [make_article("Anna"), dataclasses.replace(make_article("Ana"), language="es")]
    collect_facts("2026-11-30", articles, lambda text, language: read.append(language) or {})  # type: ignore[func-returns-value]
    assert read == ["en", "es"]
