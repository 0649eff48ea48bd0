"""What every scenario must pass: its calls run, each of them matters, and what comes near it fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from automotive_env.car.calls.api import Api
from automotive_env.car.calls.parameters import NumberParameter, PlacesParameter, SwitchParameter, WordParameter
from automotive_env.car.core.store import StateValues
from automotive_env.car.core.world import World, all_apis
from automotive_env.suites.vehicleworld.noticing import noticed_changes
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario
from automotive_env.suites.vehicleworld.scoring import perform, strict_score

MOST_NEIGHBOURS = 3
ReleaseCalls = tuple[ReleaseCall, ...]


def faults(scenario: VehicleWorldScenario) -> list[str]:
    """What is wrong with a scenario; empty where nothing is."""
    if scenario.beginning.unmapped:
        return [f"begins with what cannot be read: {scenario.beginning.unmapped[0]}"]
    car = scenario.start()
    found: list[str] = []
    acts = False
    for number, turn in enumerate(scenario.turns, 1):
        calls = turn.calls()
        before = car.snapshot()
        refused = [result.message for call in calls if not (result := call.perform(car)).success]
        found += [f"turn {number}: {message}" for message in refused]
        if refused:
            continue
        after = car.snapshot()
        if all(all_apis()[call.name].reads_only for call in calls):
            continue
        acts = True
        if not noticed_changes(before, after):
            found.append(f"turn {number} changes nothing")
        found += [f"turn {number}: {miss}" for miss in _passing_misses(car, before, calls)]
        car.restore(after)
    return found if acts else [*found, "asks for nothing that changes the car"]


def _passing_misses(car: World, before: StateValues, calls: ReleaseCalls) -> Iterator[str]:
    """Near misses of a turn that would pass."""
    if passes(car, before, calls, ()):
        yield "doing nothing passes"
    for place, call in enumerate(calls):
        api = all_apis()[call.name]
        if api.reads_only:
            continue
        rest = calls[:place], calls[place + 1 :]
        if len(calls) > 1 and passes(car, before, calls, (*rest[0], *rest[1])):
            yield f"passes without {call.name}"
        for neighbour in neighbours(call.name):
            if passes(car, before, calls, (*rest[0], replace(call, name=neighbour), *rest[1]), same_end_counts=False):
                yield f"passes with {neighbour} instead of {call.name}"
        for name, others in other_values(api, call).items():
            misses = [(*rest[0], replace(call, arguments={**call.arguments, name: other}), *rest[1]) for other in others]
            if misses and all(passes(car, before, calls, miss) for miss in misses):
                yield f"{call.name} passes with another {name}"


def passes(car: World, before: StateValues, right: ReleaseCalls, played: ReleaseCalls, *, same_end_counts: bool = True) -> bool:
    """Whether calls pass for the right ones; two displays of one language come to the same, which need not count."""
    car.restore(before)
    left_open = perform(car, right)
    gold = car.snapshot()
    car.restore(before)
    for call in played:
        call.perform(car)
    end = car.snapshot()
    return (same_end_counts or bool(noticed_changes(gold, end))) and strict_score((before, gold, before, end), left_open).perfect


@cache
def neighbours(name: str) -> tuple[str, ...]:
    """APIs of other devices that take the same arguments and do the same there."""
    api, word = all_apis()[name], re.split(r"[._]", name)[-1]
    alike = [
        other
        for other, one in all_apis().items()
        if one.module != api.module and list(one.parameters) == list(api.parameters) and re.split(r"[._]", other)[-1] == word
    ]
    return tuple(alike[:MOST_NEIGHBOURS])


def other_values(api: Api, call: ReleaseCall) -> dict[str, list[Any]]:
    """Argument -> other values that it might have; a step's degree and a unit are not among them, for they may vary."""
    found: dict[str, list[Any]] = {}
    given = ((name, value) for name, value in call.arguments.items() if value is not None)  # None is as good as left out
    for name, value in given:
        parameter = api.parameters[name]
        if isinstance(parameter, SwitchParameter):
            found[name] = [not value]
        elif isinstance(parameter, PlacesParameter):
            wanted = set(parameter.check(value))
            found[name] = [[place] for place in parameter.places if place not in wanted] or [[parameter.places[0]]]
        elif isinstance(parameter, NumberParameter):
            found[name] = [value + 1, value - 1]
        elif isinstance(parameter, WordParameter) and name not in ("degree", "unit"):
            found[name] = [word for word in parameter.choices if word != value]
        elif isinstance(value, str) and name != "degree" and name != "unit":
            found[name] = [f"{value} 2"]
    return found
