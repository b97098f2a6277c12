"""``okbench annotations``: people look at questions and answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from flows.cli.opening import LakeOption, ReleaseArgument, lake_of, release_of, settings_of
from flows.cli.output import errors, manner, print_json, say, show, show_rows, show_tables
from storage.lake import Lake
from storage.schemas.annotations import Link, Study
from storage.schemas.clock import utc_now
from tasks.annotate.export import export_study, study_facts
from tasks.annotate.judged import judged_answers
from tasks.annotate.links import PATH, make_links, spend_links
from tasks.annotate.options import AuditDesign, CorrectnessDesign, Kind, QualityDesign
from tasks.annotate.results import publish, study_results
from tasks.annotate.studies import Drawn, draw_audit, draw_correctness, draw_quality, find_study, store_study, studies
from tasks.annotate.tables import result_tables

app = typer.Typer(name="annotations", help="People look at questions and answers.", no_args_is_help=True)
StudyArgument = Annotated[str, typer.Argument(help="A study id of okbench annotations list, its beginning, or 'latest'.")]
BaseUrl = Annotated[str, typer.Option(help="What stands before the links: where annotators reach the server.")]
LOCAL = "http://127.0.0.1:8765"


@app.command()
def assign(
    release: ReleaseArgument = "latest",
    kind: Annotated[Kind, typer.Option(help="quality: clear and fresh? correctness: is the key what the article says? audit: is a judge right?")] = "quality",
    annotators: Annotated[int | None, typer.Option(help="People who take part (4; audit 2).")] = None,
    each: Annotated[int | None, typer.Option(help="quality, audit: items for each of them (60; audit 50).")] = None,
    shared: Annotated[int | None, typer.Option(help="quality, audit: of these, items that others label as well (20).")] = None,
    raters: Annotated[int | None, typer.Option(help="quality, audit: people for a shared item (2).")] = None,
    rejected: Annotated[int | None, typer.Option(help="quality: questions that validation rejected, mixed in for each (0).")] = None,
    articles: Annotated[int | None, typer.Option(help="correctness: articles for each of them (5).")] = None,
    questions: Annotated[int | None, typer.Option(help="correctness: questions on each article (5).")] = None,
    own_articles: Annotated[bool, typer.Option("--own-articles", help="correctness: other articles for each of them.")] = False,
    judge: Annotated[str, typer.Option(help="audit: only what this judge judged.")] = "",
    name: Annotated[list[str] | None, typer.Option(help="Name of an annotator, repeat for each; A1, A2, ... if not given.")] = None,
    seed: Annotated[str | None, typer.Option(help="Seed of the draw.")] = None,
    base_url: BaseUrl = LOCAL,
    lake: LakeOption = None,
) -> None:
    """Draw a study from a release and print a private link for each annotator."""
    opened, found, now = lake_of(lake), release_of(lake, release), utc_now()
    drawing: dict[str, Any] = {"seed": seed or settings_of(lake).seed, "now": now, "names": name or ()}
    count = len(name) if name and annotators is None else annotators
    drawn: Drawn
    if kind == "correctness":
        drawn = draw_correctness(found, CorrectnessDesign.checked(annotators=count, articles=articles, questions=questions, own=own_articles), **drawing)
    elif kind == "audit":
        judged = judged_answers(opened, found.release_id, judge)
        drawn = draw_audit(found, AuditDesign.checked(annotators=count, each=each, shared=shared, raters=raters), judged, judge=judge, **drawing)
    else:
        design = QualityDesign.checked(annotators=count, each=each, shared=shared, raters=raters, rejected=rejected)
        drawn = draw_quality(found, design, **drawing)
    study = drawn.study
    new = store_study(opened, drawn)
    tokens = make_links(opened, study, study.annotators, now=now) if new else {}
    about_it = {"study": study.study_id, "release": study.release_id, "annotators": len(study.annotators), "items": study.items, "decisions": study.decisions}
    _show_links(about_it | ({} if new else {"status": "stands already"}), tokens, base_url)
    if not new:
        say(f"Its links were printed when it was made; new ones: okbench annotations links {study.study_id} --renew NAME")
    else:
        say(f"Each link is for one person and is printed only now. Serve the study with: okbench annotations serve {study.study_id}")


@app.command()
def serve(
    study: Annotated[list[str] | None, typer.Argument(help="Studies to serve; the latest if none is named.")] = None,
    host: Annotated[str, typer.Option(help="Address to listen on. Others than loopback belong behind a proxy that speaks TLS.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes any that is free.")] = 8765,
    lake: LakeOption = None,
) -> None:
    """Serve the pages of studies until stopped with Ctrl-C."""
    from flows.annotation_site import serve_studies  # what serves takes a while to import

    opened = lake_of(lake)
    found = list({one.study_id: one for one in (find_study(opened, text) for text in study or ["latest"])}.values())
    if host not in ("127.0.0.1", "::1", "localhost"):
        errors.print("okbench: links travel unencrypted over this address; put a proxy with TLS before it", markup=False, soft_wrap=True)

    def started(address: str) -> None:
        if manner.as_json:
            print_json({"address": address, "studies": [one.study_id for one in found]})
        say(f"Serving {', '.join(one.study_id for one in found)} at {address}; stop with Ctrl-C, nothing is lost")

    serve_studies(opened, found, host=host, port=port, started=started)


@app.command("list")
def list_(lake: LakeOption = None) -> None:
    """List all studies, the newest first."""
    rows = [
        {
            "study": one.study_id, "release": one.release_id, "annotators": len(one.annotators), "items": one.items, "decisions": one.decisions,
            "created": one.created,
        }
        for one in studies(lake_of(lake))
    ]  # fmt: skip
    show_rows(rows, title="studies")


@app.command()
def results(
    study: StudyArgument = "latest",
    publish_: Annotated[bool, typer.Option("--publish", help="Attach the figures to the release; its reports show them.")] = False,
    lake: LakeOption = None,
) -> None:
    """Show rates with intervals, agreement, disagreements, and validation against people; also while people work."""
    opened = lake_of(lake)
    found = study_results(opened, find_study(opened, study))
    published = publish(opened, found, now=utc_now()) if publish_ else []
    if manner.as_json:
        print_json(study_facts(found) | {"tables": result_tables(found), "published": len(published)})
        return
    say(f"{found.study.study_id}, {'complete' if found.complete else 'not complete yet'}, on {found.study.signature}\n")
    show_tables(result_tables(found))
    if published:
        say(f"{len(published)} figures attached to {found.study.release_id}")


@app.command()
def export(study: StudyArgument, target: Annotated[Path, typer.Argument(help="New folder.")], lake: LakeOption = None) -> None:
    """Write every decision and all tables as CSV, Markdown and JSON."""
    opened = lake_of(lake)
    files = export_study(opened, study_results(opened, find_study(opened, study)), target)
    show({"written": str(target), "files": files})


@app.command()
def links(
    study: StudyArgument = "latest",
    renew: Annotated[list[str] | None, typer.Option(help="Annotator who gets a new link, the old one is spent; repeat for several, 'all' for all.")] = None,
    spend: Annotated[list[str] | None, typer.Option(help="Annotator whose link is closed for good; repeat for several, 'all' for all.")] = None,
    base_url: BaseUrl = LOCAL,
    lake: LakeOption = None,
) -> None:
    """Show how far everybody is; renew or close private links."""
    opened, now = lake_of(lake), utc_now()
    found = find_study(opened, study)
    if spend:
        spend_links(opened, found, _everybody(found, spend), now=now)
    tokens = make_links(opened, found, _everybody(found, renew), now=now) if renew else {}
    if tokens:
        _show_links({"study": found.study_id}, tokens, base_url)
        return
    status = {link.annotator: link for link in _links(opened, found)}
    progress = {str(row["annotator"]): row for row in result_tables(study_results(opened, found))["Progress"]}
    rows = [{**progress[name], "link": status[name].status if name in status else "none", "made": status[name].made} for name in found.annotators]
    show_rows(rows, title=found.study_id)


def _links(lake: Lake, study: Study) -> list[Link]:
    return lake.read(Link, study.study_id)


def _everybody(study: Study, names: list[str]) -> list[str]:
    return list(study.annotators) if names == ["all"] else names


def _show_links(about: dict[str, object], tokens: dict[str, str], base_url: str) -> None:
    rows = [{"annotator": name, "link": f"{base_url.rstrip('/')}{PATH}{token}"} for name, token in tokens.items()]
    if manner.as_json:
        print_json(about | {"links": rows})
        return
    show(about)
    for row in rows:
        say(f"  {row['annotator']}  {row['link']}")

