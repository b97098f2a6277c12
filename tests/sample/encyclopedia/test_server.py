"""The sample encyclopedia answers as MediaWiki does, and its newspapers have the troubles of real ones."""

import httpx
import pytest

from sample.encyclopedia.server import SampleEncyclopedia
from sample.encyclopedia.wikitext import path_of, trouble_of
from sample.encyclopedia.world import COUNTRIES, YEARS, all_happenings, happenings


@pytest.fixture(scope="module")
def encyclopedia():
    with SampleEncyclopedia() as served:
        yield served


def ask(encyclopedia, **query):
    fixed = {"action": "query", "prop": "revisions", "format": "json", "formatversion": "2"}
    return httpx.get(f"{encyclopedia.base}/w/api.php", params=fixed | query).json()


def test_there_are_three_countries_over_four_years_with_twelve_events_on_some_pages():
    assert len(COUNTRIES) == 3
    assert len(YEARS) == 4
    assert all(len(happenings(COUNTRIES[0], year)) >= 12 for year in YEARS)


def test_every_report_has_real_length_and_its_own_address_and_names():
    reports = list(all_happenings())
    assert all(len(" ".join(item.paragraphs).split()) >= 120 for item in reports)
    assert len({item.address for item in reports}) == len(reports)
    assert not [item.title for item in reports if "{" in item.title + item.event + "".join(item.paragraphs)]


def test_a_title_is_normalised_and_redirected_and_a_missing_one_said(encyclopedia):
    answer = ask(encyclopedia, titles="2022_in_the_Republic_of_Talmere|2030 in Talmere", rvprop="ids|timestamp")["query"]
    assert answer["redirects"] == [{"from": "2022 in the Republic of Talmere", "to": "2022 in Talmere"}]
    assert [page.get("missing", False) for page in answer["pages"]] == [False, True]


def test_many_texts_are_answered_in_parts(encyclopedia):
    answer = ask(encyclopedia, titles="|".join(encyclopedia.pages[:5]), rvprop="ids|content", rvslots="main")
    assert len(answer["query"]["pages"]) == 3
    assert answer["continue"]["rvcontinue"] == "3"


def test_an_edit_gives_a_new_revision():
    with SampleEncyclopedia() as own:
        title = own.pages[0]
        before = ask(own, titles=title, rvprop="ids")["query"]["pages"][0]["revisions"][0]["revid"]
        own.edit(title, "Events", "Happenings")
        assert ask(own, titles=title, rvprop="ids")["query"]["pages"][0]["revisions"][0]["revid"] > before
        with pytest.raises(ValueError, match="is not on"):
            own.edit(title, "no such words", "")


@pytest.mark.parametrize(
    ("trouble", "status", "holds"),
    [("", 200, True), ("dead", 404, False), ("archived", 404, False), ("script", 200, False), ("soft_404", 200, False), ("wrong", 200, False)],
)
def test_each_link_leads_where_its_trouble_says(encyclopedia, trouble, status, holds):
    item = next(item for item in all_happenings() if trouble_of(item) == trouble)
    answer = httpx.get(encyclopedia.base + path_of(item))
    assert answer.status_code == status
    assert (item.paragraphs[0][:40] in answer.text) == holds


def test_the_archive_has_a_copy_with_its_toolbar_and_without(encyclopedia):
    item = next(item for item in all_happenings() if trouble_of(item) == "archived")
    address = encyclopedia.base + path_of(item)
    shown, raw = (httpx.get(f"{encyclopedia.base}/web/{stamp}/{address}").text for stamp in ("20210612000000", "20210612000000id_"))
    assert "Time Cellar" in shown
    assert "Time Cellar" not in raw
    assert item.title.split("'")[0] in raw
