"""Running VehicleWorld scenarios: which are played, and playing them, several at a time where a player waits for a model."""

from __future__ import annotations

import fnmatch
import hashlib
from collections.abc import Callable, Mapping, Sequence

import anyio

from automotive_env.errors import UsageError
from automotive_env.execution.local import Job
from automotive_env.execution.options import Options
from automotive_env.results.folder import RunFolder
from automotive_env.results.records import EpisodeRecord
from automotive_env.tasks.vehicleworld.checkout import load_scenarios
from automotive_env.tasks.vehicleworld.play import play
from automotive_env.tasks.vehicleworld.players import PLAYERS, check_players
from automotive_env.tasks.vehicleworld.scenario import Scenario


def chosen_scenarios(options: Options) -> dict[str, Scenario]:
    """The scenarios that were asked for, by name.

    Raises:
        UsageError: an agent plays none, there is no checkout, or nothing matches.
    """
    check_players(options.agents)
    assert options.data is not None, "checked with the options"
    scenarios = load_scenarios(options.data)
    for pattern in options.tasks:
        if not fnmatch.filter(scenarios, pattern):
            raise UsageError(f"no scenario matches {pattern!r}; they are called vehicleworld.<MD5 of the scenario>")
    dimensions = sorted({scenario.dimension for scenario in scenarios.values()})
    if options.dimension not in (None, *dimensions):
        raise UsageError(f"no scenario is of the dimension {options.dimension!r}; there are: {', '.join(dimensions)}")
    chosen = {name: scenario for name, scenario in scenarios.items() if _is_chosen(scenario, options)}
    if not chosen:
        raise UsageError(f"none of the chosen scenarios is of the dimension {options.dimension!r}")
    return chosen


def _is_chosen(scenario: Scenario, options: Options) -> bool:
    named = not options.tasks or any(fnmatch.fnmatchcase(scenario.name, pattern) for pattern in options.tasks)
    return named and options.dimension in (None, scenario.dimension)


def hash_of(scenarios: Mapping[str, Scenario]) -> str:
    """SHA-256 over the scenarios, for the manifest."""
    return hashlib.sha256(" ".join(sorted(scenarios)).encode()).hexdigest()


async def run_scenarios(
    jobs: Sequence[Job],
    scenarios: Mapping[str, Scenario],
    folder: RunFolder,
    *,
    workers: int = 1,
    started: Callable[[Job], None] = lambda job: None,
    finished: Callable[[EpisodeRecord], None] = lambda record: None,
) -> None:
    """Play all jobs; each is recorded on the disk as soon as it is finished."""
    waiting = iter(jobs)

    async def work() -> None:
        players = {name: make() for name, make in PLAYERS.items()}
        for job in waiting:
            started(job)
            episode = await play(scenarios[job.instance.task], players[job.agent])
            folder.add_episode(episode.record, episode.steps)
            finished(episode.record)

    async with anyio.create_task_group() as group:
        for _ in range(min(workers, len(jobs))):
            group.start_soon(work)
