"""The daily report as one HTML page that needs nothing beside it: no network, no other file, any width, light and dark.

Everything from outside (titles, questions, names, replies) is escaped by the template engine. A content security policy admits only the
page's own style and script, by their digests, so that nothing else could run even if it got in.
"""

from __future__ import annotations

import json
from typing import Any

from storage.schemas.clock import iso
from tasks.llm.costs import total_cost
from tasks.report import figures
from tasks.report.cells import TableView, table_view
from tasks.report.chart import NARROW, WIDE, chart_of
from tasks.report.collect import DailyReport
from tasks.report.funnel import STATUSES
from tasks.report.tables import agent_rows, cost_rows, feed_rows, position_rows, score_rows, source_rows
from tasks.report.templates import environment, packaged, policy


def render_page(report: DailyReport) -> str:
    """The page. The same report gives the same text."""
    style, script = packaged("report.css"), packaged("report.js")
    charts = [chart for form in (WIDE, NARROW) if (chart := chart_of(report.scores, report.guess, form))]
    return environment().get_template("report.html.jinja").render(
        report=report, manifest=report.manifest, style=style, script=script, policy=policy(style, script), title=_title(report),
        lede=_lede(report), headline=_headline(report), facts=_facts(report), charts=charts, statuses=STATUSES, tables=_tables(report),
        bars={score.evaluation.evaluation_id: _bar(score.evaluation) for score in report.scores},
        answer_prompts=_answer_prompts(report), short=report.manifest.signature.short(), full=report.manifest.signature.full(),
    )  # fmt: skip


def _title(report: DailyReport) -> str:
    what = "News of" if report.manifest.subject == "news" else "Events of"
    return f"{what} {figures.long_day(report.manifest.period)}"


def _lede(report: DailyReport) -> str:
    outlets = len({source.outlet for source in report.manifest.sources if source.questions})
    amount = figures.amount_of
    text = f"{amount(report.questions, 'question')} on {amount(report.articles, 'article')} by {amount(outlets, 'outlet')}"
    models = {score.evaluation.model for score in report.scores if not score.evaluation.baseline}
    baselines = {score.evaluation.model for score in report.scores if score.evaluation.baseline}
    tested = [amount(len(found), name) for found, name in ((models, "model"), (baselines, "baseline")) if found]
    return f"{text}, put to {' and '.join(tested)}." if tested else f"{text}; no model has been scored on it yet."


def _headline(report: DailyReport) -> list[tuple[str, str, str]]:
    """(figure, its name, what it means) of the few that come first."""
    cost = total_cost([line for line in report.costs if line.purpose != "answer"])
    each = None if cost is None or not report.questions else cost / report.questions
    candidates = report.manifest.counts.get("candidates", 0)
    found = [
        (figures.count(report.questions), "questions released", f"of {figures.count(candidates)} that were asked for"),
        (figures.count(report.manifest.counts.get("open_ended", 0)), "open-ended twins", "the answer is a short span of the article"),
    ]
    best = [score for score in report.scores if score.evaluation.setting == "oracle" and score.accuracy is not None]
    closed = [score for score in report.scores if score.evaluation.setting == "no_context" and score.accuracy is not None]
    for scores, name in ((closed, "best without the article"), (best, "best with the article")):
        # A language model if there is one: baselines are here to compare with.
        ranked = sorted(scores, key=lambda score: (score.evaluation.baseline, -(score.accuracy or 0)))
        if ranked:
            interval = ranked[0].over_all
            span = f", {figures.bounds(interval.low, interval.high)}" if interval else ""
            found.append((figures.percent(ranked[0].accuracy), name, f"{ranked[0].evaluation.model}{span}"))
    price = "price of a call is unknown" if cost is None else f"{figures.usd(each)} a question, to write and check"
    return [*found, (figures.usd(cost), "USD to make", price)]


def _facts(report: DailyReport) -> list[tuple[str, str]]:
    manifest = report.manifest
    start, end = map(figures.instant, report.window)
    languages = ", ".join(f"{name} {number:,}" for name, number in report.languages)
    return [
        ("News window", f"{start} to {end} ({report.run.window_hours:g} hours)"),
        ("Run", report.run.run_id),
        ("Release", manifest.release_id),
        ("Made", iso(manifest.made)),
        ("Random id", manifest.id),
        ("Content digest", manifest.content_digest),
        ("Shuffle seed", manifest.seed),
        ("Languages", languages or figures.NONE),
        ("okbench", manifest.version),
        ("Parameters", _parameters(report.run.parameters)),
    ]


def _answer_prompts(report: DailyReport) -> list[tuple[str, str]]:
    """(prompt, the settings that it was used for)."""
    used: dict[str, list[str]] = {}
    for score in report.scores:
        used.setdefault(score.evaluation.prompt, []).append(figures.evaluation_setting(score.evaluation))
    return [(prompt, ", ".join(dict.fromkeys(settings))) for prompt, settings in sorted(used.items())]


def _parameters(text: str) -> str:
    try:
        found = json.loads(text)
    except ValueError:
        return text
    if not isinstance(found, dict):
        return text
    return ", ".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in found.items())


def _tables(report: DailyReport) -> dict[str, TableView]:
    return {
        "scores": table_view("scores", score_rows(report), leave_out=("baseline",)),
        "costs": table_view("costs", cost_rows(report), total=True),
        "feeds": table_view("feeds", feed_rows(report)),
        "sources": table_view("sources", source_rows(report)),
        "agents": table_view("agents", agent_rows(report), leave_out=("digest",)),
        "positions": table_view("positions", position_rows(report)),
    }


def _bar(evaluation: Any) -> list[tuple[str, int, float, float]]:
    """(status, count, start, width) in percent of all questions, for the stacked bar of an evaluation."""
    parts: list[tuple[str, int, float, float]] = []
    start = 0.0
    for status in STATUSES:
        number = getattr(evaluation, status)
        width = 100 * number / evaluation.questions if evaluation.questions else 0.0
        if number:
            parts.append((status, number, round(start, 3), round(width, 3)))
        start += width
    return parts
