"""Rankings: one place a document, ties by id, the cut after that."""

import random

from retrieval.ranking import Hit, best_passages, settled


def hit(passage, score):
    return Hit(passage.split("#")[0], score, passage, 0, 1)


def test_a_document_stands_once_with_its_best_passage_before_the_cut():
    scored = [hit("a1#3", 9), hit("a1#1", 8), hit("b#0", 7), hit("a1#2", 6), hit("c#0", 5)]
    assert [h.doc_id for h in best_passages(scored, 3)] == ["a1", "b", "c"]
    assert [h.doc_id for h in best_passages(scored, 2)] == ["a1", "b"]
    assert best_passages(scored, 1)[0].passage_id == "a1#3"


def test_equal_scores_are_ordered_by_document_id_whatever_the_order_of_arrival():
    scored = [hit(f"d{i}#0", 0.0) for i in range(9)]
    expected = [f"d{i}" for i in range(5)]
    for seed in range(5):
        random.Random(seed).shuffle(scored)
        assert [h.doc_id for h in best_passages(scored, 5)] == expected


def test_of_equal_passages_the_first_is_shown():
    assert best_passages([hit("a#2", 1.0), hit("a#1", 1.0)], None)[0].passage_id == "a#1"


def test_a_list_of_best_passages_settles_k_documents_once_k_are_above_its_end():
    assert settled([hit("a#0", 3), hit("b#0", 2), hit("c#0", 1)], 2)
    assert not settled([hit("a#0", 3), hit("b#0", 2), hit("c#0", 2)], 2)  # another document may have 2 as well, and a lower id
    assert not settled([hit("a#0", 3), hit("a#1", 2), hit("b#0", 1)], 2)
    assert not settled([], 1)
