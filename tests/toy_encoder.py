"""Encoders of a few lines for tests: words hashed to directions, so that texts with common words are close. No weights, no library."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from retrieval.encoder import Encoded
from retrieval.passage import Passage


class ToyEncoder:
    """One vector a text, or with ``multi`` one a word. ``encoded`` counts the passages that it was given."""

    def __init__(self, name: str = "toy", *, multi: bool = False, dimension: int = 64, capacity: int = 40, version: int = 1) -> None:
        self.name, self.multi, self.dimension, self.capacity = name, multi, dimension, capacity
        self._version = version
        self.encoded = 0

    @property
    def identity(self) -> Mapping[str, Any]:
        return {"encoder": self.name, "weights": str(self._version), "multi": self.multi}

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def encode_passages(self, passages: Sequence[Passage]) -> Encoded:
        self.encoded += len(passages)
        return self._encode([f"{p.title} {p.text}" for p in passages])

    def encode_questions(self, questions: Sequence[str]) -> Encoded:
        return self._encode(questions)

    def _encode(self, texts: Sequence[str]) -> Encoded:
        words = [text.lower().split()[: self.capacity] or ["-"] for text in texts]
        over = np.array([len(text.split()) > self.capacity for text in texts], np.bool_)
        if self.multi:
            vectors = [self._direction(word) for own in words for word in own]
            return Encoded(np.array(vectors, np.float32).reshape(-1, self.dimension), np.array([len(own) for own in words], np.int32), over)
        sums = [sum((self._direction(word) for word in own), np.zeros(self.dimension)) for own in words]
        unit = [s / max(float(np.linalg.norm(s)), 1e-9) for s in sums]
        return Encoded(np.array(unit, np.float32).reshape(-1, self.dimension), np.ones(len(texts), np.int32), over)

    def _direction(self, word: str) -> np.ndarray:
        seed = int.from_bytes(hashlib.sha256(f"{self._version} {word}".encode()).digest()[:8], "big")
        vector = np.random.default_rng(seed).standard_normal(self.dimension)
        return vector / np.linalg.norm(vector)
