"""The tables of a report as plain rows with column names for people: the same for page, Markdown, CSV, terminal and the run's artifacts.

Values are numbers where they can be, so that a reader may sort and a program may compute; shares are in percent. USD is a number or
``unknown``, which is not 0.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from storage.catalog import Catalog
from storage.lake import Lake
from storage.schemas.calls import Evaluation
from storage.schemas.questions import FunnelRow
from tasks.llm.costs import CostLine, total_cost
from tasks.report.collect import DailyReport
from tasks.report.figures import UNKNOWN, bounds, evaluation_setting, points
from tasks.report.funnel import Stage, stages_of
from tasks.report.meanings import meaning_of, stage_words
from tasks.report.scores import Score, score_evaluations
from tasks.scoring.intervals import Estimate
from tasks.scoring.positions import letter

Row = dict[str, Any]
_PURPOSES = ("generate", "validate", "answer", "judge")


def funnel_rows(funnel: DailyReport | Iterable[FunnelRow]) -> list[Row]:
    """From feed to score: for each stage one row of what came in, then what was kept and what was dropped, by reason."""
    stages = funnel.stages if isinstance(funnel, DailyReport) else stages_of(funnel)
    return [row for stage in stages for row in _stage_rows(stage)]


def feed_rows(report: DailyReport) -> list[Row]:
    """What each feed answered; broken ones first."""
    ordered = sorted(report.feeds, key=lambda feed: (feed.fetch.status != "broken", feed.fetch.feed_id))
    return [
        {
            "feed": feed.fetch.feed_id, "outlet": feed.fetch.outlet, "state": feed.fetch.status.replace("_", " "),
            "reason": feed.fetch.reason, "HTTP": feed.fetch.http_status, "entries": feed.fetch.entries,
            "in window": feed.fetch.in_window, "kept": feed.kept, "ms": round(feed.fetch.elapsed_ms),
        }
        for feed in ordered
    ]  # fmt: skip


def cost_rows(report: DailyReport) -> list[Row]:
    """Calls, tokens and USD by stage and model, then all together."""
    order = {purpose: place for place, purpose in enumerate(_PURPOSES)}
    lines = sorted(report.costs, key=lambda line: (order.get(line.purpose, 1.5), line.purpose, line.model))
    rows = [_cost_row(line.purpose, line.model, [line], report.questions) for line in lines]
    return [*rows, _cost_row("total", "", report.costs, report.questions)] if rows else []


def score_rows(report: DailyReport) -> list[Row]:
    """One row for each evaluation."""
    return rows_of_scores(report.scores)


def evaluation_rows(lake: Lake, evaluations: Iterable[Evaluation]) -> list[Row]:
    """The rows of ``score_rows`` for some evaluations, their intervals from the answers that the lake holds."""
    with Catalog(lake) as catalog:
        return rows_of_scores(score_evaluations(catalog, evaluations))


def rows_of_scores(scores: Sequence[Score]) -> list[Row]:
    """One row for each score; the column ``form`` only where there are several."""
    several = len({score.evaluation.form for score in scores}) > 1
    return [_score_row(score, several=several) for score in scores]


def short_score_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows of ``score_rows`` in as many columns as a terminal holds; the answers without a readable choice are counted together.

    Open-ended rows have ``open`` behind their setting.
    """
    return [
        {
            "model": row["model"], "setting": row["setting"] + (" open" if row.get("form") == "open ended" else ""),
            "questions": row["questions"], "accuracy %": row["accuracy %"],
            "95 % interval": row["95 % interval"] and row["95 % interval"].replace(" to ", "–"), "of answered %": row["of answered %"],
            "no choice": sum(row[status] for status in ("refused", "unparsed", "truncated", "failed")),
        }
        for row in rows
    ]  # fmt: skip


def score_records(report: DailyReport) -> list[Row]:
    """Every fact of each evaluation, unrounded, for a file that others compute with."""
    return [_record(score, report.guess) for score in report.scores]


def agent_rows(report: DailyReport) -> list[Row]:
    """Who wrote and who validated, as the signature has it."""
    return [
        {
            "role": agent.role, "model": ", ".join(agent.models), "asked as": agent.asked, "settings as sent": _settings(agent.decoding),
            "not sent": ", ".join(agent.not_sent), "prompt": agent.prompt_name, "digest": agent.prompt, "calls": agent.calls,
            "failed": agent.failed_calls, "USD": _usd(agent.cost),
        }
        for agent in report.manifest.agents
    ]  # fmt: skip


