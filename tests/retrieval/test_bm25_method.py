"""BM25 as a method: by article, in its corpus's language, with known figures on known collections."""

import pytest
from known_collections import collection

from retrieval.bm25_method import Bm25Method, bm25, count_words
from retrieval.corpus import Document, make_corpus
from retrieval.index_folder import build_index, open_index
from retrieval.measures import per_question
from retrieval.options import PassageOptions, RetrievalOptions
from storage.schemas.errors import StaleIndex

WHOLE = RetrievalOptions(passages=PassageOptions(whole=True))


def corpus_of(*texts, language="en"):
    return make_corpus(Document(doc_id=f"a{i}", text=text, language=language) for i, text in enumerate(texts))


def opened(tmp_path, corpus, options=RetrievalOptions()):  # noqa: B008  frozen
    method = Bm25Method(options)
    build_index(method, corpus, indexes=tmp_path, embeddings=tmp_path)
    return open_index(method, corpus, indexes=tmp_path, embeddings=tmp_path)


def first(retriever, question, k=5):
    return [hit.doc_id for hit in retriever.search([question], k)[0]]


def test_a_document_is_found_once_by_its_best_passage(tmp_path):
    long = " ".join(f"Line {i} speaks of nothing. The harbour ferry left." for i in range(40))
    target = "The harbour ferry ferry ferry."
    corpus = corpus_of(long + " " + target, "A ferry.", "No boats.")
    retriever = opened(tmp_path, corpus, RetrievalOptions(passages=PassageOptions(size=16)))
    (ranking,) = retriever.search(["harbour ferry"], 10)
    assert sorted(hit.doc_id for hit in ranking) == ["a0", "a1"]
    best = ranking[0]
    assert target in corpus.documents[0].text[best.start : best.end]


def test_one_long_article_does_not_use_up_the_ranks(tmp_path):
    long = " ".join("The ferry left the ferry port." for _ in range(400))
    corpus = corpus_of(long, *(f"A ferry of line {i} with rather more words around it than before." for i in range(5)))
    assert len(first(opened(tmp_path, corpus, RetrievalOptions(passages=PassageOptions(size=16))), "ferry", k=6)) == 6


def test_the_title_is_searched_with_every_passage(tmp_path):
    corpus = make_corpus([Document(doc_id="a", title="Zeppelin", text="Nothing here."), Document(doc_id="b", text="Nothing there.")])
    assert first(opened(tmp_path, corpus), "zeppelin") == ["a"]


@pytest.mark.parametrize(
    ("language", "texts", "question"),
    [
        (
            "de",
            ["Die Überschwemmung traf viele Häuser.", "Der Zug fährt nach Bremen.", "Die Bank senkt Zinsen."],
            "Überschwemmungen in Häusern",
        ),
        ("zh", ["洪水淹没了许多房屋。", "火车开往北京。", "银行降低了利率。"], "房屋洪水"),
        ("ja", ["洪水で多くの家屋が浸水した。", "列車は大阪へ向かう。", "銀行は金利を下げた。"], "家屋の浸水"),
        ("ru", ["Наводнение затопило дома.", "Поезд идёт в Казань.", "Банк снизил ставку."], "наводнения и дом"),
        ("ro", ["Inundația a afectat CASE vechi.", "Trenul merge la Cluj.", "Banca a redus dobânda."], "case inundația"),
        ("am", ["ጎርፍ ቤቶችን አጥለቀለቀ።", "ባቡሩ ወደ ድሬዳዋ ይሄዳል።", "ባንኩ ወለድ ቀነሰ።"], "ጎርፍ ቤቶችን"),
    ],
)
def test_a_corpus_finds_its_own_in_its_own_language(tmp_path, language, texts, question):
    assert first(opened(tmp_path, corpus_of(*texts, language=language)), question)[0] == "a0"


def test_the_analyser_is_part_of_the_index_and_another_is_refused(tmp_path):
    corpus = corpus_of("Die Häuser der Stadt.", language="de")
    build_index(Bm25Method(RetrievalOptions()), corpus, indexes=tmp_path, embeddings=tmp_path)
    english = bm25("en", RetrievalOptions())
    assert Bm25Method(RetrievalOptions()).identity(corpus)["analyser"] == "de"
    with pytest.raises(StaleIndex):
        open_index(english, corpus, indexes=tmp_path, embeddings=tmp_path)


def test_words_are_counted_in_any_script():
    assert count_words(["two words", "", "火车开", "a\nb  c"]) == [2, 0, 3, 3]


@pytest.mark.world
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "known"),
    [("cacm", {"AP": 0.3281, "P@30": 0.1859}), ("scifact", {"nDCG@10": 0.6681, "R@100": 0.9407})],
)
def test_known_collections_give_the_figures_of_bare_lucene(tmp_path, collections, name, known):
    corpus, topics, gold = collection(collections, name)
    asked = [question for question in topics if question in gold]
    rankings = opened(tmp_path, corpus, WHOLE).search([topics[question] for question in asked], 1000)
    values = per_question(dict(zip(asked, rankings, strict=True)), {q: gold[q] for q in asked}, list(known))
    means = {measure: sum(own.values()) / len(own) for measure, own in values.items()}
    assert means == pytest.approx(known, abs=0.001)
