"""Sentence borders: every character that is not blank lies in exactly one sentence, in any language."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval import sentences
from retrieval.sentences import sentence_spans, trimmed


def pieces(text, language="en"):
    return [text[a:b] for a, b in sentence_spans(text, language)]


def test_abbreviations_numbers_and_quotations_do_not_end_a_sentence():
    text = "Dr. Ilk paid 3.5 crowns. “It rained.” Then, at 5 p.m., it stopped!\n\nA new paragraph"
    assert pieces(text) == ["Dr. Ilk paid 3.5 crowns.", "“It rained.”", "Then, at 5 p.m., it stopped!", "A new paragraph"]


def test_scripts_without_spaces_have_sentences_too():
    assert pieces("今天天气好。我们去公园！", "zh") == ["今天天气好。", "我们去公园！"]


def test_a_no_break_space_after_an_initial_does_no_harm():
    assert "".join(pieces("قال أ\u00a0. ثم ذهب؟ نعم.", "ar")).replace("\u00a0", "").startswith("قال")


@pytest.mark.parametrize("text", ["", " \n\t", "\u00a0\u2003"])
def test_blank_texts_have_none(text):
    assert pieces(text) == []


ODD = st.text(st.sampled_from('aA1 .!?\n\t“”’"()。！؟।😀é\u00a0\u200b\u0301\u2028XyZ,:;…'), max_size=80)


@settings(max_examples=300, deadline=None)
@given(ODD, st.sampled_from(["en", "de", "ar", "zh", "", "xx", "am"]))
def test_spans_are_ordered_apart_and_hold_all_that_is_not_blank(text, language):
    spans = sentence_spans(text, language)
    assert all(a < b for a, b in spans)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(spans))
    inside = {i for a, b in spans for i in range(a, b)}
    assert all(text[i].isspace() for i in range(len(text)) if i not in inside)


def test_when_the_library_panics_lines_are_taken(monkeypatch):
    class PanicException(BaseException):
        pass

    def fail(language, text):
        raise PanicException("byte index")

    monkeypatch.setattr(sentences.sentencex, "segment", fail)
    assert pieces("One. Two.\nThree.") == ["One. Two.", "Three."]


def test_other_interruptions_are_not_swallowed(monkeypatch):
    def stop(language, text):
        raise KeyboardInterrupt

    monkeypatch.setattr(sentences.sentencex, "segment", stop)
    with pytest.raises(KeyboardInterrupt):
        sentence_spans("One.")


def test_trimmed_leaves_out_blanks_at_the_ends():
    assert trimmed("ab  cd ", 2, 7) == (4, 6)
    assert trimmed("ab  ", 2, 4) is None
