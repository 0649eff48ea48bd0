"""The commands of `cmd car_service`: a table of functions, each with the words that `-h` prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from automotive_env.car.core.change import ChangeCause
from automotive_env.emulator.virtual.vhal.arguments import read_property
from automotive_env.emulator.virtual.vhal.formats import prop_config, prop_value, unreadable, unsupported
from automotive_env.emulator.virtual.vhal.hal import VehicleHal
from automotive_env.emulator.virtual.vhal.value_checks import VhalError, integer, parsed

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.services.car_service import CarService

NIGHT = {"day": "day", "night": "night", "sensor": "auto"}
"""Word of `day-night-mode` -> theme of the car's display."""
RunCarCommand: TypeAlias = Callable[["CarService", list[str]], Sequence[str]]
"""Does a command with its arguments, and returns the lines to print; raises ValueError or VhalError where it cannot be done."""


@dataclass(frozen=True, slots=True)
class CarCommand:
    """How a command is done.

    Attributes:
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


# What the car shows and sounds


@car_command("day-night-mode", "[day|night|sensor]", least=1)
def day_night(service: CarService, args: list[str]) -> Sequence[str]:
    """Choose the theme of the display."""
    if args[0] not in NIGHT:
        raise ValueError(f"Unknown mode. Valid modes: {'|'.join(NIGHT)}")
    service.device.world.set("system.night_mode", NIGHT[args[0]], ChangeCause("setup", "car_service day-night-mode"))
    return [f"DayNightMode changed to: {args[0]}"]


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
