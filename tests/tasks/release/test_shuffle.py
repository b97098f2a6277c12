"""The order of choices: from a stored seed, the same everywhere and for ever, and even."""

import random
import subprocess
import sys
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.release.shuffle import key_positions, question_seed, shuffled
from tests.release_rows import question


def test_stored_seeds_give_the_orders_they_always_gave():
    assert question_seed("release", "q1") == "df6aab88a74b9b24"
    assert shuffled("abcd", "00112233445566ff") == ["d", "c", "a", "b"]
    assert shuffled(range(10), "seed") == [3, 7, 4, 6, 0, 1, 8, 5, 2, 9]


def test_another_process_and_python_s_own_seed_make_no_difference():
    code = "import random; random.seed(5); from tasks.release.shuffle import shuffled; print(shuffled('abcd', '00112233445566ff'))"
    random.seed(1)
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "3"})
    assert other.stdout.strip() == str(shuffled("abcd", "00112233445566ff"))


@given(st.lists(st.text(), max_size=8), st.text(st.characters(exclude_categories=["Cs"])))
def test_nothing_is_lost_or_added(items, seed):
    assert sorted(shuffled(items, seed)) == sorted(items)


def test_every_order_is_about_equally_likely():
    counts = dict.fromkeys(permutations("abcd"), 0)
    for number in range(12_000):
        counts[tuple(shuffled("abcd", question_seed("s", f"q{number}")))] += 1
    chi_square = sum((count - 500) ** 2 / 500 for count in counts.values())
    assert chi_square < 50  # 23 degrees of freedom: a value above 49.7 comes by chance once in a thousand


def test_questions_and_releases_have_seeds_of_their_own():
    assert len({question_seed(seed, qid) for seed in ("a", "b") for qid in ("1", "2")} | {question_seed("a1", "")}) == 5


def test_positions_are_counted_and_compared_with_an_even_spread():
    rows = [question(i, key_index=index) for i, index in enumerate([0] * 10 + [1] * 20 + [2] * 30 + [3] * 40)]
    found = key_positions(rows)
    assert found.counts == (10, 20, 30, 40)
    assert found.chi_square == pytest.approx(20.0)
    assert found.p_value == pytest.approx(0.0002, abs=1e-4)


def test_an_even_spread_and_no_questions():
    assert key_positions([question(i, key_index=i) for i in range(4)]).p_value == 1.0
    assert key_positions([]).chi_square is None
