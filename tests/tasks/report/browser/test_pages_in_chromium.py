"""The pages in a real Chromium: they sort, tell their figures, fit a phone, need no network, and complain of nothing."""

import re

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.service]
PAGES = ("results", "leaderboard", "question", "questions", "figures")


def luminance(colour):
    """Relative luminance as WCAG 2 has it, of ``rgb(r, g, b)``."""
    parts = [int(text) / 255 for text in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def column(page, table, place):
    return page.locator(f"{table} tbody tr:visible > *:nth-child({place})").all_inner_texts()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_needs_no_network_and_complains_of_nothing(look, pages, name):
    seen = look(name)
    assert seen.asked == [pages[name].as_uri()]
    assert seen.complaints == []


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_shows_it_without_sideways_scrolling(look, name):
    page = look(name, width=390).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = "[...document.querySelectorAll('main *')].filter(e => e.offsetParent && e.innerText && parseFloat(getComputedStyle(e).fontSize) < 11).length"
    assert page.evaluate(small) == 0


def test_phones_and_wide_windows_have_a_drawing_each(look):
    for width, shown, hidden in ((1280, "wide", "narrow"), (390, "narrow", "wide")):
        page = look("results", width=width).page
        assert page.locator(f"svg.plot.{shown}").first.is_visible()
        assert not page.locator(f"svg.plot.{hidden}").first.is_visible()


def test_a_click_on_a_column_sorts_up_then_down_and_missing_figures_stay_last(look):
    page = look("results").page
    head = page.locator("#models .view.all thead tr:last-child th").nth(1)
    table = "#models .view.all table"
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    sizes = column(page, table, 2)
    known = [float(text) for text in sizes if text != "–"]
    assert known == sorted(known) and len(known) == 3
    assert all(text == "–" for text in sizes[len(known) :])
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    assert [float(text) for text in column(page, table, 2)[: len(known)]] == sorted(known, reverse=True)


def test_a_column_sorts_from_the_keyboard(look):
    page = look("leaderboard").page
    button = page.locator("#table thead tr:last-child th button").first
    button.focus()
    page.keyboard.press("Enter")
    names = column(page, "#table table", 1)
    assert names == sorted(names, key=str.casefold)


def test_a_mark_tells_its_figure_on_hover_and_on_focus(look):
    page = look("results").page
    mark = page.locator("svg.plot.wide .mark:visible").first
    mark.scroll_into_view_if_needed()
    mark.locator(".shape").hover()
    tip = page.locator("#tip")
    assert tip.is_visible() and tip.inner_text() == mark.get_attribute("data-says")
    assert "%" in tip.inner_text()
    box = tip.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 1280
    page.mouse.move(2, 2)
    assert not tip.is_visible()
    other = page.locator("svg.plot.wide .mark:visible").nth(3)
    other.focus()
    assert tip.inner_text() == other.get_attribute("data-says")
    page.keyboard.press("Escape")
    assert not tip.is_visible()


def test_a_tap_tells_it_on_a_phone_within_the_window(look):
    page = look("results", width=390, touch=True).page
    mark = page.locator("svg.plot.narrow .mark:visible").last
    mark.scroll_into_view_if_needed()
    mark.locator(".shape").tap()
    tip = page.locator("#tip")
    assert tip.inner_text() == mark.get_attribute("data-says")
    box = tip.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390


def test_the_switch_leaves_out_stale_questions_everywhere(look):
    page = look("results").page
    before = page.locator("#models tbody tr:visible").first.inner_text()
    page.get_by_label("Without stale ones").check()
    assert page.locator(".view.all:visible").count() == 0
    assert page.locator("#models tbody tr:visible").first.inner_text() != before
    page.get_by_label("All (").check()
    assert page.locator("#models tbody tr:visible").first.inner_text() == before


def test_dark_is_dark_and_can_be_read(look):
    colours = "[document.body, document.querySelector('main td')].map(e => [getComputedStyle(e).color, getComputedStyle(document.body).backgroundColor])"
    for scheme in ("light", "dark"):
        page = look("results", scheme=scheme).page
        for ink, paper in page.evaluate(colours):
            assert contrast(ink, paper) >= 7
            assert (luminance(paper) < 0.1) == (scheme == "dark")
        marks = "[...new Set([...document.querySelectorAll('.plot .shape')].map(e => getComputedStyle(e).fill))]"
        card = page.evaluate("getComputedStyle(document.querySelector('figure')).backgroundColor")
        assert all(contrast(fill, card) >= 3 for fill in page.evaluate(marks)), "marks stand out from the paper"


def test_names_and_roles_are_there_for_those_who_listen(look):
    page = look("results").page
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.locator("main").count() == page.locator("h1").count() == 1
    assert page.locator("table:not(:has(caption))").count() == 0
    assert page.locator("svg.plot:not([aria-label])").count() == 0
    assert page.locator(".mark:not([aria-label])").count() == 0
    assert page.get_by_role("radio").count() == 2


def test_the_list_of_questions_can_be_searched_and_leads_to_each(look):
    page = look("questions").page
    every = page.locator("tbody tr:visible").count()
    page.get_by_label("Find").fill("bridge tarnhavn")
    found = page.locator("tbody tr:visible").all_inner_texts()
    assert 0 < len(found) < every
    assert all("bridge" in text and "Tarnhavn" in text for text in found)
    page.locator("tbody tr:visible a").first.click()
    assert page.locator("h1").inner_text() in "\n".join(found)
    assert page.locator(".options .key").count() == 1


def test_the_signature_is_copied(look, browser, pages):
    page = look("results").page
    shown = page.locator("#signature-short").inner_text().replace("\n", "")
    assert shown.startswith("okbench|news:")
    page.locator("button[data-copy=signature-short]").click()
    page.locator("button[data-copy=signature-short]", has_text="Copied").wait_for(timeout=5000)
