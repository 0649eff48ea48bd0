"""Events of a drive, such as calls, messages and warnings: each changes the state that it implies and notifies the driver.

    >>> car = World()
    >>> happen(car, "incoming call", contact="Mum")
    >>> happen(car, "message", contact="Kenji Morita", content="I am at the entrance.")
    >>> happen(car, "low fuel", level=6)

Warnings are shown on top of everything; messages for a short while, and not while the driver wants no disturbance or follows a
route. Both stay in the notification centre. An event never counts as an alert that somebody raised (`system.last_alert`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from automotive_env.car.content.notices import all_notices
from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.device import SEATS
from automotive_env.car.core.errors import StateError, shown, suggest
from automotive_env.car.core.schema import MAX_RECORDS
from automotive_env.car.core.values import is_text
from automotive_env.car.core.world import World
from automotive_env.car.devices.conversation import MAX_NAME_CHARACTERS, Message
from automotive_env.car.devices.instrument_panel import KILOMETERS_PER_MILE
from automotive_env.car.devices.radio import Station
from automotive_env.car.driving.cabin_physics import let_cabin_follow
from automotive_env.car.driving.charging import charge_on
from automotive_env.car.driving.environment import is_over
from automotive_env.car.driving.road import WHEELS
from automotive_env.car.driving.temperature import degrees
from automotive_env.car.owner.notices import let_apps_tell
from automotive_env.car.systems import bluetooth_devices, wifi
from automotive_env.car.systems.audio_focus import AudioFocus
from automotive_env.car.systems.radio_reception import scan_on
from automotive_env.car.systems.reading_aloud import reading_goes_on
from automotive_env.car.systems.software_update import update_goes_on

EventDetail: TypeAlias = str | float
PUNCTURED_BAR = 1.2
"""Pressure of a tyre that has lost air."""
MAX_ICE_CELSIUS = 3.0
"""Highest outside temperature, in degrees Celsius, of an ice warning."""
MAX_DETAIL_CHARACTERS = 1_000
MAX_SECONDS = 3_600
MAX_JAM_MINUTES = 60
MESSAGE_SECONDS = 10
"""How long a message that has just come is shown on top."""
RINGING_SECONDS = 30
"""After how long a phone that nobody answers stops ringing."""


def quiet(world: World) -> bool:
    """Whether messages are kept for later: the driver wants no disturbance, or follows a route."""
    return world.system.do_not_disturb or (world.navigation.is_active and world.road.driving_state == "moving")


def _call(world: World, *, contact: str = "Mum") -> None:
    """Somebody calls; without a phone that the car leads calls for, it does not learn of it."""
    _named(contact)
    if bluetooth_devices.no_calls(world):
        return
    channel = world.environment.sound_channel
    world.conversation.ring(contact)
    if world.system.do_not_disturb:  # it is shown, but does not sound
        world.environment.sound_channel = channel
    world.system.notify("call", contact, "Incoming call")


def _message(world: World, *, contact: str = "Kenji Morita", content: str = "I am at the entrance.") -> None:
    """Somebody writes; without a phone the car does not learn of it."""
    _named(contact)
    if not bluetooth_devices.is_connected(world, world.pairing.phone):
        return
    phone, system = world.conversation, world.system
    new = Message(contact, content, world.environment.timestamp, incoming=True, read=False)
    phone.messages = (*phone.messages[-(MAX_RECORDS - 1) :], new)
    number = system.notify("message", contact, content)
    system.message_shown = 0 if quiet(world) else number


def _notice(world: World, *, app: str = "parking", title: str = "", text: str = "") -> None:
    """An app tells something, in its own words where none are given; only a warning of the authorities is shown on top."""
    known = {notice.kind: notice for notice in all_notices()}
    _among("app", app, tuple(known))
    world.system.notify(app, title or known[app].title, text or known[app].text, is_alert=app == "weather warning")


def _tyre(world: World, *, wheel: str = "front left") -> None:
    _among("wheel", wheel, WHEELS)
    setattr(world.road.tyres, wheel.replace(" ", "_"), PUNCTURED_BAR)
    _warn(world, "tyre pressure", "Low tyre pressure", f"Check the {wheel} tyre.")


def _fuel(world: World, *, level: float = 8) -> None:
    world.road.fuel_level = level
    title = "Low battery" if world.energy.powertrain == "electric" else "Low fuel"
    _warn(world, "low fuel", title, f"{level:g} % left. Plan a stop soon.")


def _lane(world: World) -> None:
    _warn(world, "lane departure", "Lane departure", "Keep to your lane.")


def _speed(world: World, *, over: float = 15) -> None:
    """Faster than the limit by some km/h; a driver who has switched the warning off is not warned."""
    if over <= 0:
        raise StateError(f"over must be above 0, not {shown(over)}")
    road, helper = world.road, world.assistance
    road.gear, road.parking_brake, road.speed = "drive", False, helper.speed_limit + over
    if helper.speed_limit_warning:
        unit, kmh = ("mph", KILOMETERS_PER_MILE) if world.environment.unit_system == "mile" else ("km/h", 1.0)
        words = f"You are {over / kmh:.0f} {unit} faster than {helper.speed_limit / kmh:.0f} {unit}."
        _warn(world, "speed limit", "Above the speed limit", words)


def _ice(world: World, *, temperature: float = 1) -> None:
    if temperature > MAX_ICE_CELSIUS:
        raise StateError(f"temperature must be at most {MAX_ICE_CELSIUS:g}, not {shown(temperature)}")
    world.road.outside_temperature = temperature
    world.road.phenomena.icy_road = True
    _warn(world, "ice", "Ice warning", f"{degrees(temperature, world.cabin.temperature_unit)} outside. The road may be icy.")


def _fog(world: World) -> None:
    world.road.phenomena.fogged_windscreen = True
    world.road.phenomena.fogged_rear_window = True
    _warn(world, "low visibility", "Fogged windows", "The windscreen and the rear window are fogged.")


def _belt(world: World, *, seat: str = "driver's seat") -> None:
    _among("seat", seat, SEATS)
    world.road.open_belt = seat
    _warn(world, "seat belt", "Seat belt", f"The belt of the {_place(seat)} is not fastened.")


def _door(world: World, *, seat: str = "driver's seat") -> None:
    _among("seat", seat, SEATS)
    door = world.door.doors[seat]
    door.is_locked = False
    door.status = "open"
    _warn(world, "door", "Door ajar", f"The door at the {_place(seat)} is open.")


def _phone_gone(world: World) -> None:
    """The phone disconnects; a call goes on at the handset and ends in the car."""
    world.bluetooth.connection_state = "DISCONNECTED"
    world.conversation.lose()
    world.system.notify("system", "Phone disconnected", "Calls and messages stay on the phone.")


def _jam(world: World, *, minutes: float = 9) -> None:
    if not 1 <= minutes <= MAX_JAM_MINUTES:
        raise StateError(f"minutes must be from 1 to {MAX_JAM_MINUTES}, not {shown(minutes)}")
    from automotive_env.car.driving.trip import traffic_ahead

    traffic_ahead(world, minutes)
    world.system.notify("system", "Traffic ahead", f"Expect {minutes:.0f} min longer.")


def _stops(world: World, *, stops: str = "Old Mill Bridge") -> None:
    """The route that runs, if one does, leads over these stops and no others; semicolons separate them, "-" is none."""
    route = world.navigation.current_route
    if not world.navigation.is_active or route is None:
        return
    channel = world.environment.sound_channel
    world.navigation.guide(route.departure, route.destination, [] if stops == "-" else map(str.strip, stops.split(";")))
    world.environment.sound_channel = channel


def _station(world: World, *, station: str = "Harbour FM", frequency: str = "98.4 MHz") -> None:
    """Somebody puts a station on that sends from the city around the car."""
    with AudioFocus(world):
        world.radio.start(Station(station, frequency, world.road.city, "", world.environment.timestamp))


def _another_driver(world: World, *, seed: float = 1, powertrain: str = "") -> None:
    """The car is that of another driver, who lives where it is now."""
    from automotive_env.car.owner.life import live

    live(world, seed, powertrain=powertrain)  # type: ignore[arg-type]  # what is no seed is refused


def let_time_pass(world: World, *, seconds: float = 1) -> None:
    """The clock runs: a song that plays goes on to the next one, a phone stops ringing, and the cabin follows what is done."""
    if not 0 < seconds <= MAX_SECONDS:
        raise StateError(f"seconds must be above 0 and at most {MAX_SECONDS}, not {shown(seconds)}")
    world.environment.advance(seconds)
    from automotive_env.car.driving.trip import drive_on

    drive_on(world, seconds)
    world.music.play_on(round(seconds))
    let_apps_tell(world, seconds)
    scan_on(world, seconds)
    wifi.search_on(world, seconds)
    bluetooth_devices.go_on(world, seconds)
    charge_on(world, seconds)
    update_goes_on(world)
    reading_goes_on(world)
    system, now = world.system, world.environment.timestamp
    if system.message_shown:
        came = next((entry.time for entry in system.notifications if entry.id == system.message_shown), "")
        if is_over(came, now, MESSAGE_SECONDS):
            system.message_shown = 0
    ringing = world.conversation.call_state == "ringing"
    rings = [entry for entry in system.notifications if entry.kind == "call"] if ringing else []
    if rings and rings[0].time and is_over(rings[0].time, now, RINGING_SECONDS):
        world.conversation.stop_ringing()
    let_cabin_follow(world, seconds)


EVENTS: Mapping[str, Callable[..., None]] = {
    "incoming call": _call,
    "message": _message,
    "notice of an app": _notice,
    "low tyre pressure": _tyre,
    "low fuel": _fuel,
    "lane departure": _lane,
    "speed above the limit": _speed,
    "ice warning": _ice,
    "fogged windows": _fog,
    "seat belt": _belt,
    "door ajar": _door,
    "phone disconnected": _phone_gone,
    "traffic ahead": _jam,
    "stops on the way": _stops,
    "radio station": _station,
    "another driver": _another_driver,
    "time passes": let_time_pass,
}
"""Everything that can happen; the keyword arguments are the details."""


def _details(event: str) -> Mapping[str, EventDetail]:
    if not isinstance(event, str) or event not in EVENTS:
        known = ", ".join(EVENTS)
        raise StateError(f"there is no event {shown(event)}{suggest(event, EVENTS)}; there are: {known}")
    details: Mapping[str, EventDetail] = getattr(EVENTS[event], "__kwdefaults__", None) or {}
    return details


def happen(world: World, event: str, **details: EventDetail) -> None:
    """Let something happen, as one change of the car.

    Raises:
        StateError: there is no such event, or a detail does not fit; nothing was changed.
    """
    known = _details(event)
    for name, value in details.items():
        if name not in known:
            raise StateError(f"{event} has no detail {shown(name)}; it has: {', '.join(known) or 'none'}")
        _fits(name, value, known[name])
    with world.changing(ChangeCause("road", event)):
        EVENTS[event](world, **details)


def _fits(name: str, value: EventDetail, usual: EventDetail) -> None:
    if isinstance(usual, str):
        if not is_text(value, MAX_DETAIL_CHARACTERS) or not value.strip():
            raise StateError(f"{name} must be a text of 1 to {MAX_DETAIL_CHARACTERS} characters, not {shown(value)}")
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        raise StateError(f"{name} must be a number, not {shown(value)}")


def _named(contact: str) -> None:
    if len(contact) > MAX_NAME_CHARACTERS:
        raise StateError(f"contact must have at most {MAX_NAME_CHARACTERS} characters, not {len(contact)}")


def _among(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise StateError(f"{name} must be one of {', '.join(allowed)}, not {shown(value)}")


def _place(seat: str) -> str:
    return seat if seat.endswith("seat") else f"{seat} seat"


def _warn(world: World, kind: str, title: str, text: str) -> None:
    world.system.notify(kind, title, text, is_alert=True)
