"""Where the index of a run is kept: in the cache folder of the user, never in the run folder, which may be a stranger's."""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from automotive_env.runs.records.drafts import draft_name

MAX_KEPT = 16
"""Indexes in the cache; the one that was written first goes."""
SUFFIX = ".sqlite"
MAX_WRITING = 86_400
"""Seconds after which a file that is not finished was given up."""


def cache_folder() -> Path:
    """The folder of our indexes, as the system has it: below `XDG_CACHE_HOME` or `~/.cache`, on Windows below `LOCALAPPDATA`."""
    usual = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    base = Path(usual) if os.path.isabs(usual) else Path("~/.cache").expanduser()
    return base / "automotive-env" / "indexes"


def index_file(run: Path) -> Path:
    """The file that holds the index of a run folder."""
    return cache_folder() / (hashlib.sha256(os.fsencode(run.resolve())).hexdigest()[:32] + SUFFIX)


def write_index(file: Path, write: Callable[[Path], None]) -> TemporaryDirectory[str] | None:
    """Have an index written and put in its place whole, or not at all.

    Args:
        file: where it is kept.
        write: writes it to the path that it is given.

    Returns:
        None; where the cache folder cannot be written, a temporary folder that holds the index under the same name.
    """
    draft = file.parent / draft_name()
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.touch(mode=0o600, exist_ok=False)
        write(draft)
        file.with_name(f"{file.name}-journal").unlink(missing_ok=True)
        draft.replace(file)
    except OSError:  # nothing can be written there, or on Windows somebody reads the old one
        scratch = TemporaryDirectory(prefix="automotive-env-")
        write(Path(scratch.name) / file.name)
        return scratch
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    _remove_oldest(file.parent)
    return None


def _remove_oldest(folder: Path) -> None:
    """Remove the oldest indexes, and what a process that was killed has left."""
    with suppress(OSError):
        for path in folder.glob(".automotive-env-*"):
            if time.time() - path.stat().st_mtime > MAX_WRITING:
                path.unlink()
        found = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime_ns)
        for path in found[:-MAX_KEPT]:
            path.unlink()
