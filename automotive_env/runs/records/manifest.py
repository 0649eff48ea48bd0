"""The manifest of a run: everything that its results depend on."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field

import automotive_env
from automotive_env.agents.comparison_tracks import AgentTrack
from automotive_env.agents.standing import CONTESTANT, AgentStanding
from automotive_env.runs.options import UNDECIDING_OPTIONS
from automotive_env.runs.records.fields import Digest, FrozenRecord, JsonObject, RecordText
from automotive_env.version import TASK_SET_VERSION, __version__

DISTRIBUTION = "automotive-env"
"""Name of the installed package that this one is."""
RECORD_FORMAT = 4
"""Raised whenever files of an earlier version can no longer be read."""

UNDECIDING = frozenset({"automotive_env", "cli", "machine", "runs", "scripts", "serving", "speed", "tests"})
"""Folders that no verdict depends on; every other folder of the package counts."""
ANDROID = frozenset({"android", "emulator"})
"""Folders that no verdict of a headless run depends on."""
SOURCES = frozenset({".py", ".json"})


class AgentOrigin(FrozenRecord):
    """Whose code an agent is, and how it took part.

    Attributes:
        distribution: the installed package that it belongs to; empty for a module that belongs to none.
        version: of that package.
        in_process: whether its code ran in the process that held the task, where code can reach everything.
        standing: how it stands in comparisons.
        track: what it saw and could do; empty in manifests of earlier versions.
    """

    distribution: RecordText = DISTRIBUTION
    version: RecordText = __version__
    in_process: bool = True
    standing: AgentStanding = CONTESTANT
    track: AgentTrack = ""

    @property
    def is_ours(self) -> bool:
        """Whether it belongs to this package."""
        return self.distribution == DISTRIBUTION


class RunManifest(FrozenRecord):
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
        hashes: part of the package -> SHA-256 of its source, for all parts that a verdict depends on, such as "validators".
        planned: how many episodes the run has when it is finished; None where the run does not know.
        plan_file: SHA-256 of the file of the plan; None where the suite plans quickly and has none.
        origins: agent -> whose code it is.
        settings: agent -> what the run made of its design, of agents whose options do not say it all: for a native agent, the
            size of its pictures, how many are kept, the numbers of its points, and a hash of its prompts.
        plugins: what the run depends on of other packages, "agents NAME" -> distribution, version and a hash of its source.
        unsupported: tasks that were left out -> names of the signals that the car lacks.
        git_commit: of the checkout, where it runs from one.
        started: UTC, ISO 8601.
        ended: UTC, ISO 8601, or None while the run goes on.
    """

    record_format: int = RECORD_FORMAT
    package: RecordText = __version__
    task_set: int = TASK_SET_VERSION
    suite: RecordText = "automotive"
    agents: tuple[RecordText, ...]
    model: RecordText
    backend: RecordText
    seed: int
    options: JsonObject = Field(default_factory=dict)
    hashes: dict[str, str] = Field(default_factory=dict)
    planned: int | None = None
    plan_file: Digest | None = None
    origins: dict[str, AgentOrigin] = Field(default_factory=dict)
    settings: dict[str, JsonObject] = Field(default_factory=dict)
    plugins: dict[str, dict[str, str]] = Field(default_factory=dict)
    unsupported: dict[str, tuple[RecordText, ...]] = Field(default_factory=dict)
    git_commit: str | None = None
    python: str = platform.python_version()
    platform: str = platform.platform()
    started: str
    ended: str | None = None

    def track_of(self, agent: str) -> AgentTrack:
        """What an agent saw and could do."""
        return self.origins[agent].track if agent in self.origins else ""

    def deciding(self) -> dict[str, Any]:
        """Option -> value, of all options that change what is played or asked."""
        fields = {name: getattr(self, name) for name in ("suite", "agents", "model", "backend", "seed")}
        return {name: value for name, value in self.options.items() if name not in UNDECIDING_OPTIONS} | fields

    def differences(self, other: RunManifest) -> list[str]:
        """Names of what makes the results of two runs incomparable; a run is only resumed where there are none.

        A name is that of an option, of another field, or of a part of the package ("source of validators").
        """
        had, has = self.deciding(), other.deciding()
        options = [name for name in had | has if had.get(name) != has.get(name)]
        unrelated = {"options", "hashes", "git_commit", "python", "platform", "started", "ended", "planned", *had}
        fields = [
            name for name in RunManifest.model_fields if name not in unrelated and getattr(self, name) != getattr(other, name)
        ]
        parts = [part for part in self.hashes | other.hashes if self.hashes.get(part) != other.hashes.get(part)]
        return options + fields + [f"source of {part}" for part in parts]


