"""What each seat has of the climate: its unit, its air, its warmth and its massage; and the warmth of the steering wheel."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from automotive_env.car.devices.air_conditioner import OUTLETS
from automotive_env.validators.criteria_builder import CriteriaBuilder
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.signals import SIGNALS, Signal

DEVICES: Mapping[str, tuple[str, str]] = {
    "heating": ("heater", "temperature_level"),
    "ventilation": ("ventilation", "airflow_level"),
    "massage": ("massager", "intensity_level"),
}
"""What a seat does -> its device, and the property that says how strongly."""
GEARS: Mapping[str, tuple[int, int]] = {"low": (1, 2), "medium": (3, 3), "high": (4, 5)}
"""Strength as the seats' page names it -> the gears that count as it, ends included."""
AROUND = ("Avoid Direct Blow", "Avoid People Blow")
"""Movements of the vents that keep the air off who sits there."""


@cache
def _known() -> Mapping[str, Signal]:
    return {signal.world: signal for signal in SIGNALS.values()}


def unit(seat: str, name: str) -> Signal:
    """A property of the climate unit of a seat, such as "is_on", "temperature" or "wind_speed"."""
    path = f"airConditioner.ac_states.{seat}.{name}"
    return _known().get(path) or Signal(f"hvac.{name}.{seat}", path)


def does(seat: str, what: str) -> Signal:
    """Whether a seat does something, a key of `DEVICES`."""
    path = f"seat.{seat}.{DEVICES[what][0]}.is_on"
    return _known().get(path) or Signal(f"seat.{what}.{seat}", path)


def gear(seat: str, what: str) -> Signal:
    """How strongly a seat does something, a key of `DEVICES`: 1 to 5."""
    device, strength = DEVICES[what]
    return Signal(f"seat.{what}.gear.{seat}", f"seat.{seat}.{device}.{strength}")


def programme(seat: str) -> Signal:
    """The massage programme of a seat, one of `automotive_env.car.devices.seat.MASSAGES`."""
    return Signal(f"seat.massage.programme.{seat}", f"seat.{seat}.massager.active_mode")


def position(seat: str, part: str) -> Signal:
    """How a part of a seat stands, a property such as "backrest_angle", in per cent of its travel."""
    path = f"seat.{seat}.position.{part}"
    return _known().get(path) or Signal(f"seat.{part}.{seat}", path)


def outlets(seat: str) -> tuple[Signal, ...]:
    """The outlets of a seat's unit, in the order of `OUTLETS`."""
    return tuple(unit(seat, f"outlet_modes.{outlet}") for outlet in OUTLETS)


class ComfortCriteria(CriteriaBuilder):
    """Sentences about seats, by their names in `automotive_env.car.core.device.SEATS`, and the steering wheel."""

    def fan(self, seat: str, speed: int) -> Criterion:
        """The unit of a seat is on, and its fan runs at a speed, 1 to 7."""
        return self.on(unit(seat, "is_on")) & self.is_(unit(seat, "wind_speed"), speed)

    def blows_to(self, seat: str, *vents: str) -> Criterion:
        """The air of a seat goes to these of "face", "feet" and "window", and to no other."""
        found = self._vents(seat)
        wanted = f"air at the {seat} to {' and '.join(vents)} only"
        return Criterion("air_direction", wanted, ", ".join(found) or "nowhere", found == sorted(vents))

    def _vents(self, seat: str) -> list[str]:
        """Where the air goes, in the order of the alphabet: the car has a flag for each combination."""
        return sorted(
            {
                vent
                for outlet, signal in zip(OUTLETS, outlets(seat), strict=True)
                if self.read(signal)
                for vent in outlet.split(" and ")
            }
        )

    def spares_face(self, seat: str) -> Criterion:
        """No air blows in the face of whoever sits there: the vent is shut, the unit is off, or the vents aim elsewhere."""
        vents = self._vents(seat)
        shut = Criterion("face_spared", f"no air in the face at the {seat}", ", ".join(vents) or "nowhere", "face" not in vents)
        spared = self.off(unit(seat, "is_on")) | shut
        if spared.met:  # stock Android has no vents that aim
            return spared
        return spared | self.is_(unit(seat, "sweeping_mode"), *AROUND) | self.is_(unit(seat, "outlet_direction"), "down")

    def seat_does(self, seat: str, what: str, strength: str | None = None) -> Criterion:
        """A seat does something, a key of `DEVICES`; as strongly as is named, a key of `GEARS`, if it is."""
        on = self.on(does(seat, what))
        if strength is None:
            return on
        low, high = GEARS[strength]
        return on & self.between(gear(seat, what), low, high, f"{strength} ({low} to {high})" if low < high else strength)

    def helped(self, seat: str, what: str) -> Criterion:
        """A seat does something, a key of `DEVICES`, that it did not, or does it more strongly than before."""
        started = self.switched_on(does(seat, what))
        return started | self.on(does(seat, what)) & self.rises(gear(seat, what), 1)

    def massages(self, seat: str, *programmes: str) -> Criterion:
        """The massage of a seat runs, with one of these programmes."""
        return self.seat_does(seat, "massage") & self.is_(programme(seat), *programmes)
