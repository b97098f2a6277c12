"""Index folders: built once, whole or not at all, refused when they are not what is asked for."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from retrieval.corpus import Document, make_corpus
from retrieval.index_folder import MANIFEST, build_index, index_place, open_folder, open_index
from retrieval.method import Place
from retrieval.ranking import Hit
from storage.schemas.errors import DamagedFile, NewerLake, NotFound, StaleIndex


class Alphabet:
    """A method that ranks by document id; ``built`` counts builds."""

    label = "alphabet"

    def __init__(self, setting=1, fail=False):
        self.setting, self.fail, self.built = setting, fail, 0

    def identity(self, corpus):
        return {"method": "alphabet", "setting": self.setting}

    def estimate(self, corpus, place):
        return None

    def build(self, corpus, place, progress):
        self.built += 1
        (place.folder / "sub").mkdir()
        (place.folder / "sub" / "ids.json").write_text(json.dumps([d.doc_id for d in corpus.documents]))
        if self.fail:
            raise RuntimeError("in the middle")
        return {"passages": len(corpus)}

    def load(self, corpus, place):
        ids = json.loads((place.folder / "sub" / "ids.json").read_text())

        class Sorted:
            def search(self, questions, k):
                return [tuple(Hit(i, 1.0, f"{i}#0", 0, 1) for i in ids[:k]) for _ in questions]

        return Sorted()


def corpus_of(*names, text="words"):
    return make_corpus(Document(doc_id=name, text=text) for name in names)


@pytest.fixture
def places(tmp_path):
    return {"indexes": tmp_path / "indexes", "embeddings": tmp_path / "embeddings"}


def test_what_is_built_once_is_found_the_next_time(places):
    method, corpus = Alphabet(), corpus_of("b", "a")
    first, second = build_index(method, corpus, **places), build_index(method, corpus, **places)
    assert (first.fresh, second.fresh, method.built) == (True, False, 1)
    assert first.folder == second.folder
    assert second.counts == {"passages": 2}
    assert [h.doc_id for h in open_index(method, corpus, **places).search(["q"], 9)[0]] == ["a", "b"]


def test_builds_at_once_give_one_index_built_once(places):
    method, corpus = Alphabet(), corpus_of("a")
    with ThreadPoolExecutor(8) as pool:
        built = list(pool.map(lambda _: build_index(method, corpus, **places), range(16)))
    assert method.built == 1
    assert sum(b.fresh for b in built) == 1


def test_a_build_that_fails_leaves_nothing_that_could_be_opened(places):
    with pytest.raises(RuntimeError):
        build_index(Alphabet(fail=True), corpus_of("a"), **places)
    with pytest.raises(NotFound, match="no alphabet index of these documents"):
        open_index(Alphabet(), corpus_of("a"), **places)
    assert build_index(Alphabet(), corpus_of("a"), **places).fresh


@pytest.mark.parametrize(
    ("method", "corpus"),
    [(Alphabet(), corpus_of("a", "c")), (Alphabet(), corpus_of("a", "b", text="other")), (Alphabet(setting=2), corpus_of("a", "b"))],
    ids=["other documents", "changed text", "other setting"],
)
def test_an_index_of_something_else_is_refused(places, method, corpus):
    built = build_index(Alphabet(), corpus_of("a", "b"), **places)
    with pytest.raises(StaleIndex, match="okbench indexes build"):
        open_index(method, corpus, **places)
    with pytest.raises(StaleIndex):  # and also when its folder is named outright
        open_folder(method, corpus, Place(folder=built.folder, embeddings=places["embeddings"]))


def test_the_refusal_says_what_differs(places):
    built = build_index(Alphabet(), corpus_of("a"), **places)
    with pytest.raises(StaleIndex, match="setting: 1, wanted 2"):
        open_folder(Alphabet(setting=2), corpus_of("a"), Place(folder=built.folder, embeddings=built.folder))
    with pytest.raises(StaleIndex, match=r"other documents \(1 then, 2 now\)"):
        open_folder(Alphabet(), corpus_of("a", "b"), Place(folder=built.folder, embeddings=built.folder))


def change(path):
    path.write_bytes(path.read_bytes()[:-1] + b"?")


def remove(path):
    path.unlink()


@pytest.mark.parametrize("harm", [change, remove])
def test_a_damaged_file_is_named(places, harm):
    built = build_index(Alphabet(), corpus_of("a"), **places)
    harm(built.folder / "sub" / "ids.json")
    with pytest.raises(DamagedFile) as caught:
        open_index(Alphabet(), corpus_of("a"), **places)
    assert str(built.folder / "sub" / "ids.json") in str(caught.value)
    assert "Delete the folder" in str(caught.value)


def test_a_damaged_manifest_and_one_of_a_later_okbench_are_told(places):
    built = build_index(Alphabet(), corpus_of("a"), **places)
    manifest = json.loads((built.folder / MANIFEST).read_text())
    (built.folder / MANIFEST).write_text(json.dumps(manifest | {"okbench_index": 99}))
    with pytest.raises(NewerLake):
        open_index(Alphabet(), corpus_of("a"), **places)
    (built.folder / MANIFEST).write_text("{")
    with pytest.raises(DamagedFile, match="no readable manifest"):
        build_index(Alphabet(), corpus_of("a"), **places)


def test_a_corpus_of_nothing_is_an_index_that_finds_nothing(places):
    method, corpus = Alphabet(), corpus_of()
    assert build_index(method, corpus, **places).fresh
    assert open_index(method, corpus, **places).search(["q", "r"], 5) == [(), ()]
    assert method.built == 0


def test_indexes_of_several_windows_lie_side_by_side(places):
    one, two = corpus_of("a"), corpus_of("a", "b")
    assert index_place(Alphabet(), one, **places) != index_place(Alphabet(), two, **places)
    for corpus in (one, two):
        build_index(Alphabet(), corpus, **places)
    assert len(open_index(Alphabet(), one, **places).search(["q"], 9)[0]) == 1