def source_rows(report: DailyReport) -> list[Row]:
    """Articles and questions by outlet and category, the most questions first."""
    ordered = sorted(report.manifest.sources, key=lambda source: (-source.questions, source.outlet, source.category))
    return [
        {
            "outlet": source.outlet, "category": source.category, "articles": source.articles, "questions": source.questions,
            "redistribution": source.redistribution, "licence": source.licence,
        }
        for source in ordered
    ]  # fmt: skip


def position_rows(report: DailyReport) -> list[Row]:
    """Share of each letter among the keys, then among the picks of each evaluation."""
    counts = report.manifest.key_positions.counts
    size = max([len(counts), *(len(score.positions) for score in report.scores)])
    total = sum(counts)
    letters = [letter(place) for place in range(size)]
    shares = [count / total if total else None for count in counts] + [None] * (size - len(counts))
    keys = {f"{name} %": points(share) for name, share in zip(letters, shares, strict=True)}
    rows: list[Row] = [{"model": "right choices", "setting": "", "read": total, **keys, "spread": None}]
    for score in (one for one in report.scores if one.evaluation.form == "multiple_choice"):
        picked = {f"{position.letter} %": points(position.pick_share) for position in score.positions}
        rows.append({
            "model": score.evaluation.model, "setting": evaluation_setting(score.evaluation),
            "read": sum(position.picks for position in score.positions), **{f"{name} %": picked.get(f"{name} %") for name in letters},
            "spread": points(score.spread),
        })  # fmt: skip
    return rows


def _stage_rows(stage: Stage) -> Iterable[Row]:
    words = stage_words(stage.name)
    counted = [("in", "", stage.total), *(("kept", one.reason, one.count) for one in stage.kept)]
    counted += [("dropped", one.reason, one.count) for one in stage.dropped]
    for outcome, reason, count in counted:
        yield {
            "stage": words.title, "outcome": outcome, "reason": reason, "count": count,
            "share %": points(count / stage.total) if stage.total else None, "unit": words.unit,
            "meaning": words.meaning if outcome == "in" else meaning_of(reason, stage.name),
        }  # fmt: skip


def _cost_row(stage: str, model: str, lines: Sequence[CostLine], questions: int) -> Row:
    usd = total_cost(lines)
    return {
        "stage": stage, "model": model, "calls": sum(line.calls for line in lines), "not ok": sum(line.not_ok for line in lines),
        "prompt tokens": sum(line.prompt_tokens for line in lines), "cached tokens": sum(line.cached_tokens for line in lines),
        "output tokens": sum(line.completion_tokens for line in lines), "USD": _usd(usd),
        "USD per question": _usd(usd / questions if usd is not None and questions else None),
    }  # fmt: skip


def _score_row(score: Score, *, several: bool) -> Row:
    one = score.evaluation
    return {
        "model": one.model, "baseline": "yes" if one.baseline else "no", "setting": evaluation_setting(one),
        **({"form": one.form.replace("_", " ")} if several else {}), "questions": one.questions,
        "accuracy %": points(score.accuracy), "95 % interval": _interval(score.over_all), "of answered %": points(score.accuracy_answered),
        "right": one.right, "wrong": one.wrong, "refused": one.refused, "unparsed": one.unparsed, "truncated": one.truncated,
        "failed": one.failed, "USD": _usd(one.cost),
    }  # fmt: skip


def _record(score: Score, guess: float | None) -> Row:
    one = score.evaluation
    return {
        "model": one.model, "provider_model": one.provider_model, "baseline": one.baseline, "setting": one.setting, "form": one.form,
        "questions": one.questions, "accuracy": score.accuracy, **_bounds("accuracy", score.over_all),
        "accuracy_answered": score.accuracy_answered, **_bounds("accuracy_answered", score.over_answered), "guess_line": guess,
        "right": one.right, "wrong": one.wrong, "refused": one.refused, "unparsed": one.unparsed, "truncated": one.truncated,
        "failed": one.failed, "articles": score.over_all.clusters if score.over_all else None, "context_cut": score.cut, "usd": one.cost,
        "size_billion": one.size_billion, "cutoff": one.cutoff, "openness": one.openness, "prompt": one.prompt, "decoding": one.decoding,
        "position_spread": score.spread, "evaluation_id": one.evaluation_id, "release_id": one.release_id, "signature": one.signature,
    }  # fmt: skip


def _bounds(name: str, estimate: Estimate | None) -> Row:
    return {
        f"{name}_low": estimate.low if estimate else None, f"{name}_high": estimate.high if estimate else None,
        f"{name}_error": estimate.error if estimate else None,
    }  # fmt: skip


def _interval(estimate: Estimate | None) -> str | None:
    return bounds(estimate.low, estimate.high) if estimate else None


def _usd(amount: float | None) -> float | str:
    return UNKNOWN if amount is None else round(amount, 6)


def _settings(decoding: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {json.dumps(value)}" for name, value in decoding.items())
