"""The list of record classes is complete and free of clashes."""

from storage.schemas import calls, news, questions, retrieval
from storage.schemas.tables import KINDS


def test_every_record_with_a_table_is_listed_once():
    found = [v for m in (news, questions, calls, retrieval) for v in vars(m).values() if hasattr(v, "TABLE") and v.__module__ == m.__name__]
    assert sorted(KINDS) == sorted(kind.TABLE for kind in found)
    assert len(set(KINDS)) == len(found)
    assert "releases" not in KINDS  # that folder of the lake holds releases
