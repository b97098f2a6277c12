"""Feed markup as plain text: tags off, entities undone, also those that were escaped twice."""

from __future__ import annotations

import re
from html import unescape

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
# Only names of HTML elements: "profits < losses > hopes" is a sentence.
_TAG = re.compile(
    r"</?(?:a|abbr|acronym|article|aside|audio|b|big|blockquote|body|br|button|caption|center|cite|code|dd|del|details|div|dl|dt|em|embed|figcaption"
    r"|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|li|link|main|mark|meta|nav|nobr|noscript|object|ol|p|picture|pre|q|s"
    r"|samp|section|small|source|span|strike|strong|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|video|wbr)\b[^<>]{0,4000}>",
    re.IGNORECASE,
)
_INLINE = re.compile(r"</?(?:a|abbr|b|big|code|em|font|i|mark|s|small|span|strong|sub|sup|tt|u|wbr)\b", re.IGNORECASE)
_HIDDEN = re.compile(r"<!--.*?-->|<(script|style)\b.*?</\1\s*>", re.IGNORECASE | re.DOTALL)


def plain_text(markup: str) -> str:
    """``markup`` without tags, comments, scripts and entities, in single spaces."""
    text = markup
    for _ in range(3):
        before = text
        if "<" in text:
            text = _TAG.sub(lambda tag: "" if _INLINE.match(tag[0]) else " ", _HIDDEN.sub(" ", text))
        if "&" in text:
            text = _ENTITY.sub(lambda entity: unescape(entity[0]), text)
        if text == before:
            break
    return " ".join(text.replace("\u200b", "").replace("\ufeff", "").split())
