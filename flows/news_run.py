"""One run of the news benchmark, stage by stage, with what it stores and shows at each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from flows.artifacts import Progress, show_link, show_table
from flows.evaluate_models import check_evaluation
from flows.grid import Cell, cells, read_grid
from flows.grouping import batches_of, question_groups
from flows.house import House
from flows.news_estimate import estimate_news, estimate_rows
from flows.news_ingest import Ingested, chosen_feeds, ingest
from flows.news_questions import Agents, QuestionMaking
from flows.news_retrieval import measured_retrieval
from flows.parameters import DailyNews
from flows.publish_report import publish_results
from flows.run_record import note_run, pin_run, run_id
from flows.scoring import Scored, score_cells
from flows.shortfalls import check_answered, unanswered
from storage.agents import AgentRecord, agent_from_calls
from storage.releases import Release
from storage.schemas.calls import Call, Evaluation
from storage.schemas.clock import iso, utc_now
from storage.schemas.errors import BudgetExceeded, OkbenchError
from storage.schemas.news import Article, FeedFetch
from storage.schemas.questions import Candidate, FunnelRow, Question, Run, Verdict
from storage.schemas.window import Window
from tasks.generate.facts import DayFacts, collect_facts
from tasks.generate.funnel import generate_funnel
from tasks.llm.baselines.entities import entities
from tasks.release.build import build_release
from tasks.report.collect import DailyReport, collect_report
from tasks.report.figures import amount_of
from tasks.report.tables import cost_rows, funnel_rows, score_rows
from tasks.report.write import write_report
from tasks.steps import release_step, report_step
from tasks.validate.kept import split_kept, validate_funnel
from tasks.validate.seen import SeenQuestions

FLOW = "news"


def run_identity(parameters: DailyNews, moment: datetime) -> str:
    """The id of the run that the parameters mean at that moment."""
    return run_id(FLOW, Window(moment, parameters.hours).day, parameters.name)


def validating_model(house: House) -> str | None:
    """The validating model, None for rules only."""
    return None if house.settings.validator == "none" else house.settings.validator


def judging_model(house: House) -> str | None:
    """The judge of open-ended answers, None for equality alone."""
    return None if house.settings.judge == "none" else house.settings.judge


def cells_of(parameters: DailyNews) -> list[Cell]:
    """Models under test in their settings, and what the grid file adds."""
    wanted = cells(parameters.models, parameters.settings, parameters.forms)
    return list(dict.fromkeys([*wanted, *(read_grid(Path(parameters.grid)).cells() if parameters.grid else [])]))


async def check_parameters(house: House, parameters: DailyNews) -> None:
    """Find out before anything is fetched or stored what would stop a run later: an unknown model or feed, a missing key, a bad prompt."""
    chosen_feeds(house, parameters.feeds, parameters.outlets)
    agents = [house.settings.generator, *([validator] if (validator := validating_model(house)) else [])]
    (await house.door()).check(agents, keys=not parameters.dry_run)
    for name in ("generate_questions", "validate_questions"):
        house.prompt(name)
    await check_evaluation(house, cells_of(parameters), judging_model(house), keys=not parameters.dry_run)


class NewsRun:
    """The run that ``parameters`` mean; ``work`` does all of it, finding what earlier starts have done."""

    def __init__(self, house: House, parameters: DailyNews, moment: datetime) -> None:
        self.house, self.parameters, self._moment = house, parameters, moment
        self.run: Run = pin_run(
            house.lake, flow=FLOW, name=parameters.name, moment=moment, moment_given=parameters.moment != "now", hours=parameters.hours,
            parameters=parameters.identity() | {"generator": house.settings.generator, "validator": self.validator or "none"},
        )  # fmt: skip

    @property
    def validator(self) -> str | None:
        """The validating model, None for rules only."""
        return validating_model(self.house)

    @property
    def scope(self) -> str:
        """The ledger scope of the day's questions: shared by the runs of one day, so that equal calls are paid once."""
        return f"{FLOW}-{self.run.day}"

    async def work(self) -> dict[str, Any]:
        """All stages, in order."""
        if self.house.releases.exists(self.house.releases.release_id(self.run.run_id)):
            release = self.house.releases.load(self.house.releases.release_id(self.run.run_id))
            # Opened so that its calls are taken in at the end: a kill right after the release leaves them in a journal, where no report finds them.
            await self.house.ask(self.scope, self.run.run_id)
        else:
            feeds = chosen_feeds(self.house, self.parameters.feeds, self.parameters.outlets)
            ingested = await ingest(self.house, self.run, feeds)
            await self._show_feeds(ingested)
            if self.parameters.dry_run:
                return await self._estimate(ingested)
            release = await self._questions(ingested)
        retrieval = await measured_retrieval(self.parameters, release.release_id)
        scored = await score_cells(
            self.house, release, cells_of(self.parameters), run_id=self.run.run_id, judge=judging_model(self.house), panel=self.parameters.panel
        )
        return await self._publish(release, scored) | retrieval

    @property
    def missed(self) -> bool:
        """Whether a schedule's run starts so late that feeds hold nothing of its window any more. One that has read feeds goes on at any time."""
        late = self.parameters.moment == "now" and utc_now() - self._moment > timedelta(hours=self.parameters.hours)
        return late and not self.house.lake.read(FeedFetch, self.run.run_id)

    def skip(self) -> dict[str, Any]:
        """Note that the run was missed, and do nothing else: after days of downtime only the newest window is worth paying for."""
        detail = f"scheduled for {iso(self._moment)}, started at {iso(utc_now())}: feeds hold no news of that window any more"
        self.note("missed", detail)
        return {"run_id": self.run.run_id, "status": "missed", "detail": detail}

    def note(self, status: str, detail: str = "", release_id: str | None = None) -> None:
        """Store a status of the run."""
        self.run = note_run(self.house.lake, self.run, status=status, detail=detail, release_id=release_id)

    def note_error(self, error: BaseException) -> None:
        """Store why the run ended early."""
        status = "stopped" if isinstance(error, BudgetExceeded) else "failed"
        detail = str(error) if isinstance(error, OkbenchError) else f"{type(error).__name__}: {error}"
        self.note(status, detail[:2000])

    async def _estimate(self, ingested: Ingested) -> dict[str, Any]:
        """What the run would ask and cost. The same run, started without ``dry_run``, takes these very articles."""
        await self.house.ask(self.scope, self.run.run_id)
        found = estimate_news(
            self.house, self._asked_about(ingested), self.house.ledger(self.scope, self.run.run_id),
            generator=self.house.settings.generator, validator=self.validator, cells=cells_of(self.parameters), judge=judging_model(self.house),
        )  # fmt: skip
        rows = estimate_rows(found)
        await show_table(f"estimate-{self.run.day}", rows, f"What {self.run.run_id} would ask and cost")
        return {"run_id": self.run.run_id, "status": "estimated", "estimate": rows, "token counting": found.rule, "usd": found.cost}

    async def _questions(self, ingested: Ingested) -> Release:
        """Questions from the heads of clusters, their verdicts, and the release of those kept."""
        articles = self._asked_about(ingested)
        ask = await self.house.ask(self.scope, self.run.run_id)
        progress = Progress("questions", len(articles))
        agents = Agents(generator=self.house.settings.generator, validator=self.validator, day=self._facts(articles))
        making = QuestionMaking(self.house, ask, agents, self._seen(), run_id=self.run.run_id, progress=progress)
        groups = question_groups(self.house, articles, generator=agents.generator, validator=agents.validator)
        candidates, verdicts = await making.run(batches_of(groups, self.house.settings.articles_per_task))
        return await release_step(self.run.day, lambda: self._release(ingested, articles, candidates, verdicts, making.funnel()))

    def _asked_about(self, ingested: Ingested) -> list[Article]:
        """Articles that get questions: one of each cluster, no live blogs; at most ``max_articles``, outlets taking turns."""
        wanted = sorted(ingested.askable, key=lambda a: (a.published, a.article_id))
        limit = self.parameters.max_articles
        if limit is None or len(wanted) <= limit:
            return wanted
        by_outlet: dict[str, list[Article]] = {}
        for article in wanted:
            by_outlet.setdefault(article.outlet, []).append(article)
        chosen: list[Article] = []
        for turn in range(max(map(len, by_outlet.values()))):
            chosen += [listed[turn] for _, listed in sorted(by_outlet.items()) if turn < len(listed)]
        return sorted(chosen[:limit], key=lambda a: (a.published, a.article_id))

    def _facts(self, articles: Sequence[Article]) -> DayFacts:
        if self.house.models.get(self.house.settings.generator).baseline:
            return collect_facts(self.run.day, articles, entities)
        return DayFacts(self.run.day)

    def _seen(self) -> SeenQuestions:
        """The questions of earlier releases within the days that count, oldest first."""
        earliest = (self.run.moment - timedelta(days=self.house.settings.duplicate_days)).date().isoformat()
        manifests = [m for m in self.house.releases.list() if earliest <= m.period <= self.run.day and m.run_id != self.run.run_id]
        earlier: list[Question] = []
        for manifest in sorted(manifests, key=lambda m: (m.period, m.made)):
            # Another run of the same day asks about the same news on purpose.
            if manifest.period < self.run.day:
                earlier += self.house.releases.load(manifest.release_id).questions
        return SeenQuestions.of(earlier)

    async def _release(
        self, ingested: Ingested, articles: Sequence[Article], candidates: list[Candidate], verdicts: list[Verdict], calls: list[FunnelRow]
    ) -> Release:
        judges = ("rule", self.validator) if self.validator else ("rule",)
        kept, _ = split_kept(candidates, verdicts, judges=judges)
        funnel = [
            *ingested.funnel,
            *self._left_out(ingested, articles),
            *calls,
            *generate_funnel(candidates, run_id=self.run.run_id, count=self.house.settings.generate.count),
            *validate_funnel(candidates, verdicts, run_id=self.run.run_id, judges=judges),
        ]
        lake, run_id = self.house.lake, self.run.run_id
        lake.replace(Candidate, candidates, run_id)
        lake.replace(Verdict, verdicts, run_id)
        lake.replace(FunnelRow, funnel, run_id)
        check_answered(candidates, verdicts, self._calls)
        return build_release(
            lake=lake, run=self.run, candidates=candidates, verdicts=verdicts, articles=articles, agents=self._agents(candidates, verdicts),
            seed=self.house.settings.seed, kept={candidate.question_id for candidate in kept}, funnel=funnel,
        )  # fmt: skip

    def _calls(self) -> list[Call]:
        """The calls to agents that this run paid for or lost."""
        self.house.close_ledgers()
        return [call for call in self.house.lake.read(Call, self.scope) if call.run_id == self.run.run_id]

    def _left_out(self, ingested: Ingested, articles: Sequence[Article]) -> list[FunnelRow]:
        """Stage ``select``: articles that get questions, and why the others do not."""
        counts = {("kept", ""): len(articles), ("dropped", "over_max_articles"): len(ingested.askable) - len(articles)}
        counts |= {("dropped", reason): count for reason, count in ingested.not_askable.items()}
        return [
            FunnelRow(run_id=self.run.run_id, stage="select", outcome=outcome, reason=reason, count=count)
            for (outcome, reason), count in counts.items()
            if count
        ]

    def _agents(self, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]) -> dict[str, AgentRecord]:
        ledger = self.house.ledger(self.scope, self.run.run_id)
        used = {
            "generator": (self.house.settings.generator, {c.call_digest for c in candidates}, self.house.prompt("generate_questions")),
            "validator": (self.validator or "", {v.call_digest for v in verdicts if v.call_digest}, self.house.prompt("validate_questions")),
        }
        records = {}
        for role, (model, digests, prompt) in used.items():
            if model:
                calls: list[Call] = [call for digest in sorted(d for d in digests if d) if (call := ledger.finished(digest)) is not None]
                records[role] = agent_from_calls(
                    role, calls, asked=model, prompt=prompt.digest, prompt_name=prompt.label, baseline=self.house.models.get(model).baseline
                )
        return records

    async def _publish(self, release: Release, scored: Scored) -> dict[str, Any]:
        """The report, the artifacts, and the run's last status."""
        self.house.close_ledgers()
        report, path = await report_step(self.run.run_id, lambda: self._write_report(release))
        scores, costs, funnel = score_rows(report), cost_rows(report), funnel_rows(report)
        day = self.run.day
        await show_table(f"funnel-{day}", funnel, f"From feed to score, {self.run.run_id}")
        await show_table(f"costs-{day}", costs, f"Calls, tokens and USD, {self.run.run_id}")
        await show_table(f"scores-{day}", scores, f"Scores on {release.signature.short()}")
        if scored.judgings:
            await show_table(f"judged-{day}", scored.judged_rows(), f"Open-ended answers: equality and judge, {self.run.run_id}")
        await show_link(f"report-{day}", path.as_uri(), "report.html", f"Report of {self.run.run_id}")
        pages = await publish_results(self.house.lake, release.release_id)
        detail = ". ".join(part for part in (self._shortfall(scored.evaluations), pages.pop("unpublished")) if part)
        status = "partial" if detail else "complete"
        self.note(status, detail, release.release_id)
        return {
            "run_id": self.run.run_id, "status": status, "detail": detail, "release_id": release.release_id, "signature": str(release.signature),
            "short_signature": release.signature.short(), "questions": len(release.questions), "funnel": funnel, "costs": costs, "scores": scores,
            "judged": scored.judged_rows(), "freshness": scored.freshness(), "warnings": scored.warnings, "report": str(path), **pages,
        }  # fmt: skip

    def _shortfall(self, scored: Sequence[Evaluation]) -> str:
        """What is missing from a run that came to its end; empty for a whole one."""
        broken = [fetch.feed_id for fetch in self.house.lake.read(FeedFetch, self.run.run_id) if fetch.status == "broken"]
        feeds = f"{amount_of(len(broken), 'feed')} broken: {', '.join(broken[:10])}" if broken else ""
        return ". ".join(part for part in (feeds, unanswered(scored)) if part)

    async def _write_report(self, release: Release) -> tuple[DailyReport, Path]:
        report = collect_report(self.house.lake, self.run, release)
        return report, write_report(report, self.house.lake.root / "reports" / self.run.run_id)

    async def _show_feeds(self, ingested: Ingested) -> None:
        rows = [
            {"feed": f.feed_id, "state": f.status, "entries": f.entries, "in window": f.in_window, "reason": f.reason}
            for f in sorted(ingested.fetches, key=lambda f: (f.status != "broken", f.feed_id))
        ]
        await show_table(f"feeds-{self.run.day}", rows, f"Feeds of {self.run.run_id}")
