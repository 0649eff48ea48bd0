"""Devices for fake emulators: each runs in this process for as long as the process of its fake.

A fake that ran the device itself would have to load all of the package first.
"""

from __future__ import annotations

import select
import socket
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from automotive_env.emulator.virtual.host import VirtualHost

FAKE = """
import json, os, pathlib, socket, sys
here = pathlib.Path(__file__).parent
with open(here / "launches", "a") as launches:
    print(*sys.argv[1:], file=launches)
(here / "environment").write_text(json.dumps(dict(os.environ)))
if (here / "dies").exists():
    (here / "dies").unlink()
    sys.exit("ERROR | cannot open the disk")
with socket.create_connection(("127.0.0.1", {port})) as device:
    device.sendall(sys.argv[sys.argv.index("-port") + 1].encode() + b"\\n")
    device.recv(1)
"""
"""The program: it says on which port it wants a device, and ends with that."""
PERIOD = 0.02
"""Seconds between two looks at the device."""


@contextmanager
def devices() -> Iterator[str]:
    """The source of the program, whose devices are served meanwhile."""
    at_port: dict[int, threading.Lock] = defaultdict(threading.Lock)

    def run(fake: socket.socket) -> None:
        with fake, fake.makefile("rb") as said:
            port = int(said.readline())
            with at_port[port], VirtualHost(port=port, own_server=False) as host:  # its predecessor there may still be ending
                while all(daemon.plugged for daemon in host._daemons) and not select.select([fake], [], [], PERIOD)[0]:
                    pass

    def serve() -> None:
        while True:
            try:
                fake, _ = listener.accept()
            except OSError:
                return  # the listener was closed
            threading.Thread(target=run, args=(fake,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, daemon=True).start()
        yield FAKE.format(port=listener.getsockname()[1])
        listener.shutdown(socket.SHUT_RDWR)
