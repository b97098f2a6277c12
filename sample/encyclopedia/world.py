"""Who, where and how many: the countries of the invented encyclopedia, and what happened in each of their years, always the same.

The countries are those of the sample newspaper (see its BIBLE.md); people and bodies here are of their own. Every event has names and figures that no
other event has, so that a question about one has one answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from sample.encyclopedia.kinds import Kind, load_kinds

YEARS = (2021, 2022, 2023, 2024)
_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
_MESES = ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"]
_FIRST = ["Ada", "Bertil", "Corin", "Dagny", "Elmer", "Frida", "Gorm", "Hedda", "Ivar", "Jorunn", "Kasper", "Livia", "Matti", "Nora", "Odd", "Petra",
          "Quill", "Runa", "Sixten", "Tyra", "Ulrik", "Vesna", "Wilm"]  # fmt: skip
_LAST = ["Askeby", "Brannvik", "Cordell", "Dunmark", "Ekhorn", "Fallowin", "Grimsted", "Hartvane", "Isholt", "Jarnsund", "Kelderby", "Lorrimar",
         "Moresca", "Nordahl-Pike", "Ostergren", "Pellwyn", "Quarrel", "Rosendrup", "Selkirsen", "Thornaby", "Ullersby", "Vantreight", "Wexholm", "Yarrow",
         "Zellwood", "Abarca", "Belmonte", "Cifuentes", "Darrieta"]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Country:
    """One region of the encyclopedia and what its events are made of. ``outlets`` are (id, name) of its newspapers."""

    country_id: str
    name: str
    language: str
    currency: str
    unit: str
    places: tuple[str, ...]
    bodies: tuple[str, ...]
    outlets: tuple[tuple[str, str], ...]
    kinds: tuple[str, ...]


COUNTRIES = (
    Country(
        country_id="oskelund", name="Oskelund", language="en", currency="crowns", unit="crown",
        places=("Tarnhavn", "Bryndal", "Lisvik", "Hollin Point", "Ostra Fell", "Skerrin", "Kvalby", "Morsund", "Vindhollow", "Eidermouth", "Graystrand"),
        bodies=("Coastal Rescue League", "Guild of Bridge Wrights", "Harbour Workers' Union", "Fellside Power", "Marrow Sea Institute", "Old Towns Trust"),
        outlets=(("courier", "The Tarnhavn Courier"), ("morning-post", "Bryndal Morning Post"), ("northlight", "Northlight Business")),
        kinds=("ferry", "bridge", "storm", "election", "trial", "strike", "museum", "mine", "discovery", "cup", "law", "satellite"),
    ),
    Country(
        country_id="talmere", name="Talmere", language="en", currency="talmarks", unit="talmark",
        places=("Quenby", "Aldermoor", "Fennick", "Harrowgate Vale", "Stonewick", "Ludden", "Pennerby", "Orchard Cross", "Wyrmouth"),
        bodies=("Talmere Health Board", "Society of Mine Surveyors", "Quenby Observatory", "Union of Carters", "Royal Weavers' Hall"),
        outlets=(("talmere-review", "The Talmere Review"), ("quenby-post", "The Quenby Post")),
        kinds=("health", "election", "museum", "currency", "bridge", "cup", "law"),
    ),
    Country(
        country_id="maravales", name="Maravales", language="es", currency="lirios", unit="lirio",
        places=("Puerto Lirio", "San Telmo del Mar", "Cumbre Alta", "Bahía Clara", "Los Almendros", "Valdeoro", "Isla Perdiz"),
        bodies=("Cuerpo de Bomberos de la Costa", "Cooperativa del Café", "Instituto del Mar", "Casa de la Moneda"),
        outlets=(("gaceta", "Gaceta de Puerto Lirio"), ("islander", "The Islander")),
        kinds=("volcano_es", "orchestra_es", "ferry", "discovery", "currency", "storm"),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One event of the world with the report on it. ``address`` is the report's path on the server; ``event`` is wikitext."""

    country: Country
    year: int
    number: int
    kind: Kind
    day: date
    event: str
    title: str
    paragraphs: tuple[str, ...]
    outlet: tuple[str, str]
    slots: dict[str, str]

    @property
    def address(self) -> str:
        """Such as ``/press/courier/2021/ferry-kvalby.html``."""
        plain = unicodedata.normalize("NFKD", self.slots["place"]).encode("ascii", "ignore").decode()
        place = re.sub(r"\W+", "-", plain.lower()).strip("-")
        return f"/press/{self.outlet[0]}/{self.year}/{self.kind.name.split('_')[0]}-{place}.html"


