"""Methods by name: okbench's own and those of any package, in the same way."""

from importlib.metadata import EntryPoint

import pytest

from retrieval import registry
from retrieval.options import RetrievalOptions
from retrieval.registry import make_method, parts_of, registered
from storage.schemas.errors import BadConfig, NotFound

OPTIONS = RetrievalOptions()


class Own:
    label = "own"

    def __init__(self, argument):
        self.argument = argument


def make_own(argument, options):
    return Own(argument)


@pytest.fixture
def installed(monkeypatch):
    points = [EntryPoint("own", f"{__name__}:make_own", registry.GROUP), EntryPoint("broken", "no_such_package.x:y", registry.GROUP)]
    real = registry.entry_points
    monkeypatch.setattr(registry, "entry_points", lambda group: [*real(group=group), *points])
    monkeypatch.setattr(EntryPoint, "load", _load_here(EntryPoint.load))


def _load_here(load):
    def own_or_real(self):
        return make_own if self.name == "own" else load(self)

    return own_or_real


def test_the_built_in_methods_are_registered():
    assert {"bm25", "dpr", "colbert", "dense", "late"} <= set(registered())


@pytest.mark.parametrize(
    ("spec", "label"),
    [
        ("bm25", "bm25"), ("bm25:de", "bm25"), ("dpr", "dpr"), ("colbert", "colbert"), ("dense:all-MiniLM-L6-v2", "dense:all-MiniLM-L6-v2"),
        ("late:some/where/minilm-colbert", "late:minilm-colbert"),
    ],
)  # fmt: skip
def test_a_model_is_part_of_the_label(spec, label):
    assert make_method(spec, OPTIONS).label == label


def test_dpr_and_colbert_with_another_model_say_so():
    options = RetrievalOptions(colbert_encoder="lab/my-colbert", dpr_passage_encoder="lab/my-dpr")
    assert make_method("colbert", options).label == "colbert:my-colbert"
    assert make_method("dpr", options).label == "dpr:my-dpr"


def test_a_method_of_another_package_is_made_with_what_follows_the_colon(installed):
    assert make_method("own:fast", OPTIONS).argument == "fast"


def test_a_package_cannot_take_the_name_of_a_built_in(monkeypatch):
    real = registry.entry_points
    thief = EntryPoint("bm25", "somewhere:else_", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [thief, *real(group=group)])
    assert registered()["bm25"].value.startswith("retrieval.")


def test_a_package_that_does_not_load_is_named(installed):
    with pytest.raises(BadConfig, match=r"no_such_package\.x:y"):
        make_method("broken", OPTIONS)


def test_an_unknown_name_lists_those_there_are():
    with pytest.raises(NotFound, match=r"no retriever 'bm52'.*bm25, colbert, dense, dpr, late"):
        make_method("bm52", OPTIONS)


@pytest.mark.parametrize("spec", ["dense", "late", "dpr:x", "colbert:x"])
def test_a_model_where_none_belongs_or_none_where_one_does(spec):
    with pytest.raises(BadConfig):
        make_method(spec, OPTIONS)


def test_a_fusion_is_written_with_plus():
    assert parts_of("bm25 + dense:x") == ["bm25", "dense:x"]
    with pytest.raises(BadConfig):
        parts_of("bm25+")
