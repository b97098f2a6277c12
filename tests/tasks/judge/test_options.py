"""Settings of judging."""

import pytest
from pydantic import ValidationError

from tasks.judge.options import JudgeOptions


def test_bounds_hold():
    with pytest.raises(ValidationError):
        JudgeOptions(retries=9)
