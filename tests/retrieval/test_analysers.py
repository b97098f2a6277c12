"""Analysers: each language its own, never English in silence."""

import pytest

from retrieval.analysers import PLAIN, analyser_for, index_arguments, prepare


@pytest.mark.parametrize(
    ("code", "analyser"),
    [("en", "en"), ("de", "de"), ("pt-BR", "pt"), ("ZH", "zh"), ("", "en"), ("ro", PLAIN), ("am", PLAIN), ("plain", PLAIN)],
)
def test_a_language_has_its_own_analyser_or_plain_words(code, analyser):
    assert analyser_for(code) == analyser


def test_plain_words_are_lower_case_and_unspaced_scripts_go_by_the_character():
    assert prepare(PLAIN, "Crește-se, PREȚUL!") == "crește se prețul"
    assert prepare(PLAIN, "ประเทศ 12") == "ป ร ะ เ ท ศ 12".replace("  ", " ")
    assert prepare("en", "As It Is!") == "As It Is!"


def test_the_indexer_is_told():
    assert index_arguments("de") == ["-language", "de"]
    assert index_arguments(PLAIN) == ["-pretokenized"]
