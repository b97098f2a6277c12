"""Pages of the newspapers that the encyclopedia cites: reports, an empty shell that a script fills, a notice of a page gone, an archived copy."""

from __future__ import annotations

import json
from html import escape

from sample.encyclopedia.world import Happening

_NAVIGATION = "<nav><ul><li>Home</li><li>World</li><li>Business</li><li>Sport</li><li>Culture</li></ul></nav>"


def report(item: Happening, address: str) -> str:
    """The report on an event as a page."""
    stamp = f"{item.day.isoformat()}T18:30:00Z"
    text = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in item.paragraphs)
    card = {"@context": "https://schema.org", "@type": "NewsArticle", "headline": item.title, "datePublished": stamp}
    return _page(
        item,
        f"<link rel='canonical' href='{address}'><meta property='og:title' content='{escape(item.title, quote=True)}'><meta property='og:type' "
        f"content='article'><meta property='article:published_time' content='{stamp}'><script type='application/ld+json'>{json.dumps(card)}</script>",
        f"<main><article><h1>{escape(item.title)}</h1><time datetime='{stamp}'>{item.day.isoformat()}</time>{text}</article></main>",
    )


def shell(item: Happening, data: str) -> str:
    """A page without a text: its script fetches ``data`` and builds the article."""
    script = (
        f"fetch('{data}').then(r => r.json()).then(d => {{ const a = document.createElement('article'); const h = document.createElement('h1');"
        "h.textContent = d.title; a.append(h); d.paragraphs.forEach(t => { const p = document.createElement('p'); p.textContent = t; a.append(p); });"
        "document.getElementById('app').append(a); })"
    )
    return _page(item, "", f"<div id='app'></div><script>{script}</script>")


def data(item: Happening) -> str:
    """What the shell's script asks for."""
    return json.dumps({"title": item.title, "paragraphs": item.paragraphs})


def notice(item: Happening) -> str:
    """A page that is gone, answered as if all were well."""
    text = "<h1>Page not found</h1><p>The page that you are looking for was moved or is no longer there.</p>"
    return f"<!DOCTYPE html><html lang='en'><title>Page not found</title><body>{text}</body></html>"


def with_toolbar(page: str) -> str:
    """An archived copy as people see it, with the archive's bar over it."""
    bar = "<div id='bar'><p>Time Cellar: 31 captures of this page. Give to keep the cellar open. Click a year to go there.</p></div>"
    return page.replace("<body>", f"<body>{bar}", 1)


def _page(item: Happening, head: str, body: str) -> str:
    name = escape(item.outlet[1])
    return (
        f"<!DOCTYPE html><html lang='{item.kind.language}'><head><meta charset='utf-8'><title>{escape(item.title)} | {name}</title>{head}</head><body>"
        f"<header><a href='/'>{name}</a>{_NAVIGATION}</header>{body}<footer><p>All rights with {name}.</p></footer></body></html>"
    )
