"""Data for the page: JSON, compressed, in base64, so that no text of it can be taken for markup or script."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from typing import Any

QUICK, SMALL = 1, 6
"""Levels of compression: for data that is sent at once, and for data that is kept."""


def packed(data: Any, level: int = SMALL) -> str:
    """The data as base64 of gzip of JSON; halves of surrogate pairs are replaced."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return b64encode(gzip.compress(text.encode("utf-8", "replace"), level, mtime=0)).decode()


def as_script(name: str, data: Any, level: int = SMALL) -> bytes:
    """The data as a script that hands it to the page: the one form that a browser reads from a file as well as from a server."""
    return f"received({json.dumps(name)}, {json.dumps(packed(data, level))});\n".encode()
