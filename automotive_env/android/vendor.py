"""Vendor properties: what a car has beyond Android's own properties.

A car maker adds properties of his own to the Vehicle HAL. Ours are texts that hold one value of the state core as JSON, one
property for each path, so that through the same commands as any other property the whole car can be read (`cmd car_service
get-property-value`) and set up (root, `dumpsys android.hardware.automotive.vehicle.IVehicle/default --set ID -s JSON`). A device
says with the system property `ro.automotive_env.schema` that it has them, and in which version; a stock emulator has none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache

from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.car.vhal.properties import VENDOR, AreaType, PropertyType
from automotive_env.validators.signals import SIGNALS

SCHEMA_PROPERTY = "ro.automotive_env.schema"
"""System property that holds `schema_version()` on devices with these properties."""
_FIRST = VENDOR | AreaType.GLOBAL | PropertyType.STRING | 0x100

EVENT = _FIRST - 1
"""Written, it lets something happen to the driver: JSON with "event" and its details (see `automotive_env.car.owner.events`)."""


@cache
def vendor_ids() -> Mapping[str, int]:
    """Path in the state core -> id of the vendor property that holds it, inner paths that signals name included."""
    inner = (signal.world for signal in SIGNALS.values() if signal.world not in INDEX)
    paths = dict.fromkeys([*(slot.path for slot in SCHEMA), *inner])
    return {path: _FIRST + number for number, path in enumerate(paths)}


@cache
def vendor_paths() -> Mapping[int, str]:
    """Id of a vendor property -> path in the state core."""
    return {number: path for path, number in vendor_ids().items()}


@cache
def schema_version() -> str:
    """What both ends must agree in: a hash of all paths in their order."""
    return hashlib.sha256("\n".join(vendor_ids()).encode()).hexdigest()[:16]
