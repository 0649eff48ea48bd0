"""Names of files that are being written: a process finds its own again, and those of a process that died, among all others."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from itertools import count

from automotive_env.runs.records.safe_path import SafePath

TOKEN = secrets.token_hex(16)
"""Of this process and those that it forks; no other process guesses it."""
_numbers = count()


def draft_name() -> str:
    """A name that no other file has."""
    return f".automotive-env-{TOKEN}-{os.getpid()}-{next(_numbers)}"


def is_token(text: str) -> bool:
    """Whether a text can be the token of a process."""
    return bool(re.fullmatch("[0-9a-f]{32}", text))


def remove_drafts(folders: Iterable[SafePath], token: str) -> None:
    """Remove the drafts that a process has left in some folders, and nothing else.

    Args:
        folders: where they are looked for.
        token: of that process, which is no longer alive.

    Raises:
        OSError: a folder cannot be read, or a draft cannot be removed.
    """
    draft = re.compile(rf"\.automotive-env-{re.escape(token)}-[0-9]+-[0-9]+")
    for folder in folders:
        for name in filter(draft.fullmatch, folder.names()):
            if (folder / name).is_file():
                with suppress(FileNotFoundError):
                    (folder / name).remove()
