"""``okbench reports``: build, compare, serve, list, over a lake with a made-up release."""

import json
import re
import signal
import subprocess
import sys
import urllib.request

import pytest
from typer.testing import CliRunner

from flows.cli.main import app
from storage.lake import Lake
from tasks.report.results.figures_file import PUBLISHED
from tests.tasks.report.made_day import RUN, make_day, run
from tests.tasks.report.made_results import make_results

MODELS = (("tern-1b", 1.0, "open"), ("tern-9b", 9.0, "open"), ("baseline/guess", None, "open"))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports") / "lake"
    lake = Lake.open(folder)
    from storage.schemas.questions import Run

    _, release = make_day(lake, articles=6)
    lake.append(Run, [run(release_id=release.release_id, status="complete")], RUN)
    make_results(lake, release, models=MODELS, retrieval=False)
    return folder, release


def okbench(*words, code=0):
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == code, f"{done.output}\n{done.exception!r}"
    return done.output


@pytest.mark.parametrize("name", ["latest", RUN, "all"])
def test_build_writes_results_leaderboard_and_the_report_of_the_day(made, name):
    folder, release = made
    said = okbench("reports", "build", name, "--lake", str(folder), "--no-questions")
    for path in (f"{release.release_id}/index.html", "index.html", f"{RUN}/report.html"):
        assert (folder / "reports" / path).is_file()
    assert f"{release.release_id}/index.html" in said.replace("\n", "")


def test_build_in_some_formats_alone(made, tmp_path):
    folder, release = made
    target = folder / "reports" / release.release_id
    for path in target.rglob("*.tex"):
        path.unlink()
    okbench("reports", "build", "--format", "csv,markdown", "--lake", str(folder))
    assert not list(target.rglob("*.tex")) and list(target.rglob("*.csv"))
    okbench("reports", "build", "--format", "latex", "--lake", str(folder))
    assert list(target.rglob("*.tex"))


def test_build_from_published_figures(made):
    folder, _ = made
    okbench("reports", "build", "--figures", str(PUBLISHED / "table_8.csv"), "--lake", str(folder))
    assert "59.96" in (folder / "reports" / "figures-table-8" / "tables" / "T8.csv").read_text("utf-8")


def test_what_cannot_be_built_is_told(made, tmp_path):
    from storage.schemas.errors import BadInput, NotFound

    folder, _ = made
    for words, error in ((("--format", "pdf"), BadInput), (("no-such",), NotFound), (("--figures", str(tmp_path / "none.csv")), BadInput)):
        done = CliRunner().invoke(app, ["reports", "build", *words, "--lake", str(folder)])
        assert isinstance(done.exception, error)


def test_a_damaged_release_does_not_keep_the_others_from_being_built(made, tmp_path):
    import shutil

    folder, release = made
    copy = tmp_path / "lake"
    shutil.copytree(folder, copy)
    broken = copy / "releases" / "news-broken"
    shutil.copytree(copy / "releases" / release.release_id, broken)
    (broken / "questions.parquet").write_bytes(b"no table")
    said = okbench("reports", "build", "all", "--lake", str(copy), "--no-questions")
    assert "skipped news-broken" in said
    assert (copy / "reports" / release.release_id / "index.html").is_file()


def test_compare_prints_difference_interval_and_test(made):
    folder, release = made
    said = okbench("reports", "compare", "tern-1b", "tern-9b", "--lake", str(folder))
    assert "tern-1b against tern-9b" in said and "oracle" in said and "Holm" in said
    found = json.loads(okbench("--json", "reports", "compare", "tern-1b", "tern-9b", "--without-stale", "--lake", str(folder)))
    assert found["signature"] == release.signature.short()
    row = next(row for row in found["rows"] if row["setting"] == "oracle")
    assert row["difference %"] == pytest.approx(row["first %"] - row["second %"], abs=1e-4)
    assert row["questions"] < len(release.questions)
    okbench("reports", "list", "--lake", str(folder))


@pytest.fixture(autouse=True)
def people():
    """Commands speak to people again after one has spoken JSON."""
    from flows.cli.output import manner

    yield
    manner.as_json = False


@pytest.mark.service
def test_serve_gives_the_pages_until_it_is_stopped(made):
    folder, _ = made
    okbench("reports", "build", "--lake", str(folder), "--no-questions")
    command = [sys.executable, "-m", "flows.cli", "reports", "serve", "--port", "0", "--lake", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())[0]
            with urllib.request.urlopen(address, timeout=20) as answer:
                assert "<h1>Leaderboard</h1>" in answer.read().decode()
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0


def test_serve_without_a_report_says_what_to_do(tmp_path):
    from storage.schemas.errors import NotFound

    done = CliRunner().invoke(app, ["reports", "serve", "--lake", str(tmp_path / "lake")])
    assert isinstance(done.exception, NotFound) and "reports build" in str(done.exception)
