"""The foot rests of the front seats, which extend and retract."""

from __future__ import annotations

from automotive_env.car.calls.api_factories import switches
from automotive_env.car.calls.parameters import PlacesParameter
from automotive_env.car.core.device import SEATS, Device
from automotive_env.car.core.schema import FlagProperty
from automotive_env.car.core.structure import KeyedStructProperty, Struct

FRONT = SEATS[:2]


class Pedal(Struct):
    """The foot rest of one seat."""

    state = FlagProperty("foot rest")


class FootPedal(Device, module="footPedal"):
    """The foot rests of the two front seats."""

    pedals = KeyedStructProperty(FRONT, Pedal, placeholder="<seat>")

    starts = {"init1": {}, "init2": {"pedals.driver's seat.state": True}}

    carcontrol_pedals_switch = switches(
        "pedals.<seat>.state",
        "Extends or retracts foot rests.",
        position=PlacesParameter("at which front seat", FRONT),
        says=("out", "in"),
    )
