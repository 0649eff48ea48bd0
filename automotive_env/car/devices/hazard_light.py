"""The hazard warning lamps."""

from __future__ import annotations

from automotive_env.car.calls.api_factories import switches
from automotive_env.car.core.device import Device
from automotive_env.car.core.enum_mirror import MirrorChoiceProperty, MirroredFlagProperty


class HazardLight(Device, module="hazardLight"):
    """The hazard warning lamps."""

    is_active = MirroredFlagProperty("hazard warning lamps")
    status = MirrorChoiceProperty(is_active, "OFF", "ON")

    starts = {"init1": {}, "init2": {"is_active": True, "status": "ON"}}

    switch = switches("is_active", "Switches the hazard warning lamps on or off.")
