"""`python -m automotive_env.emulator`: an emulator for a person to look at, or proof that one boots here."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Annotated

import typer

from automotive_env.cli import exit_status, make_app, out


def start(
    once: Annotated[bool, typer.Option("--once", help="End it as soon as it has booted.")] = False,
    window: Annotated[bool, typer.Option("--window", help="Show its window.")] = False,
) -> None:
    """Boot an emulator, with its AVD made if need be, and print how adb reaches it."""
    from automotive_env.emulator.emulator import Emulator

    with Emulator(window=window) as emulator:
        out(f"{emulator.serial} has booted: adb -P {emulator.adb_port} -s {emulator.serial} shell")
        if not once:
            out("Ctrl+C ends it.")
            signal.pause()


def end_on_signals() -> None:
    """Let SIGINT (Ctrl+C) and SIGTERM end the emulator, also while it boots; a second signal does not interrupt its end."""

    def end(number: int, frame: FrameType | None) -> None:
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, signal.SIG_IGN)
        raise SystemExit(0)

    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, end)


if __name__ == "__main__":
    end_on_signals()
    with exit_status():
        make_app(start)()
