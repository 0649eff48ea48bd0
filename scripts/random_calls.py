"""Call random APIs of random cars with valid, edge and junk arguments, and check what must always hold.

    python -m automotive_env.scripts.random_calls [--calls N] [--seed S]

No call raises; a refused call changes nothing, nor does one that only reads; every value fits its property; every answer is JSON.
Prints one JSON line; the exit status is 1 where something did not hold.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from automotive_env.car.calls.api import Api, CallResult
from automotive_env.car.core.device import SEATS
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.world import SCHEMA, World, all_apis
from automotive_env.car.owner.scenarios import scenarios, world_of
from automotive_env.text.output import prepare_output

CALLS_A_CAR = 200
"""Calls after which another car begins."""
WORDS = ("Hannah Lindqvist", "Harbour Square", "98.4 MHz", "Berlin", "Hello there", "HUD", "door", "1")
"""Texts, some of which name something of the start states."""
JUNK: tuple[Any, ...] = (
    *(None, True, False, "", " ", "\0", "\ud800", "banana", "x" * 10_000, b"bytes", object(), len, {1}, 1j),
    *(0, -1, 10**6, -(10**6), 10**400, 10**5000, -(10**5000), 0.5, 1e308, float("nan"), float("inf"), float("-inf")),
    *([], [[]], ["all", "all"], ["banana"], [10**5000], {}, {"value": 1}, {10**5000: 1}, {"position": {"position": []}}),
)
"""What no parameter is made for, and some of what is."""
NAMES: tuple[Any, ...] = (
    "",
    ".",
    "music",
    "music.",
    ".music",
    "music.fly",
    "moon.fly",
    "music.music_recent_play.x",
    None,
    7,
    10**5000,
    [],
)
"""What names no API."""


def valid(schema: dict[str, Any], rng: Random) -> Any:
    """A value that a parameter's schema accepts; numbers mostly of a size that cars have."""
    if "enum" in schema:
        return rng.choice(schema["enum"])
    kind = schema["type"]
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "array":
        return [valid(schema["items"], rng) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    if kind in ("integer", "number"):
        low, high = max(schema["minimum"], -20), min(schema["maximum"], 120)
        return rng.randint(int(low), int(high)) if kind == "integer" or rng.random() < 0.7 else rng.uniform(low, high)
    return rng.choice(WORDS)[: schema["maxLength"]]


def edge(schema: dict[str, Any], rng: Random) -> Any:
    """A value at the border of what a parameter's schema accepts, on either side of it."""
    kind = schema.get("type")
    if kind in ("integer", "number"):
        bound = rng.choice([schema["minimum"], schema["maximum"], 0, 100])
        return rng.choice([bound, bound - 1, bound + 1, float(bound), bound + 1e-9, -0.0, str(bound)])
    if kind == "array":
        one = valid(schema["items"], rng)
        return rng.choice([one, [one, one], [one] * 25, (one,), [], [valid(schema["items"], rng) for _ in range(20)]])
    if kind == "boolean":
        return rng.choice([0, 1, "true", "false", None])
    word = valid(schema, rng)
    return rng.choice(
        [word.upper(), f" {word}", "", "x" * schema.get("maxLength", 100), "x" * (schema.get("maxLength", 100) + 1)]
    )


def junk(schema: dict[str, Any], rng: Random) -> Any:
    """Anything."""
    return rng.choice(JUNK)


DrawArgument = Callable[[dict[str, Any], Random], Any]


def arguments(api: Api, rng: Random, draw: DrawArgument = valid) -> dict[str, Any]:
    """Arguments of an API: valid ones, of which one is drawn in another way."""
    schema = api.schema()
    one = rng.choice(api.exclusive) if api.exclusive else None
    given = {
        name: valid(of, rng)
        for name, of in schema["properties"].items()
        if name == one or (name not in api.exclusive and (name in schema["required"] or rng.random() < 0.5))
    }
    if draw is not valid:
        name = rng.choice([*schema["properties"], "surprise"])
        given[name] = draw(schema["properties"].get(name, {"type": "string", "enum": ["x"]}), rng)
    return given


@dataclass
class Tally:
    """What has been found.

    Attributes:
        broken: what did not hold, and the call.
    """

    calls: int = 0
    successes: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The counts, and the first few calls that broke something."""
        known = all_apis()
        return {
            "calls": self.calls,
            "successes": self.successes.total(),
            "refusals": self.refusals.total(),
            "apis": len(known),
            "never_carried_out": sorted(known.keys() - self.successes.keys()),
            "never_refused": sorted(known.keys() - self.refusals.keys()),
            "broken": len(self.broken),
            "first_broken": self.broken[:5],
        }


def probe(world: World, name: Any, given: Any, tally: Tally) -> None:
    """Make one call and check what must hold."""
    before = world.values.copy()
    tally.calls += 1
    try:
        result = world.call(name, given)
    except Exception as error:  # whatever it is, it should not be
        tally.broken.append(f"{_text(name)} {_text(given)} raised {type(error).__name__}: {error}"[:300])
        return
    key = name if isinstance(name, str) else "no name"
    (tally.successes if result.success else tally.refusals)[key] += 1
    tally.broken += [f"{_text(name)} {_text(given)}: {fault}" for fault in _faults(world, key, before, result)]


def _text(value: Any) -> str:
    try:
        return repr(value)[:200]
    except ValueError:
        return "something with a very long number"


def _faults(world: World, name: str, before: list[Any], result: CallResult) -> list[str]:
    faults = []
    api = all_apis().get(name)
    changed = [slot for slot, value in enumerate(before) if world.values[slot] is not value]
    if changed and (not result.success or api is None or api.reads_only):
        faults.append(f"changed {SCHEMA[changed[0]].path}")
    faults += [f"{SCHEMA[slot].path} does not fit" for slot in changed if not _fits(world, slot)]
    if not result.message:
        faults.append("says nothing")
    try:
        json.dumps(result.to_json(), allow_nan=False)
    except (TypeError, ValueError) as error:
        faults.append(f"its answer is no JSON: {error}")
    return faults


def _fits(world: World, slot: int) -> bool:
    prop, value = SCHEMA[slot].prop, world.values[slot]
    try:
        return prop.check(value) == value and prop.from_json(prop.to_json(value)) == value
    except StateError:
        return False


def _car(start: str, rng: Random) -> World:
    """A car in a start scenario; somebody speaks, it may drive, and the phone may ring."""
    world = world_of(start)
    world.set("environment.speaker", rng.choice(SEATS))
    if rng.random() < 0.2:
        world.set("road.gear", "drive")
        world.set("road.speed", 60)
    if rng.random() < 0.2 and world.conversation.call_state == "idle":
        world.conversation.ring(WORDS[0])
    return world


def run(calls: int, seed: int) -> Tally:
    """Make that many calls, on a new car in another start scenario every now and then."""
    rng = Random(seed)
    tally = Tally()
    starts, apis = list(scenarios()), list(all_apis().items())
    world = World()
    for number in range(calls):
        if number % CALLS_A_CAR == 0:
            world = _car(rng.choice(starts), rng)
        name, api = rng.choice(apis)
        if rng.random() < 0.02:
            probe(world, rng.choice(NAMES), {}, tally)
        elif rng.random() < 0.02:
            probe(world, name, rng.choice(JUNK), tally)
        else:
            probe(world, name, arguments(api, rng, rng.choice([valid, valid, edge, junk])), tally)
    return tally


def main() -> None:
    """Call, and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--calls", type=int, default=100_000, metavar="N", help="number of calls (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the calls (default: %(default)s)")
    options = parser.parse_args()
    started = time.process_time()
    tally = run(options.calls, options.seed)
    print(json.dumps({"seed": options.seed, **tally.to_json(), "cpu_seconds": round(time.process_time() - started, 2)}))
    raise SystemExit(1 if tally.broken else 0)


if __name__ == "__main__":
    prepare_output()
    main()
