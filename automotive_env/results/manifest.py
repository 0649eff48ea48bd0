"""The manifest of a run: everything that its results depend on."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import Field

import automotive_env
from automotive_env.action import describe_actions
from automotive_env.results.records import Frozen, JsonObject, Text
from automotive_env.version import TASK_SET_VERSION, __version__

RECORD_FORMAT = 1
"""Raised whenever files of an earlier version can no longer be read."""


class Manifest(Frozen):
    """What was run, with what, where and when.

    Attributes:
        record_format: version of the files of the run folder.
        package: version of this package.
        task_set: comparability number of the tasks.
        suite: which tasks were planned from.
        agents: who plays.
        model: who answers the prompts.
        backend: headless, virtual or emulator.
        seed: what the plan was drawn from.
        options: everything else that was asked for.
        hashes: name -> SHA-256 of what scores depend on, such as "tasks" and "prompts".
        unsupported: tasks that were left out -> names of the signals that the car lacks.
        git_commit: of the checkout, where it runs from one.
        started: UTC, ISO 8601.
        ended: UTC, ISO 8601, or None while the run goes on.
    """

    record_format: int = RECORD_FORMAT
    package: Text = __version__
    task_set: int = TASK_SET_VERSION
    suite: Text = "automotive"
    agents: tuple[Text, ...]
    model: Text
    backend: Text
    seed: int
    options: JsonObject = Field(default_factory=dict)
    hashes: dict[str, str] = Field(default_factory=dict)
    unsupported: dict[str, tuple[Text, ...]] = Field(default_factory=dict)
    git_commit: str | None = None
    python: str = platform.python_version()
    platform: str = platform.platform()
    started: str
    ended: str | None = None

    def differences(self, other: Manifest) -> list[str]:
        """Names of the fields that make the results of two runs incomparable; a run is only resumed where there are none."""
        unrelated = {"options", "git_commit", "python", "platform", "started", "ended"}
        names = [name for name in Manifest.model_fields if name not in unrelated]
        return [name for name in names if getattr(self, name) != getattr(other, name)]


def make_manifest(
    *,
    agents: Iterable[str],
    model: str,
    backend: str,
    seed: int,
    suite: str = "automotive",
    options: Mapping[str, Any] | None = None,
) -> Manifest:
    """The manifest of a run that begins now, on this machine, with these tasks and prompts."""
    return Manifest(
        suite=suite,
        agents=tuple(agents),
        model=model,
        backend=backend,
        seed=seed,
        options=dict(options or {}),
        hashes={
            "tasks": package_hash("tasks", ".py", ".json"),
            "prompts": package_hash("agents/prompts", ".jinja"),
            "actions": hashlib.sha256(describe_actions().encode()).hexdigest(),
        },
        git_commit=git_commit(checkout()),
        started=now(),
    )


def now() -> str:
    """The present moment, UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def package_hash(folder: str, *suffixes: str) -> str:
    """SHA-256 over the names and contents of the files in a folder of the package; the same installed and in a checkout."""
    digest = hashlib.sha256()
    for root in map(Path, automotive_env.__path__):
        if not (root / folder).is_dir():
            continue
        files = (path for path in (root / folder).rglob("*") if path.suffix in suffixes)
        for name, path in sorted((path.relative_to(root).as_posix(), path) for path in files):
            content = hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()
            digest.update(f"{name} {content}\n".encode())
        break
    return digest.hexdigest()


def checkout() -> Path | None:
    """The root of the checkout this package runs from, or None where it is installed."""
    root = Path(automotive_env.__file__).resolve().parent.parent
    return root if (root / "pyproject.toml").is_file() else None


def git_commit(root: Path | None) -> str | None:
    """The commit that a checkout is at, read from its files; None where there is none."""
    try:
        return _head(_git_folder(root / ".git")) if root else None
    except (OSError, ValueError):
        return None


def _git_folder(path: Path) -> Path:
    """The git folder; in a work tree `.git` is a file that says where it is."""
    if path.is_dir():
        return path
    return (path.parent / path.read_text().removeprefix("gitdir:").strip()).resolve()


def _head(git: Path) -> str | None:
    head = (git / "HEAD").read_text().strip()
    if not head.startswith("ref: "):
        return _commit(head)
    name = head.removeprefix("ref: ")
    shared = git / "commondir"
    common = (git / shared.read_text().strip()).resolve() if shared.exists() else git
    if (common / name).is_file():
        return _commit((common / name).read_text().strip())
    packed = (line.split() for line in (common / "packed-refs").read_text().splitlines())
    return next((_commit(words[0]) for words in packed if words[1:] == [name]), None)


def _commit(text: str) -> str | None:
    return text if len(text) in (40, 64) and set(text) <= set("0123456789abcdef") else None
