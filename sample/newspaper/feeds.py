"""Feeds of the sample newspaper in RSS 2.0, Atom and RDF (RSS 1.0), each with the date style of its outlet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta, timezone
from email.utils import format_datetime
from html import escape

from sample.newspaper.outlets import Outlet
from sample.newspaper.stories import Published

_TYPES = {"rss": "application/rss+xml", "atom": "application/atom+xml", "rdf": "application/rdf+xml"}


def feed(outlet: Outlet, items: Sequence[Published], base: str) -> tuple[str, str]:
    """(content type, XML text) of an outlet's feed over the items, newest first. An undated item carries no date at all."""
    zone = timezone(timedelta(hours=outlet.hours_east))
    writer = {"rss": _rss, "atom": _atom, "rdf": _rdf}[outlet.format]
    return f"{_TYPES[outlet.format]}; charset=utf-8", writer(outlet, items, base, zone)


def _lead(item: Published) -> str:
    return escape(item.paragraphs[0][:240]) if item.paragraphs else ""


def _dated(item: Published) -> bool:
    return item.story.kind != "undated"


def _rss(outlet: Outlet, items: Sequence[Published], base: str, zone: timezone) -> str:
    rows = []
    for item in items:
        link = escape(base + item.address)
        date = f"<pubDate>{format_datetime(item.published.astimezone(zone))}</pubDate>" if _dated(item) else ""
        rows.append(
            f"<item><title>{escape(item.title)}</title><link>{link}</link><guid isPermaLink='true'>{link}</guid>{date}"
            f"<dc:creator>{escape(', '.join(item.story.authors))}</dc:creator><category>{escape(item.story.category)}</category>"
            f"<description>{_lead(item)}</description></item>"
        )
    return (
        "<?xml version='1.0' encoding='utf-8'?>\n<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel>"
        f"<title>{escape(outlet.name)}</title><link>{base}/{outlet.outlet_id}/</link><description>{escape(outlet.name)}</description>"
        f"<language>{outlet.language}</language>{''.join(rows)}</channel></rss>"
    )


def _atom(outlet: Outlet, items: Sequence[Published], base: str, zone: timezone) -> str:
    rows = []
    for item in items:
        stamp = item.published.astimezone(zone).isoformat()
        date = f"<published>{stamp}</published><updated>{stamp}</updated>" if _dated(item) else ""
        authors = "".join(f"<author><name>{escape(name)}</name></author>" for name in item.story.authors)
        rows.append(
            f"<entry><title>{escape(item.title)}</title><link rel='alternate' href='{escape(base + item.address)}'/>"
            f"<id>tag:sample,{outlet.outlet_id}:{item.address}</id>{date}{authors}<summary>{_lead(item)}</summary></entry>"
        )
    return (
        f"<?xml version='1.0' encoding='utf-8'?>\n<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='{outlet.language}'>"
        f"<title>{escape(outlet.name)}</title><id>{base}/{outlet.outlet_id}/</id>{''.join(rows)}</feed>"
    )


def _rdf(outlet: Outlet, items: Sequence[Published], base: str, zone: timezone) -> str:
    rows = []
    for item in items:
        link = escape(base + item.address)
        date = f"<dc:date>{item.published.astimezone(zone).isoformat()}</dc:date>" if _dated(item) else ""
        rows.append(
            f"<item rdf:about='{link}'><title>{escape(item.title)}</title><link>{link}</link>{date}"
            f"<dc:creator>{escape(', '.join(item.story.authors))}</dc:creator><description>{_lead(item)}</description></item>"
        )
    listing = "".join(f"<rdf:li rdf:resource='{escape(base + item.address)}'/>" for item in items)
    return (
        "<?xml version='1.0' encoding='utf-8'?>\n<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
        "xmlns='http://purl.org/rss/1.0/' xmlns:dc='http://purl.org/dc/elements/1.1/'>"
        f"<channel rdf:about='{base}/{outlet.outlet_id}/'><title>{escape(outlet.name)}</title><link>{base}/{outlet.outlet_id}/</link>"
        f"<description>{escape(outlet.name)}</description><dc:language>{outlet.language}</dc:language>"
        f"<items><rdf:Seq>{listing}</rdf:Seq></items></channel>{''.join(rows)}</rdf:RDF>"
    )
