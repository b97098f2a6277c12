"""The stand-in server that other tests and benches lean on."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from stub_model import Reply, StubModel, instance

HERE = Path(__file__).parent


def post(url: str, **body: Any) -> dict[str, Any]:
    body = {"model": "m", "messages": [{"role": "user", "content": "hello there"}], **body}
    request = urllib.request.Request(f"{url}/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)  # type: ignore[no-any-return]


def test_a_script_is_used_up_and_then_the_default_holds() -> None:
    with StubModel(["one", Reply(text="two", finish_reason="length")], default="later") as stub:
        answers = [post(stub.url)["choices"][0] for _ in range(4)]
        stats = stub.stats()
    assert [a["message"]["content"] for a in answers] == ["one", "two", "later", "later"]
    assert [a["finish_reason"] for a in answers] == ["stop", "length", "stop", "stop"]
    assert (stats["requests"], stats["answered"], stats["asked_again"], stats["by_model"]) == (4, 4, 3, {"m": 4})


def test_a_schema_gets_an_instance_of_it() -> None:
    schema = {
        "type": "object",
        "properties": {
            "items": {"type": "array", "minItems": 2, "items": {"$ref": "#/$defs/item"}},
            "kind": {"enum": ["x", "y"]}, "n": {"type": ["integer", "null"]},
        },
        "$defs": {"item": {"type": "object", "properties": {"good": {"type": "boolean"}}}},
    }
    assert instance(schema) == {"items": [{"good": True}, {"good": True}], "kind": "x", "n": 1}
    with StubModel() as stub:
        answer = post(stub.url, response_format={"type": "json_schema", "json_schema": {"name": "reply", "schema": schema}})
    assert json.loads(answer["choices"][0]["message"]["content"]) == instance(schema)


@pytest.mark.slow
def test_as_a_program_it_takes_answers_from_a_file(tmp_path: Path) -> None:
    answers = tmp_path / "answers.py"
    answers.write_text(
        "from stub_model import Reply\n\ndef answer(body, number):\n    return Reply(text=f\"{number}: {body['model']}\")\n"
    )
    with StubModel() as free:
        port = free.port
    command = [sys.executable, str(HERE / "stub_model.py"), "--port", str(port), "--answer", f"{answers}:answer"]
    with subprocess.Popen(command) as server:
        try:
            for _ in range(100):
                try:
                    got = post(f"http://127.0.0.1:{port}/v1")
                    break
                except OSError:
                    time.sleep(0.1)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/stats", timeout=5) as response:
                stats = json.load(response)
        finally:
            server.terminate()
    assert got["choices"][0]["message"]["content"] == "1: m"
    assert stats["answered"] == 1
