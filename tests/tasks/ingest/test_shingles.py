"""Near-copies by shared runs of words."""

import random

from made_pages import prose

from tasks.ingest.page_options import ClusterOptions
from tasks.ingest.shingles import copies, is_copy, shingles_of

OPTIONS = ClusterOptions()


def test_shingles_are_sets_of_runs_of_words() -> None:
    assert len(shingles_of("one two three four five", 4)) == 2
    assert len(shingles_of("one two three four one two three four", 4)) == 4
    assert len(shingles_of("ONE, two; three - four", 4)) == len(shingles_of("one two three four", 4)) == 1
    assert len(shingles_of("one two", 4)) == 1
    assert len(shingles_of("", 4)) == 0


def test_a_text_without_spaces_has_shingles_too() -> None:
    first, second = "市议会周一宣布关闭旧桥因为横梁变得脆弱" * 3, "居民们庆祝了新年并在河边放了烟花和灯笼" * 3
    assert is_copy(shingles_of(first, 4), shingles_of("新闻：" + first, 4), OPTIONS)
    assert not is_copy(shingles_of(first, 4), shingles_of(second, 4), OPTIONS)


def test_an_edited_and_a_cut_copy_are_copies_and_another_text_is_none() -> None:
    text = prose(1, 20)
    edited = text.replace("crowns", "kroner", 6)
    cut = "\n\n".join(text.split("\n\n")[:4])
    assert is_copy(shingles_of(text, 4), shingles_of(edited, 4), OPTIONS)
    assert is_copy(shingles_of(text, 4), shingles_of(cut, 4), OPTIONS)
    assert not is_copy(shingles_of(text, 4), shingles_of(prose(2, 20), 4), OPTIONS)


def test_all_copies_among_many_texts_are_found_and_nothing_else() -> None:
    rng = random.Random(7)
    texts = [prose(n, 15) for n in range(80)]
    pairs = set()
    for number in range(20):
        words = texts[number].split(" ")
        for place in rng.sample(range(len(words)), len(words) // 20):
            words[place] = "however"
        pairs.add((number, len(texts)))
        texts.append(" ".join(words))
    assert set(copies([shingles_of(text, 4) for text in texts], OPTIONS)) == pairs
