"""Counting tokens offline, for estimates: with the o200k table that litellm carries, else a quarter of the UTF-8 bytes.

Never fetches a table. Exact for newer OpenAI models, close for others (their own tables differ by some per cent on English prose).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tasks.llm.prices import litellm_folder
from tasks.llm.request import Message, Request

# The names under which tiktoken looks for a table's file: the SHA-1 of the address it would fetch it from.
_TABLES = {
    "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
    "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
}
_PER_MESSAGE = 4
_CACHE_VARIABLE = "TIKTOKEN_CACHE_DIR"


def count_tokens(text: str) -> int:
    """Tokens of a text."""
    return _counter()[1](text)


def counting_rule() -> str:
    """Which rule ``count_tokens`` follows, to be shown beside an estimate."""
    return _counter()[0]


def count_prompt(request: Request) -> int:
    """Prompt tokens of a request: its messages, with a few for each one's frame, and its schema."""
    schema = str(dict(request.schema)) if request.schema is not None else ""
    return sum(_message(message) for message in request.messages) + (_cached(schema) if schema else 0)


def _message(message: Message) -> int:
    # The same instructions stand in front of every article: counted once.
    return _PER_MESSAGE + (_cached(message.content) if message.role == "system" else count_tokens(message.content))


@cache
def _cached(text: str) -> int:
    return count_tokens(text)


@cache
def _counter() -> tuple[str, Callable[[str], int]]:
    folder = litellm_folder()
    tables = folder / "litellm_core_utils" / "tokenizers" if folder is not None else Path()
    for name, file in _TABLES.items():
        if (tables / file).exists():
            encode = _load(name, str(tables)).encode_ordinary
            return f"tiktoken {name}", lambda text, encode=encode: len(encode(text))
    return "a quarter of the UTF-8 bytes", lambda text: (len(text.encode("utf-8", "replace")) + 3) // 4


def _load(name: str, folder: str) -> Any:
    import tiktoken

    before = os.environ.get(_CACHE_VARIABLE)
    os.environ[_CACHE_VARIABLE] = folder  # the only way to hand it a file: it looks there before it fetches
    try:
        return tiktoken.get_encoding(name)
    finally:
        if before is None:
            del os.environ[_CACHE_VARIABLE]
        else:
            os.environ[_CACHE_VARIABLE] = before
