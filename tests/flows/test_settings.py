"""Settings come from environment, file and defaults, in that order; a wrong one is named where it stands."""

import pytest

from flows.settings import load_settings, secret
from storage.schemas.errors import BadConfig


@pytest.fixture(autouse=True)
def bare(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


def test_the_environment_wins_over_the_file_and_the_file_over_the_default(monkeypatch, tmp_path):
    assert load_settings().fetch.retries == 2
    (tmp_path / "okbench.toml").write_text("[fetch]\nretries = 3\ntotal_concurrency = 5\n")
    assert load_settings().fetch.retries == 3
    monkeypatch.setenv("OKBENCH_FETCH__RETRIES", "4")
    assert (load_settings().fetch.retries, load_settings().fetch.total_concurrency) == (4, 5)


def test_an_option_of_the_command_line_wins_over_all(monkeypatch):
    monkeypatch.setenv("OKBENCH_GENERATOR", "from-environment")
    assert load_settings(generator="from-option").generator == "from-option"
    assert load_settings(generator=None).generator == "from-environment"


def test_a_wrong_value_is_named_with_file_and_line(tmp_path):
    (tmp_path / "okbench.toml").write_text("seed = 'x'\n[fetch]\nretries = 99\n")
    with pytest.raises(BadConfig, match=r"okbench\.toml, line 3: fetch\.retries"):
        load_settings()


def test_an_unknown_setting_is_refused(tmp_path):
    (tmp_path / "okbench.toml").write_text("colour = 'red'\n")
    with pytest.raises(BadConfig, match=r"line 1: colour: there is no such setting\. okbench config list"):
        load_settings()


def test_a_value_where_a_group_stands_is_told_in_plain_words(tmp_path):
    (tmp_path / "okbench.toml").write_text("fetch = 3\n")
    with pytest.raises(BadConfig, match=r"line 1: fetch: is a group of settings, not a value; write them under \[fetch\]"):
        load_settings()


def test_broken_toml_is_named(tmp_path):
    (tmp_path / "okbench.toml").write_text("seed = \n")
    with pytest.raises(BadConfig, match=r"okbench\.toml"):
        load_settings()


def test_an_empty_secret_is_none(monkeypatch):
    monkeypatch.setenv("SOME_KEY", "")
    assert secret("SOME_KEY") is None
    assert secret("NO_SUCH_KEY_AT_ALL") is None


def test_a_secret_may_lie_in_a_mounted_file_and_the_environment_wins(monkeypatch, tmp_path):
    monkeypatch.delenv("SOME_API_KEY", raising=False)
    monkeypatch.setenv("OKBENCH_SECRETS", str(tmp_path / "secrets"))
    assert secret("SOME_API_KEY") is None
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "SOME_API_KEY").write_text("from-file\n")
    (tmp_path / "elsewhere").write_text("not a secret")
    assert secret("SOME_API_KEY") == "from-file"
    assert secret("../elsewhere") is None
    monkeypatch.setenv("SOME_API_KEY", "from-environment")
    assert secret("SOME_API_KEY") == "from-environment"
