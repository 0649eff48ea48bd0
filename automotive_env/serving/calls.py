"""Which API calls would do the same as a touch: found by trying them on a second car, so that what is said is true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

from automotive_env.world.api import Api
from automotive_env.world.change import Cause
from automotive_env.world.parameters import SPEAKER, Amount, Parameter, Phrase, Places, Switch, Word
from automotive_env.world.values import Record, Value, record_to_json
from automotive_env.world.world import SCHEMA, Snapshot, World, all_apis

TRIALS = 6_000
"""Calls that are tried for one change, at most."""
TRIALS_PER_API = 400
MOST_CALLS = 4

Wanted = dict[int, Value]
"""Slot -> the value that it is to have."""
Call = tuple[Api, dict[str, Any], Wanted]
"""An API, its arguments, and what they changed."""


class CallFinder:
    """Tells which calls bring about a change."""

    def __init__(self) -> None:
        self._car = World()
        self._changed: Wanted = {}
        self._trials = 0
        self._car.listeners.append(self._heard)

    def _heard(self, cause: Cause, before: Mapping[int, Value]) -> None:
        values = self._car.values
        self._changed = {
            slot: values[slot] for slot, old in before.items() if SCHEMA[slot].prop.significant and values[slot] != old
        }

    def find(self, before: Snapshot, wanted: Mapping[int, Value]) -> list[str]:
        """The calls that lead from `before` to the wanted values and change nothing else of significance; may be none.

        Only what is significant must be reached. Where no calls lead there, the list is empty.
        """
        open_slots = {slot: value for slot, value in wanted.items() if SCHEMA[slot].prop.significant}
        self._trials = 0
        found: list[str] = []
        while open_slots and len(found) < MOST_CALLS:
            best = self._best(before, open_slots)
            if best is None:
                return []
            api, arguments, reached = best
            found.append(_shown(api, arguments))
            open_slots = {slot: value for slot, value in open_slots.items() if slot not in reached}
            before = tuple(reached.get(slot, value) for slot, value in enumerate(before))
        return found if not open_slots else []

    def _best(self, before: Snapshot, wanted: Wanted) -> Call | None:
        """The call that reaches most of what is wanted, with as few arguments as may be."""
        modules = {SCHEMA[slot].path.partition(".")[0] for slot in wanted}
        near = [api for api in all_apis().values() if api.module in modules and not api.reads_only]
        far = [api for api in all_apis().values() if api.module not in modules and not api.reads_only]
        for apis in (near, far):
            found = list(self._reaching(before, wanted, apis))
            if found:
                return max(found, key=lambda call: (len(call[2]), -len(call[1]), call[0].name.endswith(("set", "switch"))))
        return None

    def _reaching(self, before: Snapshot, wanted: Wanted, apis: Sequence[Api]) -> Iterator[Call]:
        self._car.restore(before)
        for api in apis:
            for arguments in islice(_arguments(api, before, wanted), TRIALS_PER_API):
                if self._trials >= TRIALS:
                    return
                self._trials += 1
                self._changed = {}
                if self._car.call(f"{api.module}.{api.name}", arguments).success:
                    reached = self._changed
                    self._car.restore(before)
                    if reached and all(slot in wanted and wanted[slot] == value for slot, value in reached.items()):
                        yield api, arguments, reached


def _arguments(api: Api, before: Snapshot, wanted: Wanted) -> Iterator[dict[str, Any]]:
    names = list(api.parameters)
    choices = [_choices(parameter, before, wanted) for parameter in api.parameters.values()]
    for values in product(*choices):
        yield {name: value for name, value in zip(names, values, strict=True) if value is not None}


def _choices(parameter: Parameter, before: Snapshot, wanted: Wanted) -> list[Any]:
    """Values that are worth trying, the plainest first."""
    spare = [] if parameter.required else [None]
    match parameter:
        case Switch():
            return [*spare, True, False]
        case Places():
            seats = dict.fromkeys(SCHEMA[slot].key for slot in wanted)
            known = [[seat] for seat in seats if seat in parameter.places]
            return [*([None] if parameter.default is SPEAKER else spare), *known, *([["all"]] if len(known) > 1 else [])]
        case Word(choices=words):
            return [*spare, *words]
        case Amount():
            return [*spare, *_numbers(before, wanted)]
        case Phrase():
            return [*spare, *_texts(wanted)]
        case _:
            return spare


def _numbers(before: Snapshot, wanted: Wanted) -> list[float]:
    found: dict[float, None] = {}
    for slot, value in wanted.items():
        old = before[slot]
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            found[value] = None
            if isinstance(old, (int, float)) and old != value:
                found[abs(value - old)] = None
    return list(found)[:6]


def _texts(wanted: Wanted) -> list[str]:
    found: dict[str, None] = {}
    for value in wanted.values():
        if isinstance(value, str):
            found[value] = None
        records = value if isinstance(value, tuple) else (value,)
        for record in records:
            if isinstance(record, Record):
                found.update(dict.fromkeys(text for text in record_to_json(record).values() if isinstance(text, str)))
    return [text for text in found if text.strip()][:12]


def _shown(api: Api, arguments: Mapping[str, Any]) -> str:
    return f"{api.module}.{api.name}({', '.join(f'{name}={value!r}' for name, value in arguments.items())})"
