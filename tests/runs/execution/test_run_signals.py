"""Ctrl-C and SIGTERM end a run in order, a second one at once; nothing is lost, doubled or left behind. With real processes."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from command_line import PROGRAM, run_here, without_keys
from processes import started
from registered import PAIR, PLAIN, THREE_TURNS

from automotive_env.runs.records.folder import RunFolder

TASKS = f"{PLAIN},{THREE_TURNS},{PAIR}"
DONE = {"choices": [{"message": {"content": '{"action_type": "status", "goal_status": "complete"}'}, "finish_reason": "stop"}]}


class Held:
    """A server that answers the probe, and everything else once it is let go; says when two episodes have asked."""

    def __init__(self) -> None:
        self.asked, self.go = threading.Event(), threading.Event()
        self.requests = 0
        held = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                held.requests += 1
                if held.requests > 2:
                    held.asked.set()
                if held.requests > 1:
                    held.go.wait(60)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps(DONE).encode())

            def log_message(self, *_: Any) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.model = f"openai:m@http://127.0.0.1:{self.server.server_port}/v1"


@pytest.fixture
def held() -> Iterator[Held]:
    held = Held()
    threading.Thread(target=held.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield held
    held.go.set()
    held.server.shutdown()
    held.server.server_close()


@contextmanager
def playing(held: Held, folder: Path, *two: str) -> Iterator[subprocess.Popen[str]]:
    options = ("--agent", "t3a", "--tasks", TASKS, *two, "--model", held.model, "--no-images", "--out", "run")
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with started([*PROGRAM, "run", *options], cwd=folder, text=True, env=without_keys(), **pipes) as process:
        assert held.asked.wait(60)
        yield process


def said_until(process: subprocess.Popen[str], text: str) -> str:
    """What it says, up to the line with a text; a process that ends without it is none that is waited for."""
    assert process.stderr
    said = ""
    for line in process.stderr:
        said += line
        if text in line:
            return said
    raise AssertionError(said)


def recorded(folder: Path) -> list[str]:
    return [record.outcome for record in RunFolder.open(folder / "run").read_episodes().records]


@pytest.mark.parametrize(
    ("how", "two"), [(signal.SIGINT, "--concurrency"), pytest.param(signal.SIGTERM, "--workers", marks=pytest.mark.sweep)]
)
def test_what_is_being_played_is_finished_and_the_rest_is_played_later(
    how: signal.Signals, two: str, held: Held, tmp_path: Path
) -> None:
    with playing(held, tmp_path, two, "2") as process:
        os.kill(process.pid, how)
        said_until(process, "send it again to stop the run at once")
        held.go.set()
        said = said_until(process, "continue later with --resume run")
        assert process.wait(30) == 4
    assert "stopped by" in said
    assert recorded(tmp_path) == ["fail", "fail"]
    assert (tmp_path / "run" / "report.html").exists()
    assert run_here("run", "--resume", "run", cwd=tmp_path).returncode == 0
    ids = [record.id for record in RunFolder.open(tmp_path / "run").read_episodes().records]
    assert len(ids) == len(set(ids)) == 4


@pytest.mark.parametrize(
    ("how", "two"), [(signal.SIGTERM, "--concurrency"), pytest.param(signal.SIGINT, "--workers", marks=pytest.mark.sweep)]
)
@pytest.mark.sweep
def test_a_second_signal_ends_it_at_once(how: signal.Signals, two: str, held: Held, tmp_path: Path) -> None:
    with playing(held, tmp_path, two, "2") as process:
        os.kill(process.pid, how)
        said_until(process, "send it again to stop the run at once")
        os.kill(process.pid, how)
        said_until(process, "continue later with --resume run")
        assert process.wait(30) == 128 + how
    assert recorded(tmp_path) == []


STUCK = """
import time
from automotive_env.agents.agent import AgentSpec

class Stuck:
    name = "stuck"
    def reset(self, goal, context): ...
    async def act(self, observation):
        print("stuck", flush=True)
        while True:
            time.sleep(0.01)
    async def reflect(self, decision, outcome, after): ...

SPEC = AgentSpec("stuck", "never lets go", lambda kit: Stuck())
"""


@pytest.mark.sweep
def test_an_agent_that_never_lets_go_does_not_keep_the_process(tmp_path: Path) -> None:
    (tmp_path / "stuck_agent.py").write_text(STUCK)
    code = (
        "from automotive_env.runs.execution import signals; signals.TIDYING_SECONDS = 0.2\n"
        "from automotive_env.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "run", "--agent", "stuck_agent:SPEC", "--tasks", THREE_TURNS, "--out", "run"]
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    environment = without_keys() | {"PYTHONPATH": path}
    with started(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        assert process.stdout.readline() == "stuck\n"
        os.kill(process.pid, signal.SIGINT)
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(30) in (128 + signal.SIGINT, 128 + signal.SIGTERM)