def happenings(country: Country, year: int) -> list[Happening]:
    """What happened in a country in a year, in order of days."""
    kinds = load_kinds()
    start = YEARS.index(year) * 3
    names = [country.kinds[(start + place) % len(country.kinds)] for place in range(len(country.kinds))]
    return [_happening(country, year, place, kinds[name], len(names)) for place, name in enumerate(names)]


def all_happenings() -> Iterator[Happening]:
    """Those of all countries and years."""
    for country in COUNTRIES:
        for year in YEARS:
            yield from happenings(country, year)


def written(day: date, language: str = "en") -> str:
    """``3 May 2021`` or ``3 de mayo de 2021``."""
    return f"{day.day} de {_MESES[day.month - 1]} de {day.year}" if language == "es" else f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def month_name(month: int) -> str:
    """``May``."""
    return _MONTHS[month - 1]


def _happening(country: Country, year: int, place: int, kind: Kind, count: int) -> Happening:
    serial = 97 * COUNTRIES.index(country) + 31 * YEARS.index(year) + place
    month = 1 + place * 12 // count
    day = date(year, month, 2 + (serial * 11) % 25)
    slots = _slots(country, serial, kind, day)
    return Happening(
        country=country, year=year, number=place, kind=kind, day=day, event=kind.event.format(**slots), title=kind.title.format(**slots),
        paragraphs=tuple(text.format(**slots) for text in kind.paragraphs), outlet=country.outlets[serial % len(country.outlets)], slots=slots,
    )  # fmt: skip


def _slots(country: Country, serial: int, kind: Kind, day: date) -> dict[str, str]:
    places = country.places
    first = serial % len(places)
    person, person2 = (f"{_FIRST[(serial * step) % len(_FIRST)]} {_LAST[(serial * step + shift) % len(_LAST)]}" for step, shift in ((1, 0), (2, 11)))
    place = places[first]
    seats = 101 + 2 * (serial % 40)
    won = seats // 3 + serial % 12
    number = won if kind.name == "election" else 120 + (serial * 37) % 860
    return {
        "region": country.name, "currency": country.currency, "unit": country.unit, "date": written(day, kind.language),
        "place": place, "place2": places[(first + 1 + serial % (len(places) - 2)) % len(places)], "person": person, "person2": person2,
        "org": country.bodies[serial % len(country.bodies)], "number": str(number), "number2": str(11 + (serial * 53) % 89),
        "amount": str(31 + (serial * 71) % 900), "small": str(3 + serial % 9), "percent": f"{4 + serial % 60}.{1 + serial % 8}", "seats": str(seats),
        "party": ("Harvest Party", "Civic Union", "Lantern League", "Free Shires")[serial % 4] + f" of {place}",
        "ship": ("Aurelia", "Grey Heron", "Perpetua", "Northern Wren", "Santa Elvira", "Bold Tamsin", "Merrow Queen")[serial % 7],
        "storm": ("Agda", "Boris", "Celine", "Didrik", "Esther", "Fabian", "Greta", "Holger")[serial % 8],
        "bridge": f"{place} Bridge", "team": f"{place} {('Gannets', 'Millers', 'Rovers', 'Lanterns')[serial % 4]}",
        "satellite": ("Plover", "Sandpiper", "Kestrel", "Petrel")[serial % 4] + f" {1 + serial % 5}",
    }  # fmt: skip
