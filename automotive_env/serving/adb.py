"""Serving cars as Android devices until a person ends it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Sequence

from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.vehicle.properties import Release
from automotive_env.world.world import World


def serve(worlds: Sequence[World], release: Release, port: int, say: Callable[[str], None]) -> None:
    """Serve cars to this machine's adb server, or to one that is started later, until Ctrl+C.

    Args:
        worlds: the cars, one for each device.
        release: the Android that they behave as.
        port: of the first console, even; its ADB is one higher; 0 for any that are free.
        say: told how to reach them.
    """
    ended = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: ended.set())
    with VirtualHost(devices=len(worlds), release=release, port=port or None, own_server=False, worlds=worlds) as host:
        for serial in host.serials:
            say(f"adb -s {serial} shell")
        say("`adb devices` lists them (start it with `adb start-server` if need be). Ctrl+C ends it.")
        ended.wait()
