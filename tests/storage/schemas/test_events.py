"""A document is an article in every way, in a table of its own."""

from dataclasses import fields

from storage.lake import Lake
from storage.schemas.arrow import arrow_schema, to_table
from storage.schemas.events import Document
from storage.schemas.news import Article
from tests.release_rows import article


def document() -> Document:
    row = article()
    return Document(**{field.name: getattr(row, field.name) for field in fields(row)})


def test_a_document_has_the_columns_of_an_article_and_can_stand_for_one():
    assert arrow_schema(Document).names == arrow_schema(Article).names
    assert isinstance(document(), Article)
    assert to_table(Article, [document()]).schema.metadata[b"okbench.table"] == b"articles"


def test_no_snapshot_of_the_news_finds_a_document(tmp_path):
    lake = Lake.open(tmp_path)
    lake.replace(Document, [document()], "freedonia/2020")
    assert lake.read(Document, "freedonia/2020") == [document()]
    assert lake.partitions(Article) == [] and lake.partitions(Document) == ["freedonia/2020"]
