"""Data for the page: JSON, compressed, in base64, so that no text of it can be taken for markup or script."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from typing import Any

QUICK, SMALL = 1, 6
"""Levels of compression: for data that is sent at once, and for data that is kept."""

_REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that have what follows them shown in another order."""


def packed(data: Any, level: int = SMALL) -> str:
    """The data as base64 of gzip of JSON; halves of surrogate pairs are replaced, what reorders text becomes its escape."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = _REORDERING.sub(lambda found: rf"\\u{ord(found[0]):04x}", text)
    return b64encode(gzip.compress(text.encode("utf-8", "replace"), level, mtime=0)).decode()


def as_script(name: str, data: Any, level: int = SMALL) -> bytes:
    """The data as a script that hands it to the page: the one form that a browser reads from a file as well as from a server."""
    return script_of(name, packed(data, level))


def script_of(name: str, text: str) -> bytes:
    """The same of data that is packed."""
    return f"received({json.dumps(name)}, {json.dumps(text)});\n".encode()
