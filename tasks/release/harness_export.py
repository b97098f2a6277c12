"""A release as a task of another harness: a folder for lm-evaluation-harness or for Inspect AI, with the prompts that okbench sends.

lm-evaluation-harness gets a YAML file for each setting, in two ways: ``..._<setting>`` generates a reply to the very messages that okbench
sends, so that accuracies can be compared; ``..._<setting>_loglikelihood`` compares the likelihood of the letters, as that harness does for
base models, which gives another figure under another name. Inspect AI gets one task file. Both read replies by ``harness/okbench_release.py``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import ascii_uppercase
from typing import Any, Literal

import orjson

from storage.atomic import atomic_folder
from storage.releases import Release
from storage.schemas.errors import BadInput
from storage.schemas.questions import Question
from tasks.llm.request import Request

Harness = Literal["lm-eval", "inspect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as a setting asks it."""

    question: Question
    request: Request


@dataclass(frozen=True, slots=True, kw_only=True)
class HarnessExport:
    """What was written: the folder, task names (lm-eval) or settings (Inspect), questions by setting."""

    path: Path
    tasks: tuple[str, ...]
    questions: Mapping[str, int]


def export_to_harness(release: Release, target: Path, asked: Mapping[str, Sequence[Asked]], harness: Harness) -> HarnessExport:
    """Write ``target``, a new folder. asked: by setting (``no_context``, ``oracle``, ``no_context_open`` ...), as okbench would ask.

    BadInput when something is there already, and when there is nothing to ask.
    """
    asked = {setting: questions for setting, questions in asked.items() if questions}
    if not asked:
        raise BadInput("there is no question that may be passed on", where=release.release_id, todo="Choose other settings or texts")
    try:
        if target.is_dir() and not any(target.iterdir()):
            target.rmdir()
        with atomic_folder(target) as folder:
            for setting, questions in asked.items():
                lines = b"".join(orjson.dumps(_row(one), option=orjson.OPT_APPEND_NEWLINE) for one in questions)
                (folder / f"{setting}.jsonl").write_bytes(lines)
            (folder / "release.json").write_text(json.dumps(_facts(release, asked), indent=1, ensure_ascii=False), "utf-8")
            _copy(folder, "okbench_release.py")
            if harness == "inspect":
                _copy(folder, "okbench_inspect.py")
                names = tuple(asked)
            else:
                names = _write_tasks(folder, release, asked)
    except (FileExistsError, NotADirectoryError) as error:
        raise BadInput("something is there already", where=str(target), todo="Name a new folder") from error
    return HarnessExport(path=target, tasks=names, questions={setting: len(questions) for setting, questions in asked.items()})


def _row(one: Asked) -> dict[str, Any]:
    question = one.question
    choices = list(question.choices) if one.request.inputs["choices"] else []
    said = {message.role: message.content for message in one.request.messages}
    return {
        "id": question.question_id, "system": said.get("system", ""), "prompt": said["user"], "question": one.request.inputs["question"],
        "choices": choices, "letters": list(ascii_uppercase[: len(choices)]), "answer_index": question.key_index if choices else -1,
        "answer": ascii_uppercase[question.key_index] if choices else question.open_answer, "story": question.cluster_id, "outlet": question.outlet,
        "category": question.category, "language": question.language, "day": question.day,
    }  # fmt: skip


def _facts(release: Release, asked: Mapping[str, Sequence[Asked]]) -> dict[str, Any]:
    settings = {name: {"questions": len(questions), "max_tokens": questions[0].request.max_tokens} for name, questions in asked.items()}
    return {"release_id": release.release_id, "signature": str(release.signature), "settings": settings}


def _copy(folder: Path, name: str) -> None:
    (folder / name).write_bytes((files("tasks.release.harness") / name).read_bytes())


def task_name(release: Release, setting: str) -> str:
    """Of a setting's task, unlike that of any other release: ``okbench_2026_11_30_1a2b3c4d_oracle``."""
    day = "".join(c if c.isalnum() else "_" for c in release.manifest.period)
    return f"okbench_{day}_{release.manifest.id[:8]}_{setting}"


def _write_tasks(folder: Path, release: Release, asked: Mapping[str, Sequence[Asked]]) -> tuple[str, ...]:
    names = []
    for setting, questions in asked.items():
        for way in ("generate", "loglikelihood"):
            choices = bool(questions[0].request.inputs["choices"])
            if way == "loglikelihood" and not choices:
                continue
            name = task_name(release, setting) + ("" if way == "generate" else "_loglikelihood")
            (folder / f"{name}.yaml").write_text(_yaml(name, release, setting, way, questions[0].request.max_tokens), "utf-8")
            names.append(name)
    return tuple(names)


def _yaml(name: str, release: Release, setting: str, way: str, max_tokens: int | None) -> str:
    head = [
        f"# {release.signature.short()}",
        f"task: {name}",
        "tag: okbench",
        "custom_dataset: !function okbench_release.lm_eval_docs",
        f"dataset_kwargs: {{setting: {setting}}}",
        "test_split: test",
        "num_fewshot: 0",
        'description: "{{system}}"',
    ]
    if way == "generate":
        body = [
            "output_type: generate_until",
            'doc_to_text: "{{prompt}}"',
            'doc_to_target: "{{answer}}"',
            "process_results: !function okbench_release.lm_eval_score",
            f"generation_kwargs: {{until: [], do_sample: false, temperature: 0, max_gen_toks: {max_tokens or 256}}}",
        ]
    else:
        body = [
            "output_type: multiple_choice",
            'doc_to_text: "{{prompt}}\\n\\nAnswer:"',
            "doc_to_choice: letters",
            "doc_to_target: answer_index",
        ]
    tail = [
        "metric_list:",
        "  - {metric: acc, aggregation: mean, higher_is_better: true}",
        f"metadata: {{version: 1.0, okbench_signature: {json.dumps(str(release.signature))}}}",
    ]
    return "\n".join([*head, *body, *tail]) + "\n"
