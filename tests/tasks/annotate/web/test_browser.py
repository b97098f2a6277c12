"""Both studies filled to the end in a real Chromium by four people who work differently; then the tables are read back."""

import json
from collections import Counter

import pytest

from storage.journaled import read_journaled
from storage.schemas.annotations import Annotation
from tasks.annotate.results import study_results
from tasks.annotate.tables import agreement_rows, rate_rows
from tests.chromium import chromium
from tests.tasks.annotate.site import serving

pytestmark = [pytest.mark.slow, pytest.mark.service]

MANNERS = {
    "A1": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "light"},
    "A2": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "A3": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "dark"},
    "A4": {"viewport": {"width": 800, "height": 600}, "java_script_enabled": False},
}
"""By keyboard in light colours; by touch on a phone; by keyboard in the dark; without JavaScript."""

CONTRAST = """() => {
  const light = (colour) => {
    const parts = colour.match(/[\\d.]+/g).map(Number).slice(0, 3).map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const behind = (node) => {
    for (let one = node; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (!/, 0\\)$/.test(colour) && colour !== "transparent") return colour;
    }
    return getComputedStyle(document.documentElement).colorScheme.includes("dark") ? "rgb(0,0,0)" : "rgb(255,255,255)";
  };
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    if (![...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) || !node.getClientRects().length) continue;
    const [one, two] = [light(getComputedStyle(node).color), light(behind(node))].sort((a, b) => b - a);
    found.push([(one + 0.05) / (two + 0.05), node.tagName, node.className, node.textContent.trim().slice(0, 30)]);
  }
  return found.sort((a, b) => a[0] - b[0])[0];
}"""
UNLABELLED = """() => [...document.querySelectorAll('input:not([type=hidden]), textarea')]
  .filter((field) => ![...field.labels].some((label) => label.textContent.trim())).map((field) => field.outerHTML)"""


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture
def open_page(browser):
    contexts = []

    def opened(**manner):
        contexts.append(browser.new_context(**manner))
        page = contexts[-1].new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        return page

    yield opened
    for context in contexts:
        context.close()


