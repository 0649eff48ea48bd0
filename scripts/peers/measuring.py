"""Measuring one of them in this process, which does nothing else."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from typing import TypeAlias

from automotive_env.errors import UsageError
from automotive_env.scripts.peers.figures import PeerFigures, TimeSpent
from automotive_env.scripts.peers.peer import Peer, PeerOptions, PeerWork, PeerWorkDone, WorkKind
from automotive_env.text.extras import install

SECONDS = 5.0
"""Processor time of all rounds, so that a busy machine measures as much as a quiet one."""
ROUNDS = 3
"""How many there are at least, after one that makes what is made once."""
MeasuringRound: TypeAlias = tuple[int, float, float]
"""How often something was done, and the seconds of processor time and of waiting that it took."""


def measured(peer: Peer, asked: PeerOptions) -> PeerFigures:
    """What it takes. Nothing is raised: what it lacks or fails at stands in the result."""
    try:
        return _rounds(peer, asked)
    except UsageError as error:
        missing = str(error)
    except ModuleNotFoundError as error:
        missing = f"not installed ({error.name}): {install('peers')}"
    except Exception as error:  # somebody else's code
        missing = f"failed: {type(error).__name__}: {(str(error).splitlines() or [''])[0][:200]}"
    return PeerFigures(peer=peer.name, version=_version(peer), missing=missing)


def _rounds(peer: Peer, asked: PeerOptions) -> PeerFigures:
    of_children = _children_cpu() if peer.has_processes else lambda: 0.0
    with closing(peer.work(asked)) as work:
        start = next(work)
        start_cpu = time.process_time() + of_children()
        spent = _spent(work, of_children)
    return PeerFigures(
        peer=peer.name,
        version=_version(peer),
        elements=start.elements,
        picture=start.picture,
        start_cpu_ms=_rounded(start_cpu * 1000),
        reset=_median(spent["reset"]),
        step=_median(spent["step"]),
        steps=sum(times for times, _, _ in spent["step"]),
    )


def _spent(work: PeerWork, of_children: Callable[[], float]) -> dict[WorkKind, list[MeasuringRound]]:
    """The rounds by what they did, from one reset to another, until there are enough and the time is spent."""
    spent: dict[WorkKind, list[MeasuringRound]] = {"step": [], "reset": []}
    total, warm = 0.0, True
    for done, cpu, wall in _timed(work, of_children):
        total += cpu
        if not warm:
            spent[done.kind].append((done.times, cpu, wall))
        if done.kind == "reset":
            warm = False
            if len(spent["step"]) >= ROUNDS and total >= SECONDS:
                break
    return spent


def _timed(work: PeerWork, of_children: Callable[[], float]) -> Iterator[tuple[PeerWorkDone, float, float]]:
    """Each round with its seconds of processor time and of waiting.

    What child processes do between two rounds counts to the second: browsers go on painting when a step is over.
    """
    children = of_children()
    while True:
        wall, own = time.perf_counter(), time.process_time()
        done = next(work)
        own, wall = time.process_time() - own, time.perf_counter() - wall
        before, children = children, of_children()
        yield done, own + children - before, wall


def _children_cpu() -> Callable[[], float]:
    """Tells the seconds of processor time of all processes below this one, and of those that they have waited for."""
    import psutil

    this = psutil.Process()

    def spent() -> float:
        total = sum(this.cpu_times()[2:4])  # of children that have ended
        for child in this.children(recursive=True):
            try:
                total += sum(child.cpu_times()[:4])
            except psutil.Error:  # it has just ended: its parent has its time
                continue
        return float(total)

    return spent


def _median(rounds: list[MeasuringRound]) -> TimeSpent:
    """Milliseconds of one of several."""
    cpu = statistics.median(cpu / times for times, cpu, _ in rounds)
    wall = statistics.median(wall / times for times, _, wall in rounds)
    return TimeSpent(cpu_ms=_rounded(cpu * 1000), wall_ms=_rounded(wall * 1000))


def _rounded(figure: float) -> float:
    """To three digits that say something."""
    return float(f"{figure:.3g}")


def _version(peer: Peer) -> str:
    try:
        return version(peer.distribution) if peer.distribution else ""
    except PackageNotFoundError:
        return ""
