"""A corpus: stable, digestible, odd input by rule."""

from retrieval.corpus import Document, make_corpus


def doc(doc_id, text="some text", title="", language=""):
    return Document(doc_id=doc_id, text=text, title=title, language=language)


def test_documents_are_sorted_by_id_and_order_of_arrival_changes_nothing():
    one, two = make_corpus([doc("b"), doc("a")]), make_corpus([doc("a"), doc("b")])
    assert [d.doc_id for d in one.documents] == ["a", "b"]
    assert one.digest == two.digest


def test_the_digest_follows_ids_titles_and_texts():
    digests = {make_corpus([d]).digest for d in (doc("a"), doc("b"), doc("a", "other"), doc("a", title="t"), doc("a", language="de"))}
    assert len(digests) == 5


def test_documents_without_a_letter_or_digit_are_left_out_and_counted():
    corpus = make_corpus([doc("a", ""), doc("b", " \n… — !"), doc("c", "", title="Only a title"), doc("d", "7")])
    assert [d.doc_id for d in corpus.documents] == ["c", "d"]
    assert corpus.left_out == {"empty": 2}


def test_of_one_id_the_last_document_holds_and_copies_under_other_ids_stay():
    corpus = make_corpus([doc("a", "old"), doc("a", "new"), doc("b", "new")])
    assert [(d.doc_id, d.text) for d in corpus.documents] == [("a", "new"), ("b", "new")]
    assert corpus.left_out == {"repeated_id": 1}


def test_characters_no_tool_can_take_become_blanks_and_offsets_stay():
    corpus = make_corpus([doc("a", "one\x00two\ud800three", title="t\x00")])
    assert corpus.documents[0].text == "one two three"
    assert corpus.documents[0].title == "t "


def test_the_language_is_that_of_most_documents():
    assert make_corpus([doc("a", language="de"), doc("b", language="en"), doc("c", language="de"), doc("d")]).language == "de"
    assert make_corpus([doc("a")]).language == ""
    assert make_corpus([doc("a", language="pt"), doc("b", language="en")]).language == "en"  # a tie: by the code, whatever the order