def check_looks(page, manner):
    """Readable, labelled, one heading, not wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth") <= manner["viewport"]["width"]
    assert page.locator("h1").count() == 1 and page.locator("html[lang=en]").count() == 1
    if manner.get("java_script_enabled", True):
        ratio, *where = page.evaluate(CONTRAST)
        assert ratio >= 4.5, (page.url, ratio, where)
        assert page.evaluate(UNLABELLED) == []


def save(page):
    """Press the button and wait for the page that follows."""
    with page.expect_navigation():
        page.click("button[type=submit]")


def decide(page, name, decision):
    """One decision of the quality study in the manner of ``name``."""
    place = ("passes", "ambiguous", "not_fresh", "other").index(decision) + 1
    if name in ("A1", "A3"):
        page.keyboard.press(str(place))
        page.keyboard.press("c")
        page.keyboard.type(f"by {name}")
        with page.expect_navigation():
            page.keyboard.press("Control+Enter")
        return
    page.click(f"label.option:nth-of-type({place})")
    page.fill("#comment", f"by {name}")
    save(page)


def begin(page, address, token, manner):
    page.goto(f"{address}/a/{token}")
    check_looks(page, manner)
    with page.expect_navigation():
        page.click("a.button")


def test_four_people_fill_the_quality_study_and_the_tables_hold_what_they_decided(lake, quality, open_page):
    plan = {"A1": "passes ambiguous passes passes passes", "A2": "passes passes not_fresh passes other", "A3": "passes " * 5, "A4": "not_fresh " * 5}
    with serving(lake, [quality.study]) as address:
        for name, manner in MANNERS.items():
            page = open_page(**manner)
            begin(page, address, quality.tokens[name], manner)
            for number, decision in enumerate(plan[name].split(), 1):
                assert page.inner_text("h1") == f"Question {number} of 5"
                if number == 1:
                    check_looks(page, manner)
                decide(page, name, decision)
            assert "All 5 of 5 decisions are stored" in page.inner_text("main")
            check_looks(page, manner)
            page.fill("#comment", f"That was all, says {name}.")
            save(page)
            assert "Your remark is stored" in page.inner_text("main")
    results = study_results(lake, quality.study)
    assert results.complete and len(results.remarks) == 4
    said = {name: Counter(one.decision for one in results.decisions if one.annotator == name) for name in plan}
    assert said == {name: Counter(decisions.split()) for name, decisions in plan.items()}
    rows = {row["annotator"]: row for row in rate_rows(results)}
    assert [rows[name]["clear %"] for name in ("A1", "A2", "A3", "A4", "all")] == [80.0, 80.0, 100.0, 100.0, 90.0]
    assert [rows[name]["clear and fresh %"] for name in ("A1", "A2", "A3", "A4", "all")] == [80.0, 60.0, 100.0, 0.0, 60.0]
    assert [row["items"] for row in agreement_rows(results)] == [4, 4, 4]


def test_four_people_fill_the_correctness_study_to_the_end(lake, correctness, open_page, release):
    keys = {question.question_id: question.key for question in release.questions}
    with serving(lake, [correctness.study]) as address:
        for name, manner in MANNERS.items():
            page = open_page(**manner)
            begin(page, address, correctness.tokens[name], manner)
            for stage in range(6):
                if stage < 3:
                    check_looks(page, manner)
                heading = page.inner_text("h1")
                for group in page.locator("fieldset").all():
                    if heading.startswith("What does"):  # reads, and picks what the article says
                        said = page.inner_text("article").split("Dahl had ")[1].split(" aboard")[0]
                        group.locator("label.option", has_text=said).click()
                    elif name in ("A1", "A3"):
                        page.keyboard.press("1")
                    else:
                        group.locator("label.option").first.click()
                save(page)
            assert page.inner_text("h1") == "You are through"
            page.go_back()
            page.goto(f"{address}/a/{correctness.tokens[name]}/work")
            assert page.inner_text("h1") == "You are through"
    results = study_results(lake, correctness.study)
    assert results.complete
    assert results.figure("read").value == results.figure("support").value == 1.0
    guesses = [one for one in results.decisions if one.step == "guess"]
    assert results.figure("guess").value == sum(one.decision == keys[one.item_id] for one in guesses) / 16
    assert [row["items"] for row in agreement_rows(results)] == [4, 4, 4, 4]


def test_a_closed_tab_loses_nothing(lake, quality, open_page):
    with serving(lake, [quality.study]) as address:
        page = open_page()
        page.goto(f"{address}/a/{quality.tokens['A1']}/work")
        page.keyboard.press("4")
        page.fill("#comment", "half a thou")
        context = page.context
        page.close()
        again = context.new_page()
        again.goto(f"{address}/a/{quality.tokens['A1']}/work")
        assert again.input_value("#comment") == "half a thou"
        assert again.is_checked("input[value=other]")
        save(again)
        assert again.inner_text("h1") == "Question 2 of 5"
        assert again.input_value("#comment") == ""
        assert json.loads(again.evaluate("JSON.stringify(Object.keys(localStorage))")) == []
    assert [row.comment for row in read_journaled(lake, Annotation, quality.study.study_id)] == ["half a thou"]


def test_focus_goes_to_what_is_wrong_and_then_through_the_form_in_order(lake, quality, open_page):
    with serving(lake, [quality.study]) as address:
        page = open_page()
        page.goto(f"{address}/a/{quality.tokens['A1']}/work")
        save(page)
        assert page.evaluate("document.activeElement.className") == "problems"
        seen = []
        for _ in range(5):
            page.keyboard.press("Tab")
            seen.append(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
        assert seen == ["Choose one of the decisions.", "decision", "comment", "Save and go on", "Skip for now"]
