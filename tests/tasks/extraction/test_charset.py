"""Bytes of pages to text."""

import pytest

from tasks.extraction.charset import decode_page

PAGE = "<html><head>{meta}</head><body><p>Ein Übermaß an Käse für die Brücke, sagte François.</p></body></html>"


@pytest.mark.parametrize(
    ("meta", "encoding", "header"),
    [
        ("", "utf-8", ""),
        ("", "utf-8", "text/html; charset=iso-8859-1"),  # the header is wrong, the bytes are valid UTF-8
        ("", "iso-8859-1", "text/html; charset=iso-8859-1"),
        ('<meta charset="windows-1252">', "windows-1252", "text/html"),
        ("", "utf-16", "text/html"),
        ("", "utf-8-sig", "text/html"),
    ],
)
def test_the_text_comes_out_whoever_declares_its_encoding(meta: str, encoding: str, header: str) -> None:
    assert decode_page(PAGE.format(meta=meta).encode(encoding), header) == PAGE.format(meta=meta)


def test_old_chinese_and_japanese_encodings_are_read_by_their_meta_tag() -> None:
    for text, encoding in (("人工智能迈上新台阶", "gb2312"), ("冬の間は橋を閉鎖", "shift_jis"), ("다리를 닫기로 결정", "euc-kr")):
        markup = f'<html><head><meta http-equiv="Content-Type" content="text/html; charset={encoding}"></head><body>{text}</body></html>'
        assert text in decode_page(markup.encode(encoding))


def test_undeclared_bytes_are_guessed_and_nothing_raises() -> None:
    markup = "<p>" + "Ein Übermaß an Käse für die Brücke über den Fluß, größer als früher. " * 20 + "</p>"
    assert "Übermaß" in decode_page(markup.encode("iso-8859-1"))
    assert isinstance(decode_page(bytes(range(128, 256))), str)
    assert decode_page(b"") == ""
