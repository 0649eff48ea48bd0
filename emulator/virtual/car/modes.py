"""Commands that switch what the car shows, sounds and allows."""

from __future__ import annotations

from automotive_env.car.core.change import Cause
from automotive_env.emulator.virtual.car.command import Call, car_command
from automotive_env.emulator.virtual.vhal.kinds import integer

NIGHT = {"day": "day", "night": "night", "sensor": "auto"}
"""Word of `day-night-mode` -> theme of the car's display."""
SWITCH = {"true": True, "false": False}


def _cause(call: Call) -> Cause:
    return Cause("setup", f"car_service {call.process.args[0]}")


@car_command("day-night-mode", "[day|night|sensor]", least=1)
async def day_night(call: Call) -> int:
    """Choose the theme of the display."""
    mode = call.args[0]
    if mode not in NIGHT:
        return await call.refuse(f"Unknown mode. Valid modes: {'|'.join(NIGHT)}")
    call.hal.world.set("system.night_mode", NIGHT[mode], _cause(call))
    return await call.say(f"DayNightMode changed to: {mode}")


@car_command("enable-uxr", "true|false", least=1)
async def enable_uxr(call: Call) -> int:
    """Tell apps of restrictions while the car moves, or never."""
    if call.args[0] not in SWITCH:
        return await call.refuse("Invalid usage: enable-uxr true|false")
    call.service.driving.enable(SWITCH[call.args[0]])
    return 0


@car_command("set-group-volume", "zoneId groupId volume(0-100)", least=3)
async def set_volume(call: Call) -> int:
    """Set the volume; the car has one, that of group 0."""
    try:
        zone, group, volume = map(integer, call.args)
        _check_group(zone, group)
        if not 0 <= volume <= 100:
            raise ValueError(f"volume must be from 0 to 100, not {volume}")
    except ValueError as error:
        return await call.refuse(f"Invalid zone, group or volume: {error}")
    call.hal.world.set("environment.volume", volume, _cause(call))
    return 0


@car_command("set-mute-car-volume-group", "zoneId groupId mute|unmute", least=3)
async def set_muted(call: Call) -> int:
    """Mute all sound or let it be heard."""
    try:
        _check_group(*map(integer, call.args[:2]))
        if call.args[2] not in ("mute", "unmute"):
            raise ValueError("the third argument must be mute or unmute")
    except ValueError as error:
        return await call.refuse(f"Invalid usage: {error}")
    call.hal.world.set("system.muted", call.args[2] == "mute", _cause(call))
    return 0


def _check_group(zone: int, group: int) -> None:
    if (zone, group) != (0, 0):
        raise ValueError(f"there is no volume group {group} in zone {zone}; the car has group 0 in zone 0")
