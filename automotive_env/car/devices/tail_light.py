"""The tail lamps."""

from __future__ import annotations

from automotive_env.car.calls.api_factories import switches
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import FlagProperty


class TailLight(Device, module="tailLight"):
    """The tail lamps."""

    is_on = FlagProperty("tail lamps")

    starts = {"init1": {}, "init2": {"is_on": True}}

    switch = switches("is_on", "Switches the tail lamps on or off.")
