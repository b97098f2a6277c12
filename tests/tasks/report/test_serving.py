"""Pages over real HTTP on loopback: files of the folder, nothing else."""

import http.client
import threading

import pytest

from storage.schemas.errors import BadInput
from tasks.report.serving import page_server


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lake")
    pages = folder / "reports"
    (pages / "one").mkdir(parents=True)
    (pages / "index.html").write_text("the board")
    (pages / "one" / "index.html").write_text("one")
    (pages / "one" / "T8.csv").write_text("a,b")
    (pages / "empty").mkdir()
    (pages / ".hidden").write_text("hidden")
    (folder / "secret.txt").write_text("secret")
    (pages / "link.txt").symlink_to(folder / "secret.txt")
    (pages / "outside").symlink_to(folder)
    with page_server(pages, 0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def ask(port, path, method="GET", host=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest(method, path, skip_host=True)
    connection.putheader("Host", host or f"127.0.0.1:{port}")
    connection.endheaders()
    answer = connection.getresponse()
    return answer.status, answer.read().decode("utf-8", "replace"), answer


@pytest.mark.parametrize(("path", "text"), [("/", "the board"), ("/one/", "one"), ("/one/index.html?x=1", "one"), ("/one/T8.csv", "a,b")])
def test_pages_are_given(port, path, text):
    status, found, answer = ask(port, path)
    assert (status, found) == (200, text)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "okbench" in answer.headers["Server"] and "Python" not in answer.headers["Server"]


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt", "/%2e%2e/secret.txt", "/one/..%2f..%2fsecret.txt", "//secret.txt", "/link.txt", "/outside/secret.txt", "/.hidden", "/empty/",
        "/%00", "/no",
    ],
)
def test_nothing_else_is(port, path):
    status, found, _ = ask(port, path)
    assert status in (400, 404)
    assert "secret\n" not in found and "hidden" not in found.removeprefix("secret")


def test_only_this_machine_s_names_are_answered(port):
    assert ask(port, "/", host="evil.example")[0] == 421
    assert ask(port, "/", host=f"localhost:{port}")[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_nothing_can_be_changed(port, method):
    assert ask(port, "/", method)[0] == 501


def test_a_port_in_use_is_told(port, tmp_path):
    with pytest.raises(BadInput, match=f"port {port}"):
        page_server(tmp_path, port)
