"""Splitting: on sentence borders, within the size, the title with each, nothing lost without being counted."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.corpus import Document, make_corpus
from retrieval.options import PassageOptions
from retrieval.splitting import SplitReport, split_documents


def words(texts):
    return [len(text.split()) for text in texts]


def characters(texts):
    return [len(text) for text in texts]


def document(text, title="", doc_id="a"):
    return Document(doc_id=doc_id, text=text, title=title)


def split(*documents, count=words, capacity=None, **options):
    return split_documents(list(documents), options=PassageOptions(**options), count=count, capacity=capacity)


SENTENCES = " ".join(f"Sentence {name} has just six words." for name in ("one", "two", "three", "four", "five", "six", "seven", "eight"))


def test_sentences_are_packed_until_the_next_would_not_fit():
    passages, report = split(document(SENTENCES), size=20)
    assert [p.text.count(".") for p in passages] == [3, 3, 2]
    assert all(p.text.startswith("Sentence") and p.text.endswith("words.") for p in passages)
    assert report == SplitReport(documents=1, passages=3)


def test_a_passage_knows_its_place_and_sorts_with_its_document():
    text = "  " + SENTENCES
    passages, _ = split(document(text, doc_id="a"), document(text, doc_id="b"), size=20)
    assert all(p.text == text[p.start : p.end] for p in passages)
    assert [p.passage_id for p in passages] == sorted(p.passage_id for p in passages)
    assert passages[0].passage_id == "a#00000"


def test_the_title_stands_with_each_passage_and_takes_its_room():
    passages, _ = split(document(SENTENCES, title="Eight very plain sentences"), size=20)
    assert {p.title for p in passages} == {"Eight very plain sentences"}
    assert [p.text.count(".") for p in passages] == [2, 2, 2, 2]


def test_a_title_over_half_of_a_passage_is_shortened_between_words_and_counted():
    title = " ".join(["word"] * 60)
    passages, report = split(document(SENTENCES, title=title), size=20)
    assert report.shortened_titles == 1
    assert 0 < len(passages[0].title.split()) <= 10
    assert title.startswith(passages[0].title)


def test_a_shortened_title_that_began_with_a_blank_is_counted_without_it():
    passages, _ = split(document("y" * 16, title=" " + "x" * 15), size=16, count=characters)
    assert all(len(p.title) + len(p.text) <= 16 for p in passages)


def test_overlap_repeats_whole_sentences():
    passages, _ = split(document(SENTENCES), size=20, overlap=6)
    for before, after in itertools.pairwise(passages):
        assert after.start < before.end
        assert SENTENCES[after.start : before.end].count(".") == 1


def test_a_sentence_longer_than_a_passage_is_split_between_words_and_counted():
    passages, report = split(document(" ".join(f"w{i}" for i in range(100)) + "."), size=16)
    assert report.long_sentences == 1
    assert all(len(p.text.split()) <= 16 for p in passages)
    assert [w for p in passages for w in p.text.split()] == [f"w{i}" for i in range(99)] + ["w99."]


def test_a_word_longer_than_a_passage_is_split_between_characters():
    passages, _ = split(document("x" * 100), size=16, count=characters)
    assert "".join(p.text for p in passages) == "x" * 100
    assert all(len(p.text) <= 16 for p in passages)


def test_what_the_cap_cuts_off_is_counted():
    passages, report = split(document(SENTENCES), size=20, max_passages=2)
    assert len(passages) == report.passages == 2
    assert (report.capped_documents, report.cut_characters) == (1, len(SENTENCES[passages[1].end :].strip()))


def test_an_encoders_limit_holds_over_a_larger_size():
    passages, _ = split(document(SENTENCES), size=100, capacity=20)
    assert [p.text.count(".") for p in passages] == [3, 3, 2]


def test_a_document_of_a_title_alone_gives_one_passage():
    passages, _ = split(document("", title="Only this"), size=20)
    assert [(p.title, p.text, p.start, p.end) for p in passages] == [("Only this", "", 0, 0)]


def test_whole_documents_are_one_passage_each():
    passages, report = split(document(SENTENCES, title="T"), whole=True)
    assert [(p.start, p.end) for p in passages] == [(0, len(SENTENCES))]
    assert report == SplitReport(documents=1, passages=1)


def test_no_documents_give_no_passages():
    assert split(size=20) == ([], SplitReport())


def test_a_tokenizer_that_counts_more_in_the_whole_than_in_parts_is_obeyed():
    def pessimist(texts):
        return [n if n <= 6 else 2 * n for n in words(texts)]

    passages, _ = split(document(SENTENCES), size=20, count=pessimist)
    assert all(pessimist([p.text])[0] <= 20 for p in passages)
    assert " ".join(p.text for p in passages) == SENTENCES


ODD = st.text(st.sampled_from("abc .!?\n。😀\u00a0é“”"), max_size=200)


@settings(max_examples=150, deadline=None)
@given(ODD, ODD, st.integers(16, 40), st.integers(0, 30))
def test_every_character_that_is_not_blank_is_in_a_passage_and_none_is_too_long(text, title, size, overlap):
    corpus = make_corpus([document(text, title)])
    passages, _ = split_documents(corpus.documents, options=PassageOptions(size=size, overlap=overlap), count=characters)
    inside = {i for p in passages for i in range(p.start, p.end)}
    assert all(text[i].isspace() for i in range(len(text)) if i not in inside and corpus.documents)
    assert all(len(p.title) + len(p.text) <= size for p in passages)
