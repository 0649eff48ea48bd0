"""What the driver tells the tyre monitor: load, unit, and that the tyres were inflated. Not part of the public interface."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.schema import HEAD_UNIT, ChoiceProperty, OptionalTimeProperty
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.car.driving.road import WHEELS, RoadState

RECOMMENDED: Mapping[str, tuple[float, float]] = {"light": (2.4, 2.4), "full": (2.6, 2.8)}
"""Load -> pressure in bar of the front and of the rear tyres."""
MISSING_BAR = 0.3
"""How far, in bar, a tyre is below what is recommended when it should be inflated."""
PRESSURE_UNITS: Mapping[str, float] = {"bar": 1.0, "psi": 14.5038, "kPa": 100.0}
"""Unit -> how many of it are one bar."""
PSI, KILOPASCAL = ("US", "CA", "GB", "IN", "AU", "KR"), ("JP", "CN", "TW", "NZ")
"""Countries whose pumps show pounds per square inch, and kilopascals; elsewhere it is bar."""


def unit_in(country: str) -> str:
    """The unit that pumps of a country, by its ISO code, show."""
    return "psi" if country in PSI else "kPa" if country in KILOPASCAL else "bar"


def recommended(wheel: str, load: str) -> float:
    """Bar that a tyre should have."""
    front, rear = RECOMMENDED[load]
    return front if wheel.startswith("front") else rear


def tyre_path(wheel: str) -> str:
    """Where the pressure of a tyre is."""
    return f"road.tyres.{wheel.replace(' ', '_')}"


class TyrePressureMonitor(Device, module="tyres"):
    """The tyre monitor."""

    load = ChoiceProperty("load that the tyres are inflated for", tuple(RECOMMENDED), "light", read_only=HEAD_UNIT)
    pressure_unit = ChoiceProperty("unit of tyre pressures", tuple(PRESSURE_UNITS), "bar", read_only=HEAD_UNIT)
    reset_at = OptionalTimeProperty(
        "when the monitor was last told that the tyres were inflated; empty before", read_only=HEAD_UNIT
    )

    def reset(self) -> None:
        """Take the pressures of this moment for right.

        Raises:
            Refused: a tyre still has too little air.
        """
        road = RoadState.of(self)
        for wheel in WHEELS:
            if getattr(road.tyres, wheel.replace(" ", "_")) < recommended(wheel, self.load) - MISSING_BAR:
                raise CallRefused(f"inflate the {wheel} tyre first")
        self.reset_at = SharedEnvironment.of(self).timestamp
