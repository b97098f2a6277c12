"""MaxSim: for each token of a question its best match among a passage's tokens, summed (ColBERT, Khattab and Zaharia, SIGIR 2020), over
all passages, exactly.

The bulk is a blocked matrix product in bf16; the best passages are then scored anew in fp32 from the stored vectors, and more of them
until no other passage can reach the result: what bf16 got wrong on those rescored, doubled, is taken as the most that it got wrong on
the others. So the ranking is that of fp32. Passages are sorted by length, and each block is padded to its own longest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import torch

_PASSAGES_A_BLOCK = 32
_QUESTIONS_A_BLOCK = 16
_FAR = -1e4

Scored = list[tuple[int, float]]
"""Rows and fp32 scores, best first."""


class MaxSim:
    """Token vectors of passages, ready to be scored. ``vectors``: (sum of counts, dimension), ``counts``: vectors of each passage, in row
    order."""

    def __init__(self, vectors: NDArray[Any], counts: NDArray[np.int32]) -> None:
        import torch

        self._stored, self._counts = torch.from_numpy(np.ascontiguousarray(vectors)), counts.astype(np.int64)
        self._starts = np.concatenate([[0], np.cumsum(self._counts)])
        self._order = np.array([row for row in np.argsort(-self._counts, kind="stable") if self._counts[row] > 0], np.int64)
        self._blocks = [self._block(self._order[i : i + _PASSAGES_A_BLOCK]) for i in range(0, len(self._order), _PASSAGES_A_BLOCK)]
        self._rows = torch.from_numpy(self._order)

    def __len__(self) -> int:
        return len(self._order)

    def best(self, questions: Sequence[NDArray[np.float32]], enough: Any, *, first: int = 32) -> list[Scored]:
        """For each question the best passages, until ``enough(scored)`` says that they decide. Each question: (tokens, dimension).
        ``first``: how many are rescored before it is asked; three for each document wanted nearly always decide."""
        found: list[Scored] = []
        for start in range(0, len(questions), _QUESTIONS_A_BLOCK):
            block = questions[start : start + _QUESTIONS_A_BLOCK]
            for question, rough in zip(block, self.rough(block), strict=True):
                found.append(self._settle(question, rough, enough, first))
        return found

    def rough(self, questions: Sequence[NDArray[np.float32]]) -> torch.Tensor:
        """bf16 scores, (questions, passages), passages in the order of their length."""
        import torch

        lengths = [len(question) for question in questions]
        tokens = torch.from_numpy(np.concatenate(questions)).to(torch.bfloat16).T.contiguous()
        owner = torch.repeat_interleave(torch.arange(len(lengths)), torch.tensor(lengths))
        even = lengths[0] if len(set(lengths)) == 1 else 0
        scores = torch.empty(len(lengths), len(self))
        with torch.inference_mode():
            for number, (block, mask) in enumerate(self._blocks):
                count, longest, dimension = block.shape
                similar = (block.reshape(-1, dimension) @ tokens).reshape(count, longest, -1)
                if mask is not None:
                    similar.masked_fill_(mask, _FAR)
                best = similar.amax(1).float()
                if even:
                    summed = best.reshape(count, -1, even).sum(-1).T
                else:
                    summed = torch.zeros(len(lengths), count).index_add_(0, owner, best.T)
                scores[:, number * _PASSAGES_A_BLOCK : number * _PASSAGES_A_BLOCK + count] = summed
        return scores

    def exact(self, question: NDArray[np.float32], rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """fp32 scores of some passages by row."""
        import torch

        if not len(rows):
            return np.empty(0, np.float32)
        with torch.inference_mode():
            pieces = [self._stored[self._starts[row] : self._starts[row + 1]] for row in rows]
            padded = torch.nn.utils.rnn.pad_sequence(pieces, batch_first=True).float()
            count, longest, dimension = padded.shape
            similar = (padded.reshape(-1, dimension) @ torch.from_numpy(question).T).reshape(count, longest, -1)
            padding = torch.arange(longest)[None, :] >= torch.from_numpy(self._counts[rows])[:, None]
            scores: NDArray[np.float32] = similar.masked_fill_(padding[:, :, None], _FAR).amax(1).sum(1).numpy()
        return scores

    def _settle(self, question: NDArray[np.float32], rough: torch.Tensor, enough: Any, first: int) -> Scored:
        """Rescore the best, and four times as many until what is left out can no longer matter."""
        wanted = min(first, len(self))
        while True:
            values, places = rough.topk(wanted)
            rows = self._rows[places].numpy()
            scores = self.exact(question, rows)
            order = sorted(range(len(rows)), key=lambda i: (-scores[i], rows[i]))
            scored = [(int(rows[i]), float(scores[i])) for i in order]
            if wanted == len(self):
                return scored
            margin = 2.0 * float(np.abs(values.numpy() - scores).max())
            sure = [pair for pair in scored if pair[1] > float(values[-1]) + margin]
            if enough(sure):
                return sure
            wanted = min(4 * wanted, len(self))

    def _block(self, rows: NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor | None]:
        import torch

        longest = int(self._counts[rows[0]])
        pieces = [self._stored[self._starts[row] : self._starts[row + 1]].to(torch.bfloat16) for row in rows]
        padded = torch.nn.utils.rnn.pad_sequence(pieces, batch_first=True)
        if int(self._counts[rows[-1]]) == longest:
            return padded, None
        mask = torch.arange(longest)[None, :] >= torch.from_numpy(self._counts[rows])[:, None]
        return padded, mask[:, :, None]
