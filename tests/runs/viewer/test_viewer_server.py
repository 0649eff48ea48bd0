"""What the viewer answers on the loopback interface, and to whom."""

import gzip
import json
import re
import signal
import socket
import threading
from base64 import b64decode
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from subprocess import PIPE

import numpy as np
import pytest
from command_line import PROGRAM, run_here
from processes import started
from registered import PLAIN
from report_data import data_of
from result_fakes import add_episode, add_image, episode, manifest, observation, step, steps_path

from automotive_env.episode.imaging import decode
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.run_pictures import pictures_of
from automotive_env.runs.viewer import pictures
from automotive_env.runs.viewer.pages import ViewerPages
from automotive_env.runs.viewer.report import write_single_file
from automotive_env.runs.viewer.server import MAX_SILENT, ViewerServer
from automotive_env.runs.viewer.viewed_run import ViewedRun

TASKS = PLAIN


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """A run of an agent that is shown pictures."""
    path = tmp_path_factory.mktemp("played") / "run"
    assert run_here("run", "--agent", "m3a", "--tasks", TASKS, "--out", str(path), "--json").returncode == 0
    return RunFolder.open(path)


def served(*folders: RunFolder) -> Iterator[ViewerServer]:
    with ViewerServer(ViewerPages([ViewedRun(folder) for folder in folders]), 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def server(played: RunFolder) -> Iterator[ViewerServer]:
    yield from served(played)


def ask(
    server: ViewerServer, path: str, method: str = "GET", token: str = "", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    connection.putrequest(method, f"/{token or server.token}/{path}", skip_host=True)
    for name, value in {"Host": f"127.0.0.1:{server.server_port}", **headers}.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return found


def data(server: ViewerServer, name: str) -> dict[str, object]:
    status, _, script = ask(server, f"data/{name}.js")
    assert status == 200
    (text,) = re.fullmatch(rb'received\("[^"]*", "([A-Za-z0-9+/=]*)"\);\n', script).groups()
    return json.loads(gzip.decompress(b64decode(text)))


def test_the_page_its_files_and_its_data_are_served(server: ViewerServer, played: RunFolder) -> None:
    status, headers, page = ask(server, "")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    for name in re.findall(r'(?:src|href)="(page/[^"]+)"', page.decode()):
        status, headers, _ = ask(server, name)
        assert (status, headers["X-Content-Type-Options"]) == (200, "nosniff")
    (record,) = played.episodes()
    index = data(server, "index")
    assert [dict(zip(index["fields"], row, strict=True))["id"] for row in index["runs"][0]["rows"]] == [record.id]
    assert len(data(server, f"0/{record.id}")["played"]) == record.steps


def test_no_page_of_another_site_and_nobody_without_the_address_is_answered(server: ViewerServer) -> None:
    port = server.server_port
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", f"127.0.0.1:{port}.evil.example"):
        assert ask(server, "data/index.js", Host=host)[0] == 400
    assert ask(server, "data/index.js", Host=f"localhost:{port}")[0] == 200
    for token in ("x", server.token[:-1], server.token + "x"):
        assert ask(server, "data/index.js", token=token)[0] == 404
    _, headers, _ = ask(server, "data/index.js")
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "file:" not in headers["Content-Security-Policy"]
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("method", ["PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "X"])
def test_no_other_method_is_known(server: ViewerServer, method: str) -> None:
    assert ask(server, "", method)[0] == 501


def test_only_what_is_named_is_served(server: ViewerServer, played: RunFolder) -> None:
    (record,) = played.episodes()
    mine = f"images/0/{record.id}"
    strange = f"""data/../manifest.json data/0/..%2f..%2fmanifest.js data/1/x.js data/9999/x.js data/0/unknown.js manifest.json
        images/0/../../manifest.json {mine}/../x {mine}/marked-x {mine}/marked- {mine}/marked-999 {mine}/day-map-999 {mine}/map-0
        images/0/unknown/marked-1 images/0/{"0" * 64} images/0/{"f" * 64}.webp page/ page/../server.py page/server.py // %00
        images/0/.lock/map-0 .. {"a" * 2000}""".split()
    for path in strange:
        assert ask(server, path)[0] == 404, path


def test_a_request_that_never_comes_to_its_end_keeps_nobody_waiting(server: ViewerServer) -> None:
    half = []
    for _ in range(2 * MAX_SILENT):
        half.append(socket.create_connection(("127.0.0.1", server.server_port)))
        half[-1].sendall(b"GET /")
    assert ask(server, "")[0] == 200
    half[0].settimeout(5)
    assert half[0].recv(1) == b""
    for one in half:
        one.close()


def test_pictures_that_were_not_kept_are_drawn_as_they_were(server: ViewerServer, played: RunFolder) -> None:
    (record,) = played.episodes()
    drawn = dict(pictures_of(played, record, played.steps(record.id)))
    assert len(drawn) > 4
    for name in sorted(drawn, reverse=True):
        status, headers, body = ask(server, f"images/0/{record.id}/{name}")
        assert (status, headers["Content-Type"]) == (200, "image/png")
        assert np.array_equal(decode(body), drawn[name])
    assert decode(ask(server, f"images/0/{record.id}/day-map-0")[2]).shape == (360, 640, 3)


def test_pictures_that_were_forgotten_are_drawn_again(played: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_BYTES", 1)
    (record,) = played.episodes()
    one = pictures.EpisodePictures(ViewedRun(played), record)
    first, last = one.get("screenshot-1"), one.get("marked-2")
    assert first
    assert last
    assert one.get("screenshot-1") == first
    assert one.get("screenshot-999") is None


def test_an_episode_that_this_version_shows_otherwise_has_no_pixels(tmp_path: Path, played: RunFolder) -> None:
    (record,) = played.episodes()
    steps = played.steps(record.id)
    other = steps[1].model_copy(update={"observation": steps[1].observation.model_copy(update={"app": "elsewhere"})})
    folder = RunFolder.create(tmp_path / "run", played.manifest)
    add_episode(folder, record, [steps[0], other, *steps[2:]])
    one = pictures.EpisodePictures(ViewedRun(folder), record)
    assert one.get("marked-1")
    assert one.get("marked-2") is None


def test_pictures_that_were_kept_are_sent_and_a_run_that_goes_on_is_read_again(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest())
    name = add_image(folder, np.zeros((8, 8, 3), np.uint8))
    add_episode(folder, episode("old"), [step(1, observation=observation(screenshot=name))])
    for server in served(folder):
        status, headers, body = ask(server, f"images/0/{name}")
        assert (status, headers["Content-Type"], body) == (200, "image/webp", folder.image(name))
        before = len(data(server, "index")["runs"][0]["rows"])
        add_episode(folder, episode("new"), [step(1)])
        assert len(data(server, "index")["runs"][0]["rows"]) == before + 1
        assert data(server, "0/new")["played"]


def test_damaged_steps_are_one_sentence(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest())
    add_episode(folder, episode("a"), [step(1)])
    steps_path(folder.path, "a").write_text("{}\n")
    for server in served(folder):
        status, headers, body = ask(server, "data/0/a.js")
        assert (status, headers["Content-Type"]) == (500, "text/plain; charset=utf-8")
        assert b"a.jsonl line 1 is damaged" in body


def test_the_command_refuses_what_is_no_run_and_a_port_that_is_taken(
    tmp_path: Path, server: ViewerServer, played: RunFolder
) -> None:
    assert "is not a run folder" in run_here("view", str(tmp_path)).stderr
    taken = run_here("view", str(played.path), "--port", str(server.server_port))
    assert (taken.returncode, "choose another with --port" in taken.stderr) == (2, True)


@pytest.mark.sweep
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_command_ends_when_it_is_told_to_though_a_request_has_no_end(played: RunFolder, number: signal.Signals) -> None:
    with started([*PROGRAM, "view", str(played.path)], stdout=PIPE, text=True) as process:
        assert process.stdout
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
        assert found
        with socket.create_connection(("127.0.0.1", int(found[1])), 10) as half:
            half.sendall(b"GET /")
            process.send_signal(number)
            assert process.wait(20) == 0


def test_a_run_of_which_nothing_has_ended_is_served(tmp_path: Path) -> None:
    for server in served(RunFolder.create(tmp_path / "run", manifest())):
        (run,) = data(server, "index")["runs"]
        assert (run["rows"], run["summary"]["agents"], run["manifest"]["ended"]) == ([], {}, None)


def test_a_file_of_another_kind_is_no_picture(tmp_path: Path) -> None:
    """The run folder may be a stranger's: what it links to is not shown, nor sent with a page."""
    folder = RunFolder.create(tmp_path / "run", manifest())
    (tmp_path / "secret").write_text("secret")
    (folder.path / "images" / f"{'a' * 64}.webp").symlink_to(tmp_path / "secret")
    add_episode(folder, episode("a"), [step(1, observation=observation(screenshot="a" * 64))])
    for server in served(folder):
        assert ask(server, f"images/0/{'a' * 64}")[0] == 404
    page = write_single_file(ViewedRun(folder), tmp_path / "page.html", 10_000)
    assert data_of(page.read_text())["0/a"]["pictures"] == {}
