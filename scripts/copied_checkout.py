"""A copy of a checkout, without what was made in it."""

from __future__ import annotations

import shutil
from pathlib import Path

_MADE = shutil.ignore_patterns("__pycache__", ".*_cache")
_MADE_AT_ITS_ROOT = shutil.ignore_patterns(".git", ".venv", "build", "dist", "site", "*.egg-info", ".hypothesis", "runs")
"""What is made at the root of a checkout alone; docs/ and the package have folders of such names, too."""


def copy_checkout(source: Path, target: Path) -> None:
    """Copy a checkout into a folder, which may be there already; links stay links."""

    def left_out(folder: str, names: list[str]) -> set[str]:
        return {*_MADE(folder, names), *(_MADE_AT_ITS_ROOT(folder, names) if Path(folder) == source else ())}

    shutil.copytree(source, target, symlinks=True, ignore=left_out, dirs_exist_ok=True)
