"""What time does to a cabin: air follows what surrounds it and is blown into it, and glass colder than its dew point steams up.

Everything is of first order: each flow draws the air towards its own temperature and dew point at its own rate, a second at a
time or an hour at once. Calls change only `environment.temperature`, at once, as those of the
public release do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.world import World, slot_of
from automotive_env.car.devices.air_conditioner import OUTLETS
from automotive_env.car.driving.charging import minutes_of, prepares_cabin

STRIDE = 10.0
"""Seconds that are taken at once, at most: glass follows the air."""
SHELL_SECONDS, OPEN_SECONDS, VENTILATION_SECONDS, FAN_SECONDS = 3000.0, 120.0, 200.0, 500.0
"""Time constants: of the closed body, of one open window, of the ventilation of the parked car, and of the fan at its lowest."""
AUTOMATIC_FAN = 5
"""The fan speed that AUTO chooses."""
WIND_SECONDS = 40_000.0
"""Time constant of the air that is pressed into the closed body at 1 km/h: on the road the sun warms a cabin by a few celsius."""
SUN_CELSIUS = 22.0
"""By how much a high sun in a clear sky warms a closed, parked car above the air around it."""
SKY = {"clear": 1.0, "cloudy": 0.4}
"""Share of the sun that a weather lets through; others let through `DIM`."""
DIM = 0.1
DRYNESS = {"clear": 8.0, "cloudy": 5.0, "snow": 2.0, "hail": 2.0, "rain": 1.5, "heavy rain": 1.0, "fog": 0.3}
"""Celsius by which the dew point outside is below the temperature, by weather."""
COIL_CELSIUS = 3.0
"""Dew point to which the compressor dries the air."""
BREATH = 0.009
"""Celsius by which the breath of the occupants raises the dew point in a second."""
SHELL_AIR_SECONDS = 1500.0
"""Time constant of the air that gets in through the closed body."""
GLASS, BLOWN_GLASS = 0.4, 0.8
"""Share of the cabin in the temperature of the glass, as it is and with air blown on it; the rest is the air outside."""
HEATER_CELSIUS = 15.0
"""By how much its heater warms a pane."""
FOGGING, CLEARING, FASTEST = 0.15, 0.25, 3.0
"""Per cent of a pane that steams up or clears in a second, by celsius below or above the dew point, and at most."""
FOGGED, CLEAR = 40.0, 10.0
"""Per cent from which a sensor reports a pane as fogged, and down to which it goes on to."""
JUST_FOGGED = 60.0
"""Per cent of a pane that something else than physics has fogged."""

_WINDOW_OUTLETS = tuple(mode.replace(" ", "_") for mode in OUTLETS if "window" in mode)
_AIR_ON = {seat: slot_of(f"airConditioner.ac_states.{seat}.is_on") for seat in SEATS}
_WINDOWS = [slot_of(f"window.window_states.{seat}.open_degree") for seat in SEATS]
_DOORS = [slot_of(f"door.doors.{seat}.status") for seat in SEATS]
_DRAWS_ON = (
    *_AIR_ON.values(), *_WINDOWS, *_DOORS, slot_of("sunroof.open_degree_percentage"),
    *(slot_of(f"airConditioner.ac_states.{seat}.{name}") for seat in SEATS for name in ("temperature", "wind_speed")),
    *(slot_of(f"airConditioner.ac_states.{SEATS[0]}.outlet_modes.{mode.replace('_', ' ')}") for mode in _WINDOW_OUTLETS),
    *(
        slot_of(f"airConditioner.{name}")
        for name in (
            "auto_mode", "ac_mode", "cool_mode", "defrost_mode", "auto_defog_mode", "parking_ventilation_mode",
            "circulation_mode", "defroster.front", "defroster.rear",
        )
    ),
    *(slot_of(f"road.{name}") for name in ("outside_temperature", "weather", "light", "speed", "gear", "gps.latitude")),
)  # fmt: skip
"""What air and glass are drawn by, the time of day aside; a test looks whether all is named."""
_cabin_of = itemgetter(
    *(slot_of(f"cabin.{name}") for name in ("air_temperature", "dew_point", "windscreen_fog", "rear_window_fog")),
    *(slot_of(f"road.phenomena.{name}") for name in ("fogged_windscreen", "fogged_rear_window")),
)
"""Air and glass: what time changes of a cabin."""
_drawn_by, _CLOCK = itemgetter(*_DRAWS_ON), slot_of("environment.timestamp")
KEPT = 256
"""Pulls that are kept for cars and minutes of the same kind, 7 KB each."""


class AirFlow(NamedTuple):
    """What draws the air of the cabin: to which temperature and dew point, and by what share of the difference in a second."""

    rate: float
    celsius: float
    wet_rate: float = 0.0
    dew_point: float = 0.0


class CombinedAirFlow(NamedTuple):
    """What draws a cabin, all flows together, for a minute in which nothing else changes.

    Attributes:
        rate, celsius: how fast the air is drawn, and to which temperature.
        wet_rate, dew_point: the same of its moisture.
        outside: temperature outside.
        windscreen, rear_window: share of the cabin in the temperature of the glass, and what its heater adds.
    """

    rate: float
    celsius: float
    wet_rate: float
    dew_point: float
    outside: float
    windscreen: tuple[float, float]
    rear_window: tuple[float, float]


_pulls: dict[tuple[object, ...], CombinedAirFlow] = {}


def let_cabin_follow(world: World, seconds: float) -> None:
    """Bring air and glass of the cabin to where they are after some seconds in which nothing else changed.

    The car may have begun to prepare the cabin for the departure, or have ended that, among them.
    """
    _reconcile(world)
    energy, now = world.energy, world.environment.timestamp
    if not (energy.departure_on and energy.preconditioning):
        _follow(world, seconds, _pull(world, prepared=False))
        return

    def prepares(part: tuple[str, float]) -> bool:
        return prepares_cabin(energy.departure_time, world.road.gear, part[0])

    for prepared, parts in groupby(minutes_of(now, seconds), prepares):
        _follow(world, sum(length for _, length in parts), _pull(world, prepared))


def _pull(world: World, prepared: bool) -> CombinedAirFlow:
    """What draws the cabin of a car now; worked out once for all that stand alike in the same minute."""
    values = world.values
    key = (prepared, str(values[_CLOCK])[:16], *_drawn_by(values))
    pull = _pulls.get(key)
    if pull is None:
        flows = _flows(world, prepared=prepared)
        wet_rate, dew_point = _balance([(flow.wet_rate, flow.dew_point) for flow in flows])
        pull = CombinedAirFlow(
            *_balance([(flow.rate, flow.celsius) for flow in flows]),
            wet_rate,
            dew_point + BREATH / wet_rate,
            world.road.outside_temperature,
            _windscreen(world),
            (GLASS, HEATER_CELSIUS * world.airConditioner.defroster.rear),
        )
        if len(_pulls) >= KEPT:
            _pulls.clear()
        _pulls[key] = pull
    return pull


def _follow(world: World, seconds: float, pull: CombinedAirFlow) -> None:
    """Let air and glass follow what draws them for some seconds."""
    cabin = world.cabin
    rate, celsius, wet_rate, dew_point, outside, windscreen, rear_window = pull
    air, dew, *panes = _cabin_of(world.values)
    front, rear, *told = panes
    strides = math.ceil(seconds / STRIDE)
    step = seconds / strides
    kept, kept_wet = math.exp(-rate * step), math.exp(-wet_rate * step)
    for _ in range(strides):
        air = celsius + (air - celsius) * kept
        dew = min(dew_point + (dew - dew_point) * kept_wet, air)
        front = _fog(front, dew - _glass(outside, air, *windscreen), step)
        rear = _fog(rear, dew - _glass(outside, air, *rear_window), step)
    cabin.air_temperature, cabin.dew_point = round(air, 4), round(dew, 4)
    fogged = [front > (CLEAR if told[0] else FOGGED), rear > (CLEAR if told[1] else FOGGED)]
    if [round(front, 4), round(rear, 4), *fogged] != panes:
        cabin.windscreen_fog, cabin.rear_window_fog = round(front, 4), round(rear, 4)
        seen = world.road.phenomena
        seen.fogged_windscreen, seen.fogged_rear_window = fogged


def settle(world: World) -> None:
    """Bring the air of the cabin to where it is after hours in which nothing changed, with the moisture of the air outside."""
    _, celsius = _balance([(flow.rate, flow.celsius) for flow in _flows(world)])
    world.cabin.air_temperature = round(celsius, 1)
    world.cabin.dew_point = round(_dew_point_outside(world), 1)


def sunshine(world: World) -> float:
    """Share of the strongest sun that falls on the car, 0..1: by date, time of day, latitude and weather."""
    road = world.road
    if road.light != "day":
        return 0.0
    now = datetime.fromisoformat(world.environment.timestamp)
    tilt = -0.409 * math.cos(math.tau * (now.timetuple().tm_yday + 10) / 365)
    north, angle = math.radians(road.gps.latitude), math.tau * (now.hour + now.minute / 60 - 12) / 24
    height = math.sin(north) * math.sin(tilt) + math.cos(north) * math.cos(tilt) * math.cos(angle)
    return max(DIM, height) * SKY.get(road.weather, DIM)


def _balance(draws: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """How fast several flows draw together, and to what."""
    total = sum(rate for rate, _ in draws)
    return total, sum(rate * value for rate, value in draws) / total


def _flows(world: World, *, prepared: bool = False) -> list[AirFlow]:
    """Everything that draws the air of the cabin now; a car that prepares its cabin needs no climate unit to be on."""
    road, air = world.road, world.airConditioner
    outside, wet = road.outside_temperature, _dew_point_outside(world)
    flows = [AirFlow(1 / SHELL_SECONDS, outside + SUN_CELSIUS * sunshine(world), 1 / SHELL_AIR_SECONDS, wet)]
    if road.speed:
        rate = road.speed / WIND_SECONDS
        flows.append(AirFlow(rate, outside, rate, wet))
    opened = _opened(world)
    if opened:
        rate = opened / OPEN_SECONDS * (1 + road.speed / 50)
        flows.append(AirFlow(rate, outside, rate, wet))
    if air.parking_ventilation_mode and road.gear == "park":
        flows.append(AirFlow(1 / VENTILATION_SECONDS, outside, 1 / VENTILATION_SECONDS, wet))
    running = [air.ac_states[seat] for seat, on in _AIR_ON.items() if world.values[on]]
    if prepared:
        rate = AUTOMATIC_FAN / FAN_SECONDS
        flows.append(AirFlow(rate, air.ac_states[SEATS[0]].temperature, rate, min(wet, COIL_CELSIUS)))
    elif running:
        wanted = sum(unit.temperature for unit in running) / len(running)
        fan = AUTOMATIC_FAN if air.auto_mode else sum(unit.wind_speed for unit in running) / len(running)
        flows.append(_blown(world, flows, wanted, fan / FAN_SECONDS))
    return flows


def _blown(world: World, others: Sequence[AirFlow], wanted: float, rate: float) -> AirFlow:
    """What the climate blows in: air at the wanted temperature where it can warm or cool that far, else as it takes it in."""
    air, road = world.airConditioner, world.road
    cools = air.ac_mode or air.cool_mode or air.auto_mode
    _, without = _balance([(flow.rate, flow.celsius) for flow in others])
    reaches = (not air.cool_mode) if wanted > without else cools
    inside = air.circulation_mode == "internal circulation"
    wet, wet_rate = _dew_point_outside(world), rate
    if cools and (inside or wet > COIL_CELSIUS):
        wet = min(wet, COIL_CELSIUS)
    elif inside:
        wet_rate = 0.0
    return AirFlow(rate if reaches or not inside else 0.0, wanted if reaches else road.outside_temperature, wet_rate, wet)


def _opened(world: World) -> float:
    """How much is open: 1 for one window let down, or the sunroof."""
    values = world.values
    windows = sum(values[slot] for slot in _WINDOWS)  # type: ignore[misc]
    doors = sum(100 for slot in _DOORS if values[slot] != "closed")
    return (windows + doors + world.sunroof.open_degree_percentage) / 100


def _dew_point_outside(world: World) -> float:
    road = world.road
    return road.outside_temperature - DRYNESS[road.weather]


def _windscreen(world: World) -> tuple[float, float]:
    """Share of the cabin in the windscreen's temperature, and what its heater adds."""
    air = world.airConditioner
    driver = air.ac_states[SEATS[0]]
    outlets = (getattr(driver.outlet_modes, mode) for mode in _WINDOW_OUTLETS)
    blown = driver.is_on and (air.auto_defog_mode or air.defrost_mode or any(outlets))
    return BLOWN_GLASS if blown else GLASS, HEATER_CELSIUS * air.defroster.front


