"""MaxSim: the fast path ranks exactly as the formula written out."""

import numpy as np
import pytest

from retrieval.maxsim import MaxSim


def plain(questions, vectors, counts):
    """The formula, one question and one passage at a time, in double precision."""
    ends = np.cumsum(counts)
    passages = [vectors[end - count : end].astype(np.float64) for end, count in zip(ends, counts, strict=True)]
    return np.array([[(q.astype(np.float64) @ p.T).max(axis=1).sum() if len(p) else -np.inf for p in passages] for q in questions])


def unit(rng, rows, dimension=32):
    vectors = rng.standard_normal((rows, dimension))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def made(seed, passages=300, even=True, spread=0.3):
    """Passages around a few themes, so that many scores are close."""
    rng = np.random.default_rng(seed)
    themes = unit(rng, 5)
    counts = rng.integers(1, 60, passages).astype(np.int32)
    own = np.repeat(rng.integers(0, 5, passages), counts)
    vectors = themes[own] + spread * rng.standard_normal((int(counts.sum()), 32))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float16)
    lengths = [32] * 20 if even else [int(n) for n in rng.integers(1, 50, 20)]
    questions = [unit(rng, n) for n in lengths]
    return questions, vectors, counts


def first(k):
    return lambda scored: len(scored) >= k


@pytest.mark.parametrize("even", [True, False], ids=["questions of one length", "questions of many lengths"])
@pytest.mark.parametrize("spread", [0.02, 0.3])
def test_the_first_ten_and_their_scores_are_those_of_the_formula(even, spread):
    for seed in range(3):
        questions, vectors, counts = made(seed, even=even, spread=spread)
        expected = plain(questions, vectors, counts)
        for found, right in zip(MaxSim(vectors, counts).best(questions, first(10)), expected, strict=True):
            rows = [row for row, _ in found[:10]]
            scores = [score for _, score in found[:10]]
            assert scores == pytest.approx(list(np.sort(right)[::-1][:10]), abs=1e-4)
            assert np.allclose(right[rows], np.sort(right)[::-1][:10], atol=1e-4)


def test_when_rough_scores_cannot_tell_more_is_rescored():
    rng = np.random.default_rng(0)
    base = unit(rng, 1)
    vectors = np.repeat(base, 500, axis=0)
    vectors[400] = vectors[400] * np.float32(1.0005)  # far below what bf16 can tell apart
    scored = MaxSim(vectors, np.ones(500, np.int32)).best([base * 1.0], lambda s: len({x for _, x in s}) >= 2 or len(s) == 500)
    assert scored[0][0][0] == 400


def test_passages_without_vectors_are_never_found():
    rng = np.random.default_rng(1)
    counts = np.array([2, 0, 3], np.int32)
    maxsim = MaxSim(unit(rng, 5), counts)
    assert len(maxsim) == 2
    assert sorted(row for row, _ in maxsim.best([unit(rng, 4)], first(10))[0]) == [0, 2]


def test_exact_scores_of_chosen_rows_in_any_order():
    questions, vectors, counts = made(7)
    maxsim = MaxSim(vectors, counts)
    rows = np.array([17, 3, 250], np.int64)
    assert maxsim.exact(questions[0], rows) == pytest.approx(plain(questions[:1], vectors, counts)[0][rows], abs=1e-4)
