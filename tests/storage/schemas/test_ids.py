"""Identifiers and canonical texts: the same from run to run and machine to machine."""

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.schemas.errors import BadInput
from storage.schemas.ids import canonical_json, digest, make_id, safe_name, slug


def test_a_digest_does_not_run_its_parts_together():
    assert digest("ab", "c") != digest("a", "bc") != digest("abc")
    assert digest("ab", "c") == "601d5476e2ccfe2c87a2bba7a322659734a05749d5b5aa781f513e4912db0d5f"  # stored ids rest on it: never to change
    assert digest("\ud800")  # a broken text has a digest too


def test_ids_are_the_same_in_another_process():
    code = "from storage.schemas.ids import make_id; print(make_id('a', 'https://x.example/1', 'Ünïcode'))"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"})
    assert other.stdout.strip() == make_id("a", "https://x.example/1", "Ünïcode")
    assert make_id("a", "x").startswith("a") and len(make_id("a", "x")) == 17


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"top_p": 1, "temperature": 0}, {"temperature": 0.0, "top_p": 1.0}),
        ({"a": [1.0, {"c": 2, "b": None}]}, {"a": (1, {"b": None, "c": 2.0})}),
    ],
)
def test_key_order_and_number_format_make_no_difference(one, other):
    assert canonical_json(one) == canonical_json(other)


def test_different_values_stay_different():
    texts = [canonical_json(v) for v in (1, "1", True, None, 1.5, [1], {"1": 1}, "null")]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), {1, 2}])
def test_what_has_no_canonical_form_is_refused(value):
    with pytest.raises((TypeError, ValueError)):
        canonical_json({"x": value})


@settings(max_examples=50, deadline=None)
@given(st.recursive(st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
                    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))  # fmt: skip
def test_canonical_json_is_json_and_keeps_its_form(value):
    text = canonical_json(value)
    assert canonical_json(json.loads(text)) == text


@pytest.mark.parametrize(
    ("text", "expected"), [("Côte d'Ivoire – live!", "cote-d-ivoire-live"), ("東京", "x"), ("", "x"), ("a" * 99, "a" * 60)]
)
def test_slugs(text, expected):
    assert slug(text) == expected


@pytest.mark.parametrize("text", ["../x", "a/b", "", ".hidden", "a\\b", "a..b", "x" * 200, "a b", "a\n", "ü"])
def test_names_that_could_lead_elsewhere_are_refused(text):
    with pytest.raises(BadInput, match="cannot be used as a run"):
        safe_name(text, "run")


def test_safe_names_pass():
    assert safe_name("news-2026-11-30_daily+1.0") == "news-2026-11-30_daily+1.0"
