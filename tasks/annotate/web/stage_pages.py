"""Pages of a correctness study: guess, read, compare, article by article. The server knows which step is open; there is no way back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from fastapi.responses import HTMLResponse, RedirectResponse, Response

from storage.schemas.annotations import Assignment
from tasks.annotate.book import Stage
from tasks.annotate.items import Shown
from tasks.annotate.web.desk import Visit
from tasks.annotate.web.forms import text_of
from tasks.annotate.web.render import page, plain

STEPS = (("guess", "1 Guess"), ("read", "2 Read"), ("support", "3 Compare"))
_HEADINGS = {"guess": "What would you guess?", "read": "What does the article say?", "support": "Is the answer exactly what the article says?"}
_LEDES = {
    "guess": "Answer from what you know; if you do not know, pick what seems likeliest.",
    "read": "Read the article with care, then answer by it alone.",
    "support": "Yes, if the article states just that. No, if it says something else or does not say it.",
}
_SUPPORT = (("yes", "Yes", "the article states exactly that"), ("no", "No", "it says something else, or does not say it"))


@dataclass(frozen=True, slots=True)
class Entry:
    """One question of a stage. key: only in the step that compares. options: (value, words, hint); values of choices are their places."""

    row: Assignment
    shown: Shown
    key: str | None
    options: tuple[tuple[str, str, str], ...]
    chosen: str
    comment: str

    @property
    def field(self) -> str:
        """Name of its fields in the form."""
        return f"q{self.row.position}"


def show_stage(visit: Visit) -> Response:
    """The stage that is open, or the end."""
    stage = _open(visit)
    return _stage(visit, stage, {}, []) if stage else RedirectResponse(f"/a/{visit.token}/end", 303)


def take_stage(visit: Visit, form: dict[str, str], *, ours: bool, now: datetime) -> Response:
    """Store the answers of a sent form, all of them or none, and go on."""
    desk, stage = visit.desk, _open(visit)
    sent = next((one for one in desk.book.stages(visit.annotator) if str(one.number) == form.get("stage")), None)
    if sent is None or stage is None or sent.number > stage.number:
        return plain(409, "That step is not open", "Nothing was changed.", link=(f"/a/{visit.token}/work", "Go on"), visit=visit)
    if sent.number < stage.number:
        return _done_already(visit, sent, form)
    if not ours:
        return _stage(visit, stage, form, [("", "The form did not come from this page. Look at your answers, and press Save again.")], status=403)
    entries = _entries(visit, stage, form)
    missing = [(entry.field, f"Question {place} has no answer yet.") for place, entry in enumerate(entries, 1) if _decision(entry) is None]
    if missing:
        return _stage(visit, stage, form, missing, status=422)
    for entry in entries:
        desk.book.record(visit.annotator, entry.row.item_id, stage.step, _decision(entry) or "", entry.comment, now=now)
    return RedirectResponse(f"/a/{visit.token}/work", 303)


def _open(visit: Visit) -> Stage | None:
    return visit.desk.book.current(visit.annotator, tuple(visit.desk.standing.withdrawn))


def _stage(visit: Visit, stage: Stage, form: dict[str, str], trouble: list[tuple[str, str]], *, status: int = 200) -> HTMLResponse:
    text = visit.desk.items.text(stage.version_id) if stage.step != "guess" else None
    return page(
        "stage", status=status, visit=visit, stage=stage, heading=_HEADINGS[stage.step], lede=_LEDES[stage.step], steps=STEPS, trouble=trouble,
        text=text, entries=_entries(visit, stage, form), wide=text is not None,
        draft=f"{visit.desk.study.study_id}/{visit.annotator}/{stage.number}",
    )  # fmt: skip


def _entries(visit: Visit, stage: Stage, form: dict[str, str]) -> list[Entry]:
    """The undecided questions of a stage, with what a sent form says of them."""
    entries = []
    for row in visit.desk.book.waiting(visit.annotator, stage, tuple(visit.desk.standing.withdrawn)):
        shown, field = visit.desk.items.shown(row), f"q{row.position}"
        compares = stage.step == "support"
        choices = tuple((str(place), choice, "") for place, choice in enumerate(shown.choices))
        entries.append(Entry(
            row, shown, visit.desk.items.key(row.item_id) if compares else None, _SUPPORT if compares else choices, form.get(field, ""),
            text_of(form, f"{field}-comment") if compares else "",
        ))  # fmt: skip
    return entries


def _decision(entry: Entry) -> str | None:
    """What is stored: yes or no, or the text of the choice; None when nothing valid was picked."""
    words = {value: words for value, words, _ in entry.options}.get(entry.chosen)
    return words if words is None or entry.key is None else entry.chosen


def _done_already(visit: Visit, sent: Stage, form: dict[str, str]) -> Response:
    """A step that was saved before: a second press goes on without a word, other answers are told that the first ones stand."""
    said = {row.position: visit.desk.book.said(visit.annotator, row.item_id, sent.step) for row in sent.rows}
    shown = {row.position: visit.desk.items.shown(row) for row in sent.rows}

    def same(position: int) -> bool:
        value, before = form.get(f"q{position}"), said[position]
        if value is None or before is None:
            return True
        choices = shown[position].choices
        return (value if sent.step == "support" else choices[int(value)] if value.isdecimal() and int(value) < len(choices) else "") == before.decision

    if all(same(position) for position in said):
        return RedirectResponse(f"/a/{visit.token}/work", 303)
    texts = ("You saved it before, perhaps in another tab. Those first answers stand, since there is no way back in this study.",)
    return plain(409, "This step is done already", *texts, link=(f"/a/{visit.token}/work", "Go on with the step that is open"), visit=visit)
