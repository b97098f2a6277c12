"""A virtual environment with the two harnesses, made once beside the packages of this one and kept under a name that tells its content."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

REQUIREMENTS = Path(__file__).parent / "requirements-harness.txt"


@pytest.fixture(scope="session")
def harness_bin() -> Path:
    """Its folder of programs; about 30 s the first time."""
    return made_environment()


def made_environment() -> Path:
    name = hashlib.sha256(REQUIREMENTS.read_bytes() + sys.version.encode()).hexdigest()[:12]
    home = Path(sys.prefix) / f"harness-{name}"
    with FileLock(f"{home}.lock"):
        if not (home / "complete").exists():
            shutil.rmtree(home, ignore_errors=True)
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
            pip = [sys.executable, "-m", "pip", "--python", home / "bin" / "python", "install", "-q", "--no-deps", "--no-compile"]
            done = subprocess.run([*pip, "-r", REQUIREMENTS], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr[-3000:]
            (home / "complete").touch()
    return home / "bin"
