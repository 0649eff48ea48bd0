"""Which API calls would do the same as a touch: found by trying them on a second car, so that what is said is true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

from automotive_env.car.calls.api import Api
from automotive_env.car.calls.parameters import (
    SPEAKER,
    NumberParameter,
    Parameter,
    PlacesParameter,
    SwitchParameter,
    TextParameter,
    WordParameter,
)
from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.store import StateValues
from automotive_env.car.core.values import StateRecord, StateValue, record_to_json
from automotive_env.car.core.world import SCHEMA, World, all_apis

TRIALS = 6_000
"""Calls that are tried for one change, at most."""
TRIALS_PER_API = 400
MAX_CALLS = 4
"""Calls that are named for one change, at most."""
SHARED = frozenset({"environment", "system"})
"""Modules whose properties the APIs of others set, too."""

WantedValues = dict[int, StateValue]
"""Slot -> the value that it is to have."""
WantedCall = tuple[Api, dict[str, Any], WantedValues]
"""An API, its arguments, and what they changed."""


@dataclass(frozen=True, slots=True)
class EquivalentCalls:
    """Which calls do the same.

    Attributes:
        calls: in order; none where there are none.
        also: paths that they change as well.
        made: full name and arguments of each call.
    """

    calls: list[str] = field(default_factory=list)
    also: list[str] = field(default_factory=list)
    made: list[tuple[str, dict[str, Any]]] = field(default_factory=list)


class CallFinder:
    """Tells which calls bring about a change."""

    def __init__(self) -> None:
        self._car = World()
        self._changed: WantedValues = {}
        self._trials = 0
        self._car.listeners.append(self._heard)

    def _heard(self, cause: ChangeCause, before: Mapping[int, StateValue]) -> None:
        values = self._car.values
        self._changed = {
            slot: values[slot] for slot, old in before.items() if SCHEMA[slot].prop.significant and values[slot] != old
        }

    def find(self, before: StateValues, wanted: Mapping[int, StateValue]) -> EquivalentCalls:
        """The calls that lead from a state to wanted values and change nothing else of significance.

        Only what is significant must be reached. Where no calls do just that, one that does more.
        """
        missing = {slot: value for slot, value in wanted.items() if SCHEMA[slot].prop.significant}
        self._trials = 0
        found: list[WantedCall] = []
        while missing and len(found) < MAX_CALLS:
            tried = list(self._tried(before, missing))
            best = _best(call for call in tried if call[2].items() <= missing.items())
            if best is None:
                return EquivalentCalls() if found else _closest(tried, missing)
            found.append(best)
            missing = {slot: value for slot, value in missing.items() if slot not in best[2]}
            before = tuple(best[2].get(slot, value) for slot, value in enumerate(before))
        return EquivalentCalls() if missing else _found(found)

    def _tried(self, before: StateValues, wanted: WantedValues) -> Iterator[WantedCall]:
        """The calls that reach some of what is wanted, whatever else they do."""
        self._car.restore(before)
        for api in _near(wanted):
            for arguments in islice(_arguments(api, before, wanted), TRIALS_PER_API):
                if self._trials >= TRIALS:
                    return
                self._trials += 1
                self._changed = {}
                if self._car.call(f"{api.module}.{api.name}", arguments).success:
                    reached = self._changed
                    self._car.restore(before)
                    if not reached.items().isdisjoint(wanted.items()):
                        yield api, arguments, reached


def _near(wanted: WantedValues) -> Iterator[Api]:
    """The APIs that may set it: those of its modules, and all where it belongs to the car as a whole."""
    modules = {SCHEMA[slot].path.partition(".")[0] for slot in wanted}
    everywhere = modules <= SHARED
    return (api for api in all_apis().values() if not api.reads_only and (everywhere or api.module in modules))


def _best(calls: Iterable[WantedCall]) -> WantedCall | None:
    """The call that reaches most, of these one of the thing's own module, of these the one with the fewest arguments."""

    def worth(call: WantedCall) -> tuple[int, bool, int, bool]:
        api, arguments, reached = call
        own = any(SCHEMA[slot].path.startswith(f"{api.module}.") for slot in reached)
        return len(reached), own, -len(arguments), _plain(api)

    return max(calls, key=worth, default=None)


def _plain(api: Api) -> bool:
    """Whether it says where to, not how much further."""
    return api.name.lower().endswith(("set", "switch"))


def _closest(calls: Sequence[WantedCall], wanted: WantedValues) -> EquivalentCalls:
    """The call that reaches all of it, and as little else as may be."""
    whole = [call for call in calls if wanted.items() <= call[2].items()]
    if not whole:
        return EquivalentCalls()
    call = min(whole, key=lambda call: (len(call[2]), not _plain(call[0]), len(call[1])))
    return _found([call], [SCHEMA[slot].path for slot in sorted(call[2]) if slot not in wanted])


def _found(calls: Sequence[WantedCall], also: Sequence[str] = ()) -> EquivalentCalls:
    return EquivalentCalls(
        [_shown(call) for call in calls], list(also), [(f"{api.module}.{api.name}", args) for api, args, _ in calls]
    )


def _arguments(api: Api, before: StateValues, wanted: WantedValues) -> Iterator[dict[str, Any]]:
    names = list(api.parameters)
    choices = [_choices(parameter, before, wanted) for parameter in api.parameters.values()]
    for values in product(*choices):
        yield {name: value for name, value in zip(names, values, strict=True) if value is not None}


def _choices(parameter: Parameter, before: StateValues, wanted: WantedValues) -> list[Any]:
    """Values that are worth trying, the plainest first."""
    spare = [] if parameter.required else [None]
    match parameter:
        case SwitchParameter():
            return [*spare, True, False]
        case PlacesParameter():
            seats = dict.fromkeys(SCHEMA[slot].key for slot in wanted)
            known = [[seat] for seat in seats if seat in parameter.places]
            return [*([None] if parameter.default is SPEAKER else spare), *known, *([["all"]] if len(known) > 1 else [])]
        case WordParameter(choices=words):
            return [*spare, *words]
        case NumberParameter():
            return [*spare, *_numbers(before, wanted)]
        case TextParameter():
            return [*spare, *_texts(before, wanted)]
        case _:
            return spare


def _numbers(before: StateValues, wanted: WantedValues) -> list[float]:
    found: dict[float, None] = {}
    for slot, value in wanted.items():
        old = before[slot]
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            found[value] = None
            if isinstance(old, (int, float)) and old != value:
                found[abs(value - old)] = None
    return list(found)[:6]


def _texts(before: StateValues, wanted: WantedValues) -> list[str]:
    """The texts in what is wanted: values, and fields of records that were not there before."""
    found: dict[str, None] = {}
    for slot, value in wanted.items():
        old = before[slot]
        if isinstance(value, str):
            found[value] = None
        records = value if isinstance(value, tuple) else (value,)
        for record in records:
            if isinstance(record, StateRecord) and not (isinstance(old, tuple) and record in old):
                found.update(dict.fromkeys(text for text in record_to_json(record).values() if isinstance(text, str)))
    return [text for text in found if text.strip()][:12]


def _shown(call: WantedCall) -> str:
    api, arguments, _ = call
    return f"{api.module}.{api.name}({', '.join(f'{name}={value!r}' for name, value in arguments.items())})"
