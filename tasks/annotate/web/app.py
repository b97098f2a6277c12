"""The application: addresses, the checks that come before every page, and what comes back when something is wrong.

Answers name neither the server's programs nor its folders. No cookie is set; the secret in a link's path is all that lets one in.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from storage.lake import Lake
from storage.schemas.annotations import Study
from storage.schemas.clock import utc_now
from storage.schemas.errors import OkbenchError
from tasks.annotate.book import FEEDBACK, WHOLE
from tasks.annotate.web.desk import Desks, Visit
from tasks.annotate.web.forms import from_our_page, read_form, text_of
from tasks.annotate.web.item_pages import next_address, show_item, take_item
from tasks.annotate.web.limits import RateLimit
from tasks.annotate.web.render import HEADERS, PAGES, page, plain, source_words
from tasks.annotate.web.stage_pages import show_stage, take_stage

_log = logging.getLogger(__name__)
_ASSETS = {"style.css": "text/css", "keys.js": "text/javascript"}
Clock = Callable[[], datetime]


def annotation_site(
    lake: Lake, studies: Sequence[Study], *, clock: Clock = utc_now, turns: RateLimit | None = None, guesses: RateLimit | None = None
) -> FastAPI:  # fmt: skip
    """The application over some studies; they are let go of when it shuts down.

    turns: requests of one link. guesses: unknown links tried from one address.
    """
    desks = Desks(lake, studies)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        desks.close()

    app = FastAPI(title="okbench annotations", docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    _add_frame(app)
    _add_pages(app, _Door(desks, turns or RateLimit(60, 5), guesses or RateLimit(20, 0.2)), clock)
    return app


class _Door:
    """Lets a visitor in by link, or says why not."""

    def __init__(self, desks: Desks, turns: RateLimit, guesses: RateLimit) -> None:
        self._desks, self._turns, self._guesses = desks, turns, guesses

    def enter(self, request: Request, token: str) -> Visit | HTMLResponse:
        address = request.client.host if request.client else ""
        visit = self._desks.visit(token) if len(token) <= 200 else None
        if visit is None:
            # Whoever holds a link is let in whatever others behind the same address try.
            if not self._guesses.take(address):
                return _too_fast()
            return _not_known(spent=self._desks.spent(token))
        if not self._turns.take(token):
            return _too_fast()
        # What is sent is stored even then; the page that follows says how it stands.
        if request.method != "POST" and visit.desk.standing.gone:
            texts = ("What you have decided so far is stored.", "Nothing more is to be done; whoever gave you the link knows how it goes on.")
            return plain(410, "This benchmark is no longer here", *texts)
        return visit


@dataclass(frozen=True, slots=True)
class _Sent:
    """A form as it came. ours: sent from a page of ours. position: of the item in the path, 0 where there is none."""

    form: dict[str, str]
    ours: bool
    now: datetime
    position: int


def _add_pages(app: FastAPI, door: _Door, clock: Clock) -> None:
    """All addresses under a private link."""

    def shows(path: str, make: Callable[[Visit, Request], Response]) -> None:
        async def endpoint(token: str, request: Request) -> Response:
            visit = door.enter(request, token)
            return make(visit, request) if isinstance(visit, Visit) else visit

        app.add_api_route(path, endpoint, methods=["GET"], response_model=None)

    def takes(path: str, make: Callable[[Visit, _Sent], Response]) -> None:
        async def endpoint(token: str, request: Request) -> Response:
            visit = door.enter(request, token)
            if not isinstance(visit, Visit):
                return visit
            form = await read_form(request)
            if form is None:
                return _no_form(visit)
            return make(visit, _Sent(form, from_our_page(request, form, token), clock(), request.path_params.get("position", 0)))

        app.add_api_route(path, endpoint, methods=["POST"], response_model=None)

    shows("/a/{token}", lambda visit, _: _start(visit))
    shows("/a/{token}/work", lambda visit, _: _work(visit))
    shows("/a/{token}/item/{position:int}", lambda visit, request: _item(visit, request.path_params["position"]))
    shows("/a/{token}/end", lambda visit, request: _end(visit, kept="kept" in request.query_params))
    takes("/a/{token}/work", _take_work)
    takes("/a/{token}/item/{position:int}", _take_item)
    takes("/a/{token}/end", _take_feedback)


def _in_steps(visit: Visit) -> bool:
    return visit.desk.study.kind == "correctness"


def _work(visit: Visit) -> Response:
    return show_stage(visit) if _in_steps(visit) else RedirectResponse(next_address(visit), 303)


def _item(visit: Visit, position: int) -> Response:
    return RedirectResponse(f"/a/{visit.token}/work", 303) if _in_steps(visit) else show_item(visit, position)


def _take_work(visit: Visit, sent: _Sent) -> Response:
    return take_stage(visit, sent.form, ours=sent.ours, now=sent.now) if _in_steps(visit) else _no_form(visit)


def _take_item(visit: Visit, sent: _Sent) -> Response:
    return _no_form(visit) if _in_steps(visit) else take_item(visit, sent.position, sent.form, ours=sent.ours, now=sent.now)


def _take_feedback(visit: Visit, sent: _Sent) -> Response:
    comment = text_of(sent.form, "comment")
    if not sent.ours:
        return _end(visit, comment=comment, trouble=[("", "The form did not come from this page. Press Send again.")], status=403)
    visit.desk.book.record(visit.annotator, WHOLE, FEEDBACK, "", comment, now=sent.now)
    return RedirectResponse(f"/a/{visit.token}/end?kept", 303)


def _add_frame(app: FastAPI) -> None:
    """Headers of every answer, the two assets, and pages for what goes wrong."""

    @app.middleware("http")
    async def frame(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await call_next(request)
        response.headers.update(HEADERS)
        return response

    @app.get("/assets/{name}", response_model=None)
    async def asset(name: str) -> Response:
        if name not in _ASSETS:
            return _nothing_here()
        return FileResponse(PAGES / name, media_type=_ASSETS[name])

    @app.get("/health", response_model=None)
    async def health() -> Response:
        return PlainTextResponse("ok\n")

    @app.get("/", response_model=None)
    async def root() -> Response:
        return plain(200, "Annotation of a benchmark", "To take part, open the private link that you were given.")

    @app.exception_handler(HTTPException)
    @app.exception_handler(404)
    async def missing(_: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 404
        return _nothing_here(status)

    @app.exception_handler(OkbenchError)
    async def refused(_: Request, error: Exception) -> Response:
        _log.error("%s", error)
        texts = ("The server cannot store or read at the moment. Whoever runs the study finds the reason in the server's log.",
                 "What you saved before is safe. Keep this page open, go back in a while, and save again.")  # fmt: skip
        return plain(503, "Not saved", *texts)


def _start(visit: Visit) -> HTMLResponse:
    study, book = visit.desk.study, visit.desk.book
    rows = book.given[visit.annotator]
    articles = len({row.version_id for row in rows})
    words = source_words(visit, [visit.desk.items.shown(row).day for row in rows[:200]])
    headings = {"quality": "Are these good questions?", "correctness": "Is the answer what the article says?", "audit": "Is the model's answer right?"}
    return page("start", visit=visit, heading=headings[study.kind], articles=articles, questions=len(rows), **words)


def _end(visit: Visit, *, kept: bool = False, comment: str | None = None, trouble: Sequence[tuple[str, str]] = (), status: int = 200) -> HTMLResponse:
    said = visit.desk.book.said(visit.annotator, WHOLE, FEEDBACK)
    stands = said.comment if said else ""
    made, asked = visit.desk.book.done(visit.annotator)
    return page(
        "end", status=status, visit=visit, heading="You are through" if made >= asked else "Up to here", kept=kept, trouble=trouble,
        comment=stands if comment is None else comment, look_back=visit.desk.study.kind != "correctness",
        draft=f"{visit.desk.study.study_id}/{visit.annotator}/end/{said.revision if said else 0}",
    )  # fmt: skip


def _not_known(*, spent: bool) -> HTMLResponse:
    if spent:
        texts = ("It was closed, or replaced by a newer one. What was saved through it is stored.", "Ask whoever gave it to you for a new link.")
        return plain(410, "This link is spent", *texts)
    again = "If it still does not open, ask whoever gave it to you for a new one; what you saved is stored."
    return plain(404, "This link is not known here", "Copy the whole of it from the message in which you got it.", again)


def _too_fast() -> HTMLResponse:
    again = "Wait ten seconds, go back, and send again. What is in your page stays there."
    response = plain(429, "Too fast", "So many requests came at once that the server takes a rest.", again)
    response.headers["Retry-After"] = "10"
    return response


def _no_form(visit: Visit) -> HTMLResponse:
    texts = ("It was too large, or not sent by this page. Nothing was changed.", "Go back and send it again; a comment may have 4,000 characters.")
    return plain(400, "The form could not be read", *texts, link=(f"/a/{visit.token}/work", "Go on"), visit=visit)


def _nothing_here(status: int = 404) -> HTMLResponse:
    return plain(status, "There is no such page", "Open the private link that you were given; it leads to where you stopped.")
