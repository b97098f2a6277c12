"""A real Chromium, without network, before pages of a made-up release.

Where no Chromium is found the tests are skipped with the reason; with ``CI`` or ``OKBENCH_REQUIRE_BROWSER`` set that is a failure.
"""

import os
import shutil
from pathlib import Path

import pytest

from storage.lake import Lake
from tasks.report.publish import publish_figures, publish_leaderboard, publish_release
from tasks.report.results.figures_file import PUBLISHED
from tests.tasks.report.made_day import make_day
from tests.tasks.report.made_results import MODELS, make_results

NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def browser():
    """One browser for all tests of a module, no longer: while it is open an event loop runs in this thread, which other tests cannot bear."""
    path = os.environ.get("OKBENCH_CHROMIUM") or next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        why = "no Chromium is found; install Debian's package chromium, or name one in OKBENCH_CHROMIUM"
        if os.environ.get("CI") or os.environ.get("OKBENCH_REQUIRE_BROWSER"):
            pytest.fail(why)
        pytest.skip(why)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        # Without a sandbox of its own, which containers do not permit; it sees our own pages alone.
        opened = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory) -> dict[str, Path]:
    """The paths of a published release's pages, by what they show."""
    lake = Lake.open(tmp_path_factory.mktemp("pages") / "lake")
    _, release = make_day(lake, articles=8)
    make_results(lake, release, models=MODELS[3:])
    found = publish_release(lake, release)
    question = next(path for path in sorted((found.folder / "questions").glob("q*.html")))
    return {
        "results": found.page, "leaderboard": publish_leaderboard(lake), "question": question, "questions": found.folder / "questions" / "index.html",
        "figures": publish_figures(lake, PUBLISHED / "table_8.csv").page,
    }  # fmt: skip


class Seen:
    """A page in a window, with everything that it complained of or asked the network for."""

    def __init__(self, context, path: Path) -> None:
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page = context.new_page()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(path.as_uri())


@pytest.fixture
def look(browser, pages):
    """Open one of the pages, offline: width, colour scheme and touch as given."""
    contexts = []

    def opened(name: str, *, width: int = 1280, scheme: str = "light", touch: bool = False) -> Seen:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, has_touch=touch, offline=True)
        contexts.append(context)
        return Seen(context, pages[name])

    yield opened
    for context in contexts:
        context.close()