def make_manifest(
    *,
    agents: Iterable[str],
    model: str,
    backend: str,
    seed: int,
    suite: str = "automotive",
    options: Mapping[str, Any] | None = None,
) -> RunManifest:
    """The manifest of a run that begins now, on this machine, with these tasks and prompts."""
    return RunManifest(
        suite=suite,
        agents=tuple(agents),
        model=model,
        backend=backend,
        seed=seed,
        options=dict(options or {}),
        hashes=source_hashes(backend),
        git_commit=git_commit(checkout()),
        started=now(),
    )


def now() -> str:
    """The present moment, UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def source_hashes(backend: str) -> dict[str, str]:
    """Part of the package -> SHA-256 of its source, for all that a verdict on a backend depends on.

    A part is a folder of the package, or "prompts". Hashes are equal installed and in a checkout.
    A process hashes its source once: what it has loaded stays the same, whatever becomes of the files.
    """
    return dict(_hashes(tuple(automotive_env.__path__), backend))


@cache
def _hashes(package: tuple[str, ...], backend: str) -> dict[str, str]:
    """The hashes of a package in these folders."""
    roots = [Path(root) for root in package]
    folders = {path.parent.name: path.parent for root in roots for path in sorted(root.glob("*/__init__.py"))}
    idle = UNDECIDING if backend != "headless" else UNDECIDING | ANDROID
    # Folder by folder: a walk below the package does not follow the links of a checkout.
    files = {name: _files(folder) for name, folder in folders.items() if name not in idle}
    parts = {name: [file for file in found if file.suffix in SOURCES] for name, found in files.items()}
    parts["prompts"] = sorted(file for found in files.values() for file in found if _is_prompt(file))
    return {name: source_hash(parts[name]) for name in sorted(parts)}


def _files(folder: Path) -> list[Path]:
    """All files below a folder."""
    found = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if not name.endswith(".pyc")]
    return [Path(file) for file in sorted(found, key=lambda file: file.split(os.sep))]


def _is_prompt(file: Path) -> bool:
    return file.suffix == ".jinja" and file.parent.name == "prompts"


def source_hash(files: Iterable[Path]) -> str:
    """SHA-256 over the names and contents of files."""
    digest = hashlib.sha256()
    for path in files:
        content = hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n"))
        digest.update(f"{path.name} {content.hexdigest()}\n".encode())
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
    return (path.parent / path.read_text(encoding="utf-8").removeprefix("gitdir:").strip()).resolve()


def _head(git: Path) -> str | None:
    head = (git / "HEAD").read_text(encoding="utf-8").strip()
    if not head.startswith("ref: "):
        return _commit(head)
    name = head.removeprefix("ref: ")
    shared = git / "commondir"
    common = (git / shared.read_text(encoding="utf-8").strip()).resolve() if shared.exists() else git
    if (common / name).is_file():
        return _commit((common / name).read_text(encoding="utf-8").strip())
    packed = (line.split() for line in (common / "packed-refs").read_text(encoding="utf-8").splitlines())
    return next((_commit(words[0]) for words in packed if words[1:] == [name]), None)


def _commit(text: str) -> str | None:
    return text if len(text) in (40, 64) and set(text) <= set("0123456789abcdef") else None
