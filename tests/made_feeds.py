"""Feeds in the three formats, made for tests from a few words per entry."""

from __future__ import annotations

from html import escape


def rss(*items: str, head: str = "", site: str = "https://news.example/") -> bytes:
    """An RSS 2.0 feed of whole ``<item>`` contents."""
    body = "".join(f"<item>{item}</item>" for item in items)
    channel = f"<channel><title>T</title><link>{site}</link>{head}{body}</channel>"
    return f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0" {NAMESPACES}>{channel}</rss>'.encode()


def item(title: str = "A title", link: str = "https://news.example/story", date: str = "", guid: str = "", more: str = "") -> str:
    """The inside of an RSS item; empty values leave their element out."""
    parts = {"title": title, "link": link, "pubDate": date, "guid": guid}
    return "".join(f"<{name}>{escape(value)}</{name}>" for name, value in parts.items() if value) + more


def atom(*entries: str, head: str = "") -> bytes:
    """An Atom feed of whole ``<entry>`` contents."""
    body = "".join(f"<entry>{entry}</entry>" for entry in entries)
    return f'<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>{head}{body}</feed>'.encode()


def rdf(*items: str) -> bytes:
    """An RSS 1.0 (RDF) feed of whole ``<item>`` contents."""
    body = "".join(f'<item rdf:about="https://news.example/{number}">{one}</item>' for number, one in enumerate(items))
    return (
        '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title></channel>{body}</rdf:RDF>'
    ).encode()


NAMESPACES = (
    'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"'
)
