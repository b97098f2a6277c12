"""Pages of studies with one decision about each item, quality and audit: any item can be opened, and its decision changed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fastapi.responses import HTMLResponse, RedirectResponse, Response

from storage.schemas.annotations import Annotation, Assignment
from tasks.annotate.studies import STEPS
from tasks.annotate.web.desk import Visit
from tasks.annotate.web.forms import text_of
from tasks.annotate.web.render import page, plain, source_words

Option = tuple[str, str, str]
DECISIONS: dict[str, tuple[Option, ...]] = {
    "quality": (
        ("passes", "Passes", "clear, and fresh"),
        ("ambiguous", "Ambiguous or unanswerable", "unclear what is meant, or not exactly one choice is right"),
        ("not_fresh", "Not fresh", "clear, but known without having read of it"),
        ("other", "Other fault", "say what, in the comment"),
    ),
    "audit": (
        ("right", "Right", "says the same as the expected answer"),
        ("wrong", "Wrong", "says something else, or nothing"),
        ("unsure", "Cannot tell", "say why, in the comment"),
    ),
}
"""(value, words, hint) of the decisions of each kind of study."""

_EXPLAINED = ("other", "unsure")


def next_address(visit: Visit) -> str:
    """Where the first undecided item is, or the end."""
    desk = visit.desk
    position = desk.book.next_position(visit.annotator, tuple(desk.standing.withdrawn))
    return f"/a/{visit.token}/item/{position}" if position else f"/a/{visit.token}/end"


def show_item(visit: Visit, position: int) -> HTMLResponse:
    """The page of an item, with the decision that stands."""
    row = _row(visit, position)
    if row is None:
        return _no_such_item(visit)
    if row.item_id in visit.desk.standing.withdrawn:
        return _withdrawn(visit, saved=False)
    stands = _stands(visit, row)
    return _item(visit, row, decision=stands.decision if stands else "", comment=stands.comment if stands else "", trouble=[])


def take_item(visit: Visit, position: int, form: dict[str, str], *, ours: bool, now: datetime) -> Response:
    """Store the decision of a sent form and go on; the page again, with what was entered, when it cannot be taken."""
    row = _row(visit, position)
    if row is None:
        return _no_such_item(visit)
    decision, comment = form.get("decision", ""), text_of(form, "comment")
    trouble, status = _trouble(visit, row, form, decision, comment, ours=ours)
    if trouble:
        return _item(visit, row, decision=decision, comment=comment, trouble=trouble, status=status)
    visit.desk.book.record(visit.annotator, row.item_id, STEPS[visit.desk.study.kind][0], decision, comment, now=now)
    if row.item_id in visit.desk.standing.withdrawn:
        return _withdrawn(visit, saved=True)
    return RedirectResponse(next_address(visit), 303)


def _trouble(visit: Visit, row: Assignment, form: dict[str, str], decision: str, comment: str, *, ours: bool) -> tuple[list[tuple[str, str]], int]:
    """(field and what is wrong with it, HTTP status) of a sent form; no rows when it can be stored."""
    options = {value: words for value, words, _ in DECISIONS[visit.desk.study.kind]}
    stands = _stands(visit, row)
    if not ours:
        return [("", "The form did not come from this page. Look at your decision below, and press Save again.")], 403
    if decision not in options:
        return [("decision", "Choose one of the decisions.")], 422
    if decision in _EXPLAINED and not comment:
        return [("comment", f"Say in the comment what you mean by “{options[decision]}”.")], 422
    changed = stands is not None and (stands.decision, stands.comment) != (decision, comment)
    if stands is not None and changed and form.get("revision") != str(stands.revision):
        what = f"Meanwhile “{options[stands.decision]}” was saved here from another tab"
        said = f", with the comment “{stands.comment}”" if stands.comment else ""
        return [("", f"{what}{said}. Press Save to put the decision below in its place, or go on without saving.")], 409
    return [], 200


def _item(visit: Visit, row: Assignment, *, decision: str, comment: str, trouble: list[tuple[str, str]], status: int = 200) -> HTMLResponse:
    desk, stands = visit.desk, _stands(visit, row)
    count = len(desk.book.given[visit.annotator])
    values: dict[str, Any] = {"shown": desk.items.shown(row)} if desk.study.kind == "quality" else {"judged": desk.items.judged(row)}
    what = "Question" if desk.study.kind == "quality" else "Answer"
    revision = stands.revision if stands else 0
    values |= source_words(visit, [next(iter(values.values())).day])
    return page(
        "item", status=status, visit=visit, heading=f"{what} {row.position} of {count}", position=row.position, count=count, trouble=trouble,
        decisions=DECISIONS[desk.study.kind], decision=decision, comment=comment, revision=revision,
        comment_hint="needed for “Other fault”" if desk.study.kind == "quality" else "needed if you cannot tell",
        draft=f"{desk.study.study_id}/{visit.annotator}/{row.item_id}/{revision}", **values,
    )  # fmt: skip


def _row(visit: Visit, position: int) -> Assignment | None:
    rows = visit.desk.book.given[visit.annotator]
    return rows[position - 1] if 1 <= position <= len(rows) else None


def _stands(visit: Visit, row: Assignment) -> Annotation | None:
    return visit.desk.book.said(visit.annotator, row.item_id, STEPS[visit.desk.study.kind][0])


def _no_such_item(visit: Visit) -> HTMLResponse:
    count = len(visit.desk.book.given[visit.annotator])
    return plain(404, "There is no such page", f"Your items are numbered 1 to {count}.", link=(next_address(visit), "Go on"), visit=visit)


def _withdrawn(visit: Visit, *, saved: bool) -> HTMLResponse:
    kept = "Your decision is stored all the same." if saved else "There is nothing to decide about it any more."
    texts = ("It was withdrawn from the benchmark while this study was under way.", kept)
    return plain(200 if saved else 410, "This question was withdrawn", *texts, link=(next_address(visit), "Go on"), visit=visit)
