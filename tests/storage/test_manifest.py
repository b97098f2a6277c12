"""The manifest: sealed, so that any changed byte of it shows."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from storage.agents import AgentRecord
from storage.manifest import FileFacts, FunnelCount, KeyPositions, Manifest, Source, TableFacts, _seal, read_manifest, render
from storage.schemas.errors import DamagedFile, DigestMismatch, NewerLake
from tests.release_rows import MOMENT, RUN

MANIFEST = Manifest(
    release_id="news-2026-11-30-daily-0123abcd", run_id=RUN, lake="00ff", subject="news", period="2026-11-30", hours=24.0, moment=MOMENT,
    made=datetime(2026, 11, 30, 6, 40, tzinfo=UTC), id="0" * 32, version="0.1.0", seed="s",
    agents=(AgentRecord(role="generator", models=("m",), decoding={"temperature": 0.5, "stop": ("a", "b")}, not_sent=("seed",),
        cost=2.0),),
    key_positions=KeyPositions(counts=(1, 2, 3, 4), chi_square=2.0, p_value=0.5724), counts={"released": 10}, dropped={"too_long": 1},
    funnel=(FunnelCount(stage="entries", outcome="kept", reason="", count=3),),
    sources=(Source(outlet="Ærø Avis", category="x", articles=1, questions=5, redistribution="full", licence=""),),
    languages=("da",), parameters="{}", content_digest="e" * 64, files={"README.md": FileFacts(sha256="1" * 64, bytes=3)},
    tables={name: TableFacts(digest=name[0] * 64, rows=10, version=1) for name in ("questions", "articles", "candidates", "verdicts")},
)  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "manifest.json").write_bytes(render(MANIFEST))
    return tmp_path


def test_it_reads_back(folder):
    assert read_manifest(folder) == MANIFEST
    assert render(read_manifest(folder)) == render(MANIFEST)


def test_it_carries_both_forms_of_the_signature(folder):
    content = json.loads((folder / "manifest.json").read_text())
    assert content["signature"] == MANIFEST.signature.full()
    assert content["signature_short"] == MANIFEST.signature.short()
    assert "|n:10|" in MANIFEST.signature.short()


def test_any_changed_byte_shows(folder):
    data = (folder / "manifest.json").read_bytes()
    for at in range(0, len(data), 7):
        (folder / "manifest.json").write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with pytest.raises((DigestMismatch, DamagedFile, NewerLake), match=r"manifest\.json"):
            read_manifest(folder)


@pytest.mark.parametrize("ending", [b" ", b"\n", b"\r\n"])
def test_even_white_space_shows(folder, ending):
    with (folder / "manifest.json").open("ab") as file:
        file.write(ending)
    with pytest.raises(DigestMismatch, match="bytes of the manifest were changed"):
        read_manifest(folder)


def test_a_manifest_sealed_anew_over_another_line_still_shows(folder):
    content = json.loads((folder / "manifest.json").read_text())
    content["signature"] = replace(MANIFEST, id="1" * 32).signature.full()
    content["seal"] = _seal(content)
    (folder / "manifest.json").write_text(json.dumps(content))
    with pytest.raises(DigestMismatch, match="signature line does not fit"):
        read_manifest(folder)


def test_a_later_okbench_s_manifest_is_refused(folder):
    content = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(content | {"manifest_version": 3}))
    with pytest.raises(NewerLake, match=r"manifest version 3, this okbench reads up to 2"):
        read_manifest(folder)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"manifest_version": "x"}', "\udcff"])
def test_what_is_no_manifest_is_named(tmp_path, content):
    (tmp_path / "manifest.json").write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(DamagedFile, match=r"manifest\.json.*cannot be read"):
        read_manifest(tmp_path)


def test_a_missing_manifest(tmp_path):
    with pytest.raises(DamagedFile, match="the manifest is missing"):
        read_manifest(tmp_path)


def test_a_manifest_that_lacks_a_table_is_named(tmp_path):
    tables = {"questions": MANIFEST.tables["questions"]}
    (tmp_path / "manifest.json").write_bytes(render(replace(MANIFEST, tables=tables)))
    with pytest.raises(DamagedFile, match="knows no table articles"):
        read_manifest(tmp_path)


def test_cost_is_unknown_when_any_agent_s_is():
    assert MANIFEST.cost == 2.0
    unknown = replace(MANIFEST.agents[0], cost=None)
    assert replace(MANIFEST, agents=(MANIFEST.agents[0], unknown)).cost is None
