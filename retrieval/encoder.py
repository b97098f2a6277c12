"""What an encoder of passages and questions is: texts in, vectors out, with a true name and an identity.

A dense encoder gives one vector for a text, a late-interaction encoder one for each token; both fit one form, vectors in rows and how many
belong to each text, so that they are stored, joined and reused in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from retrieval.passage import Passage

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Encoded:
    """``vectors``: float32, shape (sum of counts, dimension). ``counts``: vectors of each text. ``over``: for each text whether it is longer
    than the encoder takes, so that its end was cut off."""

    vectors: Vectors
    counts: NDArray[np.int32]
    over: NDArray[np.bool_]

    @property
    def cut(self) -> int:
        """How many texts were cut."""
        return int(self.over.sum())

    def of(self, number: int) -> Vectors:
        """The vectors of one text."""
        start = int(self.counts[:number].sum())
        return self.vectors[start : start + int(self.counts[number])]


class Encoder(Protocol):
    """An encoder, loaded.

    name: the model's true name. dimension: of one vector. multi: several vectors a text. capacity: tokens that fit beside the model's own
    marks. identity: what its vectors depend on (weights, precision, lengths), as JSON values.
    """

    name: str
    dimension: int
    multi: bool
    capacity: int

    @property
    def identity(self) -> Mapping[str, Any]:
        """What the vectors depend on."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without the model's own marks."""
        ...

    def encode_passages(self, passages: Sequence[Passage]) -> Encoded:
        """Vectors of passages with their titles."""
        ...

    def encode_questions(self, questions: Sequence[str]) -> Encoded:
        """Vectors of questions."""
        ...
