"""The door's settings keep their bounds."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from tasks.llm.options import DoorLimits


@pytest.mark.parametrize("field", [{"attempts": 0}, {"attempts": 11}, {"concurrency": 0}, {"backoff_s": -1}, {"atempts": 3}])
def test_values_out_of_bounds_and_unknown_names_are_refused(field: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        DoorLimits.model_validate(field)


def test_every_setting_is_described() -> None:
    assert all(field.description for field in DoorLimits.model_fields.values())
