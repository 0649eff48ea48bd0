"""Play every task in every place: its solutions pass without harm, its first near miss and doing nothing fail.

A line of JSON for each fault goes to standard output, and one with the counts at the end. Same options, same instances.
With `--note FILE` the counts are appended to a file, of which `write_matrix` makes docs/matrix.md.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from automotive_env.agents.agent import Agent
from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.controller import Controller
from automotive_env.place.places import PLACES, place_by_name
from automotive_env.runs.execution.garbage_collection import collect_seldom
from automotive_env.runs.records.fields import Count, FrozenRecord, RecordText
from automotive_env.runs.records.files import append_lines
from automotive_env.runs.records.manifest import checkout, git_commit
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.suites.automotive.proving.playing import played
from automotive_env.tasks.kit.by_calls import call_plans, takes_calls
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.kit.task import Task, TaskInstance
from automotive_env.tasks.registry import find_task, match_tasks
from automotive_env.text.output import prepare_output
from automotive_env.version import TASK_SET_VERSION

MOST_PLACES = 8
"""Places that a process plays, on all seeds, before another one takes over."""


class Fault(NamedTuple):
    """What went otherwise than it should."""

    task: str
    place: str
    seed: int
    fault: str


class Visit(NamedTuple):
    """What was played in a place: task -> instances, what went wrong, and seconds of CPU time."""

    place: str
    instances: Counter[str]
    faults: list[Fault]
    seconds: float


class Sweep(FrozenRecord):
    """What one call has played.

    Attributes:
        task_set: number of the task set.
        commit: of the checkout, empty where there is none.
        day: when, such as "2025-04-13", in UTC.
        backend: headless or virtual.
        first_solutions: whether only the first solution of each instance was played.
        tasks: how many tasks; `places` and `seeds` likewise, of which `first` is the first.
        instances: how many the places have of them; `fewest` of a task, where that was counted.
        faults: what went otherwise than it should.
        seconds: of CPU time, where that was measured.
    """

    task_set: Count
    commit: RecordText = ""
    day: RecordText = ""
    backend: RecordText = "headless"
    first_solutions: bool = False
    tasks: Count
    places: Count
    first: Count = 0
    seeds: Count
    instances: Count
    fewest: Count | None = None
    faults: Count
    seconds: Count | None = None


def cases(task: Task, places: Sequence[str], seeds: Sequence[int]) -> Iterator[TaskInstance]:
    """The instances of a task in these places, one for each seed and ending; what a place cannot have is left out."""
    for place in places:
        for seed in seeds:
            for ending in task.endings:
                drawn = instantiate(task, instance_seed(seed, task.name, 0), place, ending)
                if drawn is not None:
                    yield drawn


def faults(task: Task, drawn: TaskInstance, car: Controller, *, first_solutions: bool = False) -> Iterator[str]:
    """What goes otherwise than it should in one instance; with `first_solutions`, nothing else is played."""
    turns = 1 + len(drawn.later)
    for number, way in enumerate(list(task.solutions(drawn))[: 1 if first_solutions else None], 1):
        record = played(task, drawn, car, OracleAgent(way)).record
        if record.outcome != "pass" or record.harm or record.steps > (task.steps + 1) * turns:
            yield f"solution {number}: {_failure_text(record)}"
    if first_solutions:
        return
    for number, plan in enumerate(call_plans(task, drawn) if car.takes_calls and takes_calls(task) else (), 1):
        record = played(task, drawn, car, OracleAgent(plan), face="calls").record
        if record.outcome != "pass" or record.harm:
            yield f"way {number} by calls: {_failure_text(record)}"
    wrong: dict[str, Agent] = {"doing nothing": NoopAgent()}
    wrong |= {f"near miss {number}": OracleAgent(way) for number, way in enumerate(list(task.near_misses(drawn))[:1], 1)}
    for name, agent in wrong.items():
        record = played(task, drawn, car, agent).record
        if record.outcome != "fail" or (record.verdict or {}).get("met") is not False:
            yield f"{name}: {_failure_text(record)}"


def _failure_text(record: EpisodeRecord) -> str:
    harm = "".join(f", harm {one.name}" for one in record.harm)
    return f"{record.outcome} after {record.steps} steps{harm}: {record.error or json.dumps(record.verdict)[:300]}"


def visit(place: str, names: Sequence[str], seeds: Sequence[int], backend: str, first_solutions: bool) -> Visit:
    """Play tasks in one place on each seed; whatever a task raises is a fault of it, and the others are played."""
    car, began, found = _car(backend), time.process_time(), list[Fault]()
    instances = Counter(dict.fromkeys(names, 0))
    for seed in seeds:
        for name in names:
            task = find_task(name)
            try:
                for drawn in cases(task, (place,), (seed,)):
                    instances[name] += 1
                    told = faults(task, drawn, car, first_solutions=first_solutions)
                    found += [Fault(name, place, seed, f"{drawn.ending}: {fault}") for fault in told]
            except Exception as fault:
                found.append(Fault(name, place, seed, f"{type(fault).__name__}: {fault}"))
    return Visit(place, instances, found, time.process_time() - began)


@cache
def _car(backend: str) -> Controller:
    collect_seldom()
    if backend == "virtual":
        from automotive_env.android.controller import AndroidController
        from automotive_env.emulator.virtual.host import VirtualHost

        host = VirtualHost(devices=1)
        atexit.register(host.stop)
        return AndroidController.virtual(host.start(), 0)
    from automotive_env.episode.headless import HeadlessController

    return HeadlessController()


def main(
    tasks: Annotated[str, typer.Option(help="Names or patterns, separated by commas.")] = "*",
    places: Annotated[str, typer.Option(help="Cities, separated by semicolons, or all of them.")] = "all",
    seeds: Annotated[int, typer.Option(help="Instances of each ending in each place.")] = 1,
    first: Annotated[int, typer.Option(help="The first seed.")] = 0,
    virtual: Annotated[bool, typer.Option("--virtual", help="Play on the virtual device instead of the headless car.")] = False,
    first_solutions: Annotated[
        bool, typer.Option("--first-solutions", help="Play only the first solution of each instance.")
    ] = False,
    workers: Annotated[int, typer.Option(help="Number of processes; each plays one place at a time.")] = len(
        os.sched_getaffinity(0)
    ),
    note: Annotated[Path | None, typer.Option(help="Append the counts to this file.")] = None,
) -> None:
    """Play every task in every place, and print what goes wrong."""
    chosen = [place.name for place in PLACES] if places == "all" else [place_by_name(one).name for one in places.split(";")]
    names = list(dict.fromkeys(name for pattern in tasks.split(",") for name in match_tasks(pattern)))
    backend, instances, wrong, seconds = "virtual" if virtual else "headless", Counter(dict.fromkeys(names, 0)), 0, 0.0
    play = partial(visit, names=names, seeds=range(first, first + seeds), backend=backend, first_solutions=first_solutions)
    for number, one in enumerate(_visits(chosen, play, workers), 1):
        instances.update(one.instances)
        wrong, seconds = wrong + len(one.faults), seconds + one.seconds
        for fault in one.faults:
            print(json.dumps(fault._asdict()))
        print(f"{number}/{len(chosen)} {one.place}: {one.instances.total()} instances, {one.seconds:.1f} s", file=sys.stderr)
    sweep = Sweep(
        task_set=TASK_SET_VERSION,
        commit=(git_commit(checkout()) or "")[:8],
        day=f"{datetime.now(UTC):%Y-%m-%d}",
        backend=backend,
        first_solutions=first_solutions,
        tasks=len(names),
        places=len(chosen),
        first=first,
        seeds=seeds,
        instances=instances.total(),
        fewest=min(instances.values(), default=0),
        faults=wrong,
        seconds=round(seconds),
    )
    print(sweep.line())
    if note:
        append_lines(note, [sweep])
    raise SystemExit(1 if wrong else 0)


def _visits(places: Sequence[str], play: Callable[[str], Visit], workers: int) -> Iterator[Visit]:
    """Play each place, in any order, in processes that are replaced after some places each.

    A pool with `max_tasks_per_child` would do that, but stands still in Python 3.11 once a worker has to be replaced.
    """
    together = workers * MOST_PLACES
    for start in range(0, len(places), together):
        with ProcessPoolExecutor(workers) as pool:
            for job in as_completed([pool.submit(play, place) for place in places[start : start + together]]):
                yield job.result()


if __name__ == "__main__":
    prepare_output()
    typer.run(main)
