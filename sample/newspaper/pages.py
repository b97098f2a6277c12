"""Article pages of the sample newspaper, with the boilerplate that real pages wrap around a text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from sample.newspaper.outlets import Outlet
from sample.newspaper.stories import Published

_SUBSCRIBE = {
    "courier": "Get our evening letter with the five stories of the day. Enter your address and press sign up.",
    "northlight": "Try Northlight for three months at half price. Cancel when you like.",
    "gaceta": "Suscríbase a nuestro boletín de la mañana.",
}


def page(outlet: Outlet, item: Published, related: Sequence[Published], base: str) -> str:
    """The HTML of one article: navigation, body, teasers of other articles, sign-up box, footer."""
    kind = item.story.kind
    body = {"consent": _consent, "paywall": _paywall, "live_blog": _live, "video": _video}.get(kind, _plain)(item)
    links = "".join(f"<li><a href='{base + r.address}'>{escape(r.title)}</a></li>" for r in related[:6])
    return (
        f"<!DOCTYPE html><html lang='{item.story.language}'><head><meta charset='utf-8'><title>{escape(item.title)} | {escape(outlet.name)}</title>"
        f"{_metadata(outlet, item, base)}</head><body>"
        f"<header><a href='/{outlet.outlet_id}/'>{escape(outlet.name)}</a><nav><ul><li>News</li><li>Business</li><li>Sport</li>"
        "<li>Culture</li><li>Weather</li></ul></nav></header>"
        f"<main>{body}<aside class='newsletter'><p>{_SUBSCRIBE.get(outlet.outlet_id, 'Sign up to our daily letter.')}</p></aside>"
        f"<section class='related'><h2>More from {escape(outlet.name)}</h2><ul>{links}</ul></section></main>"
        f"<footer><p>About us. Contact. Terms of use. Cookies.</p><p>All rights with {escape(outlet.name)}.</p></footer></body></html>"
    )


def front(outlet: Outlet, items: Sequence[Published], base: str) -> str:
    """An outlet's front page: headlines only, an index page and no article."""
    rows = "".join(f"<li><a href='{base + i.address}'>{escape(i.title)}</a></li>" for i in items)
    return f"<!DOCTYPE html><html lang='{outlet.language}'><title>{escape(outlet.name)}</title><h1>{escape(outlet.name)}</h1><ul>{rows}</ul></html>"


def _metadata(outlet: Outlet, item: Published, base: str) -> str:
    address = base + item.address
    parts = [
        f"<link rel='canonical' href='{address}'>",
        f"<meta property='og:title' content='{escape(item.title, quote=True)}'>",
        f"<meta property='og:site_name' content='{escape(outlet.name, quote=True)}'>",
    ]
    if item.story.kind != "undated":
        stamp = item.published.isoformat()
        parts.append(f"<meta property='article:published_time' content='{stamp}'>")
        card = {
            "@context": "https://schema.org", "@type": "LiveBlogPosting" if item.story.kind == "live_blog" else "NewsArticle",
            "headline": item.title, "datePublished": stamp, "author": [{"@type": "Person", "name": n} for n in item.story.authors],
        }  # fmt: skip
        parts.append(f"<script type='application/ld+json'>{json.dumps(card)}</script>")
    return "".join(parts)


def _headed(item: Published, rest: str) -> str:
    stamp = "" if item.story.kind == "undated" else f"<time datetime='{item.published.isoformat()}'>{item.published:%H:%M}</time>"
    byline = f"<p class='byline'>By {escape(' and '.join(item.story.authors))}</p>" if item.story.authors else ""
    return f"<article><h1>{escape(item.title)}</h1>{byline}{stamp}{rest}</article>"


def _paragraphs(item: Published) -> list[str]:
    return [f"<h2>{escape(p[3:])}</h2>" if p.startswith("## ") else f"<p>{escape(p)}</p>" for p in item.paragraphs]


def _plain(item: Published) -> str:
    parts = _paragraphs(item)
    picture = "<figure><img src='/picture.jpg' alt=''><figcaption>Library picture from the archive of the house.</figcaption></figure>"
    return _headed(item, "".join([*parts[:2], picture, *parts[2:]]))


def _live(item: Published) -> str:
    return _headed(item, "<div class='live-updates'>" + "".join(_paragraphs(item)) + "</div>")


def _paywall(item: Published) -> str:
    return _headed(item, "".join(_paragraphs(item)) + "<div class='paywall'><p>Subscribe to read the whole article.</p></div>")


def _consent(item: Published) -> str:
    text = "".join(_paragraphs(item))
    return f"<div class='consent' role='dialog'><h1>Before you go on</h1>{text}<button>Accept all</button><button>Reject all</button></div>"


def _video(item: Published) -> str:
    return _headed(item, "<video controls src='/clip.mp4'></video>" + "".join(_paragraphs(item)))
