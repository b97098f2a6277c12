"""The version in signatures."""

import tomllib
from pathlib import Path

from storage import version as module
from storage.version import okbench_version


def test_it_is_that_of_the_project():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert okbench_version() == project["version"]


def test_without_an_installed_package_it_says_unknown(monkeypatch):
    def missing(name):
        raise module.PackageNotFoundError(name)

    monkeypatch.setattr(module, "version", missing)
    assert okbench_version.__wrapped__() == "0+unknown"
