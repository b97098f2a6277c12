"""A folder of indexes: by name, fusions included, with the real parts."""

import pytest
from made_checkpoints import dpr_pair, stanford_colbert

from retrieval.corpus import Document, make_corpus
from retrieval.indexes import Indexes
from retrieval.options import JavaOptions, RetrievalOptions
from storage.schemas.errors import BadConfig, NotFound

CORPUS = make_corpus(
    Document(doc_id=f"a{i}", title=title, text=text, language="en")
    for i, (title, text) in enumerate(
        [
            ("Ferry aground", "The ferry Aurelia ran onto a sandbank near Penh on Tuesday. Nobody was hurt."),
            ("Rates cut", "The central bank lowered its key interest rate to two percent."),
            ("Handball", "The Terns beat the Lancers by three goals in the cup final."),
            ("Telescope", "Astronomers on Skerrin saw a new star that brightened within hours."),
        ]
    )
)
QUESTION = "Which ship got stuck on a sandbank?"


def test_bm25_builds_opens_and_says_when_it_is_not_there(tmp_path):
    indexes = Indexes(tmp_path)
    with pytest.raises(NotFound, match="okbench indexes build"):
        indexes.open("bm25", CORPUS)
    assert indexes.build("bm25", CORPUS)["bm25"].fresh
    assert indexes.open("bm25", CORPUS).search([QUESTION], 1)[0][0].doc_id == "a0"
    assert indexes.estimates("bm25", CORPUS) == {}


@pytest.mark.slow
def test_every_kind_of_retriever_finds_the_article_and_a_fusion_uses_their_indexes(tmp_path):
    passages, questions = dpr_pair(tmp_path / "dpr")
    colbert = stanford_colbert(tmp_path / "minilm-colbert")
    options = RetrievalOptions(
        offline=True, dpr_passage_encoder=str(passages), dpr_question_encoder=str(questions), colbert_encoder=str(colbert)
    )
    indexes = Indexes(tmp_path / "lake", options)
    for spec in ("bm25", "dense:all-MiniLM-L6-v2", "late:all-MiniLM-L6-v2", "colbert", "dpr"):
        assert all(built.fresh for built in indexes.build(spec, CORPUS).values())
        found = indexes.open(spec, CORPUS).search([QUESTION, "star seen by astronomers"], 4)
        assert [len({hit.doc_id for hit in ranking}) == len(ranking) for ranking in found] == [True, True]
        if spec != "dpr":  # that one is MiniLM with another pooling: it loads and runs, but it was not trained so
            assert [ranking[0].doc_id for ranking in found] == ["a0", "a3"]
    fusion = "bm25+dense:all-MiniLM-L6-v2"
    assert indexes.label(fusion) == fusion
    assert not any(built.fresh for built in indexes.build(fusion, CORPUS).values())
    assert indexes.open(fusion, CORPUS).search([QUESTION], 1)[0][0].doc_id == "a0"
    assert indexes.estimates(fusion, CORPUS)["dense:all-MiniLM-L6-v2"].new_documents == 0


def test_what_is_missing_on_this_machine_is_found_before_anything_begins(tmp_path):
    options = RetrievalOptions(java=JavaOptions(home=tmp_path / "no-java"))
    with pytest.raises(BadConfig, match="no Java in"):
        Indexes(tmp_path, options).check(["bm25"])
    with pytest.raises(BadConfig, match="no encoder folder"):
        Indexes(tmp_path).check(["bm25", "bm25+late:/no/such/folder"])
    with pytest.raises(NotFound, match="no retriever 'bm52'"):
        Indexes(tmp_path).check(["bm52"])
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_articles_are_embedded_in_batches_and_the_build_finds_them(tmp_path):
    indexes, part = Indexes(tmp_path, RetrievalOptions(offline=True)), "dense:all-MiniLM-L6-v2"
    assert (indexes.quick("bm25", CORPUS), indexes.quick(f"bm25+{part}", CORPUS)) == (True, False)
    missing = indexes.missing(part, CORPUS)
    assert [d.doc_id for d in missing] == ["a0", "a1", "a2", "a3"]
    indexes.embed(part, make_corpus(missing[:3]))
    assert [d.doc_id for d in indexes.missing(part, CORPUS)] == ["a3"]
    assert indexes.build(part, CORPUS)[part].counts["new_documents"] == 1
    assert indexes.quick(part, CORPUS)
    indexes.embed("bm25", CORPUS)
    assert indexes.missing("bm25", CORPUS) == []
