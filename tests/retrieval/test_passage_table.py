"""The list of an index's passages."""

import pytest

from retrieval.corpus import Document
from retrieval.passage import make_passage
from retrieval.passage_table import FILE, PassageTable
from storage.schemas.errors import DamagedFile


def test_rows_lead_back_to_documents_and_places(tmp_path):
    document = Document(doc_id="a1", text="one two three")
    table = PassageTable.of([make_passage(document, 0, 0, 3), make_passage(document, 7, 4, 13)])
    table.write(tmp_path)
    read = PassageTable.read(tmp_path)
    hit = read.hit(1, 0.5)
    assert (hit.doc_id, hit.passage_id, hit.start, hit.end, hit.score) == ("a1", "a1#00007", 4, 13, 0.5)
    assert len(read) == 2


def test_no_passages_are_a_table_too(tmp_path):
    PassageTable.of([]).write(tmp_path)
    assert len(PassageTable.read(tmp_path)) == 0


def test_a_damaged_list_is_named(tmp_path):
    (tmp_path / FILE).write_bytes(b"not parquet")
    with pytest.raises(DamagedFile, match=FILE):
        PassageTable.read(tmp_path)
