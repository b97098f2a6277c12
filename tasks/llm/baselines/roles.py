"""Questions about who somebody is: the holder of a post, a person's age, the body that somebody belongs to.

They rest on what news prose hangs on a name: an apposition, an age between commas, a clause with "who", a title before and a body after it.
"""

from __future__ import annotations

import re

from tasks.llm.baselines.definites import dangling
from tasks.llm.baselines.drafts import Draft
from tasks.llm.baselines.lexicon import HONORIFICS, ORGANISATION_ENDINGS, ROLE_QUALIFIERS, ROLES, SOLE_ROLES
from tasks.llm.baselines.mentions import Mention
from tasks.llm.baselines.names import Names
from tasks.llm.baselines.sentences import Sentence, words
from tasks.llm.baselines.standing import points_outside

_AGE = re.compile(r", (?:aged )?(\d{2})(?=[,.])")
_POST = re.compile(r", (?:\d{2}, )?((?:the |its |an? )?[^,;:.\"“”()]{8,90})(?<! [A-Z])(?=[,;]|\.(?:\s|$))")
_POST_ENDS = re.compile(r" (?:who|which|that|and|whose|said|says) ")
_POST_HEAD = re.compile(r"^(?:the )?((?:[a-z'’-]+ ){0,3}?[a-z-]+) (?:of|at|for) ")
_POST_BEFORE = re.compile(r"([A-Z][\w'’-]+) ((?:[a-z][a-z-]+ ){0,2}[a-z][a-z-]+) $")
_OWNED_POST = re.compile(r"^(?:the )?[A-Z][\w &-]+[’']s? (?:[a-z-]+ ){0,3}?([a-z]+)(?: of [a-z ]+)?$")
_WHO = re.compile(r", who ([a-z][^,;:.\"“”()]{15,90})(?<! [A-Z])(?=[,;]|\.(?:\s|$))")
_HIS = re.compile(r"\b(?:her|his|she|he)\b")
_OF_BODY = re.compile(r" (?:of|from|at) (?:the )?$")
_HEAD_ENDS = re.compile(r" of | at | for | in ")
_NO_LONGER = re.compile(r"\b(?:died|late|former|then|ex-|retired|obituary|was born)\b")
_DEATH = re.compile(r"\bdied\b|\bdead\b|\bkilled\b")
_REACH, _JUST_BEFORE = 140, 12


def role_drafts(index: int, sentence: Sentence, mentions: list[Mention], names: Names) -> list[Draft]:
    """The drafts that one sentence gives about the people named in it in full. Quotations elsewhere in the sentence do no harm."""
    text = sentence.text
    surnames = {m.text for m in mentions if m.kind == "person" and " " not in m.text}
    found: list[Draft] = []
    for mention in mentions:
        if mention.kind != "person" or " " not in mention.text or len(names.surnames.get(mention.text.split()[-1], ())) != 1:
            continue
        after = text[mention.end : mention.end + _REACH]
        for body in (_post_after(mention, after), _post_before(text, mention, mentions), _doing(mention, after, surnames)):
            if body:
                found.append(Draft(f"who {body}", mention.text, "person", index, text, False, 0))
        found += [d for d in (_age(index, text, mention, after), _membership(index, text, mention, mentions)) if d is not None]
    return found


def _post_after(mention: Mention, after: str) -> str:
    """ "Lene Strand, director of the Oskelund Ferry Authority," asks who is the director of it; "" where there is no such post."""
    post = _POST.match(after)
    if post is None or _NO_LONGER.search(post[1]):
        return ""
    phrase = _POST_ENDS.split(post[1])[0]
    if mention.text.split()[-1] in phrase:
        return ""
    owned = _OWNED_POST.match(phrase)
    if owned and owned[1] in SOLE_ROLES:
        return f"is {phrase}"
    head = _POST_HEAD.match(phrase)
    if head is None or head[1].split()[-1] not in SOLE_ROLES or head[1].split()[0].endswith("ing"):
        return ""
    if phrase.startswith(("a ", "an ", "its ")) or not _is_clear(phrase):
        return ""
    return f"is {phrase}" if phrase.startswith("the ") else f"is the {phrase}"


