"""Results on the disk: every file there, the same each time, and nothing shown that may not be."""

import csv
import dataclasses
import json
import re

import pytest

from storage.lake import Lake
from storage.schemas.calls import Answer
from tasks.questions.setting import Setting
from tasks.report.publish import publish_figures, publish_leaderboard, publish_release
from tasks.report.results.figures_file import PUBLISHED
from tasks.report.results.question_pages import page_name
from tests.tasks.report.made_day import make_day
from tests.tasks.report.made_results import answer, make_results, store_evaluation
from tests.tasks.report.test_page import EVIL, Page

MODELS = (("tern-1b", 1.0, "open"), ("tern-9b", 9.0, "open"), ("baseline/guess", None, "open"))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    lake = Lake.open(tmp_path_factory.mktemp("publish") / "lake")
    _, release = make_day(lake, articles=12)
    make_results(lake, release, models=MODELS)
    published = publish_release(lake, release)
    publish_leaderboard(lake)
    return lake, release, published


def test_every_table_lies_there_in_every_form_with_and_without_stale_questions(made):
    _, release, published = made
    for folder in ("tables", "tables-without-stale"):
        for key in ("T5", "T8", "T9", "T10", "T11", "T12", "T13", "size-gap", "smallest", "pairs", "evaluations"):
            assert csv.DictReader((published.folder / folder / f"{key}.csv").read_text("utf-8").splitlines()).fieldnames
            assert release.signature.short().split("|")[1].replace("_", r"\_") in (published.folder / folder / f"{key}.tex").read_text("utf-8")
    text = (published.folder / "results.md").read_text("utf-8")
    assert text.count("## T8:") == 2 and "# Without stale questions" in text
    assert {path.name for path in (published.folder / "figures").iterdir()} == {"F2.svg", "F3.svg", "F4.svg"}


def test_the_page_is_whole_and_shows_every_table_and_figure(made):
    _, release, published = made
    text = published.page.read_text("utf-8")
    page = Page(text)
    assert page.open == []
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    for number in (5, 8, 9, 10, 11, 12, 13):
        assert page.text.count(f"Table {number}:") == 2
    for number in (2, 3, 4):
        assert f"Figure {number}:" in page.text
    assert release.signature.short() in page.text.replace("\n", "")


def test_links_lead_to_files_that_are_there(made):
    lake, _, published = made
    for page in (published.page, lake.root / "reports" / "index.html", published.folder / "questions" / "index.html"):
        links = [attrs["href"] for tag, attrs in Page(page.read_text("utf-8")).tags if tag == "a"]
        assert links
        for link in links:
            if not link.startswith(("#", "https://")):
                assert (page.parent / link).is_file(), link


def test_nothing_is_loaded_from_anywhere(made):
    lake, _, published = made
    for page in (published.page, lake.root / "reports" / "index.html", next((published.folder / "questions").glob("q*.html"))):
        for tag, attrs in Page(page.read_text("utf-8")).tags:
            assert tag not in ("img", "iframe", "object")
            assert "src" not in attrs and "style" not in attrs and not any(name.startswith("on") for name in attrs)
            assert tag != "link" or attrs["href"] == "data:,"


def test_a_question_s_page_has_key_answers_and_the_article_where_it_may(made):
    _, release, published = made
    for question in release.questions:
        text = Page((published.folder / "questions" / page_name(question.question_id)).read_text("utf-8")).text
        article = release.article_of[question.version_id]
        assert question.key in text and "tern-1b" in text and "baseline/guess" in text
        second = "Residents said they had waited long"
        assert (second in text) == (article.redistribution == "full"), article.outlet
        assert (article.title in text) == (article.redistribution == "full")


def test_made_again_it_is_the_same_and_old_pages_go(made):
    lake, release, published = made
    before = {path: path.read_bytes() for path in published.folder.rglob("*.*")}
    (published.folder / "questions" / "gone.html").write_text("of a question that is no more")
    publish_release(lake, release)
    assert {path: path.read_bytes() for path in published.folder.rglob("*.*")} == before


def test_without_stale_is_what_is_shown_first_when_wanted(made):
    lake, release, published = made
    found = publish_release(lake, release, without_stale=True, questions=False)
    assert '<body data-show="fresh">' in published.page.read_text("utf-8")
    assert found.results.fresh
    publish_release(lake, release)


def test_a_board_s_memory_that_is_damaged_is_made_again(made):
    lake, _, _ = made
    page, memory = lake.root / "reports" / "index.html", lake.root / "reports" / ".intervals.json"
    before, known = page.read_text("utf-8"), memory.read_text("utf-8")
    for damage in ("", "[1]", '{"e": 3}', "\x00"):
        memory.write_text(damage)
        publish_leaderboard(lake)
        assert (page.read_text("utf-8"), memory.read_text("utf-8")) == (before, known)


def test_only_the_forms_asked_for_are_written(tmp_path):
    lake = Lake.open(tmp_path / "lake")
    _, release = make_day(lake, articles=3)
    found = publish_release(lake, release, formats=("csv",))
    assert {path.suffix for path in found.folder.rglob("*.*")} == {".csv"}
    assert found.page == found.folder


def test_what_models_and_questions_say_has_no_power_over_a_page(tmp_path):
    lake = Lake.open(tmp_path / "lake")
    import tests.tasks.report.made_day as day
    from tasks.release.build import build_release

    written = [day.article(0, title=EVIL, body=f"{EVIL} has {EVIL} within.\n\n{EVIL}")]
    candidates = [day.candidate(0, 1, question=f"Who said {EVIL}?", choices=(EVIL, "a", "b", "c"), key=EVIL)]
    release = build_release(
        lake=lake, run=day.run(), candidates=candidates, verdicts=[], articles=written, funnel=[], agents=day.agents(), seed="s",
        kept={candidates[0].question_id},
    )  # fmt: skip
    evaluation = store_evaluation(lake, release, EVIL, None, Setting("oracle"), provider_model=EVIL, prompt=EVIL, decoding=json.dumps({EVIL: EVIL}))
    import random

    bad = answer(release.questions[0], release, evaluation.evaluation_id, EVIL, Setting("oracle"), "wrong", random.Random(1), text=EVIL, picked=EVIL)
    lake.replace(Answer, [bad], f"{release.release_id}/{evaluation.evaluation_id}")
    published = publish_release(lake, release)
    publish_leaderboard(lake)
    for page in (lake.root / "reports").rglob("*.html"):
        found = Page(page.read_text("utf-8"))
        assert found.open == []
        assert sum(tag == "script" for tag, _ in found.tags) == 1
        assert not any("onerror" in attrs for _, attrs in found.tags)
    assert "<script" not in (published.folder / "results.md").read_text("utf-8")
    assert re.search(r"alert\(1\)", (published.folder / "questions" / page_name(release.questions[0].question_id)).read_text("utf-8"))


def test_a_question_s_id_never_leads_out_of_the_folder():
    assert page_name("q000-1") == "q000-1.html"
    for name in ("../x", "a/b", ".x", "", "a" * 200, "index"):
        assert re.fullmatch(r"[0-9a-f]{24}\.html", page_name(name)) or name == "index"


def test_table_8_of_the_paper_is_a_report(tmp_path):
    lake = Lake.open(tmp_path / "lake")
    found = publish_figures(lake, PUBLISHED / "table_8.csv")
    page = Page(found.page.read_text("utf-8"))
    assert "GPT-4o" in page.text and "59.96" in page.text and "arXiv 2511.08598" in page.text
    assert "Figure 3:" in page.text and "Table 10:" not in page.text
    assert dataclasses.is_dataclass(found)
