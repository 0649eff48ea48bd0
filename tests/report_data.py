"""What the page of a run shows: the data that its scripts unpack."""

import gzip
import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

HELD = re.compile(r'<script type="application/gzip" id="data:([^"]*)">([^<]*)</script>')


def data_of(page: str) -> dict[str, Any]:
    """Name -> data, of a page that is one file."""
    return {name: json.loads(gzip.decompress(b64decode(text))) for name, text in HELD.findall(page)}


def report_data(run: Path) -> str:
    """The data of a run folder's page, as JSON text."""
    return json.dumps(data_of((run / "report.html").read_text(encoding="utf-8")), ensure_ascii=False)
