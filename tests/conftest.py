"""For all tests: hypothesis sets no time limits, since the machines that run them are noisy; speed is measured under ``tests/bench``."""

from hypothesis import settings

settings.register_profile("okbench", deadline=None)
settings.load_profile("okbench")
