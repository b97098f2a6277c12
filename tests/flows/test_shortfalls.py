"""What a run says, and does, when models stop answering."""

import dataclasses
import json
import socket

import pytest

from flows.shortfalls import check_answered, unanswered
from storage.schemas.errors import ModelUnavailable
from tests.tasks.report.made_day import candidate


def candidates(articles, lost=0):
    rows = [candidate(number, 1) for number in range(articles)]
    return [dataclasses.replace(row, reason="call_failed") if number < lost else row for number, row in enumerate(rows)]


def test_a_few_lost_calls_make_a_release_all_the_same():
    check_answered(candidates(20, lost=2), [], list)


def test_many_stop_the_run_before_its_release():
    with pytest.raises(ModelUnavailable, match=r"3 of 20 articles.*not paid again"):
        check_answered(candidates(20, lost=3), [], list)


def test_nothing_asked_is_nothing_lost():
    check_answered([], [], list)


def test_evaluations_without_failed_calls_are_not_spoken_of():
    assert unanswered([]) == ""


@pytest.mark.slow
@pytest.mark.service
class TestAModelThatGoesAway:
    """The address of a server that is gone: nothing listens there."""

    @pytest.fixture
    def gone(self, desk):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        models = desk.folder / "models.toml"
        models.write_text(models.read_text() + f'[models.gone]\nprovider_model = "g"\nbase_url = "http://127.0.0.1:{port}/v1"\n')
        return "gone"

    def test_as_validator_it_leaves_no_crippled_release_and_a_later_start_goes_on(self, desk, gone):
        words = ("--json", "news", "run", "--feeds", "feeds.toml", "--generator", "stub")
        stopped = desk.okbench(*words, "--validator", gone, OKBENCH_DOOR__ATTEMPTS="1")
        assert stopped.returncode == 1
        assert "calls failed for" in stopped.stderr and "not paid again" in stopped.stderr
        assert desk.json("releases", "list") == []
        assert [row["status"] for row in desk.json("news", "list")] == ["failed"]
        models = desk.folder / "models.toml"
        models.write_text(models.read_text().rsplit("[models.gone]", 1)[0] + f'[models.gone]\nprovider_model = "g"\nbase_url = "{desk.stub.url}"\n')
        done = desk.okbench(*words, "--validator", gone)
        assert done.returncode == 0, done.stderr
        assert desk.stub.stats()["asked_again"] == 0

    def test_under_test_it_makes_a_run_partial_and_says_how_many_answers_failed(self, desk, gone):
        words = ("--json", "news", "run", "--feeds", "feeds.toml", "--generator", "baseline/cloze", "--validator", "none", "--max-articles", "3")
        done = desk.okbench(*words, "--model", gone, "--setting", "oracle", OKBENCH_DOOR__ATTEMPTS="1")
        assert done.returncode == 0, done.stderr
        result = json.loads(done.stdout)
        assert result["status"] == "partial"
        assert f"{result['questions']} of {result['questions']} answers of gone failed" in result["detail"]
