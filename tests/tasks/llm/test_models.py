"""The models file: what an entry means, and how a mistake in it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.schemas.errors import BadConfig, NotFound
from tasks.llm.models import Model, ModelCatalog
from tasks.llm.prices import Price

SHIPPED = Path(__file__).parents[3] / "deployments" / "models.toml"


def load(tmp_path: Path, text: str) -> ModelCatalog:
    path = tmp_path / "models.toml"
    path.write_text(text, encoding="utf-8")
    return ModelCatalog.load(path)


def complaint(tmp_path: Path, text: str) -> str:
    with pytest.raises(BadConfig) as caught:
        load(tmp_path, text)
    return str(caught.value)


def test_shipped_models_load_and_hold_the_baselines_and_the_default_agent() -> None:
    catalog = ModelCatalog.load(SHIPPED)
    for name in ("baseline/cloze", "baseline/guess", "baseline/overlap"):
        assert catalog.get(name).baseline
    agent = catalog.get("gpt-4.1-2025-04-14")
    assert agent.price == Price(input=2.0, cached_input=0.5, output=8.0)
    assert agent.json_schema == "strict"
    assert all(model.known_price() is not None for model in catalog)


def test_shipped_reasoning_models_send_no_temperature() -> None:
    for model in ModelCatalog.load(SHIPPED):
        if model.reasoning and model.route == "openai":
            assert {"temperature", "top_p"} <= set(model.unsupported)
            assert model.limit_field == "max_completion_tokens"


def test_a_plain_litellm_name_is_an_entry_of_its_own(tmp_path: Path) -> None:
    catalog = load(tmp_path, "")
    model = catalog.get("anthropic/claude-sonnet-4-5")
    assert (model.route, model.provider_model, model.key_env) == ("litellm", "anthropic/claude-sonnet-4-5", "ANTHROPIC_API_KEY")
    assert catalog.get("gpt-4o").route == "litellm"
    assert catalog.get("openai/some-model-of-next-year").known_price() is None


def test_a_local_litellm_provider_needs_no_key(tmp_path: Path) -> None:
    assert load(tmp_path, "").get("ollama/llama3").key_env is None


def test_an_unknown_name_names_close_ones(tmp_path: Path) -> None:
    catalog = load(tmp_path, '[models."llama-3.1-8b"]\nprovider_model = "x"\n')
    with pytest.raises(NotFound, match=r"lama-3.1-8b.*Did you mean llama-3\.1-8b\?"):
        catalog.get("lama-3.1-8b")
    with pytest.raises(NotFound):
        catalog.get("nowhere/model")


def test_an_unknown_key_is_told_with_file_line_and_a_near_match(tmp_path: Path) -> None:
    text = complaint(tmp_path, '# models\n\n[models.a]\nprovider_model = "x"\nbase_ur = "http://h/v1"\n')
    assert text.startswith(f"{tmp_path / 'models.toml'}, line 5: a: unknown key base_ur, did you mean base_url?")


def test_a_mistyped_key_is_told_before_the_one_that_it_leaves_missing(tmp_path: Path) -> None:
    assert "line 2: a: unknown key provider_modle, did you mean provider_model?" in complaint(tmp_path, '[models.a]\nprovider_modle = "x"\n')


def test_a_nested_unknown_key_is_found_in_an_inline_table_and_in_its_own(tmp_path: Path) -> None:
    inline = complaint(tmp_path, '[models.a]\nprovider_model = "x"\ndecoding = {temprature = 0}\n')
    assert "line 3: a: unknown key decoding.temprature, did you mean temperature?" in inline
    own = complaint(tmp_path, '[models.a]\nprovider_model = "x"\n[models.a.decoding]\ntop_p = 1\ntemprature = 0\n')
    assert "line 5: a: unknown key decoding.temprature" in own


def test_a_bad_value_is_told_with_what_was_written(tmp_path: Path) -> None:
    assert "line 3: b: route = 'http': " in complaint(tmp_path, '[models.b]\nprovider_model = "x"\nroute = "http"\n')
    assert "line 2: b: decoding.temperature = 7: " in complaint(tmp_path, '[models.b]\ndecoding.temperature = 7\nprovider_model = "x"\n')
    assert "base_url must begin with http" in complaint(tmp_path, '[models.b]\nprovider_model = "x"\nbase_url = "localhost:8000"\n')
    assert "top_k cannot" not in str(load(tmp_path, '[models.b]\nprovider_model = "x"\ndecoding.extra = {top_k = 3}\n').get("b"))
    assert "temperature cannot stand in extra" in complaint(
        tmp_path, '[models.b]\nprovider_model = "x"\ndecoding.extra = {temperature = 3}\n'
    )


def test_a_missing_key_is_told_at_its_table(tmp_path: Path) -> None:
    assert "line 2: c: provider_model is missing" in complaint(tmp_path, '\n[models.c]\nroute = "openai"\n')


def test_broken_toml_is_told_with_its_line(tmp_path: Path) -> None:
    assert "line 2: is not TOML" in complaint(tmp_path, '[models.a]\nprovider_model = "x\n')


def test_tables_outside_models_are_refused(tmp_path: Path) -> None:
    assert "line 1: unknown table [model]" in complaint(tmp_path, '[model.a]\nprovider_model = "x"\n')
    assert "line 1: name is given by the table's heading" not in complaint(tmp_path, '[models]\na = 3\n')
    assert "line 3: name is given" in complaint(tmp_path, '[models.a]\nprovider_model = "x"\nname = "b"\n')


def test_a_missing_file_and_one_that_is_not_text_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"gone\.toml: cannot be read"):
        ModelCatalog.load(tmp_path / "gone.toml")
    (tmp_path / "models.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadConfig, match="not UTF-8"):
        ModelCatalog.load(tmp_path / "models.toml")


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    assert load(tmp_path, '\ufeff[models.a]\nprovider_model = "x"\n').get("a").provider_model == "x"


def test_list_prices_hold_for_the_provider_itself_and_nobody_else() -> None:
    own = Model(name="a", provider_model="gpt-4o-2024-08-06")
    assert own.known_price() == Price(input=2.5, cached_input=1.25, output=10.0)
    elsewhere = Model(name="a", provider_model="gpt-4o-2024-08-06", base_url="http://127.0.0.1:9/v1")
    assert elsewhere.known_price() is None
