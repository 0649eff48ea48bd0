"""The position lamps."""

from __future__ import annotations

from automotive_env.car.calls.api_factories import switches
from automotive_env.car.core.device import Device
from automotive_env.car.core.enum_mirror import MirrorChoiceProperty, MirroredFlagProperty


class PositionLight(Device, module="positionLight"):
    """The position lamps."""

    is_on = MirroredFlagProperty("position lamps")
    status = MirrorChoiceProperty(is_on, "OFF", "ON")

    starts = {"init1": {}, "init2": {"is_on": True, "status": "ON"}}

    switch = switches("is_on", "Switches the position lamps on or off.")
    carcontrol_positionLight_switch = switches("is_on", "Switches the position lamps on or off, under its longer name.")
