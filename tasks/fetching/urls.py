"""One address per article: relative links made whole, marks of where a reader came from taken off, links to no article told apart.

w3lib does the spelling (percent signs, order of the query, punycode); the lists of tracking parameters and aggregators are ours.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote, urljoin, urlsplit, urlunsplit

from w3lib.url import canonicalize_url, safe_url_string

_TRACKING = re.compile(
    r"utm_\w+|at_(?:medium|campaign|custom\d|format|link_\w+|bbc_team)|fbclid|gclid|gclsrc|gbraid|wbraid|dclid|msclkid|yclid|twclid|ttclid|li_fat_id"
    r"|igsh(?:id)?|mc_[ce]id|mkt_tok|oly_(?:anon|enc)_id|vero_\w+|_ga|_gl|_hs(?:enc|mi)|__twitter_impression|ns_(?:campaign|mchannel|source|linkname)"
    r"|cmp(?:id)?|ncid|ocid|ito|ftag|xtor|s_kwcid|smid|smtyp|sr_share|guccounter|guce_referrer(?:_sig)?|traffic_source|ref_src|ref_url|wt_mc|wtrid"
    r"|partner_id|soc_src|soc_trk|spm|share_id|feedname|rssid",
    re.IGNORECASE,
)
_FEED_ORIGIN = {
    ("source", "rss"),
    ("src", "rss"),
    ("ref", "rss"),
    ("from", "rss"),
    ("via", "rss"),
    ("rss", "1"),
    ("source", "feed"),
    ("ref", "feed"),
}
_NO_HOST = re.compile(r"[\s<>\"'\\^`{|}]")
_DEFAULT_PORT = {"http": ":80", "https": ":443"}
# Addresses that carry the article's own in their query.
_WRAPPED = {
    "www.google.com/url": ("url", "q"),
    "google.com/url": ("url", "q"),
    "www.bing.com/news/apiclick.aspx": ("url",),
    "l.facebook.com/l.php": ("u",),
    "flipboard.com/redirect": ("url",),
}
# Hosts whose page is a shell that only a script leads on from.
_AGGREGATORS = (
    "news.google.com",
    "apple.news",
    "flipboard.com",
    "flip.it",
    "newsbreak.com",
    "smartnews.com",
    "news.yandex.ru",
    "dzen.ru",
    "toutiao.com",
)


def judge_link(link: str, base: str = "") -> tuple[str, str]:
    """(canonical address, "") of a link to fetch; else a reason code beside it: no_link, bad_scheme, bad_url, aggregator_link."""
    if not link.strip():
        return "", "no_link"
    try:
        parts = urlsplit(_unwrap(urljoin(base, link.strip())))
        if parts.scheme not in ("http", "https"):
            return "", "bad_scheme" if parts.scheme else "bad_url"
        name = (parts.hostname or "").lower()
        if not name or _NO_HOST.search(parts.netloc):
            return "", "bad_url"
        host = parts.netloc.rsplit("@", 1)[-1].lower().removesuffix(_DEFAULT_PORT[parts.scheme])
        plain = canonicalize_url(urlunsplit((parts.scheme, host, parts.path, "", "")))
        # The query is only sorted, not rewritten: "?4711" must not become "?4711=".
        query = "&".join(sorted(pair for pair in parts.query.split("&") if pair and not _is_tracking(pair)))
        url = str(safe_url_string(f"{plain}?{query}")) if query else str(plain)
    except ValueError:
        return "", "bad_url"
    return url, "aggregator_link" if any(name == a or name.endswith("." + a) for a in _AGGREGATORS) else ""


def canonical_url(url: str, base: str = "") -> str:
    """The address that stands for an article; "" when it is none to fetch (other schemes, no host, broken)."""
    return judge_link(url, base)[0]


def _is_tracking(pair: str) -> bool:
    key, _, value = unquote(pair).partition("=")
    return _TRACKING.fullmatch(key) is not None or (key.lower(), value.lower()) in _FEED_ORIGIN


def _unwrap(url: str) -> str:
    """The address inside a click counter's, when it is written there in plain."""
    parts = urlsplit(url)
    for name in _WRAPPED.get(f"{parts.netloc.lower()}{parts.path}", ()):
        for target in parse_qs(parts.query).get(name, ()):
            if target.startswith(("http://", "https://")):
                return target
    return url
