"""Embeddings: made once for a text, joined for a window, checked when read."""

import numpy as np
import pytest
from toy_encoder import ToyEncoder

from retrieval.corpus import Document, make_corpus
from retrieval.embeddings import EmbeddingStore
from retrieval.options import PassageOptions
from storage.schemas.errors import DamagedFile, NotFound

SMALL = PassageOptions(size=16)


def documents(numbers, words=40):
    rows = (Document(doc_id=f"a{i:03d}", title=f"Title {i}", text=" ".join(f"w{i}x{j}." for j in range(words))) for i in numbers)
    return make_corpus(rows).documents


def test_a_new_day_costs_its_new_articles_and_nothing_else(tmp_path):
    encoder = ToyEncoder()
    store = EmbeddingStore(tmp_path, encoder, SMALL)
    first = store.ensure(documents(range(20)))
    before = encoder.encoded
    second = store.ensure(documents(range(5, 25)))
    assert (first.new_documents, first.known_documents) == (20, 0)
    assert (second.new_documents, second.known_documents) == (5, 15)
    assert encoder.encoded - before == before // 4
    third = store.ensure(documents(range(25)))
    assert (third.new_documents, encoder.encoded) == (0, before + before // 4)


def test_a_window_is_the_join_of_its_documents_in_their_order(tmp_path):
    store = EmbeddingStore(tmp_path, ToyEncoder(), SMALL)
    for day in (range(3), range(3, 6)):
        store.ensure(documents(day))
    window = store.load(documents([1, 2, 4]))
    passages, _ = store.split(documents([1, 2, 4]))
    assert list(window.table.doc_ids) == [p.doc_id for p in passages]
    assert list(zip(window.table.starts, window.table.ends, strict=True)) == [(p.start, p.end) for p in passages]
    direct = ToyEncoder().encode_passages(passages)
    assert np.array_equal(window.vectors, direct.vectors)


def test_token_vectors_are_kept_in_half_precision_with_their_counts(tmp_path):
    store = EmbeddingStore(tmp_path, ToyEncoder(multi=True), SMALL)
    store.ensure(documents(range(4), words=17))
    window = store.load(documents(range(4), words=17))
    passages, _ = store.split(documents(range(4), words=17))
    direct = ToyEncoder(multi=True).encode_passages(passages)
    assert np.array_equal(window.counts, direct.counts)
    assert window.vectors.dtype == np.float16
    assert np.abs(window.vectors - direct.vectors).max() < 0.0005


def test_an_article_that_stands_in_two_days_is_embedded_once_and_a_new_version_anew(tmp_path):
    encoder = ToyEncoder()
    store = EmbeddingStore(tmp_path, encoder, SMALL)
    old = Document(doc_id="a", text="The harbour opens on Monday.")
    store.ensure([old])
    store.ensure([old, Document(doc_id="copy", text=old.text)])
    assert encoder.encoded == 1
    store.ensure([Document(doc_id="a", text="The harbour opens on Tuesday.")])
    assert encoder.encoded == 2
    window = store.load([old, Document(doc_id="copy", text=old.text)])
    assert list(window.table.doc_ids) == ["a", "copy"]
    assert np.array_equal(window.vectors[0], window.vectors[1])


@pytest.mark.parametrize(
    "other", [(ToyEncoder(version=2), SMALL), (ToyEncoder(), PassageOptions(size=20))], ids=["encoder", "passage size"]
)
def test_another_encoder_or_passage_size_has_embeddings_of_its_own(tmp_path, other):
    EmbeddingStore(tmp_path, ToyEncoder(), SMALL).ensure(documents(range(2)))
    store = EmbeddingStore(tmp_path, *other)
    assert len(store.missing(documents(range(2)))) == 2
    with pytest.raises(NotFound, match="2 of 2 articles are not embedded"):
        store.load(documents(range(2)))


def test_a_damaged_part_is_named_and_embedded_again_once_deleted(tmp_path):
    import shutil

    store = EmbeddingStore(tmp_path, ToyEncoder(), SMALL)
    store.ensure(documents(range(2)))
    (part,) = store.folder.glob("part-*")
    data = bytearray((part / "vectors.npy").read_bytes())
    data[-1] ^= 1
    (part / "vectors.npy").write_bytes(bytes(data))
    with pytest.raises(DamagedFile) as caught:
        store.load(documents(range(2)))
    assert str(part / "vectors.npy") in str(caught.value)
    assert f"Delete the folder {part}" in str(caught.value)
    shutil.rmtree(part)
    assert store.ensure(documents(range(2))).new_documents == 2
    assert len(store.load(documents(range(2))).vectors) > 0


def test_what_was_embedded_before_a_crash_is_kept(tmp_path):
    class Failing(ToyEncoder):
        def encode_passages(self, passages):
            if self.encoded > 600:
                raise KeyboardInterrupt
            return super().encode_passages(passages)

    many = documents(range(300))
    store = EmbeddingStore(tmp_path, Failing(), SMALL)
    with pytest.raises(KeyboardInterrupt):
        store.ensure(many)
    again = EmbeddingStore(tmp_path, ToyEncoder(), SMALL)
    assert again.ensure(many).known_documents == 128


def test_progress_is_told(tmp_path):
    told = []
    EmbeddingStore(tmp_path, ToyEncoder(), SMALL).ensure(documents(range(5)), progress=lambda *args: told.append(args))
    assert told[0] == ("embedding articles", 0, 5)
    assert told[-1] == ("embedding articles", 5, 5)


def test_what_was_cut_is_known_of_any_window_whenever_it_was_embedded(tmp_path):
    whole = EmbeddingStore(tmp_path, ToyEncoder(capacity=20), PassageOptions(whole=True))
    whole.ensure(documents(range(3)))
    whole.ensure(documents(range(5)))
    assert [whole.held(documents(days)).cut_passages for days in (range(5), range(2), ())] == [5, 2, 0]
    capped = EmbeddingStore(tmp_path, ToyEncoder(), PassageOptions(size=16, max_passages=2))
    for day in (range(2), range(2, 4)):
        capped.ensure(documents(day))
    held = capped.held(documents(range(1, 4)))
    passages, report = capped.split(documents(range(1, 4)))
    assert held.split == report
    assert (held.split.capped_documents, len(held.table), held.vectors) == (3, len(passages), len(passages))
    assert held.split.cut_characters > 0
