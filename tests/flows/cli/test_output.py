"""Tables for people, one JSON document for programs."""

import json
from datetime import UTC, datetime

import pytest

from flows.cli.output import manner, show_rows, show_tables


@pytest.fixture
def as_json(monkeypatch):
    monkeypatch.setattr(manner, "as_json", True)


def test_several_tables_are_one_document(as_json, capsys):
    show_tables({"views": [{"view": "articles"}], "queries": []})
    assert json.loads(capsys.readouterr().out) == {"views": [{"view": "articles"}], "queries": []}


def test_a_program_gets_all_columns_and_instants_in_utc(as_json, capsys):
    show_rows([{"run": "a", "started": datetime(2026, 11, 30, 6, 0, 1, 5, UTC)}], columns=("run",))
    assert json.loads(capsys.readouterr().out) == [{"run": "a", "started": "2026-11-30T06:00:01.000005Z"}]


def test_a_person_is_told_when_there_is_nothing(capsys):
    show_rows([], title="releases")
    assert capsys.readouterr().out == "releases: none\n"
