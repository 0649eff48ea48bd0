"""Whoever starts a server from a script reads its address at once: its output is a pipe, and nothing of Python's is set."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import PROGRAM
from processes import started
from registered import THREE_TURNS
from result_fakes import fake_run

NEEDS = {"--web": "uvicorn", "--mcp": "mcp", "--openenv": "openenv", "--a2a": "uvicorn", "play": "uvicorn"}
SERVERS = (
    ("serve", "--web"),
    ("view", "fakes"),
    ("serve", "--mcp", "--mcp-port", "0"),
    ("serve", "--openenv", "--tasks", THREE_TURNS),
    ("serve", "--a2a"),
    ("play", "--tasks", THREE_TURNS),
)
"""Of which the first one is played at once."""


def bare(home: Path) -> dict[str, str]:
    """As little as a supervisor gives a program."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "ANDROID_ADB_SERVER_PORT") if name in os.environ}
    return kept | {"HOME": str(home), "LANG": "C.UTF-8"}


@pytest.mark.parametrize(
    "command", [pytest.param(one, id=" ".join(one), marks=pytest.mark.sweep if at else []) for at, one in enumerate(SERVERS)]
)
def test_a_server_says_its_address_while_it_runs(command: tuple[str, ...], tmp_path: Path) -> None:
    needed = next((NEEDS[word] for word in command if word in NEEDS), "automotive_env")
    if importlib.util.find_spec(needed) is None:
        pytest.skip(f"{needed} is not installed")
    if "fakes" in command:
        fake_run(tmp_path / "fakes", instances=1, pictures=False)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with started([*PROGRAM, *command], cwd=tmp_path, env=bare(tmp_path), **pipes) as server:
        assert re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
        assert server.poll() is None


@pytest.mark.sweep
def test_devices_are_named_while_they_run(tmp_path: Path) -> None:
    with started([*PROGRAM, "serve", "--adb"], env=bare(tmp_path), stdout=subprocess.PIPE, text=True) as server:
        assert re.match(r"adb -s emulator-\d+ shell", server.stdout.readline())
        assert "adb devices" in server.stdout.readline()
        assert server.poll() is None


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_line_of_any_command_is_written_before_the_command_ends(stream: str, tmp_path: Path) -> None:
    code = (
        "import sys, time\nfrom automotive_env.cli import exit_status\n"
        f"with exit_status():\n    sys.{stream}.write('said\\n')\n    time.sleep(1000)"
    )
    with started([sys.executable, "-c", code], env=bare(tmp_path), text=True, **{stream: subprocess.PIPE}) as program:
        assert getattr(program, stream).readline() == "said\n"
