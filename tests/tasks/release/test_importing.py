"""Imports: checked row by row, withheld texts fetched again only when they are what was signed."""

import json
import shutil
from dataclasses import replace

import pytest

from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.errors import BadInput, DamagedFile, DigestMismatch, FetchFailed, FetchRefused, NewerLake, NotFound
from tasks.release.export import export_release
from tasks.release.importing import complete_release, import_release
from tasks.release.options import ExportOptions, ImportOptions
from tests.release_rows import article


@pytest.fixture
def other(tmp_path):
    """Somebody else's lake."""
    return ReleaseStore(Lake.open(tmp_path / "other"))


class Web:
    """Pages by URL, as ingest would read them; asked: every URL in turn."""

    def __init__(self, *articles):
        self.pages = {a.url: (a.title, a.body) for a in articles}
        self.asked = []

    async def __call__(self, url):
        self.asked.append(url)
        if url not in self.pages:
            raise FetchRefused("gone", where=url, reason="http_404")
        return self.pages[url]


@pytest.mark.parametrize("name", ["out", "out.zip", "out.tar.gz"])
@pytest.mark.parametrize("form", ["parquet", "jsonl"])
async def test_a_release_arrives_with_its_signature(release, other, tmp_path, name, form):
    export_release(release, tmp_path / name, ExportOptions(form=form, texts="all"))
    done = await import_release(other, tmp_path / name, expected=release.signature)
    assert (done.status, done.filled, done.unfilled) == ("new", 0, ())
    assert done.release.signature == release.signature
    assert done.release.questions == release.questions and done.release.articles == release.articles
    assert other.verify(release.release_id, expected=release.signature).ok


async def test_a_text_free_copy_is_usable_and_says_what_it_lacks(release, other, tmp_path):
    export_release(release, tmp_path / "out")
    done = await import_release(other, tmp_path / "out")
    assert [(one.version_id, one.reason) for one in done.unfilled] == [("v002", "not_fetched"), ("v005", "not_fetched")]
    assert done.release.without_body == {"v002", "v005"}
    assert done.release.questions == release.questions
    assert other.verify(release.release_id, expected=release.signature).ok


async def test_withheld_texts_are_fetched_again_and_the_whole_verifies(release, other, tmp_path):
    export_release(release, tmp_path / "out", ExportOptions(texts="none"))
    web = Web(*(article(i, page_title=article(i).title) for i in range(6)))
    done = await import_release(other, tmp_path / "out", fetch_text=web)
    assert (done.status, done.filled, done.unfilled) == ("new", 6, ())
    assert sorted(web.asked) == sorted(article(i).url for i in range(6))
    assert [a.body for a in done.release.articles] == [a.body for a in release.articles]
    assert [a.title for a in done.release.articles] == [a.title for a in release.articles]
    assert {column for _, column in done.release.withheld} == {"page_title"}  # which the page itself no longer tells
    assert other.verify(release.release_id, expected=release.signature).ok


async def test_what_has_changed_or_gone_or_failed_is_told_apart(release, other, tmp_path):
    export_release(release, tmp_path / "out", ExportOptions(texts="none"))
    web = Web(article(0), article(1, body="Corrected: it left at one."), article(3))

    async def fetch(url):
        if url == article(5).url:
            raise FetchFailed("no answer", where=url, reason="timeout")
        if url == article(4).url:
            raise OSError("broken")
        return await web(url)

    done = await import_release(other, tmp_path / "out", fetch_text=fetch)
    assert done.filled == 2
    assert {one.version_id: one.reason for one in done.unfilled} == {
        "v001": "changed", "v002": "http_404", "v004": "OSError", "v005": "timeout",
    }  # fmt: skip
    assert done.release.article_of["v001"].body == ""
    assert other.verify(release.release_id).ok


async def test_later_the_missing_texts_can_be_filled_in(release, other, tmp_path):
    export_release(release, tmp_path / "out")
    await import_release(other, tmp_path / "out")
    first = await complete_release(other, release.release_id, Web(article(2)))
    assert (first.status, first.filled, [one.version_id for one in first.unfilled]) == ("completed", 1, ["v005"])
    nothing = await complete_release(other, release.release_id, Web())
    assert (nothing.status, nothing.filled) == ("already_here", 0)
    second = await import_release(other, release.folder)
    assert second.status == "completed" and second.release.withheld == {}
    assert second.release.articles == release.articles
    asked = Web(article(2))
    assert (await complete_release(other, release.release_id, asked)).status == "already_here"
    assert asked.asked == []


