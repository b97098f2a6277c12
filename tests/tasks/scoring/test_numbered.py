"""Choices given as numbers: whether they count from 0 or from 1."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from storage.schemas.errors import BadInput
from tasks.scoring.numbered import index_base, picked_indexes

WORLD = Path(__file__).parents[4] / "shared" / "world" / "data" / "qa"


@pytest.mark.parametrize(
    ("numbers", "counts", "base"), [([1, 4, 2], [4, 4, 4], 1), ([0, 3, 2], [4, 4, 4], 0), ([2, 1], [2, 4], 1), ([1, None, 5], [4, 4, 5], 1), ([0], [3], 0)]
)
def test_the_ends_tell_it(numbers, counts, base):
    assert index_base(numbers, counts) == base


def test_indexes_count_from_nought():
    assert picked_indexes([1, None, 4], [4, 4, 4]) == [0, None, 3]


def test_a_number_beyond_all_choices_is_no_pick():
    assert picked_indexes([51, 1, 4, 3], [4, 4, 4, 2]) == [None, 0, 3, None]


@pytest.mark.parametrize(
    ("numbers", "counts", "told"),
    [([1, 2], [4, 4], "fit counting from 0 and from 1"), ([0, 4], [4, 4], "some numbers"), ([7, 1], [4, 4], "fit counting"), ([], [], "fit counting")],
)
def test_what_cannot_be_told_is_said(numbers, counts, told):
    with pytest.raises(BadInput, match=told):
        index_base(numbers, counts)


@pytest.mark.world
@pytest.mark.skipif(not WORLD.exists(), reason="the folder of real inputs is not here")
def test_published_predictions_score_at_their_published_level():
    checked = 0
    for entry in map(json.loads, (WORLD / "manifest.jsonl").read_text("utf-8").splitlines()):
        if "expected_mc_correct" not in entry:
            continue
        systems = defaultdict(list)
        for row in map(json.loads, (WORLD / entry["path"]).read_text("utf-8").splitlines()):
            systems[row["system"]].append(row)
        for name, expected in entry["expected_mc_correct"].items():
            rows = systems[name]
            numbers = [int(row["prediction"][0]) if row["prediction"] and str(row["prediction"][0]).isdigit() else None for row in rows]
            picked = picked_indexes(numbers, [len(row["choices"]) for row in rows])
            right = sum(index is not None and row["choices"][index] in row["gold_text"] for index, row in zip(picked, rows, strict=True))
            assert (right, len(rows)) == (expected["correct_if_prediction_is_1_based"], expected["n"]), (entry["path"], name)
            checked += 1
    assert checked >= 20
