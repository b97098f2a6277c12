"""A stand-in for a language model server: OpenAI-compatible chat completions on loopback, for tests and benches.

In a test, from a thread of its own::

    with StubModel(["first answer", Reply(status=429, headers={"Retry-After": "1"})], default="later ones") as stub:
        ...  # base_url=stub.url
    assert stub.stats()["requests"] == 3

As a program, with the answers from a function ``(body, number) -> str | Reply`` in any Python file::

    python tests/stub_model.py --port 8900 --latency-ms 50 --answer tests/bench/answers.py:answer

POST {url}/chat/completions answers; GET /stats counts; GET /requests shows the bodies received; POST /reset forgets both.
Without an answer function a request with a JSON schema gets a minimal instance of it, any other the ``default`` text.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import importlib.util
import json
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import web


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer. ``message`` adds fields to the assistant's message, ``body`` replaces all (a str goes out as is), ``drop`` hangs up."""

    text: str | None = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    latency_ms: float | None = None
    finish_reason: str = "stop"
    usage: Mapping[str, Any] | None = None
    message: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | str | None = None
    drop: bool = False


Answer = Callable[[dict[str, Any], int], "str | Reply"]


class StubModel:
    """The server: ``script`` is used up in turn, then ``answer`` is asked or ``default`` given; ``received`` has (headers, body) pairs."""

    def __init__(
        self, script: Iterable[str | Reply] = (), *, answer: Answer | None = None, default: str = "stub answer", latency_ms: float = 0.0,
        model: str | None = None, keep_bodies: bool = True,
    ) -> None:
        self.script, self.answer, self.default, self.latency_ms, self.model = list(script), answer, default, latency_ms, model
        self.keep_bodies = keep_bodies
        self.port = 0
        self.reset()

    def reset(self) -> None:
        """Forget all counts and bodies."""
        self.received: list[tuple[dict[str, str], dict[str, Any]]] = []
        self.in_flight = self.peak = self.requests = 0
        self.by_status: Counter[int] = Counter()
        self.by_model: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()

    @property
    def url(self) -> str:
        """The base URL to give a client."""
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """The JSON bodies received, oldest first."""
        return [body for _, body in self.received]

    def stats(self) -> dict[str, Any]:
        """Counts; ``asked_again`` is how many answers (status 200) went to a body that had been answered before."""
        return {
            "requests": self.requests, "in_flight": self.in_flight, "peak_in_flight": self.peak,
            "by_status": {str(status): n for status, n in self.by_status.items()}, "by_model": dict(self.by_model),
            "answered": sum(self.answered.values()), "asked_again": sum(n - 1 for n in self.answered.values()),
        }

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        body = json.loads(raw)
        self.requests += 1
        self.by_model[body.get("model", "")] += 1
        if self.keep_bodies:
            self.received.append((dict(request.headers), body))
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            reply = self._next(body)
            await asyncio.sleep((self.latency_ms if reply.latency_ms is None else reply.latency_ms) / 1000)
            if reply.drop and request.transport is not None:
                request.transport.abort()
            self.by_status[reply.status] += 1
            if reply.status == 200 and not reply.drop:
                self.answered[hashlib.sha256(raw).hexdigest()] += 1
            content = reply.body if isinstance(reply.body, str) else json.dumps(reply.body or self._completion(body, reply))
            return web.Response(text=content, status=reply.status, headers=dict(reply.headers), content_type="application/json")
        finally:
            self.in_flight -= 1

    def _next(self, body: dict[str, Any]) -> Reply:
        answer: str | Reply
        schema = (body.get("response_format") or {}).get("json_schema", {}).get("schema")
        if self.script:
            answer = self.script.pop(0)
        elif self.answer is not None:
            answer = self.answer(body, self.requests)
        else:
            answer = json.dumps(instance(schema)) if schema else self.default
        return Reply(text=answer) if isinstance(answer, str) else answer

    def _completion(self, body: dict[str, Any], reply: Reply) -> dict[str, Any]:
        if reply.status != 200:
            return {"error": {"message": f"stub failure {reply.status}", "type": "stub"}}
        prompt = sum(len(str(m.get("content") or "")) for m in body.get("messages", [])) // 4
        spent = len(reply.text or "") // 4 + 1
        message = {"role": "assistant", "content": reply.text, **reply.message}
        return {
            "id": f"stub-{self.requests}", "object": "chat.completion", "created": 0, "model": self.model or body.get("model"),
            "choices": [{"index": 0, "finish_reason": reply.finish_reason, "message": message}],
            "usage": reply.usage or {"prompt_tokens": prompt, "completion_tokens": spent, "total_tokens": prompt + spent},
        }

    def app(self) -> web.Application:
        """The web application, for a server of one's own."""

        async def stats(_: web.Request) -> web.Response:
            return web.json_response(self.stats())

        async def requests(_: web.Request) -> web.Response:
            return web.json_response(self.bodies)

        async def reset(_: web.Request) -> web.Response:
            self.reset()
            return web.json_response(self.stats())

        app = web.Application(client_max_size=64 * 2**20)
        app.add_routes([web.post("/v1/chat/completions", self._chat), web.post("/chat/completions", self._chat)])
        app.add_routes([web.get("/stats", stats), web.get("/requests", requests), web.post("/reset", reset)])
        return app

    async def _serve(self, started: threading.Event) -> None:
        # The runner keeps its handlers off this thread's signals: only a main thread may have them.
        runner = web.AppRunner(self.app(), access_log=None, handle_signals=False)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", self.port, backlog=1024)
        await site.start()
        self.port = runner.addresses[0][1]
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        started.set()
        await self._stop.wait()
        await runner.cleanup()

    def __enter__(self) -> StubModel:
        started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(started)), daemon=True)
        self._thread.start()
        if not started.wait(10):
            raise RuntimeError("the stub model did not start")
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(5)


def instance(schema: Mapping[str, Any], root: Mapping[str, Any] | None = None) -> Any:
    """A small value that a JSON schema of the kind sent to models accepts."""
    root = root or schema
    if "$ref" in schema:
        target: Any = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        return instance(target, root)
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    for word in ("anyOf", "oneOf", "allOf"):
        if schema.get(word):
            return instance(schema[word][0], root)
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        return {name: instance(part, root) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [instance(schema.get("items", {"type": "string"}), root) for _ in range(max(1, schema.get("minItems", 1)))]
    return {"integer": schema.get("minimum", 1), "number": schema.get("minimum", 0.5), "boolean": True, "null": None}.get(kind, "text")


def load_answer(place: str) -> Answer:
    """The function ``name`` of ``path/to/file.py:name``."""
    path, _, name = place.rpartition(":")
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    # So that the file's own ``from stub_model import Reply`` finds this very class.
    sys.modules.setdefault("stub_model", sys.modules[__name__])
    spec.loader.exec_module(module)
    return getattr(module, name)  # type: ignore[no-any-return]


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(description="A stand-in for a language model server, on loopback")
    parser.add_argument("--port", type=int, default=8900)
    parser.add_argument("--latency-ms", type=float, default=0.0)
    parser.add_argument("--default", default="stub answer")
    parser.add_argument("--answer", help="path/to/file.py:function, called with (body, number)")
    parser.add_argument("--no-bodies", action="store_true", help="keep no request bodies in memory")
    a = parser.parse_args()
    stub = StubModel(
        answer=load_answer(a.answer) if a.answer else None, default=a.default, latency_ms=a.latency_ms, keep_bodies=not a.no_bodies,
    )
    web.run_app(stub.app(), host="127.0.0.1", port=a.port, access_log=None, print=None, backlog=1024)


if __name__ == "__main__":
    main()
