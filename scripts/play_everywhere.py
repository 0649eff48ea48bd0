"""Play every task in every place: its solutions pass without harm, its first cheat and doing nothing fail.

A line of JSON for each fault goes to standard output, and one with the counts at the end. Same options, same instances.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from typing import Annotated

import typer

from automotive_env.agent import Agent
from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.controller import Controller
from automotive_env.garbage_collection import collect_seldom
from automotive_env.geo.places import PLACES, place_by_name
from automotive_env.planning import instance_seed, instantiate
from automotive_env.proving.playing import played
from automotive_env.results.records import EpisodeRecord
from automotive_env.task import Task, TaskInstance
from automotive_env.tasks.registry import find_task, match_tasks


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
    for number, way in enumerate(task.solutions(drawn), 1):
        record = played(task, drawn, car, OracleAgent(way)).record
        if record.outcome != "pass" or record.harm or record.steps > task.steps + 1:
            yield f"solution {number}: {_told(record)}"
    for number, plan in enumerate(task.calls(drawn), 1):
        record = played(task, drawn, car, OracleAgent(plan), face="calls").record
        if record.outcome != "pass" or record.harm:
            yield f"way {number} by calls: {_told(record)}"
    wrong: dict[str, Agent] = {"doing nothing": NoopAgent()}
    wrong |= {f"cheat {number}": OracleAgent(way) for number, way in enumerate(list(task.cheats(drawn))[:1], 1)}
    for name, agent in wrong.items():
        record = played(task, drawn, car, agent).record
        if record.outcome != "fail" or (record.verdict or {}).get("met") is not False:
            yield f"{name}: {_told(record)}"


def _told(record: EpisodeRecord) -> str:
    harm = "".join(f", harm {one.name}" for one in record.harm)
    return f"{record.outcome} after {record.steps} steps{harm}: {record.error or json.dumps(record.verdict)[:300]}"


def _play(
    place: str, names: Sequence[str], seeds: Sequence[int], virtual: bool
) -> tuple[str, Counter[str], list[dict[str, str]]]:
    """Play tasks in one place in a process of its own: the place, how many instances of each, and what went wrong.

    A worker stays in one place for all tasks: streets that were laid out for one are there for the next.
    """
    car, found, counts = _car(virtual), list[dict[str, str]](), Counter[str]()
    for task in map(find_task, names):
        for drawn in cases(task, (place,), seeds):
            counts[task.name] += 1
            where = {"task": task.name, "place": drawn.place, "seed": str(drawn.seed), "ending": drawn.ending}
            try:
                found += [{**where, "fault": fault} for fault in faults(task, drawn, car)]
            except Exception as fault:  # whatever a task raises is told, and the others are played
                found.append({**where, "fault": f"{type(fault).__name__}: {fault}"})
    return place, counts, found


@cache
def _car(virtual: bool) -> Controller:
    collect_seldom()
    if virtual:
        from automotive_env.android.controller import AndroidController
        from automotive_env.emulator.virtual.host import VirtualHost

        host = VirtualHost(devices=1)
        atexit.register(host.stop)
        return AndroidController.virtual(host.start(), 0)
    from automotive_env.headless import HeadlessController

    return HeadlessController()


def main(
    tasks: Annotated[str, typer.Option(help="Names or patterns, separated by commas.")] = "*",
    places: Annotated[str, typer.Option(help="Cities, separated by semicolons, or all of them.")] = "all",
    seeds: Annotated[int, typer.Option(help="Instances of each ending in each place.")] = 1,
    first: Annotated[int, typer.Option(help="The first seed.")] = 0,
    virtual: Annotated[bool, typer.Option("--virtual", help="On the virtual device instead of the headless car.")] = False,
    workers: Annotated[int, typer.Option(help="Processes.")] = len(os.sched_getaffinity(0)),
) -> None:
    """Play every task in every place and print what goes wrong."""
    chosen = [place.name for place in PLACES] if places == "all" else [place_by_name(one).name for one in places.split(";")]
    names = list(dict.fromkeys(name for pattern in tasks.split(",") for name in match_tasks(pattern)))
    started, played, wrong = time.monotonic(), Counter(dict.fromkeys(names, 0)), 0
    with ProcessPoolExecutor(workers) as pool:
        jobs = [pool.submit(_play, place, names, range(first, first + seeds), virtual) for place in chosen]
        for number, job in enumerate(as_completed(jobs), 1):
            place, counts, found = job.result()
            played.update(counts)
            wrong += len(found)
            for one in found:
                print(json.dumps(one), flush=True)
            print(f"{number}/{len(jobs)} {place}: {counts.total()} instances, {len(found)} faults", file=sys.stderr)
    total = {"tasks": len(names), "places": len(chosen), "seeds": seeds, "instances": played.total(), "faults": wrong}
    print(json.dumps({**total, "fewest": min(played.values(), default=0), "seconds": round(time.monotonic() - started)}))
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    typer.run(main)
