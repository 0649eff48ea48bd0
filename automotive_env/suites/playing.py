"""What all suites of scenarios share: an episode of turns, and how it is recorded."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, Self, TypeVar

from pydantic import ValidationError

from automotive_env.car.core.world import World
from automotive_env.errors import Contradiction, EnvironmentFault, LimitReached, ModelFault, RequestTooLong
from automotive_env.models.metered import MeteredModel
from automotive_env.runs.records.calls import ModelCallLog, usage_by_purpose
from automotive_env.runs.records.records import EpisodeRecord, ObservationRecord, OutcomeName, StepRecord, episode_id
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.tasks.kit.task import TaskInstance


class PlayableScenario(Protocol):
    """A scenario."""

    @property
    def name(self) -> str:
        """What records call it."""
        ...

    @property
    def dimension(self) -> str:
        """The kind of scenario."""
        ...

    @property
    def category(self) -> str:
        """The parts of the car that it is about."""
        ...

    @property
    def instance(self) -> TaskInstance:
        """The data half of the task."""
        ...


class RecordedScenario(PlayableScenario, Protocol):
    """A scenario whose fields stand in the record."""

    @classmethod
    def model_validate(cls, obj: Any) -> Self:
        """The scenario of such fields; raises `ValidationError` where they are none."""
        ...


S = TypeVar("S", bound=RecordedScenario)


class NamedPlayer(Protocol):
    """Who plays."""

    @property
    def name(self) -> str:
        """What records call it."""
        ...


class ScenarioTally(Protocol):
    """What has been played so far."""

    @property
    def perfect(self) -> bool:
        """Whether every turn was played and is right."""
        ...

    def scores(self) -> dict[str, float]:
        """Name -> score."""
        ...


async def play_turns(
    scenario: PlayableScenario,
    player: NamedPlayer,
    turns: Callable[[ModelCallLog, list[StepRecord]], Awaitable[None]],
    suite: str,
    tally: ScenarioTally,
    model: MeteredModel | None,
    trial: int,
    further: Callable[[], dict[str, Any]],
    person: MeteredModel | None = None,
) -> PlayedEpisode:
    """Play a scenario; what goes wrong in it becomes its outcome, blamed once.

    Args:
        scenario: what is played.
        player: who plays.
        turns: plays the turns, logs what was asked, and adds a step for each.
        suite: what records call the suite.
        tally: is told of each turn by `turns`.
        model: the player's model, or None.
        trial: counts from 0.
        further: what else the record is to say, once all is played.
        person: the model that plays the person, or None.
    """
    started = time.perf_counter()
    asked = ModelCallLog(model, person)
    steps: list[StepRecord] = []
    name = model.name if model else ""
    for begun in filter(None, (model, person)):
        begun.begin(scenario.instance.seed, trial)
    error = ""
    outcome: OutcomeName
    try:
        await turns(asked, steps)
        outcome = "pass" if tally.perfect else "fail"
    except (LimitReached, RequestTooLong) as limit:
        outcome, error = "step_limit", str(limit)
    except EnvironmentFault as fault:
        outcome, error = "env_error", str(fault)
    except ModelFault as fault:
        outcome, error = "model_error", str(fault)
    except Exception as fault:  # whatever a player raises is its own failure
        outcome, error = "agent_error", f"{type(fault).__name__}: {fault}"
    asked.take()  # what was asked before the episode was broken off
    record = EpisodeRecord(
        id=episode_id(player.name, name, scenario.name, scenario.instance.id, trial),
        suite=suite,
        task=scenario.name,
        instance=scenario.instance.id,
        seed=scenario.instance.seed,
        trial=trial,
        agent=player.name,
        model=name,
        backend="headless",
        category=scenario.category,
        dimension=scenario.dimension,
        goal=scenario.instance.goal,
        place="",
        outcome=outcome,
        success=outcome == "pass",
        steps=len(steps),
        tokens=asked.usage.tokens,
        prompt_tokens=asked.usage.prompt_tokens,
        completion_tokens=asked.usage.completion_tokens,
        model_calls=asked.usage.calls,
        seconds=round(time.perf_counter() - started, 3),
        model_seconds=round(model.seconds, 3) if model else 0.0,
        error=error,
        scores=tally.scores(),
        usage=usage_by_purpose(asked.calls),
        mended=asked.mended,
        **further(),
    )
    return PlayedEpisode(record, tuple(steps))


_PLAYED = ("id", "suite", "task", "instance", "trial", "seed", "agent", "model", "category", "dimension", "goal")
_SPENT = ("tokens", "prompt_tokens", "completion_tokens", "model_calls", "usage", "price", "seconds", "model_seconds")
_KEPT = (*_PLAYED, *_SPENT, "attempts", "told", "steps_digest", "mended")
_CUT_SHORT: frozenset[OutcomeName] = frozenset({"agent_error", "step_limit"})
"""Outcomes of an episode of which not all turns were played."""


def played_scenario(record: EpisodeRecord, kind: type[S], row: Mapping[str, Any]) -> S:
    """The scenario that a record says was played.

    Args:
        record: of an episode.
        kind: the class of scenarios of its suite.
        row: the recorded fields of the scenario.

    Raises:
        Contradiction: these are not those of a scenario, or the record says another task, instance, goal or kind than they make.
    """
    try:
        scenario = kind.model_validate(row)
    except ValidationError as error:
        raise Contradiction(f"the scenario is not recorded: {error.errors()[0]['msg']}") from None
    instance = scenario.instance
    found = (scenario.name, instance.id, instance.seed, instance.goal, scenario.category, scenario.dimension)
    if found != (record.task, record.instance, record.seed, record.goal, record.category, record.dimension):
        raise Contradiction(f"the record describes the instance {instance.id}, not {record.instance[:40]}")
    return scenario


def scored_again(
    record: EpisodeRecord, tally: ScenarioTally, steps: int, turns: int, further: Mapping[str, Any]
) -> EpisodeRecord:
    """The record of an episode as its steps make it: kept is only who played what, how long it took and what it cost.

    Args:
        record: of an episode that was not broken off by the environment or the model; what it played is known to be right.
        tally: what its steps come to.
        steps: how many there are.
        turns: how many the scenario has.
        further: what else the record is to say.

    Raises:
        Contradiction: there are more steps than turns, or turns were left out, and nobody is to blame for it.
    """
    if steps > turns:
        raise Contradiction(f"there are {steps} steps and {turns} turns")
    outcome: OutcomeName = "pass" if tally.perfect else "fail"
    if steps < turns:
        if record.outcome not in _CUT_SHORT:
            raise Contradiction(f"only {steps} of {turns} turns were played")
        outcome = record.outcome
    found: dict[str, Any] = {name: getattr(record, name) for name in _KEPT}
    found |= {"backend": "headless", "place": "", "steps": steps, "outcome": outcome, "success": outcome == "pass"}
    found |= {"error": record.error if outcome in _CUT_SHORT else "", "scores": tally.scores(), **further}
    return EpisodeRecord.model_validate(found)


def observed(car: World, number: int) -> ObservationRecord:
    """What is recorded of the moment in which a turn begins."""
    road = car.road
    return ObservationRecord(
        id=number,
        app="",
        driving_state=road.driving_state,
        time=car.environment.timestamp,
        gps=f"{road.gps.latitude:.6f}, {road.gps.longitude:.6f}",
        elements=(),
    )
