"""A release as a task of another harness: what stands in the folder, and how replies are read there. The harnesses run it in tests/harness."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from flows.harness_export import SETTINGS, export_for
from flows.settings import load_settings
from storage.schemas.errors import BadInput
from tasks.release.harness import okbench_release as reading
from tasks.release.harness_export import task_name


def export(release, target: Path, harness="lm-eval", texts="permitted"):
    return export_for(release, target, harness, settings=load_settings(lake=target), texts=texts)


def lines(path: Path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_setting_has_its_questions_with_key_and_prompt(release, tmp_path):
    done = export(release, tmp_path / "out", texts="all")
    assert done.questions == dict.fromkeys(SETTINGS, 6)
    for question, row in zip(release.questions, lines(tmp_path / "out" / "oracle.jsonl"), strict=True):
        assert row["choices"][row["answer_index"]] == question.key and row["letters"][row["answer_index"]] == row["answer"]
        assert "Captain Mira Dahl" in row["prompt"] and row["prompt"].endswith(f"D. {question.choices[3]}") and row["story"] == question.cluster_id
    row = lines(tmp_path / "out" / "no_context_open.jsonl")[0]
    assert (row["choices"], row["answer"], row["prompt"]) == ([], release.questions[0].key, release.questions[0].open_question)


def test_texts_that_may_not_be_passed_on_are_in_no_prompt(release, tmp_path):
    done = export(release, tmp_path / "out", "inspect")
    assert done.questions == {"no_context": 6, "oracle": 4, "no_context_open": 6, "oracle_open": 4}
    closed = [article.body for article in release.articles if article.redistribution != "full"]
    everything = "".join(path.read_text() for path in (tmp_path / "out").iterdir())
    assert closed and not any(json.dumps(body)[1:-1] in everything for body in closed)
    assert export(release, tmp_path / "none", texts="none").questions == {"no_context": 6, "no_context_open": 6}


def test_tasks_of_two_releases_have_different_names_and_cite_their_signature(release, tmp_path):
    done = export(release, tmp_path / "out")
    assert task_name(release, "oracle") == f"okbench_2026_11_30_{release.manifest.id[:8]}_oracle"
    assert set(done.tasks) == {p.stem for p in (tmp_path / "out").glob("*.yaml")}
    assert str(release.signature) in (tmp_path / "out" / f"{done.tasks[0]}.yaml").read_text()
    assert json.loads((tmp_path / "out" / "release.json").read_text())["signature"] == str(release.signature)


def test_nothing_is_overwritten(release, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").touch()
    with pytest.raises(BadInput, match="something is there already"):
        export(release, tmp_path / "mine")


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("Answer: B", "B"), ("B", "B"), ("(B).", "B"), ("**Answer:** b", "B"), ("Answer: (B) 40 passengers", "B"), ("answer : B", "B"),
        ("<think>Answer: A</think>Answer: B", "B"), ("Answer: A\n\nNo.\nAnswer: B", "B"), ("Answer: E", None), ("Answer: Bern", None),
        ("I do not know.", None), ("", None), ("The answer could be B", None), ("Both A and B", None),
    ],
)  # fmt: skip
def test_a_letter_is_read_in_the_form_asked_for(reply, letter):
    assert reading.read_letter(reply, 4) == letter


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ("40 passengers", True), ("\n  The 40 Passengers.\nSo it says.", True), ("４０ passengers", True), ("41 passengers", False),
        ("Answer: 40 passengers", True), ("There were 40 passengers", False), ("", False),
    ],
)  # fmt: skip
def test_a_written_answer_is_compared_by_its_first_line(reply, right):
    assert reading.is_right({"choices": [], "answer": "40 passengers"}, reply) is right


def test_thousands_are_read_with_and_without_their_comma():
    assert reading.normalised("1,250,000 crowns") == reading.normalised("1250000 crowns") != reading.normalised("1,25 crowns")


def test_the_reader_needs_nothing_of_okbench():
    source = Path(import_module(reading.__name__).__file__ or "").read_text()
    assert "import tasks" not in source and "from tasks" not in source and "from storage" not in source
