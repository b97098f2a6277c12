"""Two models against one another."""

import pytest

from storage.schemas.errors import BadInput, NotFound
from tasks.report.results.two_models import named_model, two_models_table
from tests.tasks.report.made_results import JUDGE


def test_every_setting_that_both_have_is_compared(results):
    rows = {row["setting"]: row for row in two_models_table(results, "gemma-3-1b", "Qwen2.5-72B").records()}
    assert {"no_context", "oracle", "oracle+open by rule", f"oracle+open by {JUDGE}", "bm25:1d:k3"} <= set(rows)
    assert "bm25:10d:k3" not in rows, "only one of them was asked there"
    assert rows["oracle"]["difference %"] == pytest.approx(rows["oracle"]["first %"] - rows["oracle"]["second %"])
    assert all(row["p, corrected"] >= row["p"] for row in rows.values())


def test_a_part_of_a_name_is_enough_if_only_one_has_it(results):
    assert named_model(results, "cirrus") == "cirrus-large"
    with pytest.raises(NotFound, match="fits several"):
        named_model(results, "qwen")
    with pytest.raises(NotFound, match="no model"):
        named_model(results, "puffin")


def test_a_model_is_not_compared_with_itself(results):
    with pytest.raises(BadInput, match="both"):
        two_models_table(results, "cirrus", "cirrus-large")
