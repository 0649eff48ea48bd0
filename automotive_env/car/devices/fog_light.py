"""The fog lamps."""

from __future__ import annotations

from automotive_env.car.calls.api import api
from automotive_env.car.calls.parameters import SwitchParameter, WordParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty
from automotive_env.car.core.structure import Struct, StructProperty


class FogLamp(Struct):
    """The fog lamps at one end of the car."""

    is_on = FlagProperty("fog lamps")


ENDS = ("front", "rear", "all")


class FogLight(Device, module="fogLight"):
    """The fog lamps at the front and at the rear."""

    front_light = StructProperty(FogLamp, "front fog lamps")
    rear_light = StructProperty(FogLamp, "rear fog lamps")
    last_position = ChoiceProperty("fog lamps that were last switched", ENDS, "all", significant=False, bookkeeping=True)

    starts = {
        "init1": {},
        "init2": {"front_light.is_on": True, "last_position": "front"},
    }

    @api(
        "Switches fog lamps on or off.",
        switch=SwitchParameter("true to switch them on"),
        position=WordParameter("which ones", ENDS, "all"),
    )
    def carcontrol_fogLight_switch(self, switch: bool, position: str) -> str:
        if position != "rear":
            self.front_light.is_on = switch
        if position != "front":
            self.rear_light.is_on = switch
        self.last_position = position
        return f"{position} fog lamps: {'on' if switch else 'off'}"
