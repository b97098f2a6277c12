"""The year pages of the invented encyclopedia in wikitext, each country's in a manner of its own, with the troubles of real ones.

Oskelund writes by month, days first, with lists under a date line and named references; Talmere by theme, months first, with date templates and
list-defined references; Maravales with definition lists, a table in one year and sentences in another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sample.encyclopedia.world import COUNTRIES, Country, Happening, happenings, month_name, written

STAMP = "0612000000"  # month, day and time of all archived copies
Trouble = str


def trouble_of(item: Happening) -> Trouble:
    """What is wrong with an event's link: "" (nothing), archived, dead, script, wrong, forbidden, copy_only, plain, book, soft_404."""
    table: dict[str, dict[int, Trouble]] = {
        "oskelund": {1: "archived", 2: "dead", 3: "script", 4: "wrong", 6: "forbidden"},
        "talmere": {1: "archived", 2: "copy_only", 3: "plain"},
        "maravales": {1: "book", 2: "soft_404"},
    }
    return table[item.country.country_id].get(item.number, "")


def path_of(item: Happening) -> str:
    """The path that the encyclopedia links to for an event; not always where the report is."""
    trouble = trouble_of(item)
    if trouble in ("archived", "dead", "copy_only"):
        return item.address.replace("/press/", "/gone/")
    if trouble == "script":
        return item.address.replace("/press/", "/app/")
    if trouble == "forbidden":
        return item.address.replace("/press/", "/private/")
    if trouble == "soft_404":
        return item.address.replace("/press/", "/moved/")
    if trouble == "wrong":
        return happenings(item.country, item.year)[item.number + 3].address
    return item.address


def page_of(country: Country, year: int, base: str) -> str:
    """The wikitext of a year page whose citations lead to ``base``."""
    items = happenings(country, year)
    write: dict[str, Callable[[Sequence[Happening], str], str]] = {"oskelund": _by_month, "talmere": _by_theme, "maravales": _mixed}
    head = f"{{{{Year in {country.name}|{year}}}}}\nThe following lists events that happened during '''{year} in [[{country.name}]]'''.\n\n"
    incumbents = f"== Incumbents ==\n* Head of state – [[Council of {country.name}]]\n\n"
    deaths = f"\n== Deaths ==\n* 4 June – [[Ottoline Marsk]], painter of harbours (born 19{year % 100:02d})\n"
    return head + incumbents + write[country.country_id](items, base) + deaths + f"\n== References ==\n{_list_defined(items, base)}\n"


def titles() -> dict[str, tuple[Country, int]]:
    """Country and year by page title."""
    from sample.encyclopedia.world import YEARS

    return {f"{year} in {country.name}": (country, year) for country in COUNTRIES for year in YEARS}


def _address(item: Happening, base: str) -> tuple[str, str]:
    """(url, archive url) as the reference gives them."""
    url = base + path_of(item)
    copy = f"{base}/web/{item.year}{STAMP}/{url}"
    trouble = trouble_of(item)
    if trouble == "copy_only":
        return copy, ""
    return url, copy if trouble == "archived" else ""


def _cite(item: Happening, base: str) -> str:
    if trouble_of(item) == "book":
        return "{{cite book |last=Marsk |first=O. |title=Harbours I Have Painted |publisher=Lighthouse Press |page=12}}"
    url, copy = _address(item, base)
    archive = f" |archive-url={copy} |archive-date={item.year}-06-12 |url-status=dead" if copy else ""
    language = f" |language={item.kind.language}" if item.kind.language != "en" else ""
    return f"{{{{cite news |url={url} |title={item.title} |newspaper={item.outlet[1]} |date={written(item.day)}{language}{archive}}}}}"


def _by_month(items: Sequence[Happening], base: str) -> str:
    lines = ["== Events =="]
    month = 0
    for item in items:
        if item.day.month != month:
            month = item.day.month
            lines.append(f"\n=== {month_name(month)} ===")
        day = f"{item.day.day} {month_name(month)}"
        if item.kind.name == "storm":
            slots = item.slots
            lines += [
                f"* {day}",
                f'** {item.event}<ref name="storm">{_cite(item, base)}</ref>',
                f"** After storm {slots['storm']}, a school in [[{slots['place2']}]] takes in {slots['amount']} people whose houses cannot be entered."
                '<ref name="storm" />',
            ]
        elif item.kind.name == "strike":
            lines.append(f"* [[{month_name(month)} {item.day.day}|{day}]]: {item.event}<ref>{_cite(item, base)}</ref>{{{{citation needed}}}}")
        elif item.kind.name == "cup":
            until = min(item.day.day + 2, 28)
            lines.append(f"* {item.day.day}–{until} {month_name(month)} – {item.event}<ref>{_cite(item, base)}</ref>")
        else:
            lines.append(f"* [[{day}]] – {item.event}<ref>{_cite(item, base)}</ref>")
    return "\n".join(lines) + "\n"


def _by_theme(items: Sequence[Happening], base: str) -> str:
    themes = {"Politics and law": ("election", "law", "currency"), "Society": ("health", "museum", "cup", "bridge")}
    lines = ["== Events =="]
    for theme, kinds in themes.items():
        lines.append(f"\n=== {theme} ===")
        for place, item in enumerate(item for item in items if item.kind.name in kinds):
            if trouble_of(item) == "plain":
                text = f"{item.event} [{_address(item, base)[0]} Report]"
            else:
                text = f'{item.event}<ref name="{item.kind.name}" />'
            date = f"{{{{date|{item.day.isoformat()}}}}}: " if place % 2 else f"{month_name(item.day.month)} {item.day.day} – "
            lines.append(f"* {date}{text}")
    lines.append("* TBA – The long promised [[Quenby tunnel]] may be begun.")
    return "\n".join(lines) + "\n"


def _mixed(items: Sequence[Happening], base: str) -> str:
    year = items[0].year
    lines = ["== Events =="]
    if year % 4 == 3:
        lines += ['{| class="wikitable"', "! Date !! Event"]
        for item in items:
            lines += ["|-", f"| {written(item.day)} || {item.event}<ref>{_cite(item, base)}</ref>"]
        return "\n".join([*lines, "|}"]) + "\n"
    for item in items:
        day = f"{item.day.day} {month_name(item.day.month)}"
        if year % 4 == 0:
            lines.append(f"On {day}, {item.event[0].lower()}{item.event[1:]}<ref>{_cite(item, base)}</ref>\n")
        else:
            lines += [f"; {day}", f": {item.event}<ref>{_cite(item, base)}</ref>"]
    lines.append("\nThe year was remembered for its long rains.")
    return "\n".join(lines) + "\n"


def _list_defined(items: Sequence[Happening], base: str) -> str:
    if items[0].country.country_id != "talmere":
        return "{{Reflist}}"
    rows = "\n".join(f'<ref name="{item.kind.name}">{_cite(item, base)}</ref>' for item in items if trouble_of(item) != "plain")
    return f"{{{{Reflist|refs=\n{rows}\n}}}}"
