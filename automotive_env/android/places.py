"""Where a stock image of Android Automotive keeps what no row of the signal table places: path in the state core -> its place.

A signal is found by its path, so that one that a task declares for itself has a place, too. Every row is a fact of the sources of
13.0.0_r84, 14.0.0_r1 and 15.0.0_r1; what a release lacks is found by asking the device.

- Vehicle properties: hardware/interfaces automotive/vehicle, `VehicleProperty.aidl` and the emulator's default configuration.
- Settings and services: frameworks/base (Settings, ConnectivityService, MediaSessionRecord, NotificationManagerService) and
  packages/modules/Wifi (WifiShellCommand).

Left out is what a property tells in coarser steps than the car, such as two strengths of heating for five: a check would read
another value than was set.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeAlias

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.values import Scalar
from automotive_env.car.vhal.coding import FLAG, ValueCoding, switch, words
from automotive_env.car.vhal.properties import RawPropertyValue
from automotive_env.validators.signals import SIGNALS, TENTHS, AndroidSetting, Signal, VhalProperty

SignalLocation: TypeAlias = VhalProperty | AndroidSetting | str
"""A vehicle property, a setting, or the name of a reading in `automotive_env.android.service_readings`."""

SEAT_AREAS = dict(zip(SEATS, ("ROW_1_LEFT", "ROW_1_RIGHT", "ROW_2_LEFT", "ROW_2_RIGHT"), strict=False))
"""Seats, doors and windows; the emulator has no third row."""
AIR = {"face": 1, "feet": 2, "window": 4, "face and feet": 3, "face and window": 5, "feet and window": 6}
"""Outlets as VehicleHvacFanDirection; it knows no changing ones, so "random" is always off."""
EVERYWHERE = 7
LIT = ValueCoding(lambda value: int(value is True), lambda raw: raw == 1)
"""A light that shines only where its switch is ON: AUTOMATIC, the emulator's default, leaves the hazard lights dark."""
LAMP = switch(off=0, on=1)
OPEN = words({"closed": 0, "open": 1})


def _blows(outlet: str) -> ValueCoding:
    """One outlet of a seat; another one is chosen rather than this one switched off."""

    def encode(value: Scalar) -> RawPropertyValue:
        if value is not True or outlet not in AIR:
            raise ValueError("an outlet cannot be switched off; choose another one")
        return AIR[outlet]

    return ValueCoding(encode, lambda raw: outlet in AIR and raw in (AIR[outlet], EVERYWHERE))


def _centred(end: int) -> ValueCoding:
    """Per cent as whole numbers from `-end` to `end`; a negative `end` counts the other way."""

    def encode(value: Scalar) -> RawPropertyValue:
        if isinstance(value, str) or value is None:
            raise ValueError(f"{value!r} is not a number")
        return math.floor((value - 50) / 50 * end + 0.5)

    def decode(raw: RawPropertyValue) -> Scalar:
        if isinstance(raw, (str, bytes, tuple)):
            raise ValueError(f"{raw!r} is not a number")
        return round(50 + 50 * raw / end, 2)

    return ValueCoding(encode, decode)


def _slides(raw: RawPropertyValue) -> Scalar:
    if isinstance(raw, int) and raw < 0:
        raise ValueError("the roof is tilted, not slid open")
    return TENTHS.decode(raw)


ROOF = ValueCoding(TENTHS.encode, _slides)


