"""What prompts tell of an observation and of an outcome."""

from __future__ import annotations

from automotive_env.agents.prompting import one_line, to_json
from automotive_env.controller import Outcome
from automotive_env.model import Facts
from automotive_env.observation import Observation

MAX_OUTCOME_CHARACTERS = 300
"""Characters that are kept of what the car answered."""


def result_of(outcome: Outcome) -> str:
    """What became of an action, in words."""
    said = ("done" if outcome.done else "FAILED") + (f": {outcome.message}" if outcome.message else "")
    return one_line(said if outcome.data is None else f"{said}; returned {to_json(outcome.data)}", MAX_OUTCOME_CHARACTERS)


def vehicle_of(observation: Observation) -> dict[str, str]:
    """The vehicle facts, with those of the head unit and its networks."""
    network = observation.network
    states = {
        "Wi-Fi": network.wifi,
        "mobile data": network.mobile_data,
        "Bluetooth": network.bluetooth,
        "airplane mode": network.airplane_mode,
    }
    return {
        "driving state": observation.driving_state,
        "local time": observation.time,
        "networks": ", ".join(f"{name} {'on' if on else 'off'}" for name, on in states.items()),
        "app in front": observation.app,
        **observation.vehicle,
    }


def difference(facts: Facts) -> dict[str, list[str]]:
    """The element lines before and after, each said once: what went, what came, what stayed."""
    before, after = ([element.line() for element in side] for side in (facts.before, facts.elements))
    had, has = set(before), set(after)
    return {
        "before_only": [line for line in before if line not in has],
        "after_only": [line for line in after if line not in had],
        "unchanged": [line for line in after if line in had],
    }
