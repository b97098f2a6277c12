import pytest
from pydantic import ValidationError

from tasks.fetching.policy import FetchPolicy


def test_the_user_agent_names_product_version_and_contact() -> None:
    agent = FetchPolicy(product="dawnbench", contact="https://example.org/about").user_agent
    assert agent.startswith("dawnbench/")
    assert "+https://example.org/about" in agent


def test_a_missing_contact_is_said_openly() -> None:
    assert "contact not set" in FetchPolicy().user_agent


@pytest.mark.parametrize(
    "bad", [{"contact": "x\r\nEvil: 1"}, {"product": "two words"}, {"max_bytes": 0}, {"retries": 99}, {"per_host_conncurrency": 3}]
)
def test_values_out_of_bounds_and_unknown_names_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        FetchPolicy.model_validate(bad)


def test_every_setting_describes_itself() -> None:
    assert all(field.description for field in FetchPolicy.model_fields.values())


def test_private_addresses_are_forbidden_unless_asked_for() -> None:
    assert FetchPolicy().allow_private is False
    assert FetchPolicy().respect_robots is True
