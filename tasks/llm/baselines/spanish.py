"""Questions in Spanish: statements with a blank only, for figures and dates.

Fewer kinds than in English: a real question needs gender and agreement ("cuántas", "cuál fue la"), which rules this small get wrong.
"""

from __future__ import annotations

import re

from tasks.llm.baselines.drafts import BLANK, Draft
from tasks.llm.baselines.lexicon import SPANISH_OPENERS, SPANISH_POINTING
from tasks.llm.baselines.quantities import Quantity
from tasks.llm.baselines.sentences import Sentence, words

MONTHS = ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre")

_MONEY = "lirios?|euros?|dólares|dólar|pesos?|libras?|coronas?|talmarks?|soles|bolívares|reales|yenes"
_UNITS = (
    "metros?(?: (?:cuadrados?|cúbicos?))?|kilómetros?(?: cuadrados?)?|hectáreas?|toneladas?|kilos?|kilogramos?|gramos?|litros?|grados?|"
    "centímetros?|milímetros?|millas?|nudos?|megavatios?|kilovatios?|decibelios?|puntos?"
)
_TIMES = "segundos?|minutos?|horas?|días?|semanas?|meses|mes|años?|décadas?"
_QUANTITY = re.compile(
    rf"(?P<date>\b\d{{1,2}} de (?:{'|'.join(MONTHS)})(?: de \d{{4}})?\b)"
    r"|(?<![\w.,:/-])(?P<number>\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?)(?![\w:/]|[.,-]\d)"
    r"(?:"
    rf"(?P<amount>(?: (?:mil )?(?:millones|millón)(?: de)?| mil)? (?:{_MONEY})\b)"
    r"|(?P<percentage> ?%| por ciento\b)"
    rf"|(?P<measure>(?: mil)? (?:{_UNITS})\b)"
    rf"|(?P<duration> (?:{_TIMES})\b)"
    r"|(?P<noun> (?!de\b|por\b|que\b|con\b|más\b|menos\b|las\b|los\b|tras\b|veces\b)[a-záéíóúñ]{3,}s\b)"
    r")?",
)
_YEAR_BEFORE = re.compile(r"\b(?:en|desde|hasta|de) $")
_LABEL_BEFORE = re.compile(r"(?:[A-ZÁÉÍÓÚÑ]\w* |número |núm\. |entre |de cada |las |los \w+ de |del )$")
_RANGE_AFTER = re.compile(r" (?:a|y|o) \d")
_UNUSABLE = re.compile(r"[\"“”«»?¿!¡…:|\[\](){}@<>]|https?:|www\.| [—–-] ")
_NOUN = {
    "amount": "qué importe", "percentage": "qué porcentaje", "number": "qué número", "measure": "qué medida", "duration": "qué duración",
    "date": "qué fecha", "year": "qué año",
}  # fmt: skip
_CAPITAL = re.compile(r"(?<=[\wáéíóúñ,] )[A-ZÁÉÍÓÚÑ][\wáéíóúñ]+")
_ARTICLE = re.compile(r"(?:El|La|Los|Las) ")
_NAMED_THING = re.compile(r"\w+ (?:\w+ ){0,3}(?:del? |[A-ZÁÉÍÓÚÑ])")
_MAX_WORDS, _MIN_WORDS, _LATEST_NAME = 40, 8, 8


def quantities(text: str) -> list[Quantity]:
    """The quantities of a Spanish text in order; kinds as in English."""
    found: list[Quantity] = []
    for match in _QUANTITY.finditer(text):
        start = match.start()
        before = text[max(0, start - 24) : start]
        if match["date"]:
            found.append(Quantity(start, match.end(), match.group(), "date"))
            continue
        number = match["number"]
        end = match.end("number")
        if _RANGE_AFTER.match(text, end):
            continue
        if re.fullmatch(r"(?:1[6-9]|20)\d\d", number) and match["noun"] is None and match["amount"] is None:
            if _YEAR_BEFORE.search(before):
                found.append(Quantity(start, end, number, "year"))
            continue
        kind = next((k for k in ("amount", "percentage", "measure", "duration") if match[k]), "number" if match["noun"] else "")
        if not kind or _LABEL_BEFORE.search(before):
            continue
        stop = end if kind == "number" else match.end()
        found.append(Quantity(start, stop, text[start:stop], kind, noun=(match["noun"] or "").strip()))
    return found


def drafts(text_sentences: list[Sentence], release_date: str) -> list[Draft]:
    """A draft for each quantity of each Spanish sentence that stands alone. release_date: as written in Spanish."""
    found: list[Draft] = []
    for i, sentence in enumerate(text_sentences):
        text = sentence.text.rstrip(".")
        if not sentence.text.endswith(".") or not _stands_alone(text):
            continue
        for quantity in quantities(text):
            if quantity.text == release_date:
                continue
            shown = f"{text[: quantity.start]}{BLANK}{text[quantity.end :]}"
            rank = 1 if quantity.kind in {"amount", "percentage", "number"} else 2
            body = f"¿{_NOUN[quantity.kind]} completa la frase «{shown}»"
            found.append(Draft(body, quantity.text, quantity.kind, i, sentence.text, False, rank))
    return found


def _stands_alone(text: str) -> bool:
    """Whether a sentence has a name near its start and nothing in it that points to another one."""
    parts = [w.text.lower() for w in words(text)]
    if not _MIN_WORDS <= len(parts) <= _MAX_WORDS or _UNUSABLE.search(text):
        return False
    if parts[0] in SPANISH_OPENERS or not SPANISH_POINTING.isdisjoint(parts):
        return False
    if _ARTICLE.match(text) and not _NAMED_THING.match(text):
        return False
    named = _CAPITAL.search(text)
    return named is not None and len(text[: named.start()].split()) <= _LATEST_NAME