def _glass(outside: float, air: float, share: float, heated: float) -> float:
    return outside + share * (air - outside) + heated


def _fog(fog: float, below: float, seconds: float) -> float:
    """How far a pane is steamed up after some seconds so many celsius below the dew point; above it, it clears."""
    if not fog and below <= 0:
        return 0.0
    speed = max(-FASTEST, min(FASTEST, below * (FOGGING if below > 0 else CLEARING)))
    return max(0.0, min(100.0, fog + speed * seconds))


def _reconcile(world: World) -> None:
    """Let glass, and the moisture that it needs, be as a sensor was told by something else than time: a set-up, an event."""
    _, _, front, rear, *told = _cabin_of(world.values)
    if all(fog > CLEAR if fogged else fog <= FOGGED for fog, fogged in zip((front, rear), told, strict=True)):
        return
    seen, cabin, outside = world.road.phenomena, world.cabin, world.road.outside_temperature
    for fogged, pane in ((seen.fogged_windscreen, "windscreen_fog"), (seen.fogged_rear_window, "rear_window_fog")):
        if fogged and getattr(cabin, pane) <= CLEAR:
            setattr(cabin, pane, JUST_FOGGED)
            damp = _glass(outside, cabin.air_temperature, GLASS, 0) + 1
            cabin.dew_point = max(cabin.dew_point, min(damp, cabin.air_temperature))
        elif not fogged and getattr(cabin, pane) > FOGGED:
            setattr(cabin, pane, 0)
