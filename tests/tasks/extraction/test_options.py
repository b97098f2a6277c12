"""Settings of extraction."""

import pytest
from pydantic import ValidationError

from tasks.extraction.options import GateOptions, PoolOptions


@pytest.mark.parametrize("kind", [PoolOptions, GateOptions])
def test_every_setting_has_a_default_and_a_description(kind: type) -> None:
    kind()
    assert all(field.description for field in kind.model_fields.values())  # type: ignore[attr-defined]


def test_unknown_settings_and_values_out_of_bounds_are_refused() -> None:
    with pytest.raises(ValidationError):
        PoolOptions(workers=0)
    with pytest.raises(ValidationError):
        GateOptions(least_wrods=5)
