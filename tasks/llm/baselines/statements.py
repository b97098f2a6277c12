"""From the sentences of an English article to statements that stand alone.

References are resolved, moving times fixed, asides and openers taken out, and clauses left away that would not stand. What still leans on
its neighbours afterwards is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from tasks.llm.baselines.dating import dated
from tasks.llm.baselines.definites import dangling
from tasks.llm.baselines.finite import first_verb
from tasks.llm.baselines.mentions import Mention
from tasks.llm.baselines.names import Names
from tasks.llm.baselines.references import PRONOUN, known_things, spoken_of, with_full_names, with_subject, with_things
from tasks.llm.baselines.sentences import Sentence, Word, words
from tasks.llm.baselines.standing import names_at, opens_vaguely, points_outside
from tasks.llm.baselines.trimming import is_open
from tasks.llm.baselines.verbs import AUXILIARIES, SPEECH

_UNUSABLE = re.compile(r"[\"“”«»?!…|\[\]{}@<>*=_]|https?:|www\.|\.\.|--| - |[‘]|[A-Z]\. (?:The|An?|In|He|She|It|They|But|And|This) ")
_DATELINE = re.compile(r"^[A-Z]{3}[\w .,'’]{0,40}(?:\([^)]{1,25}\) ?)?\s?[-–—] ")
_OPENERS = re.compile(
    r"^(?:(?:But|And|Yet|So|Still|However|Meanwhile|Moreover|Furthermore|Also|Instead|In addition|For example|For instance|Of course|"
    r"In fact|Indeed|In total|In all|By contrast|On the other hand|As a result|Nevertheless|Nonetheless|Overall|Finally|Lastly),? )+"
)
_DASHED = re.compile(r"(?<!\d)\s?[—–]\s?(?!\d)[^—–]{2,90}(?<!\d)\s?[—–]\s?(?!\d)")
_AFTER_DASH = re.compile(r"(?<!\d)\s?[—–](?!\d).*$")
_ASIDES = re.compile(r"\s?\([^()]*\)|,? however,|, meanwhile,|, too(?=[,.])|, of course,|, though(?=\.)")
_ALSO = re.compile(r"(?<!\bby )(?<!until )(?<!from )\b(?:also|even|already|now|currently|still) (?!that\b|and\b|to\b)(?=[a-z])")
_THEY_SAID = re.compile(
    rf",? (?:he|she|it|they) (?:has |had )?(?:{'|'.join(sorted(SPEECH))})[^,;]{{0,40}}$|, (?:he|she|it|they) (?:said|says)(?=,)"
)
_FRONT = re.compile(r"(?:When|While|After|Before|Although|Though|Because|Since|As) [^,]{5,90}, (?=[A-Z]|the |a )")
_TAIL = re.compile(
    r" (?:because|although|whereas|while|but|so that|after|before|since|until|"
    r"and (?:he|she|it|they|that|is|are|was|were|has|have|had|will|would|said|says)) "
)
_SPACE_BEFORE_SIGN = re.compile(r"\s+(?=[,.;:])")
_GARBLED = re.compile(r"\b(?:he|she|it|they|who|that|and), |\b(\w+ \w+) \1\b")  # a comma astray, a by-line run into its text
_SMALL_WORD = re.compile(r"[a-z][a-z-]+")
_MAX_WORDS, _MIN_WORDS, _MIN_LENGTH = 42, 7, 40
_ANYBODY = frozenset({"Everyone", "Everybody", "Anyone", "Anybody", "Someone", "Somebody", "Nobody"})
_BREAKS_OFF = (" in between", " as well", " instead", " either", " at once", " too", " to do so")
_LATE = 12


@dataclass(slots=True)
class Statement:
    """One sentence made to stand alone, without its full stop.

    source: the sentence as the article has it. on_day: it said "on" the release date, which was taken out. leaning: 0 for one that is
    quite clear by itself, more the later its first name comes. verb: index of its finite verb. anchors: indices where a name ends.
    """

    text: str
    source: str
    index: int
    line: list[Word]
    verb: int
    anchors: list[int]
    on_day: bool
    leaning: int


@dataclass(frozen=True, slots=True)
class Reader:
    """What is known of one article: its names, the things it speaks of, and where each word in small letters stands first."""

    names: Names
    known: list[str]
    people: list[str]
    things: dict[str, str]
    met: dict[str, int]
    day: date


def read_article(text_sentences: list[Sentence], names: Names, text: str, day: date) -> Reader:
    """Collects what the sentences of one article need from one another. day: its release date."""
    known = [n for kind in ("person", "organisation", "place", "other") for n in names.full_names(kind)]
    met: dict[str, int] = {}
    for i, sentence in enumerate(text_sentences):
        for word in _SMALL_WORD.findall(sentence.text):
            met.setdefault(word, i)
    return Reader(names, known, names.full_names("person"), known_things(text_sentences, names, text), met, day)


def statements(text_sentences: list[Sentence], reader: Reader) -> list[Statement]:
    """The statements of an article, in order."""
    found: list[Statement] = []
    subject: Mention | None = None
    for i, sentence in enumerate(text_sentences):
        mentions = reader.names.mentions[i]
        subject = spoken_of(sentence, mentions, subject)
        resolved = _resolved(sentence, mentions, subject, reader)
        for part in _plain(resolved).split("; ") if resolved else ():
            standing = (_standing(variant, sentence.text, i, reader) for variant in _variants(part.rstrip(".; ")))
            found += [s for s in [next((s for s in standing if s is not None), None)] if s is not None]
    return found


def _resolved(sentence: Sentence, mentions: list[Mention], subject: Mention | None, reader: Reader) -> str | None:
    """The sentence with its references resolved, None for one that cannot be used anyway."""
    text = _DATELINE.sub("", sentence.text)
    pronoun = PRONOUN.match(sentence.text)
    if not text.endswith(".") or len(text) < _MIN_LENGTH or _UNUSABLE.search(text):
        return None
    if not (mentions or pronoun or text.startswith("The ")):
        return None
    resolved = with_full_names(sentence.text, mentions, reader.names)
    if resolved is None:
        return None
    return with_subject(resolved, subject, reader.names) if pronoun else with_things(resolved, reader.things)


def _plain(text: str) -> str:
    """Without dateline, opener, asides in brackets or dashes, and "she said" at the end."""
    text = _AFTER_DASH.sub("", _DASHED.sub(" ", _DATELINE.sub("", text)))
    text = _ALSO.sub("", _ASIDES.sub("", text))
    opened = _OPENERS.match(text)
    if opened:
        text = text[opened.end() :]
    text = _SPACE_BEFORE_SIGN.sub("", " ".join(text.split()))
    text = _THEY_SAID.sub("", text.rstrip("."))
    return text[:1].upper() + text[1:]


def _variants(text: str) -> list[str]:
    """A statement whole, then without a clause before it, then without what follows its main clause."""
    found = [text]
    front = _FRONT.match(text)
    if front:
        found.append(text[front.end()].upper() + text[front.end() + 1 :])
    for whole in tuple(found):
        line = words(whole)
        verb = first_verb(line)
        if verb < 0:
            continue
        after = line[min(verb + 3, len(line) - 1)].end
        commas = whole[: line[verb].start].count(", ")
        place = -1 if commas == 1 or commas > 2 else whole.find(", ", after)
        tail = _TAIL.search(whole, after) if place < 0 else None
        place = tail.start() if tail else place
        if place > 0 and not is_open(whole[:place]):
            found.append(whole[:place])
    return found


def _standing(text: str, source: str, index: int, reader: Reader) -> Statement | None:
    """The statement, if it stands alone."""
    text, on_day = dated(text, reader.day)
    line = words(text)
    if not _MIN_WORDS <= len(line) <= _MAX_WORDS or text[0].islower() or line[0].text.lower() in AUXILIARIES or line[-1].text == ",":
        return None
    if _GARBLED.search(text) or line[0].text in _ANYBODY or text.endswith(_BREAKS_OFF):
        return None
    anchors = names_at(text, line, reader.known)
    verb = first_verb(line)
    if verb < 0 or not anchors or ":" in text[: line[verb].start] or points_outside(line, names_at(text, line, reader.people)):
        return None
    late = anchors[0] > verb
    if late and (opens_vaguely(line) or not line[verb - 1].text.endswith("s") or anchors[0] > verb + _LATE):
        return None  # "Fares fell in Talmere" may stand, "Registration opens in Bryndal" asks for what
    leaning = dangling(line, reader.met, index)
    if leaning > 1 or (leaning and late):
        return None
    return Statement(text, source, index, line, verb, anchors, on_day, leaning + 2 * late)