def _post_before(text: str, mention: Mention, mentions: list[Mention]) -> str:
    """ "Skerlink technical director Arnulf Tveite" asks who is the Skerlink technical director."""
    post = _POST_BEFORE.search(text[: mention.start])
    if post is None or post[2].split()[-1] not in SOLE_ROLES or _NO_LONGER.search(post[2]):
        return ""
    body = next((m for m in mentions if m.end == post.end(1)), None)
    if body is None or body.kind == "person" or body.text in ORGANISATION_ENDINGS or (body.opens and body.kind == "other"):
        return ""
    if _NO_LONGER.search(text[max(0, body.start - _JUST_BEFORE) : body.start]):
        return ""
    return f"is the {body.text} {post[2]}"


def _doing(mention: Mention, after: str, surnames: set[str]) -> str:
    """ "Oda Brennick, who chairs the transport committee of Bryndal," asks who chairs it; not where others go by their surnames alone."""
    clause = _WHO.match(after)
    if clause is None or len(clause[1].split()) < 5 or _HIS.search(clause[1]) or mention.text.split()[-1] in clause[1]:
        return ""
    return clause[1] if _is_clear(clause[1]) and not any(name in clause[1] for name in surnames) else ""


def _age(index: int, text: str, mention: Mention, after: str) -> Draft | None:
    """ "Ditlev Arne-Roe, 84," asks how old he is, with his role, where it is given."""
    age = _AGE.match(after)
    if age is None or _DEATH.search(text):
        return None
    post = _POST.match(after)
    described = f", {post[1]}" if post and not post[1].startswith("its ") and _names_a_role(post[1]) and _is_clear(post[1]) else ""
    title = _title(mention) or _role_before(text[: mention.start])
    name = f"{title} {mention.text}".strip()
    return Draft(f"how old is {name}{described}", age[1], "age", index, text, False, 1 if title or described else 3)


def _membership(index: int, text: str, mention: Mention, mentions: list[Mention]) -> Draft | None:
    """ "Biologist Noor Villander of the Lisvik Marine Station" asks for the body that she is with."""
    bodies = (m for m in mentions if m.kind == "organisation" and m.start > mention.end and len(m.text) > 5)
    body = next((m for m in bodies if _OF_BODY.fullmatch(text[mention.end : m.start])), None)
    if body is None or not mention.title:
        return None
    asked = f"with which organisation is {_title(mention)} {mention.text} associated"
    return Draft(asked, body.text, "organisation", index, text, False, 1)


def _title(mention: Mention) -> str:
    """The title as it stands in the middle of a sentence: "pensioner", but "Captain"."""
    first = mention.title.split(" ")[0].rstrip(".")
    if first and first not in HONORIFICS and mention.start <= len(mention.title) + 1:
        return mention.title[0].lower() + mention.title[1:]
    return mention.title


def _role_before(before: str) -> str:
    """The role in small letters right before a name: "retired teacher"."""
    parts = before.rsplit(".", 1)[-1].split(" ")
    if len(parts) < 2 or parts[-1] or parts[-2].lower() not in ROLES:
        return ""
    qualifier = parts[-3].lower() if len(parts) > 2 else ""
    fits = qualifier.endswith(("ed", "er", "al", "ic")) or qualifier in ROLE_QUALIFIERS
    return f"{qualifier} {parts[-2]}" if fits else parts[-2].lower()


def _names_a_role(phrase: str) -> bool:
    """Whether an apposition opens with a role, as in "director of the Authority", and not with a verb or a number."""
    head = _HEAD_ENDS.split(phrase, maxsplit=1)[0].split()
    return bool(head) and head[-1] in ROLES and (head[0] in {"the", "a", "an"} or head[0] in ROLES or head[0].endswith(("'s", "’s")))


def _is_clear(phrase: str) -> bool:
    """Whether a phrase names somebody or something, and leans on nothing before it."""
    line = words(phrase)
    return any(w.text[0].isupper() for w in line) and dangling(line) == 0 and not points_outside(line, ())
