"""What a reader must know before citing a figure: each note is one sentence or two, and a warning where a figure may mislead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from storage.agents import AgentRecord
from storage.manifest import Manifest
from storage.schemas.news import FeedFetch
from storage.schemas.questions import Run
from tasks.llm.costs import CostLine
from tasks.report.figures import amount_of, evaluation_setting, percent
from tasks.report.scores import Score

_NAMED = 6
_FEW_ARTICLES = 30
_MANY_UNANSWERED = 0.05
_UNEVEN = 0.001
_ENDED_EARLY = {"stopped": "was stopped by its budget", "failed": "failed", "cancelled": "was cancelled"}


@dataclass(frozen=True, slots=True)
class Note:
    """One remark. ``warning``: a figure may mislead without it."""

    text: str
    warning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What notes are made from. faults: sums that do not agree. damaged: names of files that were set aside."""

    run: Run
    manifest: Manifest
    feeds: tuple[FeedFetch, ...] = ()
    scores: tuple[Score, ...] = ()
    costs: tuple[CostLine, ...] = ()
    guess: float | None = None
    faults: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()


def notes_on(facts: Facts) -> tuple[Note, ...]:
    """All notes, warnings first."""
    found = [*_of_run(facts), *_of_agents(facts), *_of_scores(facts), *_of_release(facts)]
    return tuple(sorted(found, key=lambda note: not note.warning))


def _of_run(facts: Facts) -> Iterator[Note]:
    if facts.run.status in _ENDED_EARLY:
        why = f": {facts.run.detail}" if facts.run.detail else ""
        yield _warning(f"The run {_ENDED_EARLY[facts.run.status]}{why}. What it had stored by then is shown.")
    broken = [fetch.feed_id for fetch in facts.feeds if fetch.status == "broken"]
    if broken:
        yield _warning(f"{len(broken)} of {amount_of(len(facts.feeds), 'feed')} broken, so their news is missing: {_listed(broken)}.")
    for fault in facts.faults:
        yield _warning(f"Sums do not agree: {fault}.")
    if facts.damaged:
        yield _warning(f"Damaged files were set aside, and what they held is missing here: {_listed(facts.damaged)}.")


def _of_agents(facts: Facts) -> Iterator[Note]:
    by_role = {agent.role: agent for agent in facts.manifest.agents}
    writer, judge = by_role.get("generator"), by_role.get("validator")
    for agent in facts.manifest.agents:
        if agent.baseline:
            yield Note(f"The {agent.role} {agent.asked or agent.models[0]} is a program that follows fixed rules, not a language model.")
    if judge is None:
        yield Note("No agent validated the questions; only the rules did.", warning=writer is not None and not writer.baseline)
    if writer and judge and _names(writer) & _names(judge):
        same = min(_names(writer) & _names(judge))
        yield _warning(f"Generator and validator are the same model ({same}): what it gets wrong when writing it may pass when checking.")
    tested = {s.evaluation.model for s in facts.scores} | {s.evaluation.provider_model for s in facts.scores}
    for agent in facts.manifest.agents:
        if not agent.baseline and (both := _names(agent) & tested):
            yield _warning(f"{min(both)} is the {agent.role} and a model under test as well: its own questions may suit it.")


def _of_scores(facts: Facts) -> Iterator[Note]:
    articles = max((s.over_all.clusters for s in facts.scores if s.over_all), default=_FEW_ARTICLES)
    if articles < _FEW_ARTICLES:
        yield _warning(f"Scores rest on {amount_of(articles, 'article')}: intervals are wide, and small differences mean nothing.")
    for score in facts.scores:
        yield from _of_score(score, facts)
    silent = [(share, score) for score in facts.scores if (share := _silent(score)) > _MANY_UNANSWERED]
    if silent:
        named = _listed(f"{score.evaluation.model} ({_setting(score)}) {percent(share)}" for share, score in silent)
        yield Note(f"Many questions are without a readable answer: {named}. Look at the accuracy over answered questions too.")
    doubles = Counter((s.evaluation.model, evaluation_setting(s.evaluation), s.evaluation.form) for s in facts.scores)
    for (model, setting, _), number in doubles.items():
        if number > 1:
            yield Note(f"{model} stands {number} times under {setting}: prompt or settings differ, see scores.csv.")
    for model, sample in dict.fromkeys((s.evaluation.model, s.evaluation.sample) for s in facts.scores if s.evaluation.sample):
        yield _warning(f"{model} answered only a sample of the questions ({sample}): its scores do not compare with those over all.")
    unknown = sorted({line.model for line in facts.costs if line.cost is None})
    if unknown:
        yield Note(f"Prices are not known for {_listed(unknown)}, so totals are unknown as well; a price can be set in models.toml.")


def _silent(score: Score) -> float:
    one = score.evaluation
    return (one.refused + one.unparsed + one.truncated) / one.questions if one.questions else 0.0


def _setting(score: Score) -> str:
    form = ", open-ended" if score.evaluation.form == "open_ended" else ""
    return evaluation_setting(score.evaluation) + form


def _of_score(score: Score, facts: Facts) -> Iterator[Note]:
    one, name = score.evaluation, f"{score.evaluation.model} ({_setting(score)})"
    if one.signature != facts.manifest.signature.short():
        yield _warning(f"{name} cites another signature than this release: its scores belong to other questions.")
    if not score.complete:
        yield _warning(f"Not all answers of {name} are in this lake, so its interval is missing or rests on a part.")
    if one.failed:
        yield _warning(f"Of {name}, {amount_of(one.failed, 'call')} failed, which over all questions counts as not right.")
    if score.cut:
        yield Note(f"{name} saw a shortened article in {amount_of(score.cut, 'question')}, for its context is too small.")
    if one.setting == "no_context" and not one.baseline and _above(score, facts.guess):
        yield Note(f"{name} is above the guess line: some answers can be known or worked out without the day's news.")


def _above(score: Score, guess: float | None) -> bool:
    return guess is not None and score.over_all is not None and score.over_all.low > guess


def _of_release(facts: Facts) -> Iterator[Note]:
    manifest = facts.manifest
    if manifest.withheld:
        texts = amount_of(manifest.withheld, "title or text", "titles and texts")
        yield Note(f"{texts} of articles are withheld from this copy of the release.")
    closed = [source for source in manifest.sources if source.redistribution != "full"]
    if closed:
        number = sum(source.articles for source in closed)
        yield Note(
            f"Texts of {amount_of(number, 'article')} may not be passed on: examples from them show neither title nor passage, "
            "and an export leaves their texts out."
        )
    p_value = manifest.key_positions.p_value
    if p_value is not None and p_value < _UNEVEN:
        yield _warning("The right choices stand unevenly over the letters, more so than chance explains.")


def _warning(text: str) -> Note:
    return Note(text, warning=True)


def _names(agent: AgentRecord) -> set[str]:
    return {name for name in (*agent.models, agent.asked) if name}


def _listed(names: Iterable[str]) -> str:
    found = list(names)
    more = len(found) - _NAMED
    return ", ".join(found[:_NAMED]) + (f" and {more} more" if more > 0 else "")
