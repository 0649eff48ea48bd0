"""The commands of `cmd car_service`: a table of functions, each with the words that `-h` prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.vhal.properties import AreaType, area_type
from automotive_env.emulator.virtual.car.driving import BRAKE, GEAR, SPEED
from automotive_env.emulator.virtual.vhal.arguments import read_property
from automotive_env.emulator.virtual.vhal.formats import prop_config, prop_value, unreadable, unsupported
from automotive_env.emulator.virtual.vhal.hal import VehicleHal
from automotive_env.emulator.virtual.vhal.value_checks import VhalError, integer, parsed

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.services.car_service import CarService

AHEAD = 2000.0
"""Seconds that the timestamp of an emulated speed lies ahead, so that the car's own is not heard."""
MAX_DELAY = 1e9
"""Seconds that a timestamp can lie ahead."""
EMULATED: dict[str, tuple[float, float, int]] = {
    "drive": (80.0, AHEAD, 0x800),
    "park": (0.0, 0.0, 4),
    "reverse": (5.0, AHEAD, 2),
    "neutral": (0.0, AHEAD, 1),
}
"""State -> the speed in metres per second, how far ahead it lies, and the VehicleGear that are sent."""
NIGHT = {"day": "day", "night": "night", "sensor": "auto"}
"""Word of `day-night-mode` -> theme of the car's display."""
SWITCH = {"true": True, "false": False}

RunCarCommand: TypeAlias = Callable[["CarService", list[str]], Sequence[str]]
"""Does a command with its arguments, and returns the lines to print; raises ValueError or VhalError where it cannot be done."""


@dataclass(frozen=True, slots=True)
class CarCommand:
    """How a command is done.

    Attributes:
        run: does it.
        usage: its arguments as the help prints them.
        least: how many it needs.
        most: how many it takes.
        fault: what is printed before the reason where it was not done.
    """

    run: RunCarCommand
    usage: str
    least: int
    most: int
    fault: str


COMMANDS: dict[str, CarCommand] = {}


def car_command(
    name: str, usage: str = "", *, least: int = 0, most: int = 0, fault: str = ""
) -> Callable[[RunCarCommand], RunCarCommand]:
    """Declare a command by its name; `least` arguments are also the most where no more are allowed."""

    def declare(run: RunCarCommand) -> RunCarCommand:
        COMMANDS[name] = CarCommand(run, usage, least, max(least, most), fault)
        return run

    return declare


# Properties of the vehicle HAL


@car_command("get-property-value", "[PROPERTY_ID] [AREA_ID]", most=2, fault="Invalid property ID or area ID: ")
def get_property_value(service: CarService, args: list[str]) -> Sequence[str]:
    """One area, all areas of a property, or everything."""
    hal = service.device.vhal
    if not args:
        return [value_line(hal, config.id, area) for config in hal.configs.values() for area in config.areas]
    property, *area = read_property(args[0], hal.release), *map(integer, args[1:])
    if property not in hal.configs:
        return [unsupported(property)]
    return [value_line(hal, property, each) for each in area or hal.configs[property].areas]


def value_line(hal: VehicleHal, property: int, area: int) -> str:
    """One area of a property."""
    config = hal.configs[property]
    try:
        value = hal.get(config.id, area)
    except VhalError:
        return unreadable(config, area)
    return prop_value(config, area, value, hal.changed_at(config.id, area))


@car_command("set-property-value", "PROPERTY_ID AREA_ID DATA", least=3, fault="Cannot set a property: ")
def set_property_value(service: CarService, args: list[str]) -> Sequence[str]:
    """Write a property as an app with all permissions would."""
    hal = service.device.vhal
    property, area = read_property(args[0], hal.release), integer(args[1])
    if property not in hal.configs:
        raise ValueError(unsupported(property))
    hal.set(property, area, parsed(hal.configs[property], args[2].split(",")))
    return [f"Property({args[0]}) is set to {args[2]} successfully"]


@car_command("get-carpropertyconfig", "[PROPERTY_ID]", most=1, fault="Invalid property ID: ")
def get_config(service: CarService, args: list[str]) -> Sequence[str]:
    """How a property, or each, is configured."""
    hal = service.device.vhal
    if not args:
        return [line for config in hal.configs.values() for line in prop_config(config)]
    property = read_property(args[0], hal.release)
    return prop_config(hal.configs[property]) if property in hal.configs else [unsupported(property)]


