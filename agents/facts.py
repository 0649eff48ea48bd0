"""What prompts tell of an observation and of an outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import attrgetter

from automotive_env.agents.prompting import one_line
from automotive_env.agents.templates import to_json
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Element, Observation

MAX_RESULT_CHARACTERS = 300
"""Characters that are kept of what the car answered."""
_PLACE = frozenset({"index", "box", "window", "package"})
_state = attrgetter(*(name for name in Element._fields if name not in _PLACE))
"""What an element shows, wherever it stands."""


def result_of(outcome: ActionOutcome) -> str:
    """What became of an action, in words."""
    said = ("done" if outcome.done else "FAILED") + (f": {outcome.message}" if outcome.message else "")
    return one_line(said if outcome.data is None else f"{said}; returned {to_json(outcome.data)}", MAX_RESULT_CHARACTERS)


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
        **({"app in front": observation.app} if observation.app else {}),
        **observation.vehicle,
    }


def difference(before: Sequence[Element], after: Sequence[Element]) -> dict[str, list[str]]:
    """The element lines before and after, each said once: what went, what came, what stayed.

    An element stays where one of the same class, name and words is there again, the nth of its equals for the nth, and shows the
    same state; its index and its place on the screen do not matter.
    """
    had, has = _identified(before), _identified(after)
    same = {key for key, one in has.items() if key in had and (had[key] is one or _state(had[key]) == _state(one))}
    return {
        "before_only": [one.line() for key, one in had.items() if key not in same],
        "after_only": [one.line() for key, one in has.items() if key not in same],
        "unchanged": [one.line() for key, one in has.items() if key in same],
    }


def _identified(elements: Sequence[Element]) -> dict[tuple[object, ...], Element]:
    """Elements by what they are, and which of their equals."""
    found: dict[tuple[object, ...], Element] = {}
    equals: Counter[tuple[object, ...]] = Counter()
    for one in elements:
        what = (one.display, one.class_name, one.resource_id, one.text, one.description)
        found[*what, equals[what]] = one
        equals[what] += 1
    return found
