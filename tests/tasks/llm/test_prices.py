"""Costs from token counts, and list prices read without importing litellm."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tasks.llm.prices import Price, key_variable, list_price


def test_cached_prompt_tokens_cost_their_own_price() -> None:
    price = Price(input=2.0, cached_input=0.5, output=8.0)
    assert price.cost(1_000_000, 400_000, 100_000) == pytest.approx(0.6 * 2 + 0.4 * 0.5 + 0.8)
    assert Price(input=2.0, output=8.0).cost(1_000_000, 400_000, 0) == pytest.approx(2.0)


def test_unreported_tokens_make_the_cost_unknown() -> None:
    price = Price(input=2.0, output=8.0)
    assert price.cost(None, None, 10) is None
    assert price.cost(10, 0, None) is None


def test_a_model_that_no_list_has_costs_unknown_never_nothing() -> None:
    assert list_price("openai/some-new-model-2026") is None
    assert list_price("gpt-4o-2024-08-06") == list_price("openai/gpt-4o-2024-08-06")
    assert list_price("groq/gpt-4o-2024-08-06") is None  # another provider's price is not this one's


def test_key_names_follow_the_provider() -> None:
    assert key_variable("gpt-4o") == "OPENAI_API_KEY"
    assert key_variable("gemini/gemini-2.5-flash") == "GEMINI_API_KEY"
    assert key_variable("together_ai/some-model") == "TOGETHERAI_API_KEY"
    assert key_variable("bedrock/anthropic.claude") is None


@pytest.mark.slow
def test_neither_prices_nor_the_door_import_litellm() -> None:
    code = "import sys, tasks.llm.door, tasks.llm.prices as p; p.list_price('gpt-4o'); sys.exit('litellm' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
