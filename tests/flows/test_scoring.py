"""From a grid to scores, counted at the wire: every setting, equal prompts once, reruns free, nothing mixed, kills harmless."""

import dataclasses
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import evaluation_desk
import pytest
from evaluation_desk import made_release, models_toml, reply, score
from stub_model import Reply, StubModel

from storage.lake import Lake
from storage.schemas.calls import Answer, Call, Evaluation
from storage.schemas.judging import FreshnessLabel, Judgement, Judging
from tasks.prompts.loader import PACKAGED

EVERY = ["no_context+both", "oracle+both", "bm25:1d:k1+both", "bm25:1d:k3+both"]


@pytest.fixture
def lake(tmp_path):
    made_release(Lake.open(tmp_path / "lake"))
    return tmp_path / "lake"


@pytest.fixture
def stub():
    with StubModel(answer=reply) as server:
        yield server


@pytest.fixture
def models(tmp_path, stub):
    path = tmp_path / "models.toml"
    path.write_text(models_toml(stub.url, "stub", "other", "third"))
    return path


def by_setting(scored):
    from tasks.questions.setting import Setting

    return {str(Setting.of(one)): one for one in scored.evaluations}


async def test_every_setting_in_both_forms_with_a_judge(lake, models, stub):
    scored = await score(lake, models, ["stub"], EVERY, judge="other")
    found = by_setting(scored)
    assert {name: (one.questions, one.failed) for name, one in found.items()} == dict.fromkeys(found, (20, 0))
    guessed = found["no_context"].right  # takes A; the best passage is of another ferry, the second of the right one
    assert [found[name].right for name in ("oracle", "bm25:1d:k1", "bm25:1d:k3")] == [20, guessed, 20]
    assert [found[name].right for name in found if "open" in name] == [0, 0, 0, 0]  # never just the number of passengers
    assert found["no_context+open"].refused == 20
    judged = {row["setting"]: row["judged right %"] for row in scored.judged_rows()}
    assert judged == {"no_context+open": 0.0, "oracle+open": 100.0, "bm25:1d:k1+open": 0.0, "bm25:1d:k3+open": 100.0}
    assert {row["agree %"] for row in scored.judged_rows()} == {0.0, 100.0}

    opened = Lake.open(lake)
    (release,) = opened.partitions(Evaluation)
    assert len(opened.read(Evaluation, release)) == 8 and len(opened.read(Judging, release)) == 4
    rows = opened.read(Answer, f"{release}/{found['bm25:1d:k3'].evaluation_id}")
    assert {(row.retriever, row.days, row.passages, row.passages_shown, row.context_cut) for row in rows} == {("bm25", 1, 3, 3, False)}
    assert len(opened.read(Judgement, f"{release}/{found['oracle+open'].evaluation_id}")) == 20


async def test_equal_prompts_are_asked_once(lake, models, stub):
    scored = await score(lake, models, ["stub"], ["bm25:1,5d:k1,3"])
    assert len(scored.evaluations) == 4 and len({one.evaluation_id for one in scored.evaluations}) == 4
    assert stub.requests == 2 * 20  # the five days hold the same first passages as the one


async def test_a_rerun_asks_nothing_and_gives_the_same(lake, models, stub):
    first = await score(lake, models, ["stub"], EVERY, judge="other")
    asked = stub.requests
    assert asked > 100
    second = await score(lake, models, ["stub"], EVERY, judge="other")
    assert stub.requests == asked
    pairs = zip([*first.evaluations, *first.judgings], [*second.evaluations, *second.judgings], strict=True)
    assert all(one == dataclasses.replace(two, finished=one.finished) for one, two in pairs)


async def test_another_model_setting_or_judge_asks_only_what_is_new(lake, models, stub):
    await score(lake, models, ["stub"], ["no_context", "oracle+open"], judge="other")
    stub.reset()
    await score(lake, models, ["stub", "third"], ["no_context"])
    assert stub.by_model == {"third-1": 20}
    stub.reset()
    await score(lake, models, ["stub"], ["no_context", "oracle", "oracle+open"], judge="other")
    assert stub.by_model == {"stub-1": 20}
    stub.reset()
    await score(lake, models, ["stub"], ["oracle+open"], judge="third")
    assert set(stub.by_model) == {"third-1"}


async def test_a_changed_prompt_or_model_version_never_mixes(lake, models, stub, tmp_path):
    before = await score(lake, models, ["stub"], ["no_context"])
    folder = tmp_path / "prompts"
    folder.mkdir()
    text = (PACKAGED / "answer_multiple_choice.md").read_text()
    (folder / "answer_multiple_choice.md").write_text(text.replace("quiz questions", "exam questions"))
    prompted = await score(lake, models, ["stub"], ["no_context"], prompts=folder)
    models.write_text(models.read_text().replace("stub-1", "stub-2"))
    newer = await score(lake, models, ["stub"], ["no_context"])
    assert stub.by_model == {"stub-1": 40, "stub-2": 20}
    ids = [scored.evaluations[0].evaluation_id for scored in (before, prompted, newer)]
    assert len(set(ids)) == 3
    (release,) = Lake.open(lake).partitions(Evaluation)
    assert {one.evaluation_id for one in Lake.open(lake).read(Evaluation, release)} == set(ids)


