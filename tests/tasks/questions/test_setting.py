"""Settings and their short notation."""

import pytest

from storage.schemas.errors import BadInput
from tasks.questions.setting import MULTIPLE_CHOICE, OPEN_ENDED, Setting, parse_settings


@pytest.mark.parametrize(
    "text",
    [
        "no_context", "oracle", "oracle+open", "bm25:1d:k3", "bm25:10d:k10+open", "dense:all-MiniLM-L6-v2:5d:k3", "bm25+dpr:1d:k1",
        "late:path/to/checkpoint:1d:k3",
    ],
)  # fmt: skip
def test_a_setting_prints_as_it_is_written(text):
    assert str(Setting.parse(text)) == text


def test_a_retrieval_setting_has_its_parts():
    assert Setting.parse("bm25+dpr:5d:k3+open") == Setting("retrieval", "open_ended", "bm25+dpr", 5, 3)
    assert Setting.parse("bm25:1d:k3").with_context and not Setting.parse("no_context").with_context


def test_lists_stand_for_all_combinations_and_both_for_both_forms():
    found = [str(setting) for setting in parse_settings(["bm25,dpr:1,5d:k1,3", "oracle+both", "oracle"])]
    assert found == [
        "bm25:1d:k1", "bm25:1d:k3", "bm25:5d:k1", "bm25:5d:k3", "dpr:1d:k1", "dpr:1d:k3", "dpr:5d:k1", "dpr:5d:k3", "oracle", "oracle+open",
    ]  # fmt: skip


def test_forms_hold_for_settings_that_name_none():
    found = parse_settings(["no_context", "oracle+choice"], [OPEN_ENDED, MULTIPLE_CHOICE])
    assert [str(setting) for setting in found] == ["no_context+open", "no_context", "oracle"]


@pytest.mark.parametrize("text", ["", "nocontext", "bm25", "bm25:1:3", "bm25:0d:k3", "bm25:1d:k0", "bm25:1d:k999", ":1d:k3", "oracle+", "+open", ",:1d:k1"])
def test_what_is_no_setting_is_named(text):
    with pytest.raises(BadInput, match="setting"):
        Setting.parse(text)


def test_several_are_not_one():
    with pytest.raises(BadInput, match="stands for 2"):
        Setting.parse("oracle+both")


def test_a_record_has_its_setting():
    class Row:
        setting, form, retriever, days, passages = "retrieval", "open_ended", "bm25", 1, 3

    assert str(Setting.of(Row())) == "bm25:1d:k3+open"
