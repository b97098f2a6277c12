"""The list of record classes is complete and free of clashes."""

import importlib
import pkgutil

import storage.schemas
from storage.schemas.tables import KINDS


def test_every_record_with_a_table_is_listed_once():
    modules = [importlib.import_module(f"storage.schemas.{m.name}") for m in pkgutil.iter_modules(storage.schemas.__path__)]
    found = [v for m in modules for v in vars(m).values() if hasattr(v, "TABLE") and getattr(v, "__module__", "") == m.__name__ and hasattr(v, "KEY")]
    assert sorted(KINDS) == sorted(kind.TABLE for kind in found)
    assert len(set(KINDS)) == len(found) > 15
    assert "releases" not in KINDS  # that folder of the lake holds releases
