"""Measures all of them, one after the other, each in an interpreter of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from automotive_env.scripts.peers.figures import PeerFigures
from automotive_env.scripts.peers.peer import Peer, PeerOptions

SECONDS = 240.0
"""How long one may take."""


def run(peers: Iterable[Peer], asked: PeerOptions, say: Callable[[str], None]) -> Iterator[PeerFigures]:
    """What each takes. One that ends early or does not end says so in its figures.

    Args:
        peers: which.
        asked: what the user gave.
        say: is told who is measured now.
    """
    for peer in peers:
        say(peer.title)
        yield _in_a_process(peer, asked.vehicleworld)


def _in_a_process(peer: Peer, checkout: Path | None) -> PeerFigures:
    command = [
        sys.executable,
        "-m",
        "automotive_env.scripts.peers",
        peer.name,
        *([str(checkout.resolve())] if checkout else []),
    ]
    streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **streams) as process:
        try:
            said, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            _kill(process)
            return PeerFigures(peer=peer.name, missing=f"failed: not done within {SECONDS:g} s")
        except BaseException:
            _kill(process)
            raise
    try:
        return TypeAdapter(PeerFigures).validate_json(said.rstrip().rpartition(b"\n")[2])
    except ValueError:
        return PeerFigures(peer=peer.name, missing=f"failed: ended with status {process.returncode} and without figures")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """A process and all that it has started."""
    try:
        import psutil
    except ImportError:  # without it nothing is measured that starts others
        process.kill()
        return
    with suppress(psutil.Error):  # of what has just ended
        below = psutil.Process(process.pid).children(recursive=True)
        process.kill()
        for child in below:
            with suppress(psutil.Error):
                child.kill()
