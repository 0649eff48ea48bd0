"""Where the user's own installation of `bfcl-eval` is; none of its modules is imported in this process."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from automotive_env.errors import UsageError
from automotive_env.plugins.source_files import hash_of
from automotive_env.text.extras import install
from automotive_env.text.foreign_text import read_json

CLASSES: Mapping[str, str] = {
    "GorillaFileSystem": "gorilla_file_system",
    "MathAPI": "math_api",
    "MessageAPI": "message_api",
    "TwitterAPI": "posting_api",
    "TicketAPI": "ticket_api",
    "TradingBot": "trading_bot",
    "TravelAPI": "travel_booking",
    "VehicleControlAPI": "vehicle_control",
}
"""Class -> its module, whose name its documentation has, too; classes of other categories reach the network and are left out."""
SOURCE = "eval_checker/multi_turn_eval/func_source_code"
DOCUMENTS = "data/multi_turn_func_doc"
MAX_BYTES = 20_000_000
"""Size of a file that is read; the largest has 0.4 MB."""
UNKNOWN = "of unknown version"
INSTALL = f"pip install --no-deps bfcl-eval==2025.10.2 and {install('bfcl')}"


@dataclass(frozen=True, slots=True)
class BfclPackage:
    """An installation.

    Attributes:
        folder: of its modules and data.
        version: such as "2025.10.2".
    """

    folder: Path
    version: str

    def rows(self, category: str) -> Iterator[tuple[dict[str, Any], list[list[str]]]]:
        """The entries of a category, and the right calls of each by turns.

        Raises:
            UsageError: the data are not there, or damaged.
        """
        name = f"BFCL_v*_multi_turn_{category}.json"
        entries = _lines(_only(self.folder / "data", name))
        answers = {row["id"]: row["ground_truth"] for row in _lines(_only(self.folder / "data/possible_answer", name))}
        for entry in entries:
            if entry.get("id") not in answers:
                raise UsageError(f"bfcl-eval in {self.folder} has no answer to {entry.get('id')!r}; {INSTALL}")
            yield entry, answers[entry["id"]]

    def documents(self, name: str) -> list[dict[str, Any]]:
        """The documentation of a class: of each function its name, description, parameters and response.

        Raises:
            UsageError: it is not there, or damaged.
        """
        return list(_lines(self.folder / DOCUMENTS / f"{CLASSES[name]}.json"))

    def hash(self) -> str:
        """SHA-256 of the classes and their documentation."""
        return hash_of((self.folder / SOURCE, self.folder / DOCUMENTS))


@cache
def installed() -> BfclPackage:
    """The installation that Python finds.

    Raises:
        UsageError: there is none, or mpmath is missing; the message says how to install it.
    """
    for name in ("bfcl_eval", "mpmath"):
        if importlib.util.find_spec(name) is None:
            raise UsageError(f"the suite bfcl needs {name}: {INSTALL} (docs/bfcl.md)")
    spec = importlib.util.find_spec("bfcl_eval")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    folder = Path(folders[0]) if folders else Path()
    if not (folder / SOURCE).is_dir():
        raise UsageError(f"{folder} holds no multi-turn classes of BFCL-V3; {INSTALL}")
    return BfclPackage(folder, _version(folder))


def _version(folder: Path) -> str:
    """The version of the distribution that a folder belongs to."""
    try:
        found = metadata.distribution("bfcl-eval")
    except metadata.PackageNotFoundError:
        return UNKNOWN
    return found.version if Path(str(found.locate_file("bfcl_eval"))).resolve() == folder.resolve() else UNKNOWN


def _only(folder: Path, pattern: str) -> Path:
    files = sorted(folder.glob(pattern))
    if len(files) != 1:
        raise UsageError(f"{folder} has {len(files)} files {pattern}, not one; {INSTALL}")
    return files[0]


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        if file.stat().st_size > MAX_BYTES:
            raise UsageError(f"{file} is larger than {MAX_BYTES} bytes")
        rows = [read_json(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be read: {error}; {INSTALL}") from None
    for row in rows:
        if not isinstance(row, dict):
            raise UsageError(f"{file} holds a line that is not an object; {INSTALL}")
        yield row
