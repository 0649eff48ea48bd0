"""How many properties the car has, counted in three ways, next to the public VehicleWorld release."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import NamedTuple

from automotive_env.car.core.documents import to_flat
from automotive_env.car.core.schema import OptionalRecordProperty, RecordsProperty
from automotive_env.car.core.world import MODULES, SCHEMA, World
from automotive_env.car.devices import DEVICES
from automotive_env.car.driving.environment import SharedEnvironment


class PropertyCounts(NamedTuple):
    """Properties of some modules.

    Attributes:
        declared: a list counts once.
        with_fields: each field of a list's items counts once, in place of the list.
        values: every value in the default state.
    """

    declared: int
    with_fields: int
    values: int


RELEASE = PropertyCounts(596, 721, 838)
"""Of the public release at commit 1851024, counted in its default state."""
_COLUMNS = ("a list counts once", "each field of a list's items counts once", "every value in the default state")


def property_counts(modules: Collection[str]) -> PropertyCounts:
    """The properties of modules."""
    found = [named.prop for named in SCHEMA if named.path.partition(".")[0] in modules]
    records = [prop for prop in found if isinstance(prop, (RecordsProperty, OptionalRecordProperty))]
    more = sum(len(fields(prop.kind)) for prop in records) - len(records)
    return PropertyCounts(len(found), len(found) + more, len(to_flat(World(), modules)))


def property_rows() -> Iterator[str]:
    """The counts as a table."""
    interface = property_counts({*(kind.module for kind in DEVICES), SharedEnvironment.module})
    rows: Mapping[str, Sequence[int | str]] = {
        "the paper": (680, "", ""),
        "the public release": RELEASE,
        "this car: the 30 devices and the environment": interface,
        "this car: all modules, with road, energy, phone and head unit": property_counts(MODULES),
    }
    yield f"| | {' | '.join(_COLUMNS)} |"
    yield "|---|--:|--:|--:|"
    for name, row in rows.items():
        yield f"| {name} | {' | '.join(f'{n:,}' if isinstance(n, int) else n for n in row)} |"
