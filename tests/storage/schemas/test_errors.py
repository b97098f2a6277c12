"""Errors: each says what, where and what to do, and crosses processes whole."""

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from storage.schemas import errors
from storage.schemas.errors import (
    BadConfig,
    BudgetExceeded,
    DigestMismatch,
    FetchFailed,
    ModelUnavailable,
    OkbenchError,
    Permanent,
    Retryable,
)

ALL = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, OkbenchError)]


@pytest.mark.parametrize("kind", ALL)
def test_every_error_survives_pickling_with_all_its_facts(kind):
    error = kind("it is broken", where="feeds.toml:3", todo="Mend line 3")
    error.extra = {"tries": 3}
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        copy = pickle.loads(pickle.dumps(error, protocol))
        assert type(copy) is kind
        assert str(copy) == str(error) == "feeds.toml:3: it is broken. Mend line 3"
        assert copy.__dict__ == error.__dict__


def _fail(number: int) -> None:
    raise FetchFailed("no answer", where=f"https://x.example/{number}", reason="timeout")


def test_errors_come_out_of_a_process_pool():
    with ProcessPoolExecutor(1, get_context("spawn")) as pool, pytest.raises(FetchFailed) as caught:
        pool.submit(_fail, 7).result()
    assert caught.value.reason == "timeout"
    assert caught.value.where == "https://x.example/7"


def test_own_attributes_survive():
    assert pickle.loads(pickle.dumps(ModelUnavailable("slow down", retry_after=2.5))).retry_after == 2.5


@pytest.mark.parametrize("kind", [kind for kind in ALL if kind not in (OkbenchError,)])
def test_every_error_is_either_retryable_or_permanent(kind):
    assert issubclass(kind, Retryable) != issubclass(kind, Permanent)


def test_the_drawn_tree_names_every_error():
    for kind in ALL:
        assert kind.__name__ in (errors.__doc__ or "")


def test_exit_codes_tell_kinds_apart_and_are_never_zero():
    assert all(kind.exit_code > 0 for kind in ALL)
    assert {BadConfig.exit_code, BudgetExceeded.exit_code, DigestMismatch.exit_code} == {2, 3, 6}


@pytest.mark.parametrize(
    ("error", "text"),
    [(OkbenchError("what"), "what"), (OkbenchError("what", todo="Do"), "what. Do"), (OkbenchError("what", where="here"), "here: what")],
)
def test_messages_leave_out_what_is_not_known(error, text):
    assert str(error) == text
