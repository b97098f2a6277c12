"""Reciprocal rank fusion."""

import pytest

from retrieval.fusion import FusedRetriever, fuse
from retrieval.ranking import Hit


def ranking(*names, tag="p"):
    return tuple(Hit(name, 100.0 - i, f"{name}#{tag}", 0, 1) for i, name in enumerate(names))


def test_scores_are_sums_of_one_over_sixty_plus_rank():
    fused = fuse([ranking("a", "b"), ranking("b", "c")], k=None)
    assert [h.doc_id for h in fused] == ["b", "a", "c"]
    assert fused[0].score == pytest.approx(1 / 62 + 1 / 61)
    assert fused[1].score == pytest.approx(1 / 61)


def test_scales_of_the_parts_do_not_matter_and_ties_go_by_id():
    assert [h.doc_id for h in fuse([ranking("b", "a"), ranking("a", "b")], k=2)] == ["a", "b"]


def test_a_document_keeps_the_passage_of_the_retriever_that_ranks_it_highest():
    fused = fuse([ranking("x", "a", tag="first"), ranking("a", tag="second")], k=None)
    assert next(h for h in fused if h.doc_id == "a").passage_id == "a#second"


def test_the_fused_retriever_looks_deeper_than_it_answers():
    class Fixed:
        cut_questions = 2

        def __init__(self, *names):
            self.names, self.asked = names, []

        def search(self, questions, k):
            self.asked.append(k)
            return [ranking(*self.names)[:k] for _ in questions]

    one, two = Fixed("a", "b", "c"), Fixed("c", "b", "d")
    fused = FusedRetriever([one, two], depth=3)
    assert [[h.doc_id for h in r] for r in fused.search(["q", "r"], 2)] == [["c", "b"]] * 2
    assert one.asked == two.asked == [3]
    assert fused.cut_questions == 2


def test_nothing_found_by_any_stays_nothing():
    assert fuse([(), ()], k=5) == ()