async def test_importing_twice_changes_nothing(release, other, tmp_path):
    export_release(release, tmp_path / "out")
    await import_release(other, tmp_path / "out")
    before = {path.name: path.read_bytes() for path in other.folder(release.release_id).iterdir()}
    assert (await import_release(other, tmp_path / "out")).status == "already_here"
    assert {path.name: path.read_bytes() for path in other.folder(release.release_id).iterdir()} == before


async def test_an_import_into_the_lake_it_came_from_is_no_second_release(release, lake, tmp_path):
    export_release(release, tmp_path / "out")
    store = ReleaseStore(lake)
    assert (await import_release(store, tmp_path / "out")).status == "already_here"
    assert store.load(release.release_id).withheld == {}


async def test_another_release_of_the_same_id_is_refused(release, lake, other, tmp_path):
    from tests.release_rows import agents

    tables = {name: release.table(name) for name in release.manifest.tables}
    other.save(replace(release.manifest, id="f" * 32, agents=tuple(agents().values())), tables, readme="")
    export_release(release, tmp_path / "out")
    with pytest.raises(BadInput, match="another release has this id"):
        await import_release(other, tmp_path / "out")


async def test_changed_content_is_refused_and_nothing_is_stored(release, other, tmp_path):
    export_release(release, tmp_path / "out", ExportOptions(form="jsonl", texts="all"))
    path = tmp_path / "out" / "questions.jsonl"
    path.write_text(path.read_text().replace("40 passengers", "99 passengers"))
    with pytest.raises(DigestMismatch, match=r"questions\.jsonl"):
        await import_release(other, tmp_path / "out")
    assert other.ids() == []


async def test_a_signature_other_than_the_one_cited_is_refused(release, other, tmp_path):
    export_release(release, tmp_path / "out")
    with pytest.raises(DigestMismatch, match="the release is okbench"):
        await import_release(other, tmp_path / "out", expected=replace(release.signature, id="f" * 32))


async def test_a_later_okbench_s_export_is_refused(release, other, tmp_path):
    export_release(release, tmp_path / "out")
    path = tmp_path / "out" / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "manifest_version": 9}))
    with pytest.raises(NewerLake):
        await import_release(other, tmp_path / "out")


async def test_a_release_id_with_path_tricks_is_refused(release, other, tmp_path):
    from storage.manifest import render

    export_release(release, tmp_path / "out")
    (tmp_path / "out" / "manifest.json").write_bytes(render(replace(release.manifest, release_id="../../escape")))
    with pytest.raises(BadInput, match="release id"):
        await import_release(other, tmp_path / "out")
    assert not (tmp_path / "escape").exists()


async def test_a_link_in_a_folder_is_refused(release, other, tmp_path):
    export_release(release, tmp_path / "out", ExportOptions(texts="all"))
    (tmp_path / "out" / "README.md").unlink()
    (tmp_path / "out" / "README.md").symlink_to("/etc/passwd")
    with pytest.raises(BadInput, match=r"README\.md is no plain file"):
        await import_release(other, tmp_path / "out")


async def test_what_is_not_there_or_no_release(other, tmp_path):
    with pytest.raises(NotFound, match="no such folder or archive"):
        await import_release(other, tmp_path / "nothing")
    (tmp_path / "empty").mkdir()
    with pytest.raises(DamagedFile, match="manifest is missing"):
        await import_release(other, tmp_path / "empty")


async def test_a_clone_that_holds_the_release_in_a_folder_works(release, other, tmp_path):
    export_release(release, tmp_path / "clone" / "data", ExportOptions(texts="all"))
    (tmp_path / "clone" / ".gitattributes").touch()
    assert (await import_release(other, tmp_path / "clone")).status == "new"


async def test_archives_are_bounded(release, other, tmp_path):
    export_release(release, tmp_path / "out.zip")
    with pytest.raises(BadInput, match="larger than allowed"):
        await import_release(other, tmp_path / "out.zip", options=ImportOptions(max_bytes=1000))


async def test_fetching_is_bounded_too(release, other, tmp_path):
    import asyncio

    export_release(release, tmp_path / "out", ExportOptions(texts="none"))
    now, most = [0], [0]

    async def fetch(url):
        now[0] += 1
        most[0] = max(most[0], now[0])
        await asyncio.sleep(0.01)
        now[0] -= 1
        return "", ""

    await import_release(other, tmp_path / "out", fetch_text=fetch, options=ImportOptions(concurrency=2))
    assert most == [2]


async def test_an_imported_release_survives_the_loss_of_its_source(release, other, tmp_path):
    export_release(release, tmp_path / "out.zip", ExportOptions(texts="all"))
    done = await import_release(other, tmp_path / "out.zip")
    shutil.rmtree(release.folder)
    (tmp_path / "out.zip").unlink()
    assert len(done.release.candidates) == 6 and len(done.release.verdicts) == 12
