"""``okbench events`` as a person uses it, over the sample encyclopedia."""

import json

import pytest
from typer.testing import CliRunner

from flows.cli.events import app
from sample.encyclopedia.server import SampleEncyclopedia


@pytest.fixture
def encyclopedia():
    with SampleEncyclopedia() as served:
        yield served


@pytest.fixture
def okbench(encyclopedia, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "regions.toml").write_text(encyclopedia.events_toml(), encoding="utf-8")
    for name, value in {**encyclopedia.environment(), "OKBENCH_EVENTS__BROWSER__USE": "never", "OKBENCH_REGIONS": "regions.toml"}.items():
        monkeypatch.setenv(name, value)
    return lambda *words: CliRunner().invoke(app, list(words))


def test_regions_are_listed_and_pages_collected_without_their_documents(okbench):
    assert "3 regions" in okbench("regions").output
    done = okbench("collect", "--region", "Maravales", "--years", "2023-2024", "--no-documents")
    assert done.exit_code == 0, done.output
    assert "maravales 2023: 6 events (6 new), 0 of 5 links kept" in done.output
    assert "12 new events, 0 changed, 0 gone; 0 links followed" in done.output
    assert "No contact is set" in done.output
    listed = okbench("list", "--region", "maravales")
    assert "12 events" in listed.output and "2023-01-18" in listed.output
    losses = okbench("losses", "--reasons")
    assert "not_tried" in losses.output


def test_a_rerun_names_the_events_that_an_edit_made_new_or_changed(okbench, encyclopedia, monkeypatch):
    from flows.cli.output import manner

    okbench("collect", "--region", "talmere", "--years", "2023", "--no-documents")
    encyclopedia.edit("2023 in Talmere", "* TBA –", "* 5 May – A lighthouse is lit for the first time in [[Fennick]].\n* TBA –")
    monkeypatch.setattr(manner, "as_json", True)
    done = json.loads(okbench("collect", "--region", "talmere", "--years", "2023", "--no-documents").stdout)
    year = done["years"][0]
    assert (year["status"], len(year["new"]), year["changed"], year["gone"]) == ("ok", 1, [], [])
    rows = json.loads(okbench("list", "--region", "talmere", "--years", "2023").stdout)
    assert [row["text"] for row in rows if row["event"] in year["new"]] == ["A lighthouse is lit for the first time in Fennick."]


def test_a_wiki_that_cannot_be_asked_is_told_by_exit_code(okbench, encyclopedia):
    encyclopedia.lag = 1000
    done = okbench("collect", "--region", "talmere", "--years", "2023", "--no-documents")
    assert done.exit_code == 1
    assert "talmere 2023: failed (wiki_busy)" in done.output
