"""A real Chromium for tests of pages: Debian's package, driven by Playwright. Skipped where it is absent, unless OKBENCH_REQUIRE_BROWSER is 1."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@contextmanager
def chromium() -> Iterator[Any]:
    """A running browser without a window."""
    path = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        if os.environ.get("OKBENCH_REQUIRE_BROWSER") == "1":
            pytest.fail("this test needs Chromium and Playwright: apt-get install chromium; pip install playwright")
        pytest.skip("no Chromium here")
    with sync_playwright() as playwright:
        # The sandbox cannot be had in most containers; only pages of our own are opened.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()