def _of_seat(seat: str, area: str) -> Iterator[tuple[str, SignalLocation]]:
    climate, chair = f"airConditioner.ac_states.{seat}", f"seat.{seat}"
    yield f"{climate}.is_on", VhalProperty("HVAC_POWER_ON", area, FLAG)
    yield f"{climate}.temperature", VhalProperty("HVAC_TEMPERATURE_SET", area)
    yield f"{climate}.wind_speed", VhalProperty("HVAC_FAN_SPEED", area)
    for outlet in (*AIR, "random"):
        yield f"{climate}.outlet_modes.{outlet}", VhalProperty("HVAC_FAN_DIRECTION", area, _blows(outlet))
    yield f"{chair}.heater.is_on", VhalProperty("HVAC_SEAT_TEMPERATURE", area, LAMP)
    yield f"{chair}.ventilation.is_on", VhalProperty("HVAC_SEAT_VENTILATION", area, LAMP)
    yield f"{chair}.position.horizontal_position", VhalProperty("SEAT_FORE_AFT_POS", area, _centred(-10))
    yield f"{chair}.position.vertical_position", VhalProperty("SEAT_HEIGHT_POS", area, _centred(10))
    yield f"{chair}.position.backrest_angle", VhalProperty("SEAT_BACKREST_ANGLE_1_POS", area, _centred(-10))
    yield f"{chair}.position.cushion_length", VhalProperty("SEAT_DEPTH_POS", area, _centred(10))
    yield f"{chair}.position.headrest_height", VhalProperty("SEAT_HEADREST_HEIGHT_POS_V2", area, TENTHS)
    yield f"window.window_states.{seat}.open_degree", VhalProperty("WINDOW_POS", area, TENTHS)
    yield f"door.doors.{seat}.status", VhalProperty("DOOR_POS", area, OPEN)
    yield f"door.doors.{seat}.is_locked", VhalProperty("DOOR_LOCK", area, FLAG)
    if area.startswith("ROW_2"):
        yield f"door.doors.{seat}.child_safety_lock_enabled", VhalProperty("DOOR_CHILD_LOCK_ENABLED", area, FLAG)
    yield f"readingLight.{seat}.is_on", VhalProperty("READING_LIGHTS_SWITCH", area, LAMP)


_CAR: Mapping[str, SignalLocation] = {
    "steeringWheel.is_heater_on": VhalProperty("HVAC_STEERING_WHEEL_HEAT", coding=LAMP),
    "rearviewMirror.heating_enabled": VhalProperty("HVAC_SIDE_MIRROR_HEAT", "DRIVER_LEFT", LAMP),
    "rearviewMirror.auto_fold_enabled": VhalProperty("MIRROR_AUTO_FOLD_ENABLED", "DRIVER_LEFT", FLAG),
    "rearviewMirror.auto_flip_enabled": VhalProperty("MIRROR_AUTO_TILT_ENABLED", "DRIVER_LEFT", FLAG),
    "sunroof.open_degree_percentage": VhalProperty("WINDOW_POS", "ROOF_TOP_1", ROOF),
    "trunk.state": VhalProperty("DOOR_POS", "REAR", OPEN),
    "fuelPort.is_open": VhalProperty("FUEL_DOOR_OPEN", coding=FLAG),
    "hazardLight.is_active": VhalProperty("HAZARD_LIGHTS_SWITCH", coding=LIT),
    "wiper.rear_wiper.is_on": VhalProperty("WINDSHIELD_WIPERS_SWITCH", "REAR_WINDSHIELD", switch(off=1, on=8)),
    "assistance.forward_collision_warning": VhalProperty("FORWARD_COLLISION_WARNING_ENABLED", coding=FLAG),
    "assistance.blind_spot_warning": VhalProperty("BLIND_SPOT_WARNING_ENABLED", coding=FLAG),
    "system.airplane_mode": AndroidSetting("global", "airplane_mode_on"),
    "system.mobile_data": "mobile_data",
    "environment.language": "language",
    "networks.current": "wifi_network",
    "networks.saved.#len": "saved_network_count",
    "radio._is_playing": "radio_playing",
    "music._current_playlist.#len": "queue_length",
    "system.notifications.#len": "notification_count",
}
_LISTED: Mapping[str, str] = {
    "music._current_playlist[music._current_track_index].title": "media_title",
    "music._current_playlist[music._current_track_index].artist": "media_artist",
    "music._current_playlist[music._current_track_index].album": "media_album",
    **{f"networks.saved[{at}].name": f"saved_network_{at}" for at in range(6)},
    **{f"system.notifications[{at}].title": f"notification_title_{at}" for at in range(10)},
}


@cache
def places() -> Mapping[str, SignalLocation]:
    """Path in the state core -> where a stock image keeps it; what the signal table says comes first."""
    seats = dict(pair for seat, area in SEAT_AREAS.items() for pair in _of_seat(seat, area))
    table = {signal.world: place for signal in SIGNALS.values() if (place := _own(signal))}
    return {**seats, **_CAR, **_LISTED, **table}


def _own(signal: Signal) -> SignalLocation | None:
    return signal.vhal or signal.setting or signal.service or None


def place_of(signal: Signal) -> SignalLocation | None:
    """Where a stock image keeps a signal; None where it has no such fact."""
    return _own(signal) or places().get(signal.world)
