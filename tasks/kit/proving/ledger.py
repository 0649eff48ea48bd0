"""The ledger of the matrix: which tasks were played in which place on which seed, from which source, and what went wrong.

A call of `play_everywhere` writes once what it plays from, and then a line for each visit that names that. Ledgers of several
machines can be joined: `cat one other > both`.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple, TypeAlias

from pydantic import Field

from automotive_env.errors import UsageError
from automotive_env.runs.records.fields import Count, Frozen, Text, Texts
from automotive_env.runs.records.files import append_lines, read_lines, set_aside
from automotive_env.runs.records.manifest import source_hash, source_hashes
from automotive_env.tasks.kit.task import Task

_TASKS = "automotive_env.tasks"
DIGITS = 16
"""Of a SHA-256, how many are kept: enough to tell sources of one project apart."""
Short: TypeAlias = Annotated[str, Field(pattern=rf"^[0-9a-f]{{{DIGITS}}}$", description="the first digits of a SHA-256")]
NOT_PLAYED = "-"


class Sources(Frozen):
    """What a call plays from.

    Attributes:
        backend: headless or virtual.
        commit: of the checkout, empty where there is none.
        tasks: each task -> hash of all that decides over it, see `source_of`.
    """

    backend: Text
    commit: Text = ""
    tasks: dict[str, Short]

    @property
    def hash(self) -> str:
        """What visits name it by."""
        return hashlib.sha256(self.line().encode()).hexdigest()[:DIGITS]


class Visit(Frozen):
    """What was played in a place on one seed, in one go.

    Attributes:
        sources: hash of what it was played from.
        place: name of the city.
        seed: what the instances were drawn from.
        day: when, such as "2025-04-13", in UTC.
        megabytes: the most memory that the process had taken by then.
        seconds: of CPU time.
        counts: for each task of its sources, in order, a digit: how many endings the place can have; "-" where it was not played.
        faults: task -> what went otherwise than it should.
    """

    sources: Short
    place: Text
    seed: Count
    day: Text = ""
    megabytes: Count = 0
    seconds: float = 0.0
    counts: Annotated[str, Field(pattern=rf"^[0-9{NOT_PLAYED}]*$")]
    faults: dict[str, Texts] = {}

    @property
    def instances(self) -> int:
        """How many were played."""
        return sum(int(count) for count in self.counts if count != NOT_PLAYED)


class Line(Frozen):
    """A line of the file: one of the two."""

    sources: Sources | None = None
    visit: Visit | None = None

    def line(self) -> str:
        """Only the one that it is, and of that only what says something."""
        return self.model_dump_json(exclude_defaults=True)


class Cell(NamedTuple):
    """A task on one seed in one place.

    Attributes:
        task: its name.
        source: hash of all that decided, see `source_of`.
        instances: how many endings the place can have; 0 where it can have none.
        faults: what went otherwise than it should.
    """

    task: str
    source: str
    instances: int
    faults: tuple[str, ...]


class Ledger:
    """The file of all visits; the last word on a cell counts."""

    def __init__(self, path: Path) -> None:
        """Read what was played before; a last line that a crash left unfinished is moved into a file beside it.

        Raises:
            UsageError: the file cannot be read, or is no ledger.
            RecordsFault: the damaged line cannot be moved.
        """
        self._path = path
        lines = read_lines(path, Line)
        if lines.damaged:
            set_aside(path, lines)
        self._sources = {line.sources.hash: line.sources for line in lines.records if line.sources}
        self.visits: list[Visit] = []
        self._sound: dict[tuple[str, int, str], dict[str, str]] = {}
        for line in lines.records:
            if line.visit:
                self._note(line.visit)

    def _note(self, visit: Visit) -> None:
        sources = self._sources.get(visit.sources)
        if sources is None or len(visit.counts) != len(sources.tasks):
            raise UsageError(
                f"{self._path.name} is damaged: it does not hold what {visit.place}, seed {visit.seed} was played from"
            )
        self.visits.append(visit)
        sound = self._sound.setdefault((visit.place, visit.seed, sources.backend), {})
        sound.update({cell.task: "" if cell.faults else cell.source for cell in self.cells(visit)})

    def sources(self, visit: Visit) -> Sources:
        """What a visit was played from."""
        return self._sources[visit.sources]

    def cells(self, visit: Visit) -> Iterator[Cell]:
        """What was played in a visit."""
        for (task, source), count in zip(self._sources[visit.sources].tasks.items(), visit.counts, strict=True):
            if count != NOT_PLAYED:
                yield Cell(task, source, int(count), visit.faults.get(task, ()))

    def missing(self, place: str, seed: int, sources: Sources) -> list[str]:
        """Tasks that were not played there from these sources, or not without a fault."""
        sound = self._sound.get((place, seed, sources.backend), {})
        return [name for name, source in sources.tasks.items() if sound.get(name) != source]

    def add(self, sources: Sources, visits: Sequence[Visit]) -> None:
        """Append visits that were played from the same, and wait until they are on the disk.

        Raises:
            RecordsFault: they cannot be written; the file is as it was.
        """
        lines = [Line(visit=visit) for visit in visits]
        if sources.hash not in self._sources:
            lines.insert(0, Line(sources=sources))
        append_lines(self._path, lines)
        self._sources[sources.hash] = sources
        for visit in visits:
            self._note(visit)


def source_of(task: Task, backend: str) -> str:
    """The first digits of the SHA-256 of all source that decides over a task on a backend.

    That is what a run's manifest hashes, but of the tasks only the module of this one and those that it imports.
    """
    digest = hashlib.sha256()
    for part in (*_shared(backend), source_hash(_files(type(task).__module__))):
        digest.update(part.encode())
    return digest.hexdigest()[:DIGITS]


@cache
def _shared(backend: str) -> tuple[str, ...]:
    return tuple(f"{part} {found}" for part, found in source_hashes(backend).items() if part != "tasks")


@cache
def _files(module: str) -> tuple[Path, ...]:
    """The files of a module and of the tasks that it imports, over others too."""
    found, left = set[str](), [module]
    while left:
        if (name := left.pop()) not in found:
            found.add(name)
            left += _imported(Path(str(sys.modules[name].__file__)))
    return tuple(sorted(Path(str(sys.modules[name].__file__)) for name in found))


def _imported(path: Path) -> Iterator[str]:
    """The modules of tasks that a file names in its imports."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module:
            named = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        else:
            continue
        yield from (name for name in named if name.startswith(f"{_TASKS}.") and name in sys.modules)
