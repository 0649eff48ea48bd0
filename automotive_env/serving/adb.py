"""Serving cars as Android devices until a person ends it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Sequence

from automotive_env.car.core.world import World
from automotive_env.car.owner.real_time import ClockMode
from automotive_env.car.vhal.properties import AndroidRelease
from automotive_env.emulator.virtual.host import VirtualHost


def serve(
    worlds: Sequence[World],
    release: AndroidRelease,
    port: int,
    clock: ClockMode,
    say: Callable[[str], None],
    *,
    grpc: bool = False,
) -> None:
    """Serve cars to this machine's adb server, or to one that is started later, until SIGINT (Ctrl+C) or SIGTERM.

    Args:
        worlds: the cars, one for each device.
        release: the Android that they behave as.
        port: of the first console, even; its ADB is one higher; 0 for any that are free.
        clock: whether their clocks follow real time.
        say: told how to reach them.
        grpc: whether they have the gRPC services of an emulator, too.
    """
    ended = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: ended.set())
    host = VirtualHost(len(worlds), release=release, port=port or None, own_server=False, worlds=worlds, clock=clock, grpc=grpc)
    with host:
        for serial in host.serials:
            console = int(serial.rpartition("-")[2])
            say(f"adb -s {serial} shell" + (f"  (gRPC at localhost:{console + 3_000})" if grpc else ""))
        say("`adb devices` lists them (start it with `adb start-server` if need be). Ctrl+C ends it.")
        ended.wait()
    if threading.active_count() > 1:  # a device is busy, and its thread must not delay the end of the process
        os._exit(0)
