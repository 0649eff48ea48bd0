import os
import signal
import sys
import tempfile
import threading
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

import pytest
from processes import started, wait_for

from automotive_env.emulator.adb_server import AdbServer
from automotive_env.emulator.child import start_child, stop_child

SLEEP = [sys.executable, "-I", "-S", "-c", "import time; print('up', flush=True); time.sleep(1000)"]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(signal.SIGKILL, id="killed"),
        pytest.param(signal.SIGTERM, id="terminated", marks=pytest.mark.sweep),
        pytest.param(None, id="done"),
    ],
)
def test_no_adb_server_outlives_who_started_it(end: signal.Signals | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program = """
import sys
from automotive_env.emulator.adb_server import AdbServer
server = AdbServer()
print(server._child.pid, flush=True)
sys.stdin.read()
"""
    environ = {**os.environ, "TMPDIR": str(tmp_path)}
    with started([sys.executable, "-c", program], stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environ) as parent:
        assert parent.stdin
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert alive(child)
        if end is None:
            parent.stdin.close()
        else:
            parent.send_signal(end)
        parent.wait(60)
        wait_for(lambda: not alive(child))
    if end is not None:
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        AdbServer().stop()  # the next one removes what is left of those that were killed
    assert not list(tmp_path.iterdir())


def test_a_child_outlives_the_thread_that_asked_for_it(tmp_path: Path):
    children: list[Popen[bytes]] = []
    asker = threading.Thread(target=lambda: children.append(start_child(SLEEP, env=dict(os.environ), log=tmp_path / "log")))
    asker.start()
    asker.join()
    wait_for(lambda: (tmp_path / "log").read_text() == "up\n")
    assert children[0].poll() is None
    stop_child(children[0])
    assert children[0].poll() == -signal.SIGTERM


def test_a_child_that_will_not_end_is_killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr("automotive_env.emulator.child.TERMINATE", 0.1)
    stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(1000)"
    child = start_child([sys.executable, "-I", "-S", "-c", stubborn], env=dict(os.environ), log=tmp_path / "log")
    wait_for(lambda: (tmp_path / "log").read_text() == "up\n")
    stop_child(child)
    assert child.poll() == -signal.SIGKILL


def test_a_program_that_is_not_there_is_an_error():
    with pytest.raises(FileNotFoundError):
        start_child(["/nowhere/adb"], env={})


def test_the_home_of_a_running_server_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with AdbServer() as first, AdbServer() as second:
        assert set(tmp_path.iterdir()) == {first.home, second.home}
    assert not list(tmp_path.iterdir())
