"""A page for each question: its article (unless that may not be passed on), choices, key, and every model's answer; and the list of them all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jinja2 import Template

from storage.catalog import Catalog
from storage.releases import Release
from storage.schemas.ids import digest
from storage.schemas.judging import FreshnessLabel
from storage.schemas.news import Article
from storage.schemas.questions import Question
from tasks.questions.setting import Setting
from tasks.report.cells import plain
from tasks.report.examples import web_address
from tasks.report.results.columns import setting_words
from tasks.report.results.stored import Stored
from tasks.report.templates import environment, packaged, policy

_REPLY = 400
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,80}")
_CLOSED = "The outlet does not permit passing its text on, so the page gives the address alone."
_WITHHELD = "This copy of the release does not hold the text."


def page_name(question_id: str) -> str:
    """The file of a question's page; ids that would not do as a name are digested."""
    return f"{question_id if _NAME.fullmatch(question_id) else digest(question_id)[:24]}.html"


def question_pages(stored: Stored, catalog: Catalog) -> Iterator[tuple[str, str]]:
    """(name, page) of ``index.html`` and of every question."""
    release = stored.release
    answers = _answers(stored, catalog)
    labels = {label.question_id: label for label in stored.labels}
    names = [page_name(question.question_id) for question in release.questions]
    yield "index.html", _index(stored, answers, labels, names)
    style, script = packaged("report.css", "results.css"), packaged("report.js")
    common = {"style": style, "script": script, "policy": policy(style, script), "short": release.signature.short(), "count": len(names)}
    template = environment().get_template("question.html.jinja")
    for place, question in enumerate(release.questions):
        around = {"before": names[place - 1] if place else "", "after": names[place + 1] if place + 1 < len(names) else ""}
        yield names[place], _page(template, question, release, answers.get(question.question_id, []), labels.get(question.question_id), common | around, place)


@dataclass(frozen=True, slots=True)
class _Source:
    outlet: str
    category: str
    title: str
    url: str
    published: Any


def _page(
    template: Template,
    question: Question,
    release: Release,
    rows: Sequence[Mapping[str, Any]],
    label: FreshnessLabel | None,
    common: Mapping[str, Any],
    place: int,
) -> str:
    article = release.article_of.get(question.version_id)
    shown = article is not None and article.redistribution == "full" and bool(article.body)
    source = _source(article, question, shown=shown)
    paragraphs = [plain(part) for part in (article.body.split("\n") if article and shown else ()) if part.strip()]
    why = _CLOSED if article is not None and article.redistribution != "full" else _WITHHELD
    freshness = "" if label is None else f"{'Stale' if label.stale else 'Fresh'}: {label.knew} of {label.asked} panel models knew it without context."
    return template.render(question=question, source=source, paragraphs=paragraphs, why=why, answers=rows, freshness=freshness, number=place + 1, **common)


def _source(article: Article | None, question: Question, *, shown: bool) -> _Source:
    if article is None:
        return _Source(question.outlet, question.category, "", "", None)
    return _Source(article.outlet, article.category, article.title if shown else "", web_address(article.url), article.published)


def _index(stored: Stored, answers: Mapping[str, Sequence[Mapping[str, Any]]], labels: Mapping[str, FreshnessLabel], names: Sequence[str]) -> str:
    settings = ["no context", "oracle"]
    rows = []
    for question, name in zip(stored.release.questions, names, strict=True):
        own = answers.get(question.question_id, [])
        label = labels.get(question.question_id)
        shares = []
        for setting in settings:
            its = [row for row in own if row["setting"] == setting and row["form"] == "multiple choice"]
            shares.append(sum(row["status"] == "right" for row in its) / len(its) if its else None)
        rows.append({
            "file": name, "text": plain(question.question), "language": question.language, "shares": shares, "outlet": plain(question.outlet),
            "stale": "" if label is None else "yes" if label.stale else "no",
        })  # fmt: skip
    style, script = packaged("report.css", "results.css"), packaged("report.js", "results.js")
    return environment().get_template("questions.html.jinja").render(
        style=style, script=script, policy=policy(style, script), rows=rows, settings=settings, labelled=bool(labels), title="Questions",
        short=stored.release.signature.short(),
    )  # fmt: skip


def _answers(stored: Stored, catalog: Catalog) -> dict[str, list[dict[str, Any]]]:
    """Answers of the current evaluations by question, in the order of models and settings."""
    release_id = stored.release.release_id
    current = {one.evaluation_id: one for one in stored.evaluations}
    judged = _judged(stored)
    ids = [question.question_id for question in stored.release.questions]
    numbers = {question_id: number for number, question_id in enumerate(ids)}
    sql = "SELECT evaluation_id, question_id, status, picked, text, reason FROM answers WHERE release_id = $release_id"
    table = catalog.query(sql, {"release_id": release_id})
    found: dict[str, list[dict[str, Any]]] = {}
    words = {one.evaluation_id: (one.model, setting_words(Setting.of(one)), one.form.replace("_", " ")) for one in stored.evaluations}
    columns = [table.column(name).to_pylist() for name in table.column_names]
    for evaluation_id, question_id, status, picked, text, reason in zip(*columns, strict=True):
        if evaluation_id not in current:
            continue
        model, setting, form = words[evaluation_id]
        reply = plain(text or reason)
        found.setdefault(question_id, []).append({
            "model": model, "setting": setting, "form": form, "status": status, "picked": plain(picked) if picked else "–",
            "reply": reply if len(reply) <= _REPLY else reply[: _REPLY - 1] + "…",
            "judged": judged.get((evaluation_id, numbers.get(question_id, -1)), "–"),
        })  # fmt: skip
    for rows in found.values():
        rows.sort(key=lambda row: (row["form"], row["model"].startswith("baseline/"), row["model"], row["setting"]))
    return found


def _judged(stored: Stored) -> dict[tuple[str, int], str]:
    found: dict[tuple[str, int], str] = {}
    for one in stored.judgings:
        for number, verdict in stored.verdicts[one.judging_id].items():
            key = (one.evaluation_id, number)
            found[key] = "; ".join(part for part in (found.get(key), f"{one.judge}: {verdict}") if part)
    return found
