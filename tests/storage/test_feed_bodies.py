from pathlib import Path

import pytest

from storage.feed_bodies import FeedBodies
from storage.schemas.errors import BadInput, DamagedFile


def test_a_body_comes_back_byte_for_byte(tmp_path: Path) -> None:
    bodies = FeedBodies(tmp_path)
    body = bytes(range(256)) * 40
    digest = bodies.save("gazette", body)
    assert bodies.load("gazette", digest) == body


def test_the_same_body_is_one_file(tmp_path: Path) -> None:
    bodies = FeedBodies(tmp_path)
    assert bodies.save("gazette", b"x") == bodies.save("gazette", b"x")
    assert len(list(tmp_path.rglob("*"))) == 3


@pytest.mark.parametrize("damage", [b"", b"\x1f\x8b", b"plain"])
def test_a_damaged_file_is_named(tmp_path: Path, damage: bytes) -> None:
    bodies = FeedBodies(tmp_path)
    digest = bodies.save("gazette", b"<rss/>")
    path = next(tmp_path.rglob("*.gz"))
    path.write_bytes(damage)
    with pytest.raises(DamagedFile, match=digest):
        bodies.load("gazette", digest)


def test_a_file_with_another_content_than_its_name_says_is_damaged(tmp_path: Path) -> None:
    bodies = FeedBodies(tmp_path)
    one, two = bodies.save("gazette", b"one"), bodies.save("gazette", b"two")
    folder = tmp_path / "feed_bodies" / "gazette"
    (folder / f"{one}.gz").write_bytes((folder / f"{two}.gz").read_bytes())
    with pytest.raises(DamagedFile, match="not what its name says"):
        bodies.load("gazette", one)


def test_a_missing_one_is_damaged_too(tmp_path: Path) -> None:
    with pytest.raises(DamagedFile):
        FeedBodies(tmp_path).load("gazette", "0" * 64)


def test_older_ones_are_cleared(tmp_path: Path) -> None:
    bodies = FeedBodies(tmp_path)
    digests = [bodies.save("gazette", bytes([n])) for n in range(4)]
    other = bodies.save("courier", b"kept")
    bodies.clear_older("gazette", set(digests[2:]))
    assert sorted(path.stem for path in tmp_path.rglob("*.gz")) == sorted([*digests[2:], other])


@pytest.mark.parametrize(("feed_id", "digest"), [("../x", "0" * 64), ("gazette", "../../etc/passwd"), ("gazette", "")])
def test_names_cannot_leave_the_folder(tmp_path: Path, feed_id: str, digest: str) -> None:
    with pytest.raises(BadInput):
        FeedBodies(tmp_path).load(feed_id, digest)
