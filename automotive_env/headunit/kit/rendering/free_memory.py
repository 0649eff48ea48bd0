"""Memory that is free is given back to the system."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> None:
    """Give back what lies between things in use, too; of that glibc, after large pictures were drawn, keeps megabytes."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other C libraries have none
        if trim:
            trim(0)
