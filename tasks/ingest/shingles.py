"""Texts as sets of word shingles, and pairs of texts that share many: near-copies without comparing all with all.

Broder's resemblance and containment over hashed shingles (1997), candidates by MinHash LSH (datasketch), each candidate pair then
counted exactly.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from tasks.extraction.language import words
from tasks.ingest.page_options import ClusterOptions

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
Shingles = Any  # a sorted numpy array of distinct unsigned 32-bit numbers


def shingles_of(text: str, size: int) -> Shingles:
    """The hashed runs of ``size`` words of a text; of all its words when it has fewer."""
    codes = np.array([_code(word) for word in words(text)], dtype=np.uint64)
    size = min(size, len(codes)) or 1
    total = np.zeros(max(0, len(codes) - size + 1), dtype=np.uint64)
    for offset in range(size):
        total = total * _FACTOR + codes[offset : offset + len(total)]
    return np.unique((total ^ (total >> np.uint64(29))) * _FACTOR >> np.uint64(32))


@lru_cache(maxsize=200_000)
def _code(word: str) -> int:
    return zlib.crc32(word.encode("utf-8", "replace"))


def copies(texts: Sequence[Shingles], options: ClusterOptions) -> Iterator[tuple[int, int]]:
    """Index pairs of texts that are copies of one another, the smaller index first."""
    from datasketch import MinHash, MinHashLSH  # loads scipy, so only where clusters are made

    index = MinHashLSH(threshold=options.lsh_jaccard, num_perm=options.permutations)
    empty = MinHash(num_perm=options.permutations, hashfunc=int)
    for number, text in enumerate(texts):
        if len(text) < options.least_shingles:
            continue
        sketch = empty.copy()  # its permutations cost more to make than a text to sketch
        sketch.update_batch(text.tolist())
        for other in index.query(sketch):
            if is_copy(texts[other], text, options):
                yield other, number
        index.insert(number, sketch)


def is_copy(first: Shingles, second: Shingles, options: ClusterOptions) -> bool:
    """Whether two texts share enough: of all their shingles, or of the shorter one's."""
    shared = len(np.intersect1d(first, second, assume_unique=True))
    least = min(len(first), len(second))
    union = len(first) + len(second) - shared
    return bool(union) and (
        shared >= options.jaccard * union or (least >= options.least_shingles and shared >= options.containment * least)
    )
