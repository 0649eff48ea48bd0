"""Notes and labels of episodes: what is kept, who may write, and what does not change by it."""

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from zipfile import ZipFile

import pytest
from result_fakes import add_episode, episode, manifest

from automotive_env.errors import UsageError
from automotive_env.runs.records import notes
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.notes import EpisodeNote, read_notes, write_note
from automotive_env.runs.sharing.archive import write_archive
from automotive_env.runs.viewer.pages import ViewerPages
from automotive_env.runs.viewer.server import MAX_POSTED, ViewerServer
from automotive_env.runs.viewer.viewed_run import ViewedRun

NOTE = {"labels": ["flaky", "wrong-verdict"], "text": "The seat was warm."}


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    run = RunFolder.create(tmp_path / "run", manifest())
    add_episode(run, episode("a"))
    return run


@pytest.fixture
def server(folder: RunFolder) -> Iterator[ViewerServer]:
    with ViewerServer(ViewerPages([ViewedRun(folder)]), 0) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def post(server: ViewerServer, body: object = NOTE, path: str = "notes/0/a", token: str = "", **headers: str) -> tuple[int, str]:
    host = f"127.0.0.1:{server.server_port}"
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    usual = {"Origin": f"http://{host}", "Content-Type": "application/json"}
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    sent = body if isinstance(body, str) else json.dumps(body)
    connection.request("POST", f"/{token or server.token}/{path}", sent, usual | given)
    answer = connection.getresponse()
    found = answer.status, answer.read().decode()
    connection.close()
    return found


def test_a_note_is_kept_replaced_and_removed(server: ViewerServer, folder: RunFolder) -> None:
    assert post(server)[0] == 200
    assert read_notes(folder.files)["a"] == EpisodeNote(episode="a", labels=("flaky", "wrong-verdict"), text="The seat was warm.")
    assert post(server, {"labels": ["fine"]})[0] == 200
    assert read_notes(folder.files)["a"] == EpisodeNote(episode="a", labels=("fine",))
    assert post(server, {})[0] == 200
    assert read_notes(folder.files) == {}


@pytest.mark.parametrize(
    "headers",
    [
        *({"Origin": origin} for origin in ("http://evil.example", "null", "")),
        *({"Host": "evil.example"}, {"token": "x"}, {"Content_Type": "text/plain"}),
    ],
)
def test_only_the_page_itself_may_write(server: ViewerServer, folder: RunFolder, headers: dict[str, str]) -> None:
    assert post(server, **headers)[0] in {400, 403, 404}
    assert read_notes(folder.files) == {}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"labels": ["a b"]}, "at most 12 labels"),
        ({"labels": ["x" * 41]}, "at most 12 labels"),
        ({"labels": [str(i) for i in range(13)]}, "at most 12 labels"),
        ({"text": "x" * 2_001}, "at most 2,000 characters"),
        ({"else": 1}, "give labels and a text"),
        ([1], "at most 2,000 characters"),
    ],
)
def test_what_is_no_note_is_refused_in_one_sentence(server: ViewerServer, folder: RunFolder, body: object, told: str) -> None:
    status, answer = post(server, body)
    assert (status, told in answer, read_notes(folder.files)) == (409, True, {})


def test_large_bodies_and_unknown_episodes_are_refused(server: ViewerServer) -> None:
    assert post(server, {"text": "x" * MAX_POSTED})[0] == 413
    assert [post(server, path=path)[0] for path in ("notes/0/b", "notes/1/a", "notes/0/..", "data/index.js")] == [404] * 4
    assert post(server, "{")[0] == 409


def test_the_file_is_bounded(folder: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MAX_BYTES", 100)
    with pytest.raises(UsageError, match="more than 100 bytes"):
        write_note(folder.files, EpisodeNote(episode="a", text="x" * 100))
    assert read_notes(folder.files) == {}


def test_an_archive_leaves_notes_out(folder: RunFolder, tmp_path: Path) -> None:
    write_archive(folder, tmp_path / "before.zip")
    write_note(folder.files, EpisodeNote(episode="a", text="Mine."))
    write_archive(folder, tmp_path / "after.zip")
    assert "notes.jsonl" not in ZipFile(tmp_path / "after.zip").namelist()
    assert (tmp_path / "before.zip").read_bytes() == (tmp_path / "after.zip").read_bytes()


def test_a_link_in_place_of_the_notes_is_not_followed(folder: RunFolder, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("kept")
    (folder.path / "notes.jsonl").symlink_to(tmp_path / "other")
    with pytest.raises(UsageError):
        write_note(folder.files, EpisodeNote(episode="a", text="Mine."))
    assert (tmp_path / "other").read_text() == "kept"
