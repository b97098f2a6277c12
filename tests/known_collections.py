"""Public retrieval collections with known figures, read from the folder of real inputs that lies beside some checkouts."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from retrieval.corpus import Corpus, Document, make_corpus

FOLDER = Path(__file__).parents[2] / "shared" / "world" / "data" / "ir"


def collection(folder: Path, name: str) -> tuple[Corpus, dict[str, str], dict[str, set[str]]]:
    """Corpus, topics by id, and right documents by topic."""
    rows = map(json.loads, gzip.decompress((folder / f"common/{name}.corpus.jsonl.gz").read_bytes()).splitlines())
    documents = [
        Document(doc_id=r.get("id") or r["_id"], title=r.get("title", ""), text=r.get("contents") or r.get("text", ""), language="en")
        for r in rows
    ]
    lines = (folder / f"handed/{name}.topics.tsv").read_text("utf-8").splitlines()
    topics = dict(line.split("\t", 1) for line in lines if line)
    gold: dict[str, set[str]] = {}
    for line in (folder / f"handed/{name}.qrels.txt").read_text("utf-8").splitlines():
        question, _, doc_id, grade = line.split()
        if int(grade) > 0:
            gold.setdefault(question, set()).add(doc_id)
    return make_corpus(documents), topics, gold
