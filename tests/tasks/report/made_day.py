"""A made-up news day in a real lake: feeds, entries, articles, candidates, verdicts, calls, a built release, and answers to it.

Outlets, people and events are invented; the figures are drawn from a fixed seed, so that every test sees the same day.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from storage.agents import AgentRecord
from storage.lake import Lake
from storage.releases import Release
from storage.schemas.calls import Call
from storage.schemas.ids import digest
from storage.schemas.news import Article, Entry, FeedFetch
from storage.schemas.questions import Candidate, FunnelRow, Run, Verdict
from tasks.release.build import build_release

MOMENT = datetime(2026, 11, 30, 6, 15, tzinfo=UTC)
DAY = "2026-11-30"
RUN = "news-2026-11-30-daily"
SCOPE = "news-2026-11-30"
WRITER, CHECKER = "lyra-large", "orion-mini"

OUTLETS = (
    ("courier", "Harbour Courier", "general", "full", "CC BY 4.0"),
    ("gazette", "Closed Gazette", "general", "ids_only", ""),
    ("ledger", "Northern Ledger", "business", "full", "CC BY-SA 4.0"),
    ("whistle", "Final Whistle", "sports", "full", "CC BY 4.0"),
    ("lens", "Field Lens", "science", "unknown", ""),
    ("prompter", "The Prompter", "culture", "full", "CC BY 4.0"),
)

# Title, first paragraph, question, key, other choices.
STORIES = (
    (
        "{place} reopens its swing bridge after {number} days",
        "The swing bridge at {place} carried its first trams on 29 November 2026 after {number} days of repairs. "
        "Engineer {person} led the work.",
        "Who led the repairs of the swing bridge at {place} that reopened on 29 November 2026?",
        "{person}",
        ("Ansel Thorne", "Mirela Kovic", "Jory Pell"),
    ),
    (
        "{place} council passes a budget of {number} million crowns",
        "The council of {place} adopted a budget of {number} million crowns on 29 November 2026. Treasurer {person} had asked for more.",
        "How large is the budget that the council of {place} adopted on 29 November 2026?",
        "{number} million crowns",
        ("{a} million crowns", "{b} million crowns", "{c} million crowns"),
    ),
    (
        "Rowers of {place} win the Skerry Cup",
        "{place} won the Skerry Cup on 29 November 2026 by {number} seconds. Stroke {person} called it the race of a lifetime.",
        "By how much did {place} win the Skerry Cup on 29 November 2026?",
        "{number} seconds",
        ("{a} seconds", "{b} seconds", "{c} seconds"),
    ),
    (
        "A moss that eats plastic is found near {place}",
        "Botanists led by {person} described on 29 November 2026 a moss from the marshes of {place} that breaks down plastic film "
        "within {number} weeks.",
        "Near which place was the plastic-eating moss found that was described on 29 November 2026?",
        "{place}",
        ("Vell Sound", "Ostermoor", "Cape Lindry"),
    ),
)
PLACES = ("Tarnhavn", "Bryndal", "Lisvik", "Penh Harbour", "Skerrin", "Ostra Fell", "Karsovia", "Talmere", "Fellfoot", "Dravik")
PEOPLE = (
    "Halla Skarrild",
    "Mira Dahl",
    "Tomas Renn",
    "Ida Holm",
    "Quenby Astor",
    "Per Ulfeldt",
    "Sanna Vire",
    "Otto Kessen",
    "Lene Brodd",
    "Aric Moen",
)
RULE_FAILURES = ("key_in_article", "distinct_choices", "date_present", "no_article_reference", "similar_length", "no_duplicate")
AGENT_FAILURES = ("key_right", "one_right", "names_explicit")
WORDS = {
    "key_in_article": "the answer is not in the article as written",
    "distinct_choices": "two choices mean the same",
    "key_right": "the agent finds no choice right",
    "one_right": "Jory Pell right as well",
    "names_explicit": "which council is meant?",
}


def article(number: int, **changes: Any) -> Article:
    """The article of that number."""
    feed, outlet, category, redistribution, licence = OUTLETS[number % len(OUTLETS)]
    title, text = (part.format(**_slots(number)) for part in STORIES[number % len(STORIES)][:2])
    body = f"{text}\n\nResidents said they had waited long for the day. A second report is due in spring, the town said."
    fields: dict[str, Any] = {
        "article_id": f"a{number:03d}",
        "version_id": f"v{number:03d}",
        "cluster_id": f"c{number:03d}",
        "cluster_head": True,
        "version": 1,
        "day": DAY,
        "run_id": RUN,
        "feed_id": feed,
        "outlet": outlet,
        "category": category,
        "url": f"https://{feed}.example/story/{number}",
        "fetched_url": f"https://{feed}.example/story/{number}",
        "guid": f"g{number}",
        "title": title,
        "page_title": title,
        "authors": (),
        "published": MOMENT - timedelta(minutes=37 * number + 20),
        "published_source": "feed",
        "published_confidence": "exact",
        "modified": None,
        "fetched": MOMENT,
        "language": "en",
        "body": body,
        "word_count": len(body.split()),
        "body_digest": digest(body),
        "kind": "article",
        "redistribution": redistribution,
        "licence": licence,
        "notes": (),
    }
    return Article(**(fields | changes))


def candidate(number: int, position: int, **changes: Any) -> Candidate:
    """A question on the article of that number; positions 1 to 5."""
    _, _, question, key, others = STORIES[number % len(STORIES)]
    slots = _slots(number)
    choices = tuple(text.format(**slots) for text in (key, *others))
    wording = ("", "According to the town's own count, ", "In the end, ", "In fact, ", "On record, ")[position - 1]
    text = question.format(**slots)
    fields: dict[str, Any] = {
        "question_id": f"q{number:03d}-{position}",
        "run_id": RUN,
        "article_id": f"a{number:03d}",
        "version_id": f"v{number:03d}",
        "day": DAY,
        "position": position,
        "question": wording + (text if not wording else text[0].lower() + text[1:]),
        "choices": choices,
        "key": choices[0],
        "rationale": "The report gives it.",
        "language": "en",
        "model": WRITER,
        "prompt": "generate_questions/1/0a1b2c3d4e5f",
        "call_digest": digest("write", str(number)),
        "status": "read",
        "reason": "",
        "raw": "",
    }
    return Candidate(**(fields | changes))


def run(**changes: Any) -> Run:
    """The run of that day."""
    fields: dict[str, Any] = {
        "run_id": RUN,
        "flow": "news",
        "name": "daily",
        "day": DAY,
        "moment": MOMENT,
        "window_hours": 24.0,
        "parameters": '{"generator":"lyra-large","max_articles":null,"models":["cirrus-8b","cirrus-70b"]}',
        "status": "started",
        "detail": "",
        "release_id": None,
        "started": MOMENT,
        "noted": MOMENT,
    }
    return Run(**(fields | changes))


def agents(checker: str | None = CHECKER) -> dict[str, AgentRecord]:
    """Generator and validator."""
    found = {
        "generator": AgentRecord(
            role="generator",
            models=(f"{WRITER}-2026-04-14",),
            decoding={"temperature": 0.0, "top_p": 1, "max_tokens": 900},
            prompt=digest("g"),
            prompt_name="generate_questions/1/0a1b2c3d4e5f",
            asked=WRITER,
            calls=40,
            cost=0.0512,
        ),
    }
    if checker:
        found["validator"] = AgentRecord(
            role="validator",
            models=(f"{checker}-2026-01-31",),
            decoding={"temperature": None},
            not_sent=("temperature",),
            prompt=digest("v"),
            prompt_name="validate_questions/1/5e4d3c2b1a0f",
            asked=checker,
            calls=38,
            cost=0.0317,
        )
    return found


def make_day(lake: Lake, *, articles: int = 40, **built: Any) -> tuple[Run, Release]:
    """Store the whole day and return its run and release. ``built`` goes to ``build_release``."""
    written = [article(number) for number in range(articles)]
    candidates, verdicts = _questions(articles)
    funnel = _funnel(articles, candidates, verdicts)
    lake.append(Run, [run()], RUN)
    lake.append(Article, written, DAY)
    lake.append(Candidate, candidates, RUN)
    lake.append(Verdict, verdicts, RUN)
    lake.append(FunnelRow, funnel, RUN)
    lake.append(FeedFetch, feeds(), RUN)
    lake.append(Entry, _entries(articles), RUN)
    lake.append(Call, _calls(articles), SCOPE)
    given = {"agents": agents(), "seed": "okbench", "made": MOMENT + timedelta(minutes=9)} | built
    release = build_release(lake=lake, run=run(), candidates=candidates, verdicts=verdicts, articles=written, funnel=funnel, **given)
    return run(release_id=release.release_id), release


def feeds() -> list[FeedFetch]:
    """One feed of each outlet, one broken, one unchanged, one quiet."""
    rows = [_feed(feed, outlet, "ok", "", 20 + 7 * place, 9 + place) for place, (feed, outlet, *_) in enumerate(OUTLETS)]
    return [
        *rows,
        _feed("old-mill", "The Old Mill", "broken", "http 410 gone", 0, 0, http_status=410),
        _feed("lamp", "Evening Lamp", "not_modified", "", 0, 0, http_status=304),
        _feed("tide", "Tide Table", "ok", "quiet", 11, 0),
    ]


def _slots(number: int) -> dict[str, Any]:
    amount = 11 + 3 * number
    return {
        "place": PLACES[number % len(PLACES)],
        "person": PEOPLE[(number * 7 + 3) % len(PEOPLE)],
        "number": amount,
        "a": amount + 4,
        "b": amount + 9,
        "c": amount - 6,
    }


def _questions(articles: int) -> tuple[list[Candidate], list[Verdict]]:
    draw = random.Random(5)
    candidates: list[Candidate] = []
    verdicts: list[Verdict] = []
    for number in range(articles):
        for position in range(1, 6):
            chance = draw.random()
            one = candidate(number, position)
            if chance < 0.03:
                candidates.append(replace(one, question="", choices=(), key="", status="unusable", reason="missing"))
            elif chance < 0.06:
                candidates.append(replace(one, key="several of them", status="unusable", reason="key_not_a_choice"))
            else:
                candidates.append(one)
                verdicts += _verdicts(one, draw)
    return candidates, verdicts


def _verdicts(one: Candidate, draw: random.Random) -> list[Verdict]:
    if draw.random() < 0.14:
        return [_verdict(one, "rule", draw.choice(RULE_FAILURES), passed=False)]
    failing = draw.choice(AGENT_FAILURES) if draw.random() < 0.08 else ""
    agent = [_verdict(one, CHECKER, check, passed=check != failing) for check in ("no_reference", *AGENT_FAILURES)]
    return [_verdict(one, "rule", "all_rules", passed=True), *agent]


def _verdict(one: Candidate, judge: str, check: str, *, passed: bool) -> Verdict:
    return Verdict(
        run_id=RUN,
        question_id=one.question_id,
        judge=judge,
        check=check,
        passed=passed,
        reason="" if passed else WORDS.get(check, ""),
        call_digest=None if judge == "rule" else digest("check", one.article_id),
    )


def _funnel(articles: int, candidates: list[Candidate], verdicts: list[Verdict]) -> list[FunnelRow]:
    failed: dict[str, str] = {}
    for verdict in verdicts:
        if not verdict.passed:
            failed.setdefault(verdict.question_id, verdict.check)
    unusable = Counter(one.reason for one in candidates if one.status != "read")
    read = sum(one.status == "read" for one in candidates)
    counts = {
        ("entries", "kept", ""): articles + 6,
        ("entries", "dropped", "outside_window"): 148,
        ("entries", "dropped", "paywall"): 7,
        ("entries", "dropped", "too_short"): 5,
        ("entries", "dropped", "undated"): 3,
        ("entries", "dropped", "http_404"): 2,
        ("articles", "kept", ""): articles + 2,
        ("articles", "dropped", "near_copy"): 3,
        ("articles", "dropped", "live_blog"): 1,
        ("select", "kept", ""): articles,
        ("select", "dropped", "over_max_articles"): 2,
        ("generate_articles", "kept", ""): articles - 9,
        ("generate_articles", "kept", "short"): 9,
        ("generate", "kept", ""): read,
        ("validate", "kept", ""): read - len(failed),
    }
    counts |= {("generate", "dropped", reason): number for reason, number in unusable.items()}
    counts |= {("validate", "dropped", check): number for check, number in Counter(failed.values()).items()}
    return [FunnelRow(run_id=RUN, stage=stage, outcome=outcome, reason=reason, count=n) for (stage, outcome, reason), n in counts.items()]


def _feed(feed: str, outlet: str, status: str, reason: str, entries: int, in_window: int, http_status: int = 200) -> FeedFetch:
    url = f"https://{feed}.example/feed.xml"
    return FeedFetch(
        run_id=RUN,
        feed_id=feed,
        outlet=outlet,
        url=url,
        final_url=url,
        status=status,
        reason=reason,
        http_status=http_status,
        entries=entries,
        in_window=in_window,
        elapsed_ms=80.0 + 13 * len(outlet),
        fetched=MOMENT,
    )


def _entries(articles: int) -> list[Entry]:
    return [
        Entry(
            entry_id=f"n{number}",
            run_id=RUN,
            feed_id=one.feed_id,
            outlet=one.outlet,
            category=one.category,
            guid=one.guid,
            link=one.url,
            url=one.url,
            title=one.title,
            authors=(),
            language="en",
            published=one.published,
            published_raw="",
            published_source="feed",
            published_confidence="exact",
            modified=None,
            summary="",
            content="",
            fate="kept" if number < articles else "dropped",
            reason="" if number < articles else "paywall",
            detail="",
            article_id=one.article_id,
            version_id=one.version_id,
            noted=MOMENT,
        )
        for number, one in ((number, article(number)) for number in range(articles + 7))
    ]


def _calls(articles: int) -> list[Call]:
    written = [call("generate", str(n), WRITER, SCOPE, 0.00128, digest=digest("write", str(n))) for n in range(articles)]
    checked = [call("validate", str(n), CHECKER, SCOPE, 0.0008, digest=digest("check", f"a{n:03d}")) for n in range(articles)]
    return [*written, replace(written[0], digest=digest("lost"), status="failed", cost=None, text=""), *checked]


def call(purpose: str, name: str, model: str, scope: str, cost: float | None, **changes: Any) -> Call:
    """A finished call."""
    fields: dict[str, Any] = {
        "digest": digest(purpose, name),
        "scope": scope,
        "purpose": purpose,
        "run_id": RUN,
        "model": model,
        "provider_model": model,
        "sent": "{}",
        "not_sent": (),
        "status": "ok",
        "error": "",
        "text": "x",
        "thinking": "",
        "finish_reason": "stop",
        "prompt_tokens": 810,
        "cached_tokens": 256,
        "completion_tokens": 190,
        "reasoning_tokens": 0,
        "cost": cost,
        "attempts": 1,
        "latency_ms": 50.0,
        "started": MOMENT,
    }
    return Call(**(fields | changes))
