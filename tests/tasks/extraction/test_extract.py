"""One page's bytes to title, dates, language, body."""

from datetime import UTC, datetime

import pytest
from made_pages import page, prose

from tasks.extraction.extract import Extraction, PageJob, extract_page, prepare

URL = "https://lantern.example/news/old-crane"


@pytest.fixture(scope="module", autouse=True)
def _ready() -> None:
    prepare()


def read(markup: bytes, **job: str) -> Extraction:
    return extract_page(PageJob(url=URL, body=markup, **job))  # type: ignore[arg-type]


def test_an_article_page_gives_all_there_is() -> None:
    head = '<link rel="canonical" href="https://lantern.example/a"><meta property="article:modified_time" content="2026-11-30T10:00:00Z">'
    found = read(page("Crane - a farewell", prose(3), head=head, json_ld='{"@type":"NewsArticle","author":{"name":"Ada Holm"}}'))
    assert found.fault == ""
    assert (found.title, found.authors, found.language) == ("Crane - a farewell", ("Ada Holm",), "en")
    assert found.published == datetime(2026, 11, 30, 9, tzinfo=UTC)
    assert found.modified == datetime(2026, 11, 30, 10, tzinfo=UTC)
    assert found.canonical == "https://lantern.example/a"
    assert found.body == prose(3)
    assert found.words == len(prose(3).split())


def test_captions_and_sign_up_lines_are_not_in_the_body() -> None:
    after = (
        "<figure><img alt='x'><figcaption>A view of the dam in 1998</figcaption></figure>"
        "<p>Sign up to our newsletter for the best stories of the day, every day.</p>"
        "<p><a href='/x'>Ten cranes that changed the port</a></p>"
    )
    assert read(page(body=prose(4, 12), after=after)).body == prose(4, 12)


SENTENCES = {
    "zh": "市议会周一宣布，由于旧桥的横梁已经变得脆弱，决定在冬季期间关闭这座桥梁，居民对此表示理解，他们说这是必要的。",
    "ja": "市議会は、古い橋の梁が弱くなったため、冬の間は橋を閉鎖することを決めたと月曜日に発表した。住民はそれを理解している。",
    "ko": "시의회는 오래된 다리의 나무 기둥이 약해졌기 때문에 겨울 동안 다리를 닫기로 결정했다고 월요일에 밝혔다.",
    "th": "สภาเมืองประกาศเมื่อวันจันทร์ว่าจะปิดสะพานเก่าในช่วงฤดูหนาวเพราะคานของสะพานอ่อนแอลงมาก",
    "ar": "أعلن مجلس المدينة يوم الاثنين أنه قرر إغلاق الجسر القديم خلال فصل الشتاء لأن عوارضه أصبحت ضعيفة.",
    "hi": "नगर परिषद ने सोमवार को कहा कि पुराने पुल को सर्दियों में बंद किया जाएगा क्योंकि उसकी लकड़ी कमजोर हो गई है।",
    "ru": "Городской совет объявил в понедельник, что старый мост будет закрыт на зиму, потому что его балки стали слабыми.",
    "id": "Dewan kota mengatakan pada hari Senin bahwa jembatan lama akan ditutup selama musim hujan karena balok kayunya sudah lapuk.",
}


@pytest.mark.parametrize("lang", ["own", "en", None])
@pytest.mark.parametrize("language", sorted(SENTENCES))
def test_other_scripts_are_read_whatever_the_page_declares(language: str, lang: str | None) -> None:
    paragraphs = "\n\n".join(f"{SENTENCES[language]} {number} " + SENTENCES[language] * 2 for number in range(4))
    found = read(page("2026", paragraphs, lang=language if lang == "own" else lang))
    assert found.fault == ""
    assert found.language == language
    assert found.words > 50


def test_a_language_without_support_gives_an_empty_text_and_no_error() -> None:
    amharic = "የከተማው ምክር ቤት አሮጌው ድልድይ በክረምቱ ወቅት እንዲዘጋ ሰኞ ዕለት ወሰነ ምክንያቱም እንጨቶቹ ደክመዋል። "
    found = read(page("ድልድይ", "\n\n".join([amharic * 3] * 4), lang="am"))
    assert (found.fault, found.language, found.words) == ("", "am", 0)


def test_the_text_in_json_ld_stands_in_for_a_body_that_scripts_would_write() -> None:
    text = prose(5).replace("\n\n", "\\n\\n")
    found = read(
        b'<html lang="en"><body><div id="app"></div><script type="application/ld+json">{"@type":"NewsArticle","articleBody":"'
        + text.encode()
        + b'"}</script></body></html>'
    )
    assert found.body == prose(5)
    assert "body_from_json_ld" in found.notes


def test_the_updates_of_a_live_blog_are_its_body() -> None:
    updates = ",".join(f'{{"@type":"BlogPosting","headline":"1{n}:20","articleBody":"{prose(n, 2)}"}}' for n in range(4))
    script = f'<script type="application/ld+json">{{"@type":"LiveBlogPosting","liveBlogUpdate":[{updates}]}}</script>'
    markup = f'<html lang="en"><body><p>Live</p>{script}</body></html>'
    found = read(markup.encode())
    assert found.body.startswith("10:20\n\n" + prose(0, 2))
    assert prose(3, 2) in found.body


@pytest.mark.parametrize(
    "markup",
    [
        b"",
        b"   ",
        b"\x00\xff\xfe<p>",
        b"<!-- only a comment",
        b"plain words",
        b"<html><body>" + b"<div>" * 5000,
        b'<?xml version="1.0"?><a/>',
    ],
)
def test_odd_bytes_give_an_extraction_never_an_error(markup: bytes) -> None:
    found = read(markup)
    assert isinstance(found, Extraction)
    assert found.words < 50


def test_half_surrogates_and_control_characters_do_not_get_through() -> None:
    found = read(page("Odd &#1; title", prose(1), json_ld='{"@type":"NewsArticle","author":{"name":"Ada \\ud83d Holm"}}'))
    for text in (found.title, found.body, *found.authors):
        text.encode("utf-8")
        assert "\x01" not in text


def test_the_body_of_a_feed_entry_is_read_as_it_is() -> None:
    job = PageJob(url=URL, body=f"<p>{prose(6, 2)}</p><p>{prose(7, 2)}</p><p>Share this</p>".encode(), language="en", from_feed=True)
    found = extract_page(job)
    assert found.body == f"{prose(6, 2)}\n\n{prose(7, 2)}"
    assert found.notes == ("body_from_feed",)
    assert extract_page(PageJob(url=URL, body=b"<p>The dam opened [...]</p>", from_feed=True)).fault
