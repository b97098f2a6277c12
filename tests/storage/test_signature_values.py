"""Values in a signature line read back as what they were."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.schemas.ids import canonical_json
from storage.signature_values import print_name, print_value, read_name, read_value

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (0.0, "0"), (1.0, "1"), (0.7, "0.7"), (1e-7, "1e-07"), (1e300, "1e300"), (None, "null"), (True, "true"),
        ("high", "high"),
        ("0", '"0"'), ("null", '"null"'), ("", '""'), ((900, 1800), "900+1800"), ((1,), "[1]"), ((), "[]"), ("a|b c:d", "a%7Cb%20c:d"),
        ("gpt-4.1-2025-04-14", "gpt-4.1-2025-04-14"), ("1.5.2", "1.5.2"), ("007", "007"),
    ],
)  # fmt: skip
def test_one_text_for_a_value(value, text):
    assert print_value(value) == text
    assert read_value(text) == value


@given(SCALARS | st.lists(SCALARS).map(tuple))
def test_every_value_reads_back_from_plain_ascii(value):
    text = print_value(value)
    assert re.fullmatch(r"[!-~]*", text) and "|" not in text
    back = read_value(text)
    assert canonical_json(back) == canonical_json(value)
    assert isinstance(back, tuple) == isinstance(value, tuple)


@given(TEXTS)
def test_every_name_reads_back(name):
    assert read_name(print_name(name)) == name
    assert not set("|+\n ") & set(print_name(name))
