"""``okbench releases``: list, show, verify, export and import signed benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flows.cli.opening import LakeOption, ReleaseArgument, lake_of, release_of, run_async, settings_of
from flows.cli.output import console, manner, print_json, say, show, show_rows
from flows.settings import Settings
from storage.lake import Lake
from storage.releases import Release, ReleaseStore
from storage.schemas.annotations import HumanFigure
from storage.schemas.clock import iso, utc_now
from storage.schemas.errors import BadInput, DigestMismatch
from storage.signature import Signature
from tasks.annotate.rejected import FAULTS, Rule
from tasks.annotate.studies import find_study
from tasks.release.export import export_release
from tasks.release.harness_export import Harness
from tasks.release.importing import Imported, complete_release, import_release
from tasks.release.options import ExportOptions, Form, Texts

_SHOWN = 20
app = typer.Typer(name="releases", help="Signed benchmarks.", no_args_is_help=True)


@app.command("list")
def list_(lake: LakeOption = None) -> None:
    """List all releases, the newest first."""
    rows = [
        {
            "release": m.release_id, "news of": m.period, "questions": m.counts.get("released", 0), "articles": m.counts.get("articles", 0),
            "made": iso(m.made), "signature": m.signature.short(),
        }
        for m in ReleaseStore(lake_of(lake)).list()
    ]  # fmt: skip
    show_rows(rows, title="releases", columns=("release", "questions", "articles", "made"))


@app.command("show")
def show_(
    release: ReleaseArgument = "latest",
    questions: Annotated[int, typer.Option(min=0, help="Print this many questions as well.")] = 0,
    lake: LakeOption = None,
) -> None:
    """Show what a release is: signature, agents, counts, where it lies."""
    found = release_of(lake, release)
    m = found.manifest
    value: dict[str, object] = {
        "release": m.release_id, "signature": m.signature.short(), "full signature": str(m.signature), "news of": m.period, "window (hours)": m.hours,
        "until": iso(m.moment) if m.moment else None, "made": iso(m.made), "agents": [f"{a.role}: {a.asked}" for a in m.agents], "counts": dict(m.counts),
        "dropped": dict(m.dropped), "folder": str(found.folder),
    }  # fmt: skip
    if people := people_found(lake_of(lake), found):
        value |= {"people found": people}
    if m.parent:
        value |= {"parent": m.parent.release_id, "withdrawn": dict(m.parent.withdrawn)}
    shown = [
        {"question": q.question, "choices": list(q.choices), "key": q.key, "outlet": q.outlet, "id": q.question_id} for q in found.questions[:questions]
    ]
    if manner.as_json:
        print_json(value | ({"questions": shown} if questions else {}))
        return
    show(value)
    for q in shown:
        console.print(f"\n{q['question']}", markup=False)
        for letter, choice in zip("ABCDEFGH", q["choices"], strict=False):
            console.print(f"  {letter}. {choice}{'   <- key' if choice == q['key'] else ''}", markup=False)


def people_found(opened: Lake, release: Release) -> dict[str, float]:
    """Figures of all annotators together, by measure: of studies of the release as published, else those that its manifest brings."""
    published = [one for one in opened.read(HumanFigure, release.release_id) if not one.annotator]
    return {one.measure: round(one.value, 4) for one in published or release.manifest.human if one.value is not None}


@app.command()
def verify(
    release: ReleaseArgument = "latest",
    signature: Annotated[str | None, typer.Option(help="A signature cited elsewhere, which the release must have.")] = None,
    lake: LakeOption = None,
) -> None:
    """Check every byte and row of a release against its signature."""
    store = ReleaseStore(lake_of(lake))
    # A damaged manifest is not in the list that names are resolved against; an id given whole must still be checked.
    whole = "|" not in release and store.folder(release).is_dir()
    release_id = release if whole else store.resolve(release)
    result = store.verify(release_id, expected=Signature.parse(signature) if signature else None)
    if manner.as_json:
        print_json({"release": release_id, "ok": result.ok, "problems": [str(p) for p in result.problems]})
    elif result.ok:
        say(f"{release_id}: every byte and row is what its signature says")
        say(str(result.signature))
    for problem in () if manner.as_json else result.problems:
        console.print(f"  {problem}", markup=False, soft_wrap=True)
    if not result.ok:
        raise DigestMismatch("the release is not what its signature says", where=str(result.folder), todo="Import the release again from where it came")


@app.command()
def export(
    release: ReleaseArgument,
    target: Annotated[Path, typer.Argument(help="New folder, or an archive (.tar.gz, .zip).")],
    form: Annotated[Form, typer.Option(help="parquet: a Hugging Face dataset folder; jsonl: JSON lines.")] = "parquet",
    texts: Annotated[Texts, typer.Option(help="Article texts to pass on.")] = "permitted",
    as_: Annotated[Harness | None, typer.Option("--as", help="A task folder for lm-evaluation-harness or Inspect AI instead of a copy.")] = None,
    lake: LakeOption = None,
) -> None:
    """Write a copy of a release for others, or as a task of another harness."""
    if as_ is not None:
        _export_as(as_, release_of(lake, release), target, texts, settings_of(lake))
        return
    done = export_release(release_of(lake, release), target, ExportOptions(form=form, texts=texts))
    show({"written": str(done.path), "questions": done.questions, "articles": done.articles, "articles without text": done.withheld_articles})
    if done.withheld_articles:
        say("Texts whose outlets do not permit redistribution are left out; whoever imports the copy can have them fetched again (--fill)")


def _export_as(harness: Harness, release: Release, target: Path, texts: Texts, settings: Settings) -> None:
    from flows.harness_export import export_for  # imports the answer stage; other commands do without

    done = export_for(release, target, harness, settings=settings, texts=texts)
    if manner.as_json:
        print_json({"written": str(done.path), "tasks": list(done.tasks), "questions": dict(done.questions)})
        return
    show({"written": str(done.path), **{f"questions, {setting}": count for setting, count in done.questions.items()}})
    if harness == "lm-eval":
        say("Tasks of lm-evaluation-harness, for --include_path and --tasks (all of them: --tasks okbench):")
        for name in done.tasks:
            say(f"  {name}")
    else:
        say(f"In that folder: inspect eval okbench_inspect.py -T setting={done.tasks[-1]} --model ...")
    if len(set(done.questions.values())) > 1:
        say("Settings with an article have fewer questions: its outlet does not permit passing the text on, or it is not in this copy")


@app.command("import")
def import_(
    source: Annotated[Path, typer.Argument(help="Folder or archive of an exported release.")],
    fill: Annotated[bool, typer.Option(help="Fetch the texts that the copy leaves out.")] = False,
    signature: Annotated[str | None, typer.Option(help="The signature that it must have.")] = None,
    lake: LakeOption = None,
) -> None:
    """Take in a release made elsewhere, after checking it."""
    settings = settings_of(lake)
    store = ReleaseStore(lake_of(lake))
    expected = Signature.parse(signature) if signature else None

    async def work() -> Imported:
        if not fill:
            return await import_release(store, source, expected=expected)
        from flows.fetch_text import fetching_texts  # what fetches takes a while to import; other commands do without

        async with fetching_texts(settings) as fetch:
            return await import_release(store, source, fetch_text=fetch, expected=expected)

    _report(run_async(work()))


@app.command()
def fill(release: ReleaseArgument = "latest", lake: LakeOption = None) -> None:
    """Fetch the article texts that a release lacks."""
    settings = settings_of(lake)
    store = ReleaseStore(lake_of(lake))

    from flows.fetch_text import fetching_texts

    async def work() -> Imported:
        async with fetching_texts(settings) as fetch:
            return await complete_release(store, store.resolve(release), fetch)

    _report(run_async(work()))


@app.command()
def withdraw(
    release: ReleaseArgument,
    study: Annotated[list[str] | None, typer.Option(help="Study whose annotators' rejections count; may be repeated.")] = None,
    rule: Annotated[Rule, typer.Option(help="How many annotators of a question must reject it.")] = "half",
    fault: Annotated[list[str] | None, typer.Option(help="What counts: ambiguous, other, unsupported (these if not given), not_fresh.")] = None,
    question: Annotated[list[str] | None, typer.Option(help="Question id to withdraw whatever the studies say; may be repeated.")] = None,
    reason: Annotated[str, typer.Option(help="Why the questions named one by one go.")] = "withdrawn by hand",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say which questions would go, make nothing.")] = False,
    lake: LakeOption = None,
) -> None:
    """Make a new release without the questions that people reject; scores are carried over, no model is asked."""
    from flows.withdrawing import reasons_of, withdraw  # other commands do without

    opened, found = lake_of(lake), release_of(lake, release)
    if strangers := sorted(set(fault or ()) - set(FAULTS)):
        raise BadInput(f"there is no fault {strangers[0]!r}", where="--fault", todo=f"Choose among {', '.join(FAULTS)}")
    reasons, figures = reasons_of(opened, found, [find_study(opened, text) for text in study or ()], faults=fault or FAULTS[:3], rule=rule)
    reasons |= dict.fromkeys(question or (), reason)
    texts = {one.question_id: one.question for one in found.questions}
    rows = [{"question": texts.get(key, ""), "why": why, "id": key} for key, why in reasons.items()]
    if dry_run:
        show_rows(rows, title=f"would be withdrawn from {found.release_id}")
        return
    done = withdraw(opened, found, reasons, figures, now=utc_now())
    show({
        "release": done.release.release_id, "parent": found.release_id, "withdrawn": len(reasons), "questions": len(done.release.questions),
        "scores carried over": len(done.evaluations), "model calls": 0, "signature": done.release.signature.short(),
    })  # fmt: skip


def _report(done: Imported) -> None:
    about = {"release": done.release.release_id, "status": done.status, "texts filled": done.filled, "texts still missing": len(done.unfilled)}
    missing = [{"url": one.url, "reason": one.reason} for one in done.unfilled]
    if manner.as_json:
        print_json(about | {"missing": missing})
        return
    show(about)
    if missing:
        show_rows(missing[:_SHOWN], title=f"still missing (the first {_SHOWN})" if len(missing) > _SHOWN else "still missing")
