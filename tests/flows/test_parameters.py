"""Parameters check what a person gives."""

import pytest

from flows.parameters import DailyNews, EvaluateModels
from storage.schemas.errors import BadInput


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"settings": ["orcale"]}, "--setting: 'orcale' is no setting"), ({"forms": ["spoken"]}, "--form"), ({"max_usd": -1}, "--max-usd"),
        ({"models": "x"}, "--model"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_named_by_its_option(values, told):
    with pytest.raises(BadInput, match=told):
        EvaluateModels.checked(**values)


def test_settings_in_the_short_notation_are_taken():
    assert EvaluateModels.checked(settings=["bm25,dpr:1,5d:k3+both"]).settings == ["bm25,dpr:1,5d:k3+both"]


def test_what_is_evaluated_is_no_part_of_a_news_run_s_identity():
    plain = DailyNews()
    full = DailyNews(models=["a"], settings=["oracle+both"], forms=["open_ended"], judge="j", panel=["a", "b", "c"])
    assert plain.identity() == full.identity()


def test_the_forms_of_the_prefect_ui_have_a_description_for_every_field():
    for kind in (DailyNews, EvaluateModels):
        schema = kind.model_json_schema()
        assert all(field.get("description") for field in schema["properties"].values())
