"""Counting a text in an encoder's own tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def count_tokens(tokenizer: Any, texts: Sequence[str]) -> list[int]:
    """Tokens of each text, without special ones, nothing cut."""
    if not texts:
        return []
    encoded = tokenizer(
        list(texts),
        add_special_tokens=False,
        truncation=False,
        padding=False,
        return_attention_mask=False,
        return_token_type_ids=False,
        verbose=False,
    )
    return [len(ids) for ids in encoded["input_ids"]]


def special_tokens(tokenizer: Any) -> int:
    """How many tokens the tokenizer adds to a single text."""
    return len(tokenizer("", add_special_tokens=True)["input_ids"])
