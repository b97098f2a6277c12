"""Makes docs/images/annotation-*.png: pages of the annotation site on a demo's release, as Chromium shows them.

    okbench demo --lake demo-lake && python docs/annotation_pictures.py demo-lake

The lake is copied first: the studies in the pictures are in nobody's way.
"""

from __future__ import annotations

import shutil
import socket
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn
from PIL import Image
from playwright.sync_api import sync_playwright

from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.clock import utc_now
from tasks.annotate.links import make_links
from tasks.annotate.options import CorrectnessDesign, QualityDesign
from tasks.annotate.studies import draw_correctness, draw_quality, store_study
from tasks.annotate.web.app import annotation_site

IMAGES = Path(__file__).parent / "images"


def main() -> int:
    """Take the pictures."""
    source = Path(sys.argv[1] if len(sys.argv) > 1 else "demo-lake")
    with TemporaryDirectory() as folder:
        lake = Lake.open(Path(shutil.copytree(source, Path(folder) / "lake")))
        store = ReleaseStore(lake)
        release, now = store.load(store.resolve("latest")), utc_now()
        drawn = [
            draw_quality(release, QualityDesign(each=12, shared=4), seed="pictures", now=now),
            draw_correctness(release, CorrectnessDesign(annotators=1, articles=3, questions=3), seed="pictures", now=now),
        ]
        links = []
        for one in drawn:
            store_study(lake, one)
            links.append(make_links(lake, one.study, one.study.annotators, now=now)["A1"])
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            address = f"http://127.0.0.1:{listener.getsockname()[1]}/a"
            server = uvicorn.Server(uvicorn.Config(annotation_site(lake, [one.study for one in drawn]), log_level="warning", access_log=False))
            thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
            thread.start()
            while not server.started:
                time.sleep(0.05)
            _take(f"{address}/{links[0]}", f"{address}/{links[1]}")
            server.should_exit = True
            thread.join()
    return 0


def _take(quality: str, correctness: str) -> None:
    browser_path = next(found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 800, "height": 980})
        page.goto(f"{quality}/work")
        page.keyboard.press("1")
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=IMAGES / "annotation-quality.png")
        page = browser.new_page(viewport={"width": 1180, "height": 780})
        page.goto(f"{correctness}/work")
        for _ in page.locator("fieldset").all():
            page.keyboard.press("2")
        with page.expect_navigation():
            page.keyboard.press("Control+Enter")
        page.screenshot(path=IMAGES / "annotation-correctness.png")
        page = browser.new_page(viewport={"width": 390, "height": 780}, color_scheme="dark", is_mobile=True, has_touch=True)
        page.goto(f"{quality}/item/2")
        page.screenshot(path=IMAGES / "annotation-phone.png")
        browser.close()
    for path in IMAGES.glob("annotation-*.png"):
        Image.open(path).convert("RGB").quantize(64).save(path, optimize=True)


if __name__ == "__main__":
    raise SystemExit(main())
