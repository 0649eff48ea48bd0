"""Scoring a scenario again from its records: the recorded changes beside the right calls, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.car.core.documents import state_hash
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.world import SCHEMA, World, slot_of
from automotive_env.errors import Contradiction
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.rescoring import make_change
from automotive_env.suites.playing import scored_again
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.suites.vehicleworld.scenario import SUITE, VehicleWorldScenario, VehicleWorldTurn, scenario_instance
from automotive_env.suites.vehicleworld.scoring import VehicleWorldTally, perform


def rescore(record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
    """The record of an episode as its steps say it should be: outcome, success, scores and side effects anew.

    Args:
        record: of an episode that was not broken off by the environment or the model.
        steps: all of them.

    Raises:
        Contradiction: the records cannot be those of an episode.
    """
    scenario, gold, own = _beginning(record)
    tally = VehicleWorldTally(scenario)
    for number, (turn, step) in enumerate(zip(scenario.turns, steps, strict=False), 1):
        gold_before, own_before = gold.snapshot(), own.snapshot()
        try:
            left_open = perform(gold, turn.calls())
        except ValueError as error:
            raise Contradiction(f"the right calls of turn {number} cannot be read: {error}") from None
        for change in step.changes:
            make_change(own, change, number)
        cars = (gold_before, gold.snapshot(), own_before, own.snapshot())
        told = tally.add(turn, cars, left_open, _calls(step), step.notes.get("devices"))
        if wrong := [name for name, value in told.items() if step.notes.get(name) != value]:
            raise Contradiction(f"step {number} records another {', '.join(wrong)} than its changes give")
    further = {
        "verdict": tally.verdict() if record.verdict else {},  # earlier versions recorded none
        "side_effects": tuple(tally.harmed),
        "params": record.params,
        "scene": record.scene,
    }
    return scored_again(record, tally, len(steps), len(scenario.turns), further)


def _beginning(record: EpisodeRecord) -> tuple[VehicleWorldScenario, World, World]:
    """The scenario, and two cars as it begins.

    Raises:
        Contradiction: the record makes another scenario than it names.
    """
    match record.params:
        case {"inits": str(inits), "turns": [*turns]}:
            scenario = VehicleWorldScenario(record.task.removeprefix(f"{SUITE}."), inits, tuple(map(_turn, turns)))
        case _:
            raise Contradiction("the inits and turns of the scenario are not recorded")
    gold, own = World(), World()
    for car in (gold, own):
        if record.scene:
            _bring(car, record)
        else:
            scenario.beginning.apply(car)
    instance = scenario_instance(scenario, state_hash(gold))
    found = (instance.id, instance.seed, instance.goal, scenario.category, scenario.dimension)
    if found != (record.instance, record.seed, record.goal, record.category, record.dimension):
        raise Contradiction(
            f"inits, turns and start make the instance {instance.id}, not {record.instance[:40]} as it is recorded"
        )
    return scenario, gold, own


def _turn(data: object) -> VehicleWorldTurn:
    match data:
        case [str(query), str(code)]:
            return VehicleWorldTurn(query, code)
    raise Contradiction("a turn must hold what is said and the right calls")


def _calls(step: StepRecord) -> list[ReleaseCall] | None:
    """The calls of a step; None where state was written.

    Raises:
        Contradiction: it records none.
    """
    match step.action:
        case {"writes": dict()}:
            return None
        case {"calls": [*calls]}:
            return [_call(call) for call in calls]
    raise Contradiction(f"step {step.step} records no calls")


def _call(data: object) -> ReleaseCall:
    match data:
        case {"api": str(name), "arguments": dict(arguments)}:
            return ReleaseCall(name, arguments)
    raise Contradiction("a call must be the name of an API and its arguments")


def _bring(car: World, record: EpisodeRecord) -> None:
    """Bring a new car to the recorded state.

    Raises:
        Contradiction: it cannot be there.
    """
    for path, value in record.scene.items():
        try:
            slot = slot_of(path)
            car.assign(slot, SCHEMA[slot].prop.check(SCHEMA[slot].prop.from_json(value)))
        except (StateError, TypeError) as error:
            raise Contradiction(f"the scenario does not begin with {path[:80]} like this: {error}") from None
