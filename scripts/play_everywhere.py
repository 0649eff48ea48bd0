"""Play every task in every place: its solutions pass without harm, its first near miss and doing nothing fail.

A line of JSON for each fault goes to standard output, and one with the counts at the end. Same options, same instances.
With `--ledger FILE` everything played is written down, and a later call plays only what is missing or has changed since.
"""

from __future__ import annotations

import atexit
import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Annotated

import typer

from automotive_env.agents.agent import Agent
from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.controller import Controller
from automotive_env.place.places import PLACES, place_by_name
from automotive_env.runs.execution.garbage_collection import collect_seldom
from automotive_env.runs.records.manifest import checkout, git_commit
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.tasks.kit.by_calls import call_plans, takes_calls
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.kit.proving.ledger import NOT_PLAYED, Ledger, Sources, Visit, source_of
from automotive_env.tasks.kit.proving.playing import played
from automotive_env.tasks.kit.task import Task, TaskInstance
from automotive_env.tasks.registry import find_task, match_tasks
from automotive_env.text.output import prepare_output

MOST_PLACES = 8
"""Places that a process plays, on all seeds, before another one takes over."""


def cases(task: Task, places: Sequence[str], seeds: Sequence[int]) -> Iterator[TaskInstance]:
    """The instances of a task in these places, one for each seed and ending; what a place cannot have is left out."""
    for place in places:
        for seed in seeds:
            for ending in task.endings:
                drawn = instantiate(task, instance_seed(seed, task.name, 0), place, ending)
                if drawn is not None:
                    yield drawn


def faults(task: Task, drawn: TaskInstance, car: Controller) -> Iterator[str]:
    """What goes otherwise than it should in one instance."""
    turns = 1 + len(drawn.later)
    for number, way in enumerate(task.solutions(drawn), 1):
        record = played(task, drawn, car, OracleAgent(way)).record
        if record.outcome != "pass" or record.harm or record.steps > (task.steps + 1) * turns:
            yield f"solution {number}: {_failure_text(record)}"
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


def _play(place: str, wanted: Mapping[int, Sequence[str]], sources: Sources) -> list[Visit]:
    """Play tasks in one place on each seed: streets that were laid out for one are there for the next."""
    return [_visit(place, seed, names, sources) for seed, names in wanted.items()]


def _visit(place: str, seed: int, names: Sequence[str], sources: Sources) -> Visit:
    car, began = _car(sources.backend), time.process_time()
    found = {name: _cell(find_task(name), place, seed, car) for name in names}
    return Visit(
        sources=sources.hash,
        place=place,
        seed=seed,
        day=f"{datetime.now(UTC):%Y-%m-%d}",
        megabytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        seconds=round(time.process_time() - began, 2),
        counts="".join(str(found[name][0]) if name in found else NOT_PLAYED for name in sources.tasks),
        faults={name: tuple(told) for name, (_, told) in found.items() if told},
    )


def _cell(task: Task, place: str, seed: int, car: Controller) -> tuple[int, list[str]]:
    """Play a task in a place on a seed with all its endings; whatever it raises is told, and the others are played.

    Returns:
        How many endings the place can have, and what went wrong.
    """
    found, count = list[str](), 0
    try:
        for drawn in cases(task, (place,), (seed,)):
            count += 1
            found += [f"seed {drawn.seed}, {drawn.ending}: {fault}" for fault in faults(task, drawn, car)]
    except Exception as fault:
        found.append(f"{type(fault).__name__}: {fault}")
    return count, found


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
    virtual: Annotated[bool, typer.Option("--virtual", help="On the virtual device instead of the headless car.")] = False,
    workers: Annotated[int, typer.Option(help="Processes; each plays a place on all its seeds.")] = len(os.sched_getaffinity(0)),
    ledger: Annotated[
        Path | None, typer.Option(help="A file of what was played; what has not changed is not played again.")
    ] = None,
) -> None:
    """Play every task in every place and print what goes wrong."""
    chosen = [place.name for place in PLACES] if places == "all" else [place_by_name(one).name for one in places.split(";")]
    names = list(dict.fromkeys(name for pattern in tasks.split(",") for name in match_tasks(pattern)))
    backend, kept = "virtual" if virtual else "headless", Ledger(ledger) if ledger else None
    commit = git_commit(checkout()) or ""
    sources = Sources(backend=backend, commit=commit, tasks={name: source_of(find_task(name), backend) for name in names})
    jobs: list[tuple[str, dict[int, list[str]]]] = []
    for place in chosen:
        left = {seed: kept.missing(place, seed, sources) if kept else names for seed in range(first, first + seeds)}
        if wanted := {seed: missing for seed, missing in left.items() if missing}:
            jobs.append((place, wanted))
    started, played, wrong = time.monotonic(), Counter(dict.fromkeys(names, 0)), 0
    for number, visits in enumerate(_visits(jobs, sources, workers), 1):
        if kept:
            kept.add(sources, visits)
        for visit in visits:
            played.update({name: int(count) for name, count in zip(names, visit.counts, strict=True) if count != NOT_PLAYED})
            wrong += sum(map(len, visit.faults.values()))
            _tell(visit, f"{number}/{len(jobs)}")
    total = {"tasks": len(names), "places": len(chosen), "seeds": seeds, "instances": played.total(), "faults": wrong}
    print(json.dumps({**total, "fewest": min(played.values(), default=0), "seconds": round(time.monotonic() - started)}))
    raise SystemExit(1 if wrong else 0)


def _visits(jobs: Sequence[tuple[str, Mapping[int, Sequence[str]]]], sources: Sources, workers: int) -> Iterator[list[Visit]]:
    """Play what is wanted in each place, in any order, in processes that are replaced after some places each.

    A pool with `max_tasks_per_child` would do that, but stands still in Python 3.11 once a worker has to be replaced.
    """
    together = workers * MOST_PLACES
    for start in range(0, len(jobs), together):
        with ProcessPoolExecutor(workers) as pool:
            for job in as_completed([pool.submit(_play, *one, sources) for one in jobs[start : start + together]]):
                yield job.result()


def _tell(visit: Visit, progress: str) -> None:
    """Print faults, each as a line of JSON, and how far it is."""
    for task, faults in visit.faults.items():
        for fault in faults:
            print(json.dumps({"task": task, "place": visit.place, "seed": visit.seed, "fault": fault}))
    used = f"{visit.seconds:.1f} s, {visit.megabytes} MB"
    print(f"{progress} {visit.place}, seed {visit.seed}: {visit.instances} instances, {used}", file=sys.stderr)


if __name__ == "__main__":
    prepare_output()
    typer.run(main)
