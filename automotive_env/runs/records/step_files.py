"""Where the steps of episodes lie: `steps/<shard>/<episode>.jsonl`, in 256 folders, so that none of them grows without bound.

Earlier versions wrote `steps/<episode>.jsonl`; such files are still read.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from automotive_env.runs.records.files import entries
from automotive_env.runs.records.safe_path import SafePath

SHARD = re.compile("[0-9a-f]{2}")
SUFFIX = ".jsonl"


def shard_of(episode: str) -> str:
    """The name of the folder that an episode belongs to: the first two digits of the SHA-256 of its id."""
    return hashlib.sha256(episode.encode()).hexdigest()[:2]


def steps_file(steps: SafePath, episode: str) -> SafePath:
    """The file that the steps of an episode are written to.

    Args:
        steps: the folder of all steps of a run.
        episode: its id.
    """
    return steps / shard_of(episode) / f"{episode}{SUFFIX}"


def find_steps(steps: SafePath, episode: str) -> SafePath:
    """The file that the steps of an episode are read from; it need not exist."""
    file, flat = steps_file(steps, episode), steps / f"{episode}{SUFFIX}"
    return flat if file.stat() is None and flat.stat() is not None else file


def shards(steps: SafePath) -> Iterator[SafePath]:
    """The folders that exist.

    Raises:
        OSError: the folder of all steps cannot be read, or is a link.
    """
    for name in filter(SHARD.fullmatch, steps.names()):
        if (steps / name).is_folder():
            yield steps / name


def ids_of_steps(steps: SafePath) -> Iterator[str]:
    """The episodes whose steps are kept, each once.

    Raises:
        UsageError: a folder cannot be read, or is a link.
    """
    found = {path.name for path in entries(steps)}
    found.update(path.name for shard in shards(steps) for path in entries(shard))
    return (name.removesuffix(SUFFIX) for name in sorted(found) if name.endswith(SUFFIX) and not name.startswith("."))
