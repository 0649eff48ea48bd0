"""The ledger of the matrix: which tasks were played in which place on which seed, from which source, and what went wrong."""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from automotive_env.results.fields import Count, Digest, Frozen, Items, Text
from automotive_env.results.files import append_line, read_lines, set_aside
from automotive_env.results.manifest import source_hash, source_hashes
from automotive_env.task import Task

_TASKS = "automotive_env.tasks"


class Cell(Frozen):
    """A task on one seed in one place.

    Attributes:
        task: its name.
        source: SHA-256 of all that decided, see `source_of`.
        instances: how many endings the place can have; 0 where it can have none.
        faults: what went otherwise than it should.
    """

    task: Text
    source: Digest
    instances: Count
    faults: Items[Text] = ()


class Visit(Frozen):
    """What was played in a place on one seed, in one go: a line of the ledger.

    Attributes:
        place: name of the city.
        seed: what the instances were drawn from.
        backend: headless or virtual.
        commit: of the checkout that it was played from, empty where there is none.
        megabytes: the most memory that the process had taken by then.
        seconds: of CPU time.
        cells: one for each task.
    """

    place: Text
    seed: Count
    backend: Text
    commit: Text = ""
    megabytes: Count = 0
    seconds: float = 0.0
    cells: Items[Cell] = ()


class Ledger:
    """The file of all visits; the last word on a cell counts."""

    def __init__(self, path: Path) -> None:
        """Read what was played before; a last line that a crash left unfinished is moved into a file beside it.

        Raises:
            UsageError: the file cannot be read, or is no ledger.
            RecordsFault: the damaged line cannot be moved.
        """
        self._path = path
        lines = read_lines(path, Visit)
        if lines.damaged:
            set_aside(path, lines)
        self.visits: list[Visit] = list(lines.records)
        self._sources = {at: cell.source for at, cell in self.cells().items() if not cell.faults}

    def cells(self) -> Mapping[tuple[str, str, int, str], Cell]:
        """Task, place, seed and backend -> the cell as it was played last."""
        return {(cell.task, visit.place, visit.seed, visit.backend): cell for visit in self.visits for cell in visit.cells}

    def missing(self, tasks: Iterable[str], place: str, seed: int, backend: str, sources: Mapping[str, str]) -> list[str]:
        """Those of some tasks that were not played there from their source, or not without a fault."""
        return [name for name in tasks if self._sources.get((name, place, seed, backend)) != sources[name]]

    def add(self, visit: Visit) -> None:
        """Append a visit, and wait until it is on the disk.

        Raises:
            RecordsFault: it cannot be written; the file is as it was.
        """
        append_line(self._path, visit)
        self.visits.append(visit)


def source_of(task: Task, backend: str) -> str:
    """SHA-256 of all source that decides over a task on a backend.

    That is what a run's manifest hashes, but of the tasks only the module of this one and those that it imports.
    """
    digest = hashlib.sha256()
    for part in (*_shared(backend), source_hash(_files(type(task).__module__))):
        digest.update(part.encode())
    return digest.hexdigest()


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
