"""``okbench annotations`` and ``okbench releases withdraw`` as a person types them."""

import json
import os
import re
import signal
import subprocess
import sys

import httpx
import pytest
from typer.testing import CliRunner

from flows.cli.main import app
from flows.cli.output import manner
from storage.journaled import read_journaled
from storage.lake import Lake
from storage.schemas.annotations import Annotation, HumanFigure, Link
from storage.schemas.errors import BadInput, NotFound, OkbenchError
from tasks.annotate.studies import find_study
from tests.tasks.annotate.made_decisions import decide
from tests.tasks.annotate.made_releases import made_release
from tests.tasks.annotate.site import Visitor


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A release that the tests of this file may study, each in a study of its own."""
    folder = tmp_path_factory.mktemp("annotations") / "lake"
    return folder, made_release(folder)


@pytest.fixture
def okbench(made, monkeypatch):
    monkeypatch.setenv("OKBENCH_LAKE", str(made[0]))

    def run(*words):
        result = CliRunner().invoke(app, list(words))
        manner.as_json = False
        if isinstance(result.exception, OkbenchError):
            raise result.exception
        assert result.exit_code == 0, result.output
        return result.output

    return run


def assigned(okbench, *words):
    return json.loads(okbench("--json", "annotations", "assign", *words))


def test_a_study_is_drawn_and_each_annotator_gets_a_link_that_is_printed_once(okbench, made):
    words = ("--each", "6", "--shared", "2", "--seed", "one", "--base-url", "https://lab.example/")
    text = okbench("annotations", "assign", *words)
    assert re.search(r"^items +20$", text, re.MULTILINE)
    assert len(re.findall(r"A\d  https://lab\.example/a/[\w-]{43}\n", text)) == 4
    again = okbench("annotations", "assign", *words)
    assert "/a/" not in again and "stands already" in again and "--renew" in again
    assert "quality-" in okbench("annotations", "list")


def test_the_paper_s_design_is_the_default_and_a_small_release_is_told_what_fits(okbench):
    with pytest.raises(BadInput, match=r"needs 200 different items \(4 people x 50\).*--each 18 --shared 6"):
        okbench("annotations", "assign")
    with pytest.raises(BadInput, match="--annotators"):
        okbench("annotations", "assign", "--annotators", "0")
    with pytest.raises(NotFound, match="no judged answer"):
        okbench("annotations", "assign", "--kind", "audit")
    assert assigned(okbench, "--kind", "correctness")["decisions"] == 300


def test_links_are_renewed_and_closed(okbench, made):
    study = assigned(okbench, "--each", "6", "--shared", "2", "--seed", "two", "--name", "Ida", "--name", "Ola")["study"]
    lake = Lake(made[0])
    before = {link.annotator: link.token_hash for link in lake.read(Link, study)}
    fresh = json.loads(okbench("--json", "annotations", "links", study, "--renew", "Ida"))["links"]
    assert [row["annotator"] for row in fresh] == ["Ida"]
    okbench("annotations", "links", study, "--spend", "Ola")
    after = {link.annotator: link for link in lake.read(Link, study)}
    assert after["Ida"].token_hash != before["Ida"] and after["Ola"].status == "spent"
    assert re.search(r"Ola +0 +6 .*spent", okbench("annotations", "links", study))
    with pytest.raises(NotFound, match="Ida, Ola"):
        okbench("annotations", "links", study, "--renew", "Una")


def test_results_are_shown_published_and_exported(okbench, made, tmp_path):
    study = assigned(okbench, "--each", "4", "--shared", "2", "--annotators", "2", "--seed", "three")["study"]
    lake = Lake(made[0])
    decide(lake, find_study(lake, study), {"A1": dict.fromkeys(range(1, 5), "passes"), "A2": {1: "ambiguous"}})
    text = okbench("annotations", "results", study)
    assert "not complete yet" in text and "Quality by annotator" in text and "A2" in text
    facts = json.loads(okbench("--json", "annotations", "results", study, "--publish"))
    assert facts["published"] == len(facts["figures"]) == len([row for row in lake.read(HumanFigure, made[1].release_id) if row.study_id == study])
    assert json.loads(okbench("--json", "releases", "show", made[1].release_id))["people found"]["clarity"] == 0.8
    okbench("annotations", "export", study, str(tmp_path / "out"))
    assert (tmp_path / "out" / "annotations.csv").read_text().count("\n") == 6


def test_questions_that_people_reject_are_withdrawn_and_named_before(okbench, made):
    release = made[1].release_id
    study = assigned(okbench, release, "--each", "4", "--shared", "0", "--annotators", "1", "--seed", "four")["study"]
    lake = Lake(made[0])
    decide(lake, find_study(lake, study), {"A1": {1: "ambiguous", 2: "not_fresh", 3: "passes", 4: "other"}})
    would = json.loads(okbench("--json", "releases", "withdraw", release, "--study", study, "--dry-run"))
    assert {row["why"].split(": ")[1] for row in would} == {"ambiguous", "other"}
    done = json.loads(okbench("--json", "releases", "withdraw", release, "--study", study))
    assert (done["withdrawn"], done["questions"], done["model calls"], done["parent"]) == (2, 58, 0, release)
    shown = json.loads(okbench("--json", "releases", "show", done["release"]))
    assert shown["people found"]["clarity_and_freshness"] == 0.25
    assert set(shown["withdrawn"]) == {row["id"] for row in would} and "|parent:" in shown["signature"]
    with pytest.raises(BadInput, match="it is a study of"):
        okbench("releases", "withdraw", done["release"], "--study", study)
    with pytest.raises(BadInput, match="no fault 'ugly'"):
        okbench("releases", "withdraw", release, "--study", study, "--fault", "ugly")
    with pytest.raises(BadInput, match="no question is to be withdrawn"):
        okbench("releases", "withdraw", release)


@pytest.mark.slow
@pytest.mark.service
def test_serving_says_where_and_a_kill_loses_nothing(okbench, made, tmp_path):
    links = assigned(okbench, made[1].release_id, "--each", "4", "--shared", "0", "--annotators", "1", "--seed", "five")
    command = [sys.executable, "-m", "flows.cli", "annotations", "serve", links["study"], "--port", "0"]
    token = links["links"][0]["link"].split("/a/")[1]
    for stop in (signal.SIGKILL, signal.SIGINT):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=_unbuffered()) as server:
            said = server.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+", said)[0]
            visitor = Visitor(address, token)
            assert httpx.get(f"{address}/health").text == "ok\n"
            assert visitor.send(visitor.get("/work"), decision="passes").status_code == 303
            server.send_signal(stop)
            rest = server.stdout.read()
            assert token not in said + rest
            assert server.wait(30) == (0 if stop == signal.SIGINT else -signal.SIGKILL)
    rows = read_journaled(Lake(made[0]), Annotation, links["study"])
    assert len(rows) == 2 and len(Lake(made[0]).read(Annotation, links["study"])) == 2


def _unbuffered():
    return os.environ | {"PYTHONUNBUFFERED": "1"}
