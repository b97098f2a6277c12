"""SQL over the lake: DuckDB in memory, with a read-only view for each table, for reports, the CLI and people.

The lake stays Parquet (a ``.duckdb`` file is locked to one process), so queries work while a run writes. Files that vanish under a query
because a partition was compacted, and files that turn out damaged, lead to new views and a second try. The session's time zone is UTC.
Nothing outside the lake can be read, only SELECT is accepted, and Python variables are out of reach.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb
import pyarrow as pa

from storage.lake import Lake
from storage.lake_files import LakeFiles
from storage.manifest import Manifest
from storage.named_queries import named_query
from storage.releases import ReleaseStore
from storage.schemas.arrow import Record
from storage.schemas.errors import BadInput, StoreBusy
from storage.schemas.questions import Question
from storage.schemas.tables import KINDS
from storage.views import Source, release_view_sql, view_sql

Parameters = Mapping[str, object] | Sequence[object]

_TRIES = 10
_EXPLAIN = re.compile(r"(?:\s|--[^\n]*\n|/\*.*?\*/)*explain(?:\s+analyze)?\s", re.IGNORECASE | re.DOTALL)
_QUERY_FAULT = (
    duckdb.ParserException, duckdb.BinderException, duckdb.CatalogException, duckdb.ConversionException, duckdb.PermissionException,
    duckdb.OutOfMemoryException,
)  # fmt: skip
_RELEASES = pa.schema([
    ("release_id", pa.string()), ("run_id", pa.string()), ("subject", pa.string()), ("period", pa.string()),
    ("moment", pa.timestamp("us", tz="UTC")), ("made", pa.timestamp("us", tz="UTC")), ("id", pa.string()), ("signature", pa.string()),
    ("questions", pa.int64()), ("open_ended", pa.int64()), ("articles", pa.int64()), ("candidates", pa.int64()), ("usd", pa.float64()),
    ("withheld", pa.int64()), ("version", pa.string()),
])  # fmt: skip


class Catalog:
    """Queries over a lake. Views: every table of records, ``questions`` of all releases with their ``release_id``, and ``releases``.

    memory: DuckDB's bound, such as "1GB"; threads: 0 for one per core. Safe to use from several threads, one query at a time.
    """

    def __init__(self, lake: Lake, *, memory: str = "1GB", threads: int = 0) -> None:
        self.lake = lake
        self._files = LakeFiles(lake.root)
        self._read: dict[str, list[Path]] = {}  # files behind each view
        self._states: dict[str, object] = {}  # what each view was made from
        self._lock = threading.Lock()
        self._connection = duckdb.connect(":memory:")
        root = str(lake.root).replace("'", "''")
        settings = [
            "TimeZone = 'UTC'", f"memory_limit = '{memory}'", "parquet_metadata_cache = true", "python_enable_replacements = false",
            "temp_directory = ''", f"allowed_directories = ['{root}']", "enable_external_access = false",
            *([f"threads = {threads}"] if threads else []), "lock_configuration = true",
        ]  # fmt: skip
        for setting in settings:
            self._connection.execute(f"SET {setting}")

    @property
    def damaged(self) -> list[Path]:
        """Parts that were set aside meanwhile, and damaged files of releases, which are left out."""
        return self._files.damaged

    def query(self, sql: str, parameters: Parameters | None = None) -> pa.Table:
        """The answer to one SELECT, as an Arrow table; instants are UTC. BadInput for anything else and for SQL that does not hold up.

        NewerLake or SchemaMismatch, naming the file, for a part that this okbench cannot read.
        """
        select = _checked(sql)
        whole = "information_schema" in select.lower()
        with self._lock:
            for _ in range(_TRIES):
                try:
                    self._refresh(select, whole=whole)
                    return self._connection.sql(sql, params=parameters).to_arrow_table()
                except FileNotFoundError:
                    continue  # a partition was compacted between our listing and our look
                except duckdb.CatalogException as error:
                    if whole:
                        raise _refused(error) from error
                    whole = True
                except _QUERY_FAULT as error:
                    raise _refused(error) from error
                except duckdb.Error as error:
                    if not self._files.changed(path for paths in self._read.values() for path in paths):
                        raise _refused(error) from error
                    self._states.clear()
        raise StoreBusy("the lake's parts change faster than they can be read", where=str(self.lake.root), todo="Run again")

    def named(self, name: str, **parameters: object) -> pa.Table:
        """The answer of one of ``storage/queries``. NotFound for an unknown name, BadInput for missing or unknown parameters."""
        query = named_query(name)
        return self.query(query.sql, query.fill(parameters) or None)

    def close(self) -> None:
        """Free DuckDB's memory."""
        self._connection.close()

    def __enter__(self) -> Catalog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _refresh(self, select: str, *, whole: bool) -> None:
        """Bring the views that a query names up to the files that lie there now; all of them when it names none."""
        known = {*KINDS, "releases"}
        words = set(re.findall(r"\w+", select.lower()))
        for name in sorted(known if whole else known & words or known):
            if name == "releases":
                self._refresh_releases()
            elif name == Question.TABLE:
                self._refresh_questions()
            else:
                self._refresh_kind(KINDS[name])

    def _refresh_kind(self, kind: type[Record]) -> None:
        rows, rows_of = self._files.journal_rows(kind)
        parts = self._files.parts(kind)
        if self._states.get(kind.TABLE) == (parts, rows_of):
            return
        journal = f"_journal_{kind.TABLE}" if rows is not None else None
        if journal:
            self._connection.register(journal, rows)
        self._define(kind.TABLE, view_sql(kind, Source(parts, self._files.columns, journal, frozenset(rows_of))))
        self._read[kind.TABLE] = [path for paths in parts.values() for path in paths]
        self._states[kind.TABLE] = (parts, rows_of)

    def _refresh_questions(self) -> None:
        paths = self._files.release_files(Question)
        if self._states.get(Question.TABLE) == paths:
            return
        self._define(Question.TABLE, release_view_sql(Question, paths, self._files.columns))
        self._read[Question.TABLE] = self._states[Question.TABLE] = paths

    def _refresh_releases(self) -> None:
        rows = [_row(manifest) for manifest in ReleaseStore(self.lake).list()]
        if self._states.get("releases") != rows:
            self._connection.register("releases", pa.Table.from_pylist(rows, _RELEASES))
            self._states["releases"] = rows

    def _define(self, name: str, select: str) -> None:
        self._connection.execute(f'CREATE OR REPLACE VIEW "{name}" AS {select}')


