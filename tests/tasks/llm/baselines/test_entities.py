"""What an article names and counts, by kind."""

from __future__ import annotations

import time

from tasks.llm.baselines.entities import KINDS, entities


def test_english_names_and_quantities_by_kind_each_once() -> None:
    text = (
        "The baker Orla Finch, 41, paid the Coast Bank 3.8 million crowns for 14 boats on Heron Island on 24 January 2027. "
        "Orla Finch said 4 per cent of it, 41 metres of rope, was lost within six weeks. It had stood since 1987. "
        "She paid 3.8 million crowns."
    )
    assert entities(text) == {
        "person": ["Orla Finch"], "organisation": ["Coast Bank"], "place": ["Heron Island"], "amount": ["3.8 million crowns"],
        "number": ["14"], "date": ["24 January 2027"], "percentage": ["4 per cent"], "measure": ["41 metres"],
        "duration": ["six weeks"], "year": ["1987"],
    }  # fmt: skip
    assert set(entities(text)) == set(KINDS)


def test_spanish_quantities_only_and_nothing_in_other_languages() -> None:
    assert entities("Teo Rubio pagó 300 euros por 12 barcos.", "es") == {"amount": ["300 euros"], "number": ["12"]}
    assert entities("Orla Finch zahlte 300 Euro für 14 Boote.", "de") == {}
    assert entities("") == {}


def test_no_text_takes_long() -> None:
    for text in ("A" * 200_000, "A " * 100_000, "1," * 100_000, "a. A" * 50_000, "Of the " * 30_000, "(" * 100_000, "twenty-" * 30_000):
        start = time.process_time()
        entities(text)
        assert time.process_time() - start < 2
