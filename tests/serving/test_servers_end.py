"""A server ends when it is told to, whatever its car is busy with, and clients that are silent do not stay."""

import asyncio
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from processes import started
from serving_client import served
from websockets.sync.client import connect

from automotive_env.errors import UsageError
from automotive_env.serving import page_server
from automotive_env.serving.drive import DrivenCar
from automotive_env.serving.page_server import configuration, listen, serve

WEB = """
from automotive_env.place.places import place_by_name
from automotive_env.serving import page_server
from automotive_env.serving.drive import DrivenCar
drive = DrivenCar(place_by_name("Berlin"))
def spin(message):
    while True:
        pass
drive.act = spin
page_server.STOP_TIMEOUT = 1.2
page_server.serve(drive, 0, *{clock}, lambda address: print(address, flush=True))
"""
ADB = """
from automotive_env.emulator.virtual.process import command
@command("spin")
async def spin(process):
    while True:
        pass
from automotive_env.emulator.virtual import host
from automotive_env.serving.adb import serve
from automotive_env.car.core.world import World
host.STOP_TIMEOUT = 0.3
serve([World()], 14, 0, *{clock}, lambda line: print(line, flush=True))
"""
CLOCK = ["real"]


@contextmanager
def running(program: str, home: Path) -> Iterator[tuple[Popen[str], str]]:
    """A server in a process of its own, and the first line that it prints."""
    environ = {**os.environ, "HOME": str(home), "TMPDIR": str(home / "tmp")}
    (home / "tmp").mkdir()
    command = [sys.executable, "-c", program]
    with started(command, stdout=PIPE, stderr=DEVNULL, text=True, env=environ) as process:
        assert process.stdout
        yield process, process.stdout.readline().strip()


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.sweep)])
@pytest.mark.sweep
def test_the_page_ends_while_the_car_is_busy(tmp_path: Path, number: signal.Signals) -> None:
    with running(WEB.format(clock=CLOCK), tmp_path) as (process, address):
        url = urlsplit(address)
        with connect(f"ws://{url.netloc}{url.path}socket", origin=f"http://{url.netloc}", open_timeout=60) as page:  # type: ignore[arg-type]
            page.recv(timeout=60)
            page.send('{"do": "ring"}')
            process.send_signal(number)
            process.wait(60)
            with suppress(Exception):
                page.close()
    assert not list((tmp_path / "tmp").iterdir())


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.sweep)])
@pytest.mark.sweep
def test_devices_end_while_one_is_busy(tmp_path: Path, number: signal.Signals) -> None:
    with running(ADB.format(clock=CLOCK), tmp_path) as (process, line):
        port = int(line.split()[2].removeprefix("emulator-")) + 1
        with socket.create_connection(("127.0.0.1", port), 60) as adb:
            packets = ((b"CNXN", 0x01000001, 1 << 20, b"host::"), (b"OPEN", 1, 0, b"shell:spin\0"))
            for name, first, second, data in packets:
                magic = int.from_bytes(name, "little") ^ 0xFFFFFFFF
                words = (int.from_bytes(name, "little"), first, second, len(data), 0, magic)
                adb.sendall(b"".join(word.to_bytes(4, "little") for word in words) + data)
            assert adb.recv(4) == b"CNXN"
            time.sleep(0.5)  # until it spins; it may as well not have begun
            process.send_signal(number)
            assert process.wait(60) == 0
    assert not list((tmp_path / "tmp").iterdir())
    assert {path.name for path in tmp_path.iterdir()} <= {"tmp", ".emulator_console_auth_token"}


def test_a_request_without_end_is_hung_up_on_and_a_page_is_not(drive: DrivenCar, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_server, "REQUEST_TIMEOUT", 0.3)
    with served(drive, "real") as address:
        url = urlsplit(address)
        with connect(f"ws://{url.netloc}{url.path}socket", origin=f"http://{url.netloc}", open_timeout=60) as page:  # type: ignore[arg-type]
            halves = (b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nabc")
            with ExitStack() as open_:
                idle = [open_.enter_context(socket.create_connection(("127.0.0.1", url.port or 0), 60)) for _ in halves]
                for client, half in zip(idle, halves, strict=True):
                    with suppress(ConnectionError):
                        client.sendall(half)
                for client in idle:
                    with suppress(ConnectionError):
                        while client.recv(1 << 16):
                            pass
            page.send('{"do": "wait", "seconds": 1}')
            while '"done"' not in str(page.recv(timeout=60)):
                pass


def test_an_answer_to_a_program_may_take_longer_than_its_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_server, "REQUEST_TIMEOUT", 0.3)

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.9)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
        await send({"type": "http.response.body", "body": b"done"})

    with listen(0) as listener:
        running = uvicorn.Server(configuration(slow, lifespan="off"))
        thread = threading.Thread(target=running.run, args=([listener],))
        thread.start()
        try:
            with socket.create_connection(listener.getsockname(), 60) as client:
                client.sendall(b"GET / HTTP/1.1\r\nHost: it\r\n\r\n")
                answered = b""
                while some := client.recv(1 << 16):  # which ends when nothing more is asked
                    answered += some
        finally:
            running.should_exit = True
            thread.join(60)
    assert answered.endswith(b"done")


def test_a_port_that_is_taken_is_said(drive: DrivenCar) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(UsageError, match="cannot be used"):
        serve(drive, taken.getsockname()[1], "still", str)