def _row(m: Manifest) -> dict[str, object]:
    return {
        "release_id": m.release_id, "run_id": m.run_id, "subject": m.subject, "period": m.period, "moment": m.moment, "made": m.made,
        "id": m.id, "signature": m.signature.short(), "questions": m.tables["questions"].rows, "open_ended": m.counts.get("open_ended", 0),
        "articles": m.tables["articles"].rows, "candidates": m.tables["candidates"].rows, "usd": m.cost, "withheld": m.withheld,
        "version": m.version,
    }  # fmt: skip


def _checked(sql: str) -> str:
    """The SELECT in a query, behind any EXPLAIN. BadInput for other statements, and for more than one."""
    explain = _EXPLAIN.match(sql)
    select = sql[explain.end() :] if explain else sql
    try:
        statements = duckdb.extract_statements(select)
    except duckdb.Error as error:
        raise _refused(error) from error
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise BadInput("only a single SELECT is answered here", where=sql.strip()[:80], todo="The lake is read-only; write one SELECT")
    return select


def _refused(error: duckdb.Error) -> BadInput:
    todo = "Ask for fewer rows or columns, or allow more memory" if isinstance(error, duckdb.OutOfMemoryException) else ""
    return BadInput(f"the query cannot be answered: {str(error).strip()}", todo=todo)
