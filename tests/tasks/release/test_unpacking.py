"""Archives from strangers: plain files of known names, or nothing."""

import io
import tarfile
import zipfile

import pytest

from storage.schemas.errors import BadInput, DamagedFile
from tasks.release.export import export_release
from tasks.release.unpacking import unpack


def make_zip(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)


def make_tar(path, members):
    with tarfile.open(path, "w:gz") as tar:
        for name, data in members:
            member = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))


@pytest.fixture(params=[("x.zip", make_zip), ("x.tar.gz", make_tar)], ids=["zip", "tar"])
def pack(request, tmp_path):
    def packed(*members):
        request.param[1](tmp_path / request.param[0], members)
        return tmp_path / request.param[0]

    return packed


@pytest.fixture
def target(tmp_path):
    (tmp_path / "target").mkdir()
    return tmp_path / "target"


@pytest.mark.parametrize("name", ["r.zip", "r.tar.gz"])
def test_an_export_comes_out_whole(release, tmp_path, target, name):
    export_release(release, tmp_path / name)
    unpack(tmp_path / name, target, max_bytes=10**7)
    assert sorted(path.name for path in target.iterdir()) == [
        "README.md", "articles.parquet", "candidates.parquet", "manifest.json", "questions.parquet", "rows.parquet", "verdicts.parquet",
        "withheld.parquet",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name",
    ["../manifest.json", "/etc/manifest.json", "r/../../manifest.json", "r\\..\\manifest.json", "C:/manifest.json", "..", "r/.."],
)
def test_paths_that_lead_out_are_refused(pack, target, name):
    with pytest.raises(BadInput, match="leads out of it"):
        unpack(pack(("manifest.json", b"{}"), (name, b"x")), target, max_bytes=1000)
    assert not (target.parent / "manifest.json").exists()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_and_devices_are_refused(tmp_path, target, kind):
    member = tarfile.TarInfo("r/manifest.json")
    member.type, member.linkname = kind, "/etc/passwd"
    make_tar(tmp_path / "x.tar.gz", [(member, b"")])
    with pytest.raises(BadInput, match="is no plain file"):
        unpack(tmp_path / "x.tar.gz", target, max_bytes=1000)
    assert list(target.iterdir()) == []


def test_a_link_in_a_zip_is_refused(tmp_path, target):
    entry = zipfile.ZipInfo("r/manifest.json")
    entry.external_attr = 0o120777 << 16
    make_zip(tmp_path / "x.zip", [(entry, "/etc/passwd")])
    with pytest.raises(BadInput, match="is no plain file"):
        unpack(tmp_path / "x.zip", target, max_bytes=1000)


def test_unknown_and_deep_files_are_left_where_they_are(pack, target):
    unpack(pack(("r/run.sh", b"x"), ("r/manifest.json", b"{}"), ("a/b/manifest.json", b"deep"), ("./README.md", b"y")), target,
        max_bytes=1000)
    assert {path.name: path.read_bytes() for path in target.iterdir()} == {"manifest.json": b"{}", "README.md": b"y"}


def test_two_files_of_one_name_are_refused(pack, target):
    with pytest.raises(BadInput, match=r"holds manifest\.json twice"):
        unpack(pack(("a/manifest.json", b"1"), ("b/manifest.json", b"2")), target, max_bytes=1000)


def test_a_bomb_is_stopped_by_what_comes_out(pack, target):
    with pytest.raises(BadInput, match="larger than allowed"):
        unpack(pack(("r/questions.jsonl", b"0" * 5_000_000)), target, max_bytes=1_000_000)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04broken", b"\x1f\x8b\x08broken"])
def test_what_is_no_archive_is_named(tmp_path, target, content):
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(DamagedFile, match=r"x\.zip.*cannot be read as an archive"):
        unpack(tmp_path / "x.zip", target, max_bytes=1000)


@pytest.mark.parametrize("name", ["r.zip", "r.tar.gz"])
def test_a_cut_archive_is_damaged(release, tmp_path, target, name):
    export_release(release, tmp_path / name)
    data = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(data[: len(data) // 2])
    with pytest.raises(DamagedFile):
        unpack(tmp_path / name, target, max_bytes=10**7)
