"""Feed markup as plain text: tags off, entities undone, also those that were escaped twice."""

from __future__ import annotations

import re
from html import unescape

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
# Only names of HTML elements: "profits < losses > hopes" is a sentence.
_TAG = re.compile(
    r"</?(?:a|abbr|acronym|article|aside|audio|b|big|blockquote|body|br|button|caption|center|cite|code|dd|del|details|div|dl|dt|em|embed|figcaption"
    r"|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|li|link|main|mark|meta|nav|nobr|noscript|object|ol|p|picture|pre|q|s"
    r"|samp|section|small|source|span|strike|strong|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|video|wbr)"
    # No "<" inside, quoted or not: a scan ends at the next tag, so hostile markup costs linear time.
    r"""(?:\s(?=[^<>]*=)(?:[^<>"']|"[^"<]*"|'[^'<]*')*|\s*/?)>""",
    re.IGNORECASE,
)
_INLINE = re.compile(r"</?(?:a|abbr|b|big|code|em|font|i|mark|s|small|span|strong|sub|sup|tt|u|wbr)\b", re.IGNORECASE)
_HIDDEN = re.compile(r"<(?:!--|(script|style)\b)", re.IGNORECASE)
_ENDS = {"": re.compile("-->"), **{name: re.compile(rf"</{name}\b[^>]*>", re.IGNORECASE) for name in ("script", "style")}}


def plain_text(markup: str) -> str:
    """``markup`` without tags, comments, scripts and entities, in single spaces."""
    text = markup
    for _ in range(3):
        before = text
        if "<" in text:
            text = _TAG.sub(lambda tag: "" if _INLINE.match(tag[0]) else " ", _without_hidden(text))
        if "&" in text:
            text = _ENTITY.sub(lambda entity: unescape(entity[0]), text)
        if text == before:
            break
    return " ".join(text.replace("\u200b", "").replace("\ufeff", "").split())


def _without_hidden(text: str) -> str:
    """Comments, scripts and styles taken out; one that never ends is left, for a title may speak of ``<script>``."""
    parts, here = [], 0
    while found := _HIDDEN.search(text, here):
        end = _ENDS[found[1].lower() if found[1] else ""].search(text, found.end())
        if end is None:
            break
        parts.append(text[here : found.start()])
        here = end.end()
    return " ".join([*parts, text[here:]]) if parts else text
