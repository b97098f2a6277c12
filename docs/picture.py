"""Makes docs/images/report.png: the upper part of a demo's report, as a headless Chromium shows it.

    okbench demo --lake demo-lake && python docs/picture.py demo-lake
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

PICTURE = Path(__file__).parent / "images" / "report.png"
SIZE = "1200,1300"  # down to the chart of scores


def main() -> int:
    """Take the picture of the newest report in a lake; exit code 1 when there is no browser or no report."""
    browser = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
    reports = sorted(Path(sys.argv[1] if len(sys.argv) > 1 else "demo-lake").glob("reports/*/report.html"), key=lambda path: path.stat().st_mtime)
    if browser is None or not reports:
        sys.stderr.write("no Chromium on the path\n" if browser is None else "no report in that lake: run okbench demo\n")
        return 1
    PICTURE.parent.mkdir(exist_ok=True)
    with TemporaryDirectory() as profile:
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--hide-scrollbars"]
        where = [f"--user-data-dir={profile}", f"--window-size={SIZE}", f"--screenshot={PICTURE}", reports[-1].resolve().as_uri()]
        subprocess.run([browser, *flags, *where], check=True, capture_output=True, timeout=120)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
