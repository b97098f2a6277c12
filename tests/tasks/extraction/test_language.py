"""Which language a page is in, and how many words it has."""

import pytest

from tasks.extraction.language import choose_language, count_words, guess_language, normal_code, script_of, words

ENGLISH = "The council of the town has decided that the old bridge will be closed for the winter, because its beams have grown weak. " * 4
INDONESIAN = (
    "Pemerintah kota memutuskan bahwa jembatan lama akan ditutup selama musim hujan karena balok kayunya sudah lapuk dan berbahaya. " * 4
)
KOREAN = "시의회는 오래된 다리의 나무 기둥이 약해졌기 때문에 겨울 동안 다리를 닫기로 결정했다고 월요일에 밝혔다. " * 4
JAPANESE = "市議会は、古い橋の梁が弱くなったため、冬の間は橋を閉鎖することを決めたと月曜日に発表した。" * 4
CHINESE = "市议会周一宣布，由于旧桥的横梁已经变得脆弱，决定在冬季期间关闭这座桥梁，居民对此表示理解。" * 4
AMHARIC = "የከተማው ምክር ቤት አሮጌው ድልድይ በክረምቱ ወቅት እንዲዘጋ ሰኞ ዕለት ወሰነ ምክንያቱም እንጨቶቹ ደክመዋል። " * 4
NORWEGIAN = "Bystyret har bestemt at den gamle broen skal stenges i vinter fordi bjelkene er blitt svake og farlige for folk. " * 4


@pytest.mark.parametrize(
    ("declared", "text", "expected"),
    [
        (["en-GB"], ENGLISH, "en"),
        (["en"], KOREAN, "ko"),
        (["en"], INDONESIAN, "id"),
        (["en"], JAPANESE, "ja"),
        ([None, None], CHINESE, "zh"),
        (["en"], AMHARIC, "am"),
        ([None, "de"], "Kurz", "de"),
        (["nb-NO"], NORWEGIAN, "no"),
        (["da"], NORWEGIAN, "da"),
        (["zxx", "iw"], "שלום לכולם", "he"),
        ([None], "", ""),
    ],
)
def test_the_declared_language_holds_unless_letters_or_a_confident_guess_speak_against_it(
    declared: list[str | None], text: str, expected: str
) -> None:
    assert choose_language(declared, text) == expected


def test_a_short_text_does_not_overrule_the_feed() -> None:
    assert choose_language([None, "en"], "Pemerintah kota memutuskan") == "en"


@pytest.mark.parametrize(
    ("code", "plain"),
    [("pt-BR", "pt"), ("EN_us", "en"), ("iw", "he"), ("nb", "no"), ("english", None), ("", None), (None, None), ("und", None)],
)
def test_codes_are_brought_to_one_form(code: str | None, plain: str | None) -> None:
    assert normal_code(code) == plain


@pytest.mark.parametrize(
    ("text", "script"), [("Hello", "LATIN"), ("Привет", "CYRILLIC"), ("漢字かな", "HIRAGANA"), ("汉字", "CJK"), ("123 !", "")]
)
def test_the_script_is_that_of_most_letters(text: str, script: str) -> None:
    assert script_of(text) == script


def test_a_few_letters_are_not_guessed_at() -> None:
    assert guess_language("ok 12") == ("", 0.0)


def test_words_are_counted_in_scripts_with_and_without_spaces() -> None:
    assert count_words("It's 3.5 metres, well-known: done") == 5
    assert count_words("市议会周一宣布") == 3
    assert count_words("") == 0


def test_words_for_shingles_are_single_characters_where_there_are_no_spaces() -> None:
    assert words("Old BRIDGE") == ["old", "bridge"]
    assert words("旧桥 closed") == ["旧", "桥", "closed"]
