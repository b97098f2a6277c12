"""The passages of an index without their texts: row number -> document and place. Row numbers are the index's own and never leave it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from retrieval.passage import Passage, passage_id
from retrieval.ranking import Hit
from storage.schemas.errors import DamagedFile

FILE = "passages.parquet"
_SCHEMA = pa.schema([("doc_id", pa.string()), ("number", pa.int32()), ("start", pa.int64()), ("end", pa.int64())])


@dataclass(frozen=True, slots=True)
class PassageTable:
    """Rows in the order of the index."""

    doc_ids: Sequence[str]
    passage_ids: Sequence[str]
    starts: Sequence[int]
    ends: Sequence[int]

    def __len__(self) -> int:
        return len(self.doc_ids)

    def hit(self, row: int, score: float) -> Hit:
        """What a row earns its document at that score."""
        return Hit(self.doc_ids[row], score, self.passage_ids[row], self.starts[row], self.ends[row])

    @property
    def numbers(self) -> list[int]:
        """Numbers of the passages in their documents."""
        return [int(name.rsplit("#", 1)[1]) for name in self.passage_ids]

    @classmethod
    def of(cls, passages: Iterable[Passage]) -> PassageTable:
        """The table of passages, in their order."""
        rows = [(p.doc_id, p.passage_id, p.start, p.end) for p in passages]
        columns = list(zip(*rows, strict=True)) or [(), (), (), ()]
        return cls(*columns)

    def write(self, folder: Path) -> None:
        """Write the table into an index folder."""
        columns = [
            pa.array(values, type=f.type) for values, f in zip((self.doc_ids, self.numbers, self.starts, self.ends), _SCHEMA, strict=True)
        ]
        pq.write_table(pa.Table.from_arrays(columns, schema=_SCHEMA), folder / FILE)

    @classmethod
    def read(cls, folder: Path) -> PassageTable:
        """The table of an index folder. DamagedFile when it cannot be read."""
        try:
            table = pq.read_table(folder / FILE, schema=_SCHEMA)
        except (OSError, pa.ArrowException) as error:
            raise DamagedFile(
                f"the index's passages cannot be read ({error})", where=str(folder / FILE), todo="Build the index again"
            ) from error
        doc_ids, numbers, starts, ends = (table.column(f.name).to_pylist() for f in _SCHEMA)
        return cls(doc_ids, [passage_id(d, n) for d, n in zip(doc_ids, numbers, strict=True)], starts, ends)
