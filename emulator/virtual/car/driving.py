"""CarDrivingStateService and CarUxRestrictionsManagerService: how the car moves, as far as events say, and what a driver may do.

They listen to the vehicle HAL, so that injected events move them as well as the car does. Like the real ones they ignore a speed,
a gear or a brake with an older timestamp than the last: after `emulate-driving-state drive`, whose speed lies 2,000 seconds
ahead, the car's own speed is unheard until the gear says park.
"""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.car.driving.road import DrivingState as StateName
from automotive_env.car.vhal.properties import property_id
from automotive_env.emulator.virtual.vhal.hal import PropertyEvent, VehicleHal
from automotive_env.headunit.restrictions import restrictions_of

SPEED, GEAR, BRAKE = (property_id(name) for name in ("PERF_VEHICLE_SPEED", "GEAR_SELECTION", "PARKING_BRAKE_ON"))
GEAR_PARK = 4
PARKED, IDLING, MOVING = 0, 1, 2
"""Numbers of CarDrivingStateEvent."""
NAMES: Mapping[int, StateName] = {PARKED: "parked", IDLING: "idling", MOVING: "moving"}


class RestrictionInputs:
    """What moves the restrictions.

    Attributes:
        restricts: whether restrictions are told to apps (`enable-uxr`).
        since: when the restrictions last changed, in nanoseconds after boot.
    """

    def __init__(self, hal: VehicleHal) -> None:
        self._hal = hal
        self._last: dict[int, PropertyEvent] = {}
        self.restricts = True
        self.since = hal.now
        hal.subscribe(self.hear, (SPEED, GEAR, BRAKE))
        for property in (SPEED, GEAR, BRAKE):
            self._last[property] = PropertyEvent(property, 0, hal.peek(property, 0), hal.now)

    def hear(self, event: PropertyEvent) -> None:
        """Take an event that is newer than the last of its kind, or of a car that was put back to what it was."""
        before = self.restrictions
        if self._last[event.property].timestamp < event.timestamp or event.timestamp == self._hal.since:
            self._last[event.property] = event
        if self.restrictions != before:
            self.since = self._hal.now

    @property
    def state(self) -> int:
        """The number of the driving state: a car in park is parked, another one moves or idles by its speed."""
        if self._last[GEAR].value == GEAR_PARK:
            return PARKED
        speed = self._last[SPEED].value
        return MOVING if isinstance(speed, (int, float)) and speed > 0 else IDLING

    @property
    def restrictions(self) -> int:
        """The bits of CarUxRestrictions in force."""
        return int(restrictions_of(NAMES[self.state])) if self.restricts else 0

    def enable(self, restricts: bool) -> None:
        """Tell apps of restrictions, or that there are none."""
        if restricts != self.restricts:
            self.restricts, self.since = restricts, self._hal.now

    def dump_state(self) -> list[str]:
        """What `--services CarDrivingStateService` prints."""
        return ["*CarDrivingStateService*", f"Current Driving State: {self.state}"]

    def dump_restrictions(self) -> list[str]:
        """What `--services CarUxRestrictionsManagerService` prints."""
        bits = self.restrictions
        needs = "true" if bits else "false"
        return ["*CarUxRestrictionsManagerService*", f"Display id: 0 UXR: DO: {needs} UxR: {bits} time: {self.since}"]

    def save(self) -> object:
        """What it has heard; immutable or a copy."""
        return dict(self._last), self.restricts, self.since

    def load(self, saved: object) -> None:
        """Take back what `save` gave."""
        last, self.restricts, self.since = saved  # type: ignore[misc]
        self._last = dict(last)  # type: ignore[has-type]
