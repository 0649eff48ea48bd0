"""The standard streams as whoever waits for them needs them."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def prepare_output() -> None:
    """Write each line at once, also to a pipe or a file, where a script may wait for it.

    What the encoding of the output lacks is written as its escape: on Windows a file or a pipe is often not UTF-8.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace", line_buffering=True)