@car_command("get-vhal-backend")
def get_backend(service: CarService, args: list[str]) -> Sequence[str]:
    """Which interface the HAL has."""
    return ["Vehicle HAL backend: AIDL"]


# Events to CarService's own listeners: what properties hold stays as it is


def _delay_option(args: list[str]) -> tuple[list[str], float]:
    """What comes before `-t`, and its seconds."""
    if "-t" not in args:
        return args, 0.0
    position = args.index("-t")
    seconds = float("".join(args[position + 1 : position + 2]))
    if not abs(seconds) <= MAX_DELAY:
        raise ValueError(f"-t must be at most {MAX_DELAY:g} seconds")
    return args[:position], seconds


@car_command(
    "inject-vhal-event",
    "PROPERTY_ID [zone] data(can be comma separated list) -t delay_time_seconds",
    least=2,
    most=5,
    fault="Invalid property Id, zone Id or value: ",
)
def inject_event(service: CarService, args: list[str]) -> Sequence[str]:
    """Send one event."""
    hal = service.device.vhal
    args, delay = _delay_option(args)
    if len(args) < 2:
        raise ValueError("a property and data are needed")
    property, (*zone, data) = read_property(args[0], hal.release), args[1:]
    area = integer(zone[0]) if zone else 0
    if property not in hal.configs:
        return []  # nobody listens to what the HAL does not have
    if area_type(property) is not AreaType.GLOBAL and area == 0:
        return [f"Property area type inconsistent with given zone: {area}"]
    hal.inject(property, area, parsed(hal.configs[property], data.split(",")), delay)
    return []


@car_command("emulate-driving-state", "[drive|park|reverse]", least=1)
def emulate(service: CarService, args: list[str]) -> Sequence[str]:
    """Let CarService believe that the car drives, is parked or goes backwards."""
    if args[0] not in EMULATED:
        raise ValueError(f"invalid driving mode: {args[0]}; must be {', '.join(EMULATED)}")
    hal, (speed, ahead, gear) = service.device.vhal, EMULATED[args[0]]
    hal.inject(SPEED, 0, speed, ahead)
    hal.inject(GEAR, 0, gear)
    if args[0] == "drive":
        hal.inject(BRAKE, 0, False)
    return []


# What the car shows, sounds and allows


@car_command("day-night-mode", "[day|night|sensor]", least=1)
def day_night(service: CarService, args: list[str]) -> Sequence[str]:
    """Choose the theme of the display."""
    if args[0] not in NIGHT:
        raise ValueError(f"Unknown mode. Valid modes: {'|'.join(NIGHT)}")
    service.device.world.set("system.night_mode", NIGHT[args[0]], ChangeCause("setup", "car_service day-night-mode"))
    return [f"DayNightMode changed to: {args[0]}"]


@car_command("enable-uxr", "true|false", least=1)
def enable_uxr(service: CarService, args: list[str]) -> Sequence[str]:
    """Tell apps of restrictions while the car moves, or never."""
    if args[0] not in SWITCH:
        raise ValueError("Invalid usage: enable-uxr true|false")
    service.driving.enable(SWITCH[args[0]])
    return []


@car_command("set-group-volume", "zoneId groupId volume(0-100)", least=3, fault="Invalid zone, group or volume: ")
def set_volume(service: CarService, args: list[str]) -> Sequence[str]:
    """Set the volume; the car has one, that of group 0."""
    zone, group, volume = map(integer, args)
    _check_group(zone, group)
    if not 0 <= volume <= 100:
        raise ValueError(f"volume must be from 0 to 100, not {volume}")
    service.device.world.set("environment.volume", volume, ChangeCause("setup", "car_service set-group-volume"))
    return []


@car_command("set-mute-car-volume-group", "zoneId groupId mute|unmute", least=3, fault="Invalid usage: ")
def set_muted(service: CarService, args: list[str]) -> Sequence[str]:
    """Mute all sound or let it be heard."""
    _check_group(*map(integer, args[:2]))
    if args[2] not in ("mute", "unmute"):
        raise ValueError("the third argument must be mute or unmute")
    service.device.world.set("system.muted", args[2] == "mute", ChangeCause("setup", "car_service set-mute-car-volume-group"))
    return []


def _check_group(zone: int, group: int) -> None:
    if (zone, group) != (0, 0):
        raise ValueError(f"there is no volume group {group} in zone {zone}; the car has group 0 in zone 0")