async def test_a_provider_that_changes_its_model_under_way_is_told(lake, models, stub):
    stub.answer = lambda body, number: Reply(body={"model": f"stub-{1 + number % 2}", "choices": [{"message": {"content": "Answer: A"}}]})
    scored = await score(lake, models, ["stub"], ["no_context"])
    assert any("several versions: stub-1, stub-2" in warning for warning in scored.warnings)


async def test_failed_calls_are_failed_answers_and_are_asked_again(lake, models, stub):
    stub.answer = lambda body, number: Reply(status=400) if number % 2 else reply(body, number)
    first = await score(lake, models, ["stub"], ["oracle"])
    assert first.evaluations[0].failed == 10 and first.evaluations[0].right == 10
    stub.answer = reply
    stub.reset()
    second = await score(lake, models, ["stub"], ["oracle"])
    assert (second.evaluations[0].failed, second.evaluations[0].right, stub.requests) == (0, 20, 10)
    assert second.evaluations[0].evaluation_id == first.evaluations[0].evaluation_id


async def test_a_judge_of_its_own_work_and_failed_verdicts_are_told(lake, models, stub):
    stub.answer = lambda body, number: "Hard to say." if "<expected>" in str(body) else reply(body, number)
    scored = await score(lake, models, ["stub"], ["oracle+open"], judge="stub")
    (judging,) = scored.judgings
    assert (judging.judges_own, judging.failed, judging.right, judging.wrong) == (True, 20, 0, 0)
    assert any("same model" in warning for warning in scored.warnings) and any("20 of 20 verdicts" in warning for warning in scored.warnings)


async def test_the_offline_judge_needs_no_key(lake, models, stub):
    scored = await score(lake, models, ["stub"], ["oracle+open"], judge="baseline/same")
    assert scored.judgings[0].baseline and scored.judgings[0].cost == 0
    assert stub.by_model == {"stub-1": 20}


async def test_three_models_without_context_make_a_panel(lake, models, stub):
    two = await score(lake, models, ["stub", "other"], ["no_context"])
    assert two.labels == [] and two.freshness() == {}
    three = await score(lake, models, ["third"], ["no_context"])
    assert three.freshness()["panel"] == ["other", "stub", "third"]
    known = three.evaluations[0].right  # all three take A
    assert three.freshness()["stale"] == known > 0
    (release,) = Lake.open(lake).partitions(FreshnessLabel)
    assert len(Lake.open(lake).read(FreshnessLabel, release)) == 20


async def test_log_probabilities_are_asked_for_and_kept(lake, models, stub):
    models.write_text(models_toml(stub.url, "stub", extra="top_logprobs = 4"))

    def with_logprobs(body, number):
        assert (body["logprobs"], body["top_logprobs"]) == (True, 4)
        told = {"token": "B", "logprob": -0.1, "top_logprobs": [{"token": "B", "logprob": -0.1}, {"token": "A", "logprob": -2.5}]}
        choice = {"message": {"content": "B"}, "finish_reason": "stop", "logprobs": {"content": [told]}}
        return Reply(body={"model": "stub-1", "choices": [choice]})

    stub.answer = with_logprobs
    scored = await score(lake, models, ["stub"], ["no_context"])
    assert scored.evaluations[0].likeliest_asked == 20
    assert scored.evaluations[0].likeliest_right == scored.evaluations[0].right
    assert scored.likeliest_rows()[0]["with log-probabilities"] == 20


def kill_after(process, stub, answered):
    """End the process when the stub has answered that much."""
    while stub.stats()["answered"] < answered and process.poll() is None:
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    time.sleep(0.1)  # the stub ends what it was about


@pytest.mark.slow
async def test_kills_lose_nothing_and_pay_nothing_twice(lake, models, stub, tmp_path):
    def outcomes(scored):
        counted = [(one.evaluation_id, one.right, one.wrong, one.questions) for one in scored.evaluations]
        return counted, [(one.judging_id, one.right, one.wrong) for one in scored.judgings]

    calm = tmp_path / "calm"
    shutil.copytree(lake, calm)
    environment = os.environ | {"OKBENCH_DOOR__CONCURRENCY": "4", "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}

    def start(folder: Path) -> subprocess.Popen[str]:
        command = [sys.executable, evaluation_desk.__file__, str(folder), str(models), ";".join(EVERY)]
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    undisturbed = outcomes(await score(calm, models, ["stub"], EVERY, judge="stub"))
    wanted = stub.stats()["answered"]
    stub.reset()
    stub.latency_ms = 30
    draw = random.Random(20261130)
    cut_off = 0
    for share in sorted(draw.uniform(0.05, 0.95) for _ in range(3)):
        process = start(lake)
        kill_after(process, stub, share * wanted)
        cut_off += 4
    assert outcomes(await score(lake, models, ["stub"], EVERY, judge="stub")) == undisturbed
    stats = stub.stats()
    assert stats["asked_again"] <= cut_off
    assert stats["answered"] - stats["asked_again"] == wanted
    opened = Lake.open(lake)
    calls = [call for scope in opened.partitions(Call) for call in opened.read(Call, scope)]
    assert len({call.digest for call in calls}) == len(calls) == wanted
