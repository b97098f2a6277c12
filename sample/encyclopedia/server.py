"""The invented encyclopedia and its newspapers on one small HTTP server, on loopback only.

``/w/api.php`` answers as MediaWiki does (titles, redirects, normalised titles, revisions, continuation, lag); ``/press/...`` are reports; ``/app/...``
needs JavaScript; ``/gone/...`` is 404, ``/web/<time>/<address>`` its archived copy; ``/moved/...`` a notice; ``/private/...`` is forbidden to robots.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from sample.encyclopedia import press
from sample.encyclopedia.wikitext import page_of, path_of, titles, trouble_of
from sample.encyclopedia.world import COUNTRIES, YEARS, Happening, all_happenings
from sample.loopback_site import LoopbackSite

ROBOTS = "User-agent: *\nDisallow: /private/\nDisallow: /w/\n"
_PER_ANSWER = 3  # texts in one answer, before it is continued
_REVISED = datetime(2025, 1, 1, tzinfo=UTC)
Answer = tuple[int, str, str]


class SampleEncyclopedia(LoopbackSite):
    """Use as a context manager; ``base`` is its address. ``lag``: so many requests of the API are refused first, as by a wiki that is behind."""

    def __init__(self, *, port: int = 0, lag: int = 0) -> None:
        self.requests: Counter[str] = Counter()
        self.agents: Counter[str] = Counter()
        self.lag = lag
        self._server = self._listen(port)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, name="sample-encyclopedia", daemon=True)
        self._reports: dict[str, Happening] = {}
        for item in all_happenings():
            self._reports[item.address] = item
            if trouble_of(item) != "wrong":
                self._reports[path_of(item)] = item
        self._texts = {title: page_of(country, year, self.base) for title, (country, year) in titles().items()}
        self._revisions = {title: 1000 + place for place, title in enumerate(self._texts)}

    def _listen(self, port: int) -> ThreadingHTTPServer:
        """On ``port``, or on a free one when that is taken."""
        try:
            return ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        except OSError:
            return ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))

    @property
    def base(self) -> str:
        """``http://127.0.0.1:<port>``."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def pages(self) -> list[str]:
        """Titles of all year pages."""
        return list(self._texts)

    def text(self, title: str) -> str:
        """The wikitext of a page."""
        return self._texts[title]

    def edit(self, title: str, old: str, new: str) -> None:
        """Change a page, which gives it a new revision. ValueError when ``old`` is not on it."""
        if old not in self._texts[title]:
            raise ValueError(f"{old!r} is not on {title}")
        self._texts[title] = self._texts[title].replace(old, new, 1)
        self._revisions[title] += 1000

    def events_toml(self) -> str:
        """The encyclopedia as a regions file, in the form of ``deployments/events.toml``."""
        blocks = [f'[defaults]\nwiki = "{self.base}/w/api.php"\nyears = "{YEARS[0]}-{YEARS[-1]}"\n']
        blocks += [
            f'[[region]]\nid = "{c.country_id}"\nname = "{c.name}"\ntitles = ["{{year}} in the Republic of {c.name}", "{{year}} in {c.name}"]\n'
            f'languages = ["{c.language}"]\n'
            for c in COUNTRIES
        ]
        return "\n".join(blocks)

    def environment(self) -> dict[str, str]:
        """Settings under which okbench reads it offline: loopback allowed, no pauses, its own archive."""
        return {
            "OKBENCH_FETCH__ALLOW_PRIVATE": "true", "OKBENCH_FETCH__PER_HOST_DELAY_S": "0", "OKBENCH_FETCH__PER_HOST_CONCURRENCY": "8",
            "OKBENCH_EVENTS__WIKI__DELAY_S": "0", "OKBENCH_EVENTS__WIKI__CONCURRENCY": "8", "OKBENCH_EVENTS__ARCHIVE__DELAY_S": "0",
            "OKBENCH_EVENTS__ARCHIVE__CONCURRENCY": "8", "OKBENCH_EVENTS__ARCHIVE__ADDRESS": f"{self.base}/web/",
        }  # fmt: skip

    def answer(self, path: str) -> Answer:
        """(status, content type, text) for a path with its query."""
        parts = urlsplit(path)
        html = "text/html; charset=utf-8"
        if parts.path == "/robots.txt":
            return 200, "text/plain", ROBOTS
        if parts.path == "/events.toml":
            return 200, "application/toml", self.events_toml()
        if parts.path == "/w/api.php":
            return 200, "application/json", json.dumps(self._api({key: values[0] for key, values in parse_qs(parts.query).items()}))
        if parts.path.startswith("/wiki/"):
            return 200, html, f"<html><title>{parts.path[6:]}</title><p>For people.</p></html>"
        if parts.path.startswith("/web/"):
            return self._archived(path)
        if parts.path.startswith("/data/"):
            item = self._reports.get(parts.path.replace("/data/", "/app/", 1).removesuffix(".json"))
            return (200, "application/json", press.data(item)) if item else (404, html, "")
        item = self._reports.get(parts.path)
        if item is None or parts.path.startswith("/gone/"):
            return 404, html, "<html><title>Not found</title><h1>Not found</h1></html>"
        if parts.path.startswith("/app/"):
            return 200, html, press.shell(item, parts.path.replace("/app/", "/data/", 1) + ".json")
        if parts.path.startswith("/moved/"):
            return 200, html, press.notice(item)
        return 200, html, press.report(item, self.base + parts.path)

    def _archived(self, path: str) -> Answer:
        stamp, _, address = path.removeprefix("/web/").partition("/")
        item = self._reports.get(urlsplit(address).path)
        if item is None or trouble_of(item) not in ("archived", "copy_only"):
            return 404, "text/html", "<html><title>No copy</title><p>The cellar holds no copy of this page.</p></html>"
        page = press.report(item, address)
        return 200, "text/html; charset=utf-8", page if stamp.endswith("id_") else press.with_toolbar(page)

    def _api(self, query: dict[str, str]) -> dict[str, object]:
        if query.get("action") != "query" or query.get("format") != "json":
            return {"error": {"code": "badvalue", "info": "Only action=query in JSON is known here."}}
        if self.lag > 0 and "maxlag" in query:
            self.lag -= 1
            return {"error": {"code": "maxlag", "info": "Waiting for a copy that is 7 seconds behind."}}
        asked = [title for title in query.get("titles", "").split("|") if title]
        start = int(query.get("rvcontinue", "0"))
        with_text = "content" in query.get("rvprop", "")
        size = _PER_ANSWER if with_text else 50
        normal = {title: " ".join(title.replace("_", " ").split()) for title in asked}
        led = {name: name.replace(" in the Republic of ", " in ") for name in normal.values()}
        led = {name: to for name, to in led.items() if name != to and to in self._texts and to.startswith("2022")}
        answer: dict[str, object] = {
            "query": {
                "normalized": [{"from": title, "to": name} for title, name in normal.items() if title != name],
                "redirects": [{"from": name, "to": to} for name, to in led.items()],
                "pages": [self._page(led.get(normal[title], normal[title]), with_text) for title in asked[start : start + size]],
            }
        }
        if start + size < len(asked):
            answer["continue"] = {"rvcontinue": str(start + size), "continue": "||"}
        return answer

    def _page(self, title: str, with_text: bool) -> dict[str, object]:
        if title not in self._texts:
            return {"ns": 0, "title": title, "missing": True}
        number = self._revisions[title]
        revision: dict[str, object] = {"revid": number, "timestamp": (_REVISED + timedelta(minutes=number)).isoformat().replace("+00:00", "Z")}
        if with_text:
            revision["slots"] = {"main": {"contentmodel": "wikitext", "contentformat": "text/x-wiki", "content": self._texts[title]}}
        return {"pageid": 7000 + number % 1000, "ns": 0, "title": title, "revisions": [revision]}


def _handler(encyclopedia: SampleEncyclopedia) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version = "sample-encyclopedia"
        sys_version = ""

        def do_GET(self) -> None:
            encyclopedia.requests[self.path.split("?")[0]] += 1
            encyclopedia.agents[self.headers.get("User-Agent", "")] += 1
            status, kind, text = encyclopedia.answer(self.path)
            body = text.encode()
            self.send_response(status)
            if '"maxlag"' in text[:40]:
                self.send_header("Retry-After", "0.05")
            for name, value in {"Content-Type": kind, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler
