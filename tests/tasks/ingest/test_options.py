"""Settings of collecting."""

import pytest
from pydantic import ValidationError

from tasks.ingest.options import CollectOptions


def test_every_setting_describes_itself() -> None:
    assert all(field.description for field in CollectOptions.model_fields.values())


def test_values_out_of_bounds_are_refused() -> None:
    with pytest.raises(ValidationError):
        CollectOptions(summary_chars=-1)
