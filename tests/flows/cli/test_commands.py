"""Small promises of single commands."""

import json
import signal
import subprocess
import time

import pytest

pytestmark = pytest.mark.slow


def test_a_model_check_asks_anew_each_time(desk):
    first, second = desk.json("models", "check", "stub"), desk.json("models", "check", "stub")
    assert first["status"] == second["status"] == "ok"
    assert desk.stub.requests == 2


@pytest.mark.parametrize("words", [("sql",), ("doctor", "--check-lake"), ("config", "list"), ("news", "list"), ("releases", "list")])
def test_json_is_one_document(desk, words):
    done = desk.okbench("--json", *words, OKBENCH_LAKE="lake")
    assert done.returncode == 0, done.stderr
    json.loads(done.stdout)


def test_an_unknown_run_is_named_with_the_choices(desk):
    done = desk.okbench("news", "show", "news-2020-01-01-daily")
    assert done.returncode == 2
    assert "news-2020-01-01-daily" in done.stderr
    assert "none yet" in done.stderr


def test_a_query_parameter_without_a_value_is_refused(desk):
    done = desk.okbench("sql", "funnel", "--set", "run_id")
    assert done.returncode == 2
    assert "name=value" in done.stderr


def test_feeds_from_opml_go_into_a_new_file_and_only_once(desk):
    (desk.folder / "reader.opml").write_text(
        '<opml version="2.0"><body><outline text="Science"><outline text="The Tidewatch" xmlUrl="https://tidewatch.example/feed.xml"/></outline></body></opml>'
    )
    first = desk.json("feeds", "import", "reader.opml", "--file", "mine.toml")
    assert [row["category"] for row in first] == ["Science"]
    assert desk.json("feeds", "import", "reader.opml", "--file", "mine.toml") == []
    assert len(desk.json("feeds", "list", "--file", "mine.toml")) == 1


def test_a_prefect_server_that_does_not_answer_is_named(desk):
    words = ("news", "run", "--feeds", "feeds.toml", "--generator", "stub", "--validator", "none")
    run = desk.okbench(*words, PREFECT_API_URL="http://127.0.0.1:9/api")
    assert run.returncode == 2
    assert "PREFECT_API_URL" in run.stderr
    assert "prefect server start" in run.stderr


def test_a_prompts_source_is_a_prompt_file_to_start_from(desk):
    (desk.folder / "prompts").mkdir()
    source = desk.okbench("prompts", "show", "answer_multiple_choice", "--source").stdout
    (desk.folder / "prompts" / "answer_multiple_choice.md").write_text(source.replace("quiz questions", "exam questions"))
    rows = {row["prompt"]: row for row in desk.json("prompts", "list", "--folder", "prompts")}
    packaged = {row["prompt"]: row for row in desk.json("prompts", "list")}
    assert rows["answer_multiple_choice"]["from"] == "prompts"
    assert rows["answer_multiple_choice"]["digest"] != packaged["answer_multiple_choice"]["digest"]
    assert rows["generate_questions"] == packaged["generate_questions"]


def test_the_latest_day_of_an_empty_lake_is_empty(desk):
    assert desk.json("snapshots", "show") == []
    assert "stored days of news: none" in desk.okbench("snapshots", "show").stdout


@pytest.mark.service
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_run_that_is_stopped_says_so_in_one_line_and_is_noted_as_cancelled(desk, sign, code):
    desk.stub.latency_ms = 300
    words = ("news", "run", "--feeds", "feeds.toml", "--generator", "stub", "--validator", "none")
    run = subprocess.Popen(desk.command(*words), cwd=desk.folder, env=desk.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 240
    while not desk.stub.requests and time.monotonic() < deadline:
        time.sleep(0.1)
    run.send_signal(sign)
    _, said = run.communicate(timeout=180)
    assert run.returncode == code, said
    assert "the same command goes on from there" in said
    assert "Traceback" not in said
    assert [row["status"] for row in desk.json("news", "list")] == ["cancelled"]
