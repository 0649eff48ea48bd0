"""Measure how many cars a machine keeps busy while a slow model on loopback answers. Linux only.

    python -m automotive_env.scripts.many_cars --cars 1000 --latency 2 --workers 2

The model answers every request after the same time with "wait", so that episodes run to their step limit. Once it has answered
for long enough, no further episode begins. Prints one line of Markdown: requests a second while all cars play, against those
of a machine that costs no time, and what an episode and a request cost it.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from automotive_env.cli import STOPPED
from automotive_env.models.kinds.openai import chat_reply

REPLY = 'Reason: nothing to do yet.\nAction: {"action_type": "wait", "seconds": 1}'
_BODY = json.dumps(chat_reply(REPLY, 1_600, 25, "stop"))
RESPONSE = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(_BODY)}\r\n\r\n{_BODY}".encode()
STEADY = 0.9
"""Share of the cars that must be waiting for the model for a moment to count as steady."""


class SlowModelServer(asyncio.Protocol):
    """One connection of an OpenAI-compatible server that says the same after some seconds."""

    latency = 2.0
    waiting = 0
    busiest = 0
    answered: list[tuple[float, int]] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client is there."""
        assert isinstance(transport, asyncio.Transport)
        self._transport, self._data = transport, b""

    def data_received(self, data: bytes) -> None:
        """A part of a request; one request at a time comes over a connection."""
        self._data += data
        head, end, body = self._data.partition(b"\r\n\r\n")
        lengths = [line.partition(b":")[2] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")]
        if end and len(body) >= int(lengths[0]):
            self._data = b""
            SlowModelServer.waiting += 1
            SlowModelServer.busiest = max(SlowModelServer.busiest, SlowModelServer.waiting)
            asyncio.get_running_loop().call_later(SlowModelServer.latency if b"messages" in body else 0, self._answer)

    def _answer(self) -> None:
        SlowModelServer.answered.append((time.monotonic(), SlowModelServer.waiting))
        SlowModelServer.waiting -= 1
        if not self._transport.is_closing():
            self._transport.write(RESPONSE)


def serve() -> tuple[str, threading.Thread]:
    """Start the model in a thread; returns its URL."""
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(loop.create_server(SlowModelServer, "127.0.0.1", 0, backlog=4096))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", thread


def play(command: list[str], seconds: float) -> None:
    """Run a command until it ends, or for some seconds from the first answer on; then what is being played is finished.

    Raises:
        SystemExit: it failed.
    """
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while run.poll() is None and not SlowModelServer.answered:
        time.sleep(0.1)
    for _ in range(2):  # a second signal ends the run at once
        with suppress(subprocess.TimeoutExpired):
            run.wait(seconds)
        if run.returncode is None:
            run.send_signal(signal.SIGINT)
    if run.wait() not in (0, STOPPED, 128 + signal.SIGINT):
        raise SystemExit(f"the run failed: {' '.join(command)}")


def steady_rate(cars: int) -> tuple[float, float]:
    """Answers a second from the first to the last moment when nearly all cars waited for one, and for how many seconds.

    Both are 0 where that was shorter than the model takes: no rate can be told of it.
    """
    busy = [when for when, waiting in SlowModelServer.answered if waiting >= STEADY * min(cars, SlowModelServer.busiest)]
    seconds = busy[-1] - busy[0] if busy else 0.0
    if seconds < SlowModelServer.latency:
        return 0.0, 0.0
    return sum(busy[0] <= when <= busy[-1] for when, _ in SlowModelServer.answered) / seconds, seconds


def main(
    cars: Annotated[int, typer.Option(help="Episodes played at once, over all processes.")] = 1_000,
    latency: Annotated[float, typer.Option(help="Seconds that the model takes for a reply.")] = 2.0,
    workers: Annotated[int, typer.Option(help="Number of processes.")] = 2,
    trials: Annotated[int, typer.Option(help="Trials of each instance.")] = 8,
    agent: Annotated[str, typer.Option(help="Agent that plays.")] = "t3a",
    seconds: Annotated[float, typer.Option(help="Start no further episode N seconds after the first reply.")] = 90.0,
    max_steps: Annotated[int, typer.Option(help="Steps of an episode.")] = 15,
    options: Annotated[str, typer.Option(help="More options of the run.")] = "--no-reflection --no-images",
) -> None:
    """Play, and print what was measured."""
    SlowModelServer.latency = latency
    url, _ = serve()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "automotive_env", "run", "--agent", agent, "--model", f"openai:m@{url}"]
        command += ["--workers", str(workers), "--concurrency", str(cars // workers), "--trials", str(trials)]
        command += ["--max-steps", str(max_steps), *options.split(), "--out", f"{folder}/run", "--json"]
        own = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        started = time.monotonic()
        play(command, seconds)
        took = time.monotonic() - started
        episodes = (Path(folder) / "run" / "episodes.jsonl").read_bytes().count(b"\n")
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    rate, seconds = steady_rate(cars)
    ideal = cars / latency
    cpu = spent.ru_utime + spent.ru_stime
    own = resource.getrusage(resource.RUSAGE_SELF).ru_utime - own
    print(
        f"| {agent} | {cars} | {workers} | {latency:g} | {rate:.0f} | {ideal:.0f} | {rate / ideal:.0%} | {seconds:.0f} "
        f"| {episodes} | {1000 * cpu / episodes:.0f} | {1000 * cpu / max(1, len(SlowModelServer.answered)):.1f} | "
        f"| {spent.ru_maxrss // 1024} | {took:.0f} | {own:.0f} | {os.getloadavg()[0]:.1f} |"
    )


if __name__ == "__main__":
    typer.run(main)
