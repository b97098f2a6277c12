"""Counting tokens without a network."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tasks.llm import tokens
from tasks.llm.request import Message, Request


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a connection was tried")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    tokens._counter.cache_clear()
    yield
    tokens._counter.cache_clear()


def test_tokens_are_counted_offline_with_the_bundled_table(no_network: None) -> None:
    assert tokens.counting_rule() == "tiktoken o200k_base"
    assert tokens.count_tokens("The ferry left the harbour at noon.") == 8
    assert tokens.count_tokens("<|endoftext|>") > 1  # an article may hold such words: they are text
    assert "TIKTOKEN_CACHE_DIR" not in os.environ


def test_without_the_table_a_quarter_of_the_bytes_counts(no_network: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tokens, "litellm_folder", lambda: tmp_path)
    assert tokens.counting_rule() == "a quarter of the UTF-8 bytes"
    assert tokens.count_tokens("a" * 41) == 11
    assert tokens.count_tokens("漢字") == 2


def test_a_prompt_counts_messages_frames_and_schema(request_for: Callable[..., Request]) -> None:
    messages = (Message(role="system", content="Be brief."), Message(role="user", content="Where?"))
    plain = tokens.count_prompt(request_for(messages=messages))
    assert plain == tokens.count_tokens("Be brief.") + tokens.count_tokens("Where?") + 8
    assert tokens.count_prompt(request_for(messages=messages, schema={"type": "object", "properties": {}})) > plain
