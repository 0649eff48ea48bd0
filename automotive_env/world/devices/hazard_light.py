"""The hazard warning lamps."""

from __future__ import annotations

from automotive_env.world.device import Device
from automotive_env.world.spelled import Spelled, SpelledFlag
from automotive_env.world.verbs import switches


class HazardLight(Device, module="hazardLight"):
    """The hazard warning lamps."""

    is_active = SpelledFlag("hazard warning lamps")
    status = Spelled(is_active, "OFF", "ON")

    starts = {"init1": {}, "init2": {"is_active": True, "status": "ON"}}

    switch = switches("is_active", "Switches the hazard warning lamps on or off.")
