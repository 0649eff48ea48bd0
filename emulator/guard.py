"""Runs a program, and ends it with all that it started on SIGTERM or when the parent of this process has ended.

The emulator starts helpers of its own; killed alone, it would leave them behind. Run as a file, outside the package:
`python -I -S guard.py PROGRAM ARGUMENTS...`. It is the first of its process group (see `automotive_env.emulator.child`).
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys

PERIOD = 0.2
"""Seconds between two looks at the parent."""
GRACE = 2.0
"""Seconds that the program has to end by itself."""
PR_SET_PDEATHSIG = 1


def main() -> int:
    """Run the program; the exit status is its own."""
    parent = os.getppid()
    _signal_at_end_of_parent(0)  # from here on this looks itself, for it has to clean up
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: stopped.append(number))
    program = subprocess.Popen(sys.argv[1:], preexec_fn=lambda: _signal_at_end_of_parent(signal.SIGKILL))
    while not stopped and os.getppid() == parent:
        try:
            return _end_group(program.wait(PERIOD))
        except subprocess.TimeoutExpired:
            continue
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(0, signal.SIGTERM)
    try:
        program.wait(GRACE)
    except subprocess.TimeoutExpired:
        os.killpg(0, signal.SIGKILL)
    return _end_group(0)


def _end_group(status: int) -> int:
    """End what the program left behind; this process is of the group, too."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(0, signal.SIGTERM)
    return status if status >= 0 else 128 - status


def _signal_at_end_of_parent(number: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)


if __name__ == "__main__":
    sys.exit(main())
