"""TREC files: any tool that reads them finds the figures that we measured."""

import ir_measures
import pytest

from retrieval.measures import per_question
from retrieval.ranking import Hit
from retrieval.trec import write_qrels, write_run
from storage.schemas.errors import BadInput


def hits(*pairs):
    return tuple(Hit(name, score, f"{name}#0", 0, 1) for name, score in pairs)


def test_files_give_the_measures_even_where_scores_are_equal(tmp_path):
    # trec_eval puts the higher id first among equals, we the lower: the file has to say which order was measured
    run = {
        "q1": hits(("a", 1.0), ("b", 1.0), ("c", 1.0)),
        "q2": hits(("b", 2.0), ("a", 1.5)),
        "q3": None,
        "q4": hits(("z", 16777216.0), ("zz", 16777216.0)),
    }
    gold = {"q1": {"a"}, "q2": {"a"}, "q3": {"a"}, "q4": {"zz"}}
    write_run(tmp_path / "x.run", run, "my retriever")
    write_qrels(tmp_path / "x.qrels", gold)
    names = ["Success@1", "RR@10"]
    own = {name: sum(values.values()) / 4 for name, values in per_question(run, gold, names).items()}
    measures = [ir_measures.parse_measure(name) for name in names]
    qrels, read = ir_measures.read_trec_qrels(str(tmp_path / "x.qrels")), ir_measures.read_trec_run(str(tmp_path / "x.run"))
    theirs = ir_measures.calc_aggregate(measures, qrels, read)
    assert {str(measure): value for measure, value in theirs.items()} == pytest.approx(own)
    assert own == {"Success@1": 0.25, "RR@10": 0.5}


def test_scores_that_differ_are_written_as_they_are(tmp_path):
    write_run(tmp_path / "x.run", {"q": hits(("a", 2.5), ("b", 0.1))}, "t")
    assert (tmp_path / "x.run").read_text().splitlines() == ["q Q0 a 1 2.5 t", "q Q0 b 2 0.100000001 t"]


def test_ids_with_blanks_are_refused(tmp_path):
    with pytest.raises(BadInput, match="blanks"):
        write_qrels(tmp_path / "x.qrels", {"q 1": {"a"}})
