"""A release exported for other harnesses runs there and gives the accuracy that okbench gives, on the very same requests.

The stub knows some answers without the article and most with it; it replies in several of the forms that models use.
"""

import hashlib
import json
import os
import subprocess
import sys

import pytest
from release_rows import agents, article, candidate, run, verdict
from stub_model import StubModel

from flows.harness_export import SETTINGS, export_for
from flows.settings import load_settings
from storage.lake import Lake
from tasks.answer.answer import answer_questions
from tasks.answer.asking import prompt_name
from tasks.answer.options import AnswerOptions
from tasks.llm.budget import Budget
from tasks.llm.door import Door
from tasks.llm.ledger import Ledger
from tasks.llm.models import Decoding, Model, ModelCatalog
from tasks.llm.options import DoorLimits
from tasks.prompts.loader import load_prompt
from tasks.release.build import build_release
from tasks.release.harness_export import task_name

pytestmark = [pytest.mark.slow, pytest.mark.service]
QUESTIONS = 60
WRITTEN = ("{} passengers", "{} Passengers.", "the {} passengers", "{} passengers\n\nThe port said so.")
FORMS = ("Answer: {}", "Answer: {}", "**Answer:** {}", "{}", "{}.", "I weighed all four.\n\nAnswer: {}")


def reply(body, _number):
    """From the question's own words: right for some of them, in a form that differs; sometimes no answer at all."""
    text = body["messages"][-1]["content"]
    written = "\nA. " not in text
    asked = text.split("\n\n")[-1 if written else -2]
    number = int(asked.split("Aurelia ")[1].split()[0])
    draw = hashlib.sha256(asked.encode()).digest()
    if draw[0] % 12 == 0:
        return "I do not know."
    knows = draw[1] % 10 < (9 if "<context>" in text else 4)
    if written:
        return WRITTEN[draw[2] % len(WRITTEN)].format(number + (40 if knows else 41))
    lines = dict(line.split(". ", 1) for line in text.split("\n\n")[-1].splitlines())
    letter = next(mark for mark, choice in lines.items() if (choice == f"{number + 40} passengers") == knows)
    return FORMS[draw[2] % len(FORMS)].format(letter)


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    numbers = range(QUESTIONS)
    lake = Lake.open(tmp_path_factory.mktemp("harness") / "lake")
    made = [article(n, redistribution="full") for n in numbers]
    return build_release(
        lake=lake, run=run(), candidates=[candidate(n) for n in numbers], verdicts=[verdict(n) for n in numbers], articles=made, agents=agents(), seed="seed"
    )


@pytest.fixture(scope="module")
def stub():
    with StubModel(answer=reply) as server:
        yield server


def messages(stub):
    """What was asked, whatever the order."""
    return sorted(json.dumps(body["messages"]) for body in stub.bodies)


@pytest.fixture(scope="module")
def ours(release, stub, tmp_path_factory):
    """By setting: (accuracy that okbench gives, messages that it sent)."""
    model = Model(name="stub", provider_model="stub", base_url=stub.url, decoding=Decoding(temperature=0))
    lake = Lake.open(tmp_path_factory.mktemp("ours") / "lake")

    async def answered(name):
        setting = SETTINGS[name]
        async with Door(models=ModelCatalog([model]), budget=Budget(), limits=DoorLimits(), secret=lambda _: None) as door:
            return await answer_questions(
                release.questions, articles=release.article_of, release_id=release.release_id, evaluation_id=name, model=model, setting=setting,
                ask=door.bind(Ledger(lake, name, "run")), prompt=load_prompt(prompt_name(setting, model)), options=AnswerOptions(),
            )  # fmt: skip

    async def both():
        found = {}
        for name in SETTINGS:
            stub.reset()
            answers = await answered(name)
            found[name] = sum(one.status == "right" for one in answers) / len(answers), messages(stub)
        return found

    import asyncio

    return asyncio.run(both())


def exported(release, folder, harness):
    return export_for(release, folder, harness, settings=load_settings(lake=folder), texts="permitted")


