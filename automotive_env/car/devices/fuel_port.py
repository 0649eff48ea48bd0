"""The flap over the fuel filler."""

from __future__ import annotations

from automotive_env.car.calls.api import api
from automotive_env.car.calls.parameters import SwitchParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.enum_mirror import MirrorChoiceProperty, MirroredFlagProperty
from automotive_env.car.driving.opening import may_lock, may_open


class FuelPort(Device, module="fuelPort"):
    """The filler flap and its lock."""

    is_open = MirroredFlagProperty("open filler flap")
    state = MirrorChoiceProperty(is_open, "CLOSED", "OPEN")
    is_locked = MirroredFlagProperty("lock of the filler flap")
    lock_state = MirrorChoiceProperty(is_locked, "UNLOCKED", "LOCKED")

    starts = {
        "init1": {"is_open": True, "state": "OPEN"},
        "init2": {"is_locked": True, "lock_state": "LOCKED"},
    }

    @api("Opens or closes the filler flap.", switch=SwitchParameter("true to open it, false to close it"))
    def switch(self, switch: bool) -> str:
        if switch:
            may_open(self, "the filler flap", locked=self.is_locked)
        self.is_open = switch
        return f"filler flap: {'open' if switch else 'closed'}"

    @api("Locks or unlocks the filler flap.", switch=SwitchParameter("true to lock it"))
    def lock_switch(self, switch: bool) -> str:
        if switch:
            may_lock("the filler flap", is_shut=not self.is_open)
        self.is_locked = switch
        return f"filler flap: {'locked' if switch else 'unlocked'}"
