"""What the console of an emulator can do to its device."""

from __future__ import annotations

from automotive_env.emulator.virtual.device import VirtualDevice


class Rejected(Exception):
    """The console says "KO: " and the message."""


def answer(device: VirtualDevice, line: str) -> list[str]:
    """Do what a line says; returns the lines to print before "OK".

    Raises:
        Rejected: it cannot be done; nothing was changed.
    """
    word, _, _ = line.partition(" ")
    if word == "ping":
        return ["I am alive!"]
    raise Rejected("unknown command, try 'help'")
