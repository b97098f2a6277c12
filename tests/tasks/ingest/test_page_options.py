"""Settings of reading pages."""

import pytest
from pydantic import ValidationError

from tasks.ingest.page_options import ClusterOptions, PageOptions


@pytest.mark.parametrize("kind", [ClusterOptions, PageOptions])
def test_every_setting_has_a_default_and_a_description(kind: type) -> None:
    kind()
    assert all(field.description for field in kind.model_fields.values())  # type: ignore[attr-defined]


def test_unknown_settings_and_values_out_of_bounds_are_refused() -> None:
    with pytest.raises(ValidationError):
        PageOptions(gates={"least_wrods": 5})
