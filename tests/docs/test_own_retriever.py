"""The retriever of one's own that docs/retrieval.md shows, installed as the page says and used through okbench's own ways."""

import sys
import tomllib

import pytest
from doc_pages import ROOT, blocks

from retrieval.corpus import Document, make_corpus
from retrieval.indexes import Indexes
from retrieval.registry import registered

pytest.importorskip("bm25s")


@pytest.fixture
def package(tmp_path, monkeypatch):
    """The page's files in a folder on the path, with the metadata that installing them would write."""
    files = {block.file.rsplit("/", 1)[1]: block.text for block in blocks(ROOT / "docs" / "retrieval.md") if block.file}
    project = tomllib.loads(files["pyproject.toml"])["project"]
    (tmp_path / "okbench_bm25s.py").write_text(files["okbench_bm25s.py"])
    info = tmp_path / "okbench_bm25s-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = [f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items()) for group, points in project["entry-points"].items()]
    (info / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("okbench_bm25s", None)


def test_it_is_found_by_name_builds_searches_and_joins_a_fusion(package, tmp_path):
    assert "bm25s" in registered()
    bodies = ["A ferry left the harbour at noon.", "The bank cut its rate.", "Snow closed the pass.", "A ferry stayed. " * 200]
    corpus = make_corpus(Document(doc_id=f"a{i}", text=body, language="en") for i, body in enumerate(bodies))
    indexes = Indexes(tmp_path / "lake")
    assert indexes.build("bm25s", corpus)["bm25s"].fresh
    assert not indexes.build("bm25s", corpus)["bm25s"].fresh
    found = indexes.open("bm25s", corpus).search(["ferry harbour", "pass?", "", "zzz ’(("], 5)
    assert [hit.doc_id for hit in found[0]] == ["a0", "a3"]
    assert [hit.doc_id for hit in found[1]] == ["a2"]
    assert found[2:] == [(), ()]
    indexes.build("bm25s+bm25", corpus)
    assert indexes.open("bm25s+bm25", corpus).search(["bank rate"], 1)[0][0].doc_id == "a1"
