"""Radio reception: the stations that are received where the car is, tuning from one to the next, and the scan of the dial."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from automotive_env.car.content.content import content_for
from automotive_env.car.content.stations import band_of, megahertz
from automotive_env.car.core.world import World, slot_of
from automotive_env.car.devices.radio import Station

SCAN_SECONDS = 5
"""How long a scan stays with a station."""
BANDS = ("FM", "DAB", "AM")
_SCANNING = slot_of("system.radio_scanning")


def along_the_dial(known: Iterable[Station], offered: Sequence[Station], city: str) -> tuple[Station, ...]:
    """What is received in a city: the stations known from there and those offered, each channel once, FM before DAB and AM."""
    channels = {station.frequency_value: station for station in (*offered, *(one for one in known if one.city == city))}
    return tuple(sorted(channels.values(), key=_place))


def _place(station: Station) -> tuple[int, float, str]:
    band = band_of(station)
    number = megahertz(station) if band == "FM" else float("".join(filter(str.isdigit, station.frequency_value)) or 0)
    return BANDS.index(band), number, station.frequency_value


def received(world: World) -> tuple[Station, ...]:
    """What is received where the car is, along the dial."""
    road, radio = world.road, world.radio
    offered = content_for(world.system.content_seed, road.country, road.city).stations
    return along_the_dial((*radio.collection, *radio.history), offered, road.city)


def turn(world: World, step: int) -> bool:
    """Go some stations on along the dial, beyond its end to the other one; returns whether there is any."""
    stations = received(world)
    if not stations:
        return False
    now = world.radio.current_station
    at = _place(now) if now else _place(stations[0] if step < 0 else stations[-1])
    after = [one for one in stations if _place(one) > at] + [one for one in stations if _place(one) <= at]
    before = [one for one in reversed(stations) if _place(one) < at] + [one for one in reversed(stations) if _place(one) >= at]
    world.radio.start(after[0] if step > 0 else before[0])
    return True


def scan_on(world: World, seconds: float) -> None:
    """A scan goes on with the clock; it ends where the radio is off."""
    if not world.values[_SCANNING]:
        return
    system = world.system
    if not world.radio.is_playing:
        system.radio_scanning = False
        return
    waited = system.scan_waited + seconds
    while waited >= SCAN_SECONDS and turn(world, 1):
        waited -= SCAN_SECONDS
    system.scan_waited = min(waited, SCAN_SECONDS)
