"""What is remembered of a feed between runs: validators for the conditional request, the kept body, whether it is gone for good."""

from __future__ import annotations

from dataclasses import replace

from storage.feed_bodies import FeedBodies
from storage.lake import Lake
from storage.schemas.clock import utc_now
from storage.schemas.errors import DamagedFile
from storage.schemas.news import FeedState
from tasks.fetching.fetcher import Fetched
from tasks.ingest.feeds import Feed


def read_state(lake: Lake, feed: Feed) -> FeedState | None:
    """The feed's state; None for a new feed or one whose address was changed in the list (what was known of the old address is void)."""
    states = lake.read(FeedState, feed.feed_id)
    return states[-1] if states and states[-1].url == feed.url else None


def kept_body(lake: Lake, state: FeedState | None) -> bytes | None:
    """The body of the last good answer, or None when there is none that can be read."""
    if state is None or state.body_digest is None:
        return None
    try:
        return FeedBodies(lake.root).load(state.feed_id, state.body_digest)
    except DamagedFile:
        return None


def remember_answer(lake: Lake, feed: Feed, fetched: Fetched, old: FeedState | None) -> None:
    """Keep the body first, then the state that names it: a crash in between costs one unconditional request, nothing else."""
    bodies = FeedBodies(lake.root)
    digest = bodies.save(feed.feed_id, fetched.body)
    state = FeedState(
        feed_id=feed.feed_id,
        url=feed.url,
        etag=fetched.headers.get("etag"),
        last_modified=fetched.headers.get("last-modified"),
        body_digest=digest,
        content_type=fetched.headers.get("content-type"),
        gone=False,
        checked=utc_now(),
    )
    _write(lake, state)
    # The one before stays a while: another run may be about to read it.
    bodies.clear_older(feed.feed_id, {digest} | ({old.body_digest} if old and old.body_digest else set()))


def remember_gone(lake: Lake, feed: Feed) -> None:
    """Note that the feed answered 410."""
    _write(
        lake,
        FeedState(
            feed_id=feed.feed_id,
            url=feed.url,
            etag=None,
            last_modified=None,
            body_digest=None,
            content_type=None,
            gone=True,
            checked=utc_now(),
        ),
    )


def ask_again(lake: Lake, feed_id: str) -> bool:
    """Lift the mark of a feed that answered 410; whether it had one. A person decides this."""
    states = lake.read(FeedState, feed_id)
    if not states or not states[-1].gone:
        return False
    _write(lake, replace(states[-1], gone=False, checked=utc_now()))
    return True


def _write(lake: Lake, state: FeedState) -> None:
    lake.append(FeedState, [state], state.feed_id)
    if len(lake.parts(FeedState, state.feed_id)) > 20:
        lake.compact(FeedState, state.feed_id)
