"""A copy of a checkout, without what was made in it."""

from __future__ import annotations

import shutil
from pathlib import Path

_MADE = shutil.ignore_patterns(".git", ".venv", "build", "dist", "site", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis")
_RUNS = "runs"
"""The folder at the root of a checkout that runs are written to; the package has a folder of that name, too."""


def copy_checkout(source: Path, target: Path) -> None:
    """Copy a checkout into a folder, which may be there already; links stay links."""

    def left_out(folder: str, names: list[str]) -> set[str]:
        return {*_MADE(folder, names), *([_RUNS] if Path(folder) == source else ())}

    shutil.copytree(source, target, symlinks=True, ignore=left_out, dirs_exist_ok=True)
