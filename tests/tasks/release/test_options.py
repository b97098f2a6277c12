"""Options of sharing: safe by default, bounded, described."""

import pytest
from pydantic import ValidationError

from tasks.release.options import ExportOptions, ImportOptions


def test_the_default_passes_on_only_what_is_permitted():
    assert (ExportOptions().form, ExportOptions().texts) == ("parquet", "permitted")


@pytest.mark.parametrize(
    ("model", "values"),
    [(ExportOptions, {"texts": "some"}), (ExportOptions, {"form": "csv"}), (ExportOptions, {"colour": 1}), (ImportOptions,
    {"max_bytes": 0}),
     (ImportOptions, {"concurrency": 0}), (ImportOptions, {"concurrency": 1000})],
)  # fmt: skip
def test_values_out_of_bounds_are_refused(model, values):
    with pytest.raises(ValidationError):
        model(**values)


@pytest.mark.parametrize("model", [ExportOptions, ImportOptions])
def test_every_field_says_what_it_is_for(model):
    assert all(field.description for field in model.model_fields.values())
