"""What the page of a run shows: the data that its script unpacks."""

import gzip
from base64 import b64decode
from pathlib import Path


def report_data(run: Path) -> str:
    """The data of a run folder's page, as JSON text."""
    packed = (run / "report.html").read_text().partition('id="data">')[2].partition("<")[0]
    return gzip.decompress(b64decode(packed)).decode()
