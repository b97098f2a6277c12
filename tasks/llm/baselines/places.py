"""What sort of place a name is, so that a street is not offered beside a country, nor a town beside the land it lies in."""

from __future__ import annotations

from tasks.llm.baselines.lexicon import CITIES, COUNTRIES, PLACE_ENDINGS


def level(place: str) -> str:
    """country, city, or the name's own ending (Bay, Street); "" where that is not known."""
    if place in COUNTRIES:
        return "country"
    if place in CITIES:
        return "city"
    last = place.split()[-1]
    return last if " " in place and last in PLACE_ENDINGS else ""
