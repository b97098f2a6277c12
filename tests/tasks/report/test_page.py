"""The HTML page: whole in itself, safe, and the same every time."""

import base64
import dataclasses
import hashlib
import re
from html.parser import HTMLParser

import pytest

from tasks.report.collect import collect_report
from tasks.report.page import render_page
from tests.tasks.report.made_day import make_day
from tests.tasks.report.made_scores import evaluate

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>'


class Page(HTMLParser):
    """Tags with their attributes, and whether all are closed."""

    VOID = frozenset({"meta", "link", "line", "circle", "wbr", "br", "input"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> closes the wrong element at {self.getpos()}"

    def handle_data(self, data):
        if self.open[-1:] not in (["style"], ["script"]):
            self.text += data


@pytest.fixture(scope="module")
def text(report) -> str:
    return render_page(report)


@pytest.fixture(scope="module")
def page(text) -> Page:
    return Page(text)


def test_every_element_is_closed_and_every_name_is_there_once(page):
    assert page.open == []
    names = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(names) == len(set(names))
    wanted = {attrs["href"][1:] for tag, attrs in page.tags if tag == "a" and attrs["href"].startswith("#")}
    assert wanted <= set(names)


def test_it_asks_for_nothing_from_outside(page):
    assert not [tag for tag, _ in page.tags if tag in ("img", "iframe", "object", "embed", "form", "base")]
    assert not [attrs for tag, attrs in page.tags if "src" in attrs or "srcset" in attrs or "style" in attrs]
    assert [attrs["href"] for tag, attrs in page.tags if tag == "link"] == ["data:,"]
    assert not [name for _, attrs in page.tags for name in attrs if name.startswith("on")]


def test_style_has_no_address(text):
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]
    assert "url(" not in style and "@import" not in style


def test_the_policy_admits_its_own_style_and_script_only(text):
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1].replace("&#39;", "'")
    assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy
    for element, directive in (("style", "style-src"), ("script", "script-src")):
        (own,) = re.findall(rf"<{element}>(.*?)</{element}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy


def test_it_tells_what_was_run(page, report):
    for part in (
        report.manifest.signature.short(), report.manifest.signature.full(), report.run.run_id, report.manifest.release_id,
        report.manifest.content_digest, "2026-11-29 06:15 UTC to 2026-11-30 06:15 UTC (24 hours)", "News of 30 November 2026",
        "generate_questions/1/0a1b2c3d4e5f", report.manifest.agents[0].prompt, "answer_multiple_choice/1/77aa88bb99cc",
    ):  # fmt: skip
        assert part in page.text


def test_both_forms_of_the_signature_can_be_copied(page):
    copied = [attrs["data-copy"] for tag, attrs in page.tags if tag == "button" and "data-copy" in attrs]
    assert copied == ["signature-short", "signature-full"]
    assert {"signature-short", "signature-full"} <= {attrs.get("id") for _, attrs in page.tags}


def test_baselines_are_marked_and_never_called_models(page, text):
    assert "put to 2 models and 2 baselines." in page.text
    rows = re.findall(r'<tr class="baseline">\s*<th scope="row"[^>]*>([^<]+) <em>baseline</em>', text)
    assert rows == ["baseline/guess", "baseline/guess", "baseline/overlap", "baseline/overlap"]
    assert "language model baseline" not in page.text


def test_the_chart_stands_in_two_forms_with_every_accuracy(page, report):
    forms = [attrs["class"] for tag, attrs in page.tags if tag == "svg" and "chart" in (attrs.get("class") or "")]
    assert forms == ["chart wide", "chart narrow"]
    assert sum(tag == "circle" for tag, _ in page.tags) == 2 * len(report.scores)


def test_it_fits_phones_and_both_colour_schemes(page, text):
    assert ("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}) in page.tags
    assert "prefers-color-scheme: dark" in text and "max-width: 720px" in text


def test_examples_are_there_with_their_reasons(page, report):
    for example in report.kept:
        assert example.question.question in page.text
    for example in report.dropped:
        assert example.reason in page.text and example.meaning in page.text


def test_whatever_comes_from_outside_is_text(report):
    kept, dropped = report.kept[0], report.dropped[0]
    question = dataclasses.replace(kept.question, question=EVIL, choices=(EVIL, "b\x00", "c", "d"), language=EVIL)
    source = dataclasses.replace(
        kept.source, title=EVIL, url=f"https://x.example/{EVIL}", outlet=EVIL, category=EVIL, before=EVIL, key=EVIL, after=EVIL
    )
    candidate = dataclasses.replace(dropped.candidate, question=EVIL, choices=(EVIL,), key=EVIL)
    score = report.scores[0]
    evil = dataclasses.replace(
        report, kept=(dataclasses.replace(kept, question=question, source=source),),
        dropped=(dataclasses.replace(dropped, candidate=candidate, words=EVIL, judge=EVIL, reason=EVIL),),
        run=dataclasses.replace(report.run, run_id=EVIL, parameters=EVIL),
        feeds=tuple(dataclasses.replace(feed, fetch=dataclasses.replace(feed.fetch, outlet=EVIL, reason=EVIL)) for feed in report.feeds),
        scores=(dataclasses.replace(score, evaluation=dataclasses.replace(score.evaluation, model=EVIL, prompt=EVIL)),),
    )  # fmt: skip
    page = Page(render_page(evil))
    assert page.open == []
    assert sum(tag == "script" for tag, _ in page.tags) == 1 and not [tag for tag, _ in page.tags if tag == "img"]
    assert EVIL in page.text and "\x00" not in page.text


def test_links_lead_to_the_articles_without_telling_where_from(page):
    links = [attrs for tag, attrs in page.tags if tag == "a" and not attrs["href"].startswith(("#", "../"))]
    assert links and all(attrs["href"].startswith("https://") and attrs["rel"] == "noreferrer noopener" for attrs in links)


def test_it_leads_to_the_results_and_the_leaderboard_beside_it(page, report):
    own = [attrs["href"] for tag, attrs in page.tags if tag == "a" and attrs["href"].startswith("../")]
    assert own == [f"../{report.manifest.release_id}/index.html", "../index.html"]


def test_an_article_that_may_not_be_passed_on_keeps_its_title(page, day):
    closed = {article.title for article in day[2].articles if article.redistribution != "full"}
    permitted = {article.title for article in day[2].articles if article.redistribution == "full"}
    assert not [title for title in closed - permitted if title in page.text]


def test_parameters_that_are_no_json_are_shown_as_they_are(report):
    odd = dataclasses.replace(report, run=dataclasses.replace(report.run, parameters="[1, 2"))
    assert "[1, 2" in Page(render_page(odd)).text


def test_a_day_with_hardly_anything_still_makes_a_page(lake):
    run, release = make_day(lake, articles=1)
    evaluate(lake, release, "cirrus-8b", "oracle", 0.9, 0.0)
    report = collect_report(lake, run, release)
    page = Page(render_page(dataclasses.replace(report, stages=(), dropped=(), kept=(), costs=(), feeds=())))
    assert page.open == []
    for words in ("This lake holds no counts", "No call was made", "No question was kept", "Nothing was dropped", "No feed was asked"):
        assert words in page.text
