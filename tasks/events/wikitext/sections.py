"""Which headings hold events, which hold lists of people, films and links that are none."""

from __future__ import annotations

import re

_NEVER = re.compile(
    r"(?:incumbents?|government|state governments|governors?|lieutenant governors?|(?:federal|provincial|state|territorial|national|political) .*|"
    r"births?|deaths?|notable deaths|obituar.*|references?|notes?|footnotes|citations|sources|see also|external links?|further reading|"
    r"bibliography|holidays?|(?:public |national |bank )?holidays.*|anniversaries.*|observances|awards?(?: and honou?rs)?|honou?rs|nobel prizes?|"
    r"demographics|population|gallery|films?|cinema|music(?: albums)?|albums|television|literature|books|publications|debuts|endings|"
    r"titulares|nascimentos|mortes|falecimentos|referências|ligações externas|ver também|nacimientos|fallecimientos|referencias|véase también|"
    r"enlaces externos|naissances|décès|références|voir aussi|liens externes|geboren|gestorben|einzelnachweise|weblinks|siehe auch|"
    r"出生|逝世|参考文献|外部链接|参见)",
    re.IGNORECASE,
)
_EVENTS = re.compile(
    r"(?:(?:major |main |notable |key |political |other |ongoing |scheduled |world |full |regular )*events?(?: by month)?"
    r"(?: (?:of|in) .*)?|timeline|chronology|"
    r"acontecimentos|eventos|acontecimientos|hechos|événements|évènements|chronologie|ereignisse|大事记|事件)",
    re.IGNORECASE,
)


def is_left_out(heading: str) -> bool:
    """Births, deaths, office holders, references and the like."""
    return _NEVER.fullmatch(heading.strip(" :")) is not None


def is_events(heading: str) -> bool:
    """The heading of the list of events itself."""
    return _EVENTS.fullmatch(heading.strip(" :")) is not None
