"""What is done with the profiles of drivers: switch, store, rename, add, delete.

    >>> from automotive_env.car.core.world import World
    >>> car = World()
    >>> switch_driver(car, "Sofia")
    >>> car.drivers.active, car.system.night_mode, car.get("seat.driver's seat.position.horizontal_position")
    ('Sofia', 'day', 30)

What cannot be done raises `CallRefused` with one sentence for the driver, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from automotive_env.car.core.change import DIRECT
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.schema import MAX_RECORDS
from automotive_env.car.core.values import is_text
from automotive_env.car.core.world import World
from automotive_env.car.driving.temperature import UNIT as TEMPERATURE_UNIT
from automotive_env.car.systems.drivers import GUEST, MAX_DRIVERS, MAX_NAME_CHARACTERS, Driver, DriverFavorite
from automotive_env.car.systems.handset import FavoriteContact as FavoritePerson
from automotive_env.car.systems.maps_app_state import SavedPlace
from automotive_env.car.systems.radio_reception import received

_SEAT = "seat.driver's seat.position"
POSITIONS: Mapping[str, str] = {
    "seat_distance": f"{_SEAT}.horizontal_position",
    "seat_height": f"{_SEAT}.vertical_position",
    "backrest": f"{_SEAT}.backrest_angle",
    "headrest": f"{_SEAT}.headrest_height",
    "left_mirror_height": "rearviewMirror.left_mirror.height",
    "left_mirror_turn": "rearviewMirror.left_mirror.horizontal_position",
    "right_mirror_height": "rearviewMirror.right_mirror.height",
    "right_mirror_turn": "rearviewMirror.right_mirror.horizontal_position",
}
"""Field of a profile -> path; stored when the driver says so."""
SETTINGS: Mapping[str, str] = {
    "temperature": "airConditioner.ac_states.driver's seat.temperature",
    "theme": "system.night_mode",
    "distance_unit": "environment.unit_system",
    "temperature_unit": TEMPERATURE_UNIT,
    "time_format": "environment.time_display_format",
    "language": "environment.language",
}
"""Field of a profile -> path; stored when another driver takes over."""


def current_profile(world: World, profile: Driver) -> Driver:
    """A profile with all that is set now."""
    return _now(world, profile, {**POSITIONS, **SETTINGS})


def switch_driver(world: World, name: str) -> None:
    """Let somebody drive: what they have stored is restored at once. For who drives already, seat and mirrors go back.

    Raises:
        Refused: there is no such profile.
    """
    profile = _known(world, name)
    with world.changing(DIRECT):
        if name == world.drivers.active:
            _apply(world, profile, POSITIONS)
            return
        _leave(world)
        _apply(world, profile, {**POSITIONS, **SETTINGS})
        _arrive(world, profile)


def save_positions(world: World) -> None:
    """Store how the seat and the mirrors stand for who drives.

    Raises:
        Refused: a guest drives.
    """
    profile = _known(world, world.drivers.active)
    if profile.name == GUEST:
        raise CallRefused("nothing is stored for a guest")
    world.drivers.replace(profile.name, _now(world, profile, POSITIONS))


def add_driver(world: World, name: str) -> None:
    """Add a profile that holds what is set now; who drives stays.

    Raises:
        Refused: the name does not fit or is taken, or there are as many profiles as can be.
    """
    drivers = world.drivers
    if len(drivers.profiles) >= MAX_DRIVERS:
        raise CallRefused(f"at most {MAX_DRIVERS} drivers can be kept; delete one first")
    profile = current_profile(world, Driver(_free(world, name)))
    *others, last = drivers.profiles
    drivers.profiles = (*others, profile, last) if last.name == GUEST else (*others, last, profile)


def rename_driver(world: World, name: str, new: str) -> str:
    """Give a profile another name; returns it as it is kept.

    Raises:
        Refused: the name does not fit or is taken, or it is the guest's profile.
    """
    profile, new = _own(world, name), _free(world, new, besides=name)
    drivers = world.drivers
    with world.changing(DIRECT):
        drivers.replace(name, profile.but(name=new))
        drivers.favorites = tuple(one.but(driver=new) if one.driver == name else one for one in drivers.favorites)
        if drivers.active == name:
            drivers.active = new
    return new


def delete_driver(world: World, name: str) -> None:
    """Delete a profile with its favourites.

    Raises:
        Refused: it is the profile of who drives, or the guest's.
    """
    _own(world, name)
    drivers = world.drivers
    if name == drivers.active:
        raise CallRefused("who drives cannot be deleted; switch to another driver first")
    with world.changing(DIRECT):
        drivers.profiles = tuple(one for one in drivers.profiles if one.name != name)
        drivers.favorites = tuple(one for one in drivers.favorites if one.driver != name)


def _known(world: World, name: str) -> Driver:
    profile = world.drivers.profile(name)
    if profile is None:
        raise CallRefused(f"there is no driver {name}")
    return profile


def _own(world: World, name: str) -> Driver:
    """The profile of a name that is not the guest's."""
    if name == GUEST:
        raise CallRefused("the profile of guests stays as it is")
    return _known(world, name)


def _free(world: World, name: str, besides: str = "") -> str:
    """A name that a profile may get."""
    name = " ".join(name.split())
    if not name:
        raise CallRefused("a driver needs a name")
    if not is_text(name, MAX_NAME_CHARACTERS):
        raise CallRefused(f"a name has at most {MAX_NAME_CHARACTERS} characters")
    if name.casefold() in {GUEST.casefold(), *(one.name.casefold() for one in world.drivers.profiles if one.name != besides)}:
        raise CallRefused("there is a driver of this name already")
    return name


def _now(world: World, profile: Driver, paths: Mapping[str, str]) -> Driver:
    """A profile with what is set now."""
    values: dict[str, Any] = {field: world.get(path) for field, path in paths.items()}
    return profile.but(**values)


def _apply(world: World, profile: Driver, paths: Mapping[str, str]) -> None:
    for field, path in paths.items():
        if world.get(path) != getattr(profile, field):
            world.set(path, getattr(profile, field))


def _leave(world: World) -> None:
    """Store what is remembered of who drove until now; nothing of a guest."""
    drivers = world.drivers
    profile = drivers.profile(drivers.active)
    if profile is None or profile.name == GUEST:
        return
    station = world.radio.current_station
    left = _now(world, profile, SETTINGS).but(station=station.frequency_value if station else "")
    drivers.replace(profile.name, left)
    places = [DriverFavorite(profile.name, "place", one.name) for one in world.maps.favorites]
    people = [DriverFavorite(profile.name, "person", one.name) for one in world.handset.favorites]
    others = [one for one in drivers.favorites if one.driver != profile.name]
    drivers.favorites = (*others, *places, *people)[-MAX_RECORDS:]


def _arrive(world: World, profile: Driver) -> None:
    """Bring the favourites and the station of who takes over."""
    drivers = world.drivers
    own = [one for one in drivers.favorites if one.driver == profile.name]
    drivers.favorites = tuple(one for one in drivers.favorites if one.driver != profile.name)
    world.maps.favorites = tuple(SavedPlace(one.name) for one in own if one.kind == "place")
    world.handset.favorites = tuple(FavoritePerson(one.name) for one in own if one.kind == "person")
    station = next((one for one in received(world) if one.frequency_value == profile.station), None)
    if station:
        world.set("radio._current_station", station)
    drivers.active = profile.name