def environment(folder):
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME") and not key.startswith("OKBENCH_")}
    offline = {"HF_HOME": str(folder / "hf"), "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    return kept | offline | {"OPENAI_API_KEY": "none", "TOKENIZERS_PARALLELISM": "false"}


def run_there(command, folder):
    done = subprocess.run(command, cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stdout[-1500:] + done.stderr[-3000:]


def test_the_accuracies_are_not_trivial(ours):
    assert 0.2 < ours["no_context"][0] < 0.6 < ours["oracle"][0] < 0.98
    assert 0.2 < ours["no_context_open"][0] < 0.6 < ours["oracle_open"][0] < 0.98


def test_lm_evaluation_harness_gives_our_accuracy(release, stub, ours, harness_bin, tmp_path):
    done = exported(release, tmp_path / "tasks", "lm-eval")
    names = {setting: task_name(release, setting) for setting in ours}
    stub.reset()
    run_there(
        [harness_bin / "python", "-m", "lm_eval", "run", "--model", "local-chat-completions", "--model_args",
         f"model=stub,base_url={stub.url}/chat/completions,num_concurrent=8,max_retries=1", "--tasks", ",".join(names.values()),
         "--include_path", done.path, "--apply_chat_template", "--output_path", "out"],
        tmp_path,
    )  # fmt: skip
    [results] = (tmp_path / "out").rglob("results_*.json")
    found = json.loads(results.read_text())
    assert {setting: found["results"][name]["acc,none"] for setting, name in names.items()} == {
        setting: pytest.approx(accuracy) for setting, (accuracy, _) in ours.items()
    }
    assert {found["n-samples"][name]["effective"] for name in names.values()} == {QUESTIONS}
    assert messages(stub) == sorted(message for _, sent in ours.values() for message in sent)


LOGLIKELIHOOD = """
import sys, json, lm_eval
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

class Liking(LM):
    '''Finds the second letter likeliest, after the end of the prompt that it must see.'''
    def loglikelihood(self, requests):
        assert all(r.args[0].rstrip().endswith("Answer:") for r in requests), requests[0].args
        return [(0.0 if r.args[1].strip() == "B" else -1.0, False) for r in requests]
    def generate_until(self, requests): raise AssertionError
    def loglikelihood_rolling(self, requests): raise AssertionError

folder, name = sys.argv[1:]
found = lm_eval.simple_evaluate(model=Liking(), tasks=[name], task_manager=TaskManager(include_path=folder), bootstrap_iters=0)
print("ACC", found["results"][name]["acc,none"])
"""


def test_likelihoods_of_letters_are_compared_with_the_key(release, harness_bin, tmp_path):
    done = exported(release, tmp_path / "tasks", "lm-eval")
    command = [harness_bin / "python", "-c", LOGLIKELIHOOD, done.path, task_name(release, "oracle_loglikelihood")]
    ran = subprocess.run(command, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, timeout=280, check=False)
    expected = sum(question.key_index == 1 for question in release.questions) / QUESTIONS
    assert 0 < expected < 1
    assert f"ACC {expected}" in ran.stdout, ran.stdout + ran.stderr[-3000:]


@pytest.mark.parametrize("setting", ["oracle", "no_context_open"])
def test_inspect_gives_our_accuracy(release, stub, ours, harness_bin, tmp_path, setting):
    done = exported(release, tmp_path / "task", "inspect")
    stub.reset()
    run_there(
        [harness_bin / "inspect", "eval", "okbench_inspect.py", "-T", f"setting={setting}", "--model", "openai-api/stub/stub",
         "--model-base-url", stub.url, "-M", "api_key=none", "--log-dir", "logs", "--log-format", "json", "--display", "none", "--max-connections", "8"],
        done.path,
    )  # fmt: skip
    [log] = (done.path / "logs").glob("*.json")
    found = json.loads(log.read_text())
    assert found["results"]["scores"][0]["metrics"]["accuracy"]["value"] == pytest.approx(ours[setting][0])
    assert (found["results"]["completed_samples"], found["eval"]["metadata"]["okbench_signature"]) == (QUESTIONS, str(release.signature))
    assert messages(stub) == ours[setting][1]


def test_the_environment_of_the_harnesses_is_not_this_one(harness_bin):
    assert harness_bin.parent != sys.prefix
