"""Commands that switch what the car shows, sounds and allows."""

from __future__ import annotations

from automotive_env.emulator.virtual.car.command import Call, car_command
from automotive_env.emulator.virtual.packages import system_packages
from automotive_env.emulator.virtual.users import DRIVER
from automotive_env.emulator.virtual.vhal.kinds import integer
from automotive_env.world.change import Cause

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


@car_command("garage-mode", "[on|off|query|reboot]", least=1)
async def garage(call: Call) -> int:
    """Start or end the time for maintenance of a parked car, or ask whether it runs."""
    action = call.args[0]
    if action == "query":
        running = str(call.service.garage).lower()
        return await call.say(f"GarageModeInProgress {running}")
    if action not in ("on", "off"):
        return await call.refuse(f"Unknown garage mode command: {action}; must be on, off or query")
    call.service.garage = action == "on"
    return await call.say(f"Garage mode: {str(call.service.garage).lower()}")


@car_command("enable-uxr", "true|false", least=1)
async def enable_uxr(call: Call) -> int:
    """Tell apps of restrictions while the car moves, or never."""
    if call.args[0] not in SWITCH:
        return await call.refuse("Invalid usage: enable-uxr true|false")
    call.service.driving.enable(SWITCH[call.args[0]])
    return 0


@car_command("get-current-ux-restrictions", "[DISPLAY]", most=1)
async def get_restrictions(call: Call) -> int:
    """What a driver may not do now."""
    bits = call.service.driving.restrictions
    return await call.say("Current Restrictions:", f" DO: {str(bits > 0).lower()} UxR: {bits} time: {call.service.driving.since}")


@car_command("get-current-uxr-mode")
async def get_uxr_mode(call: Call) -> int:
    """The mode of restrictions; the car has one."""
    return await call.say("Current Uxr restrictions mode: baseline")


@car_command("get-do-activities", "PACKAGE", least=1)
async def get_do_activities(call: Call) -> int:
    """Activities of an app that stay open while the car moves: all of the car's own do, and then show less."""
    package = system_packages().get(call.args[0])
    if package is None or not package.activities:
        return await call.say(f"No DO Activities for {call.args[0]}")
    return await call.say(f"DO Activities for {package.name}", *(activity.name for activity in package.activities))


@car_command("get-initial-user")
async def get_initial_user(call: Call) -> int:
    """The user in front."""
    return await call.say(str(DRIVER))


@car_command("set-group-volume", "zoneId groupId volume(0-100)", least=3)
async def set_volume(call: Call) -> int:
    """Set the volume; the car has one, that of group 0."""
    try:
        zone, group, volume = map(integer, call.args)
    except ValueError as error:
        return await call.refuse(f"Invalid zone, group or volume: {error}")
    wrong = _no_group(zone, group)
    if wrong:
        return await call.refuse(wrong)
    if not 0 <= volume <= 100:
        return await call.refuse(f"volume must be from 0 to 100, not {volume}")
    call.hal.world.set("environment.volume", volume, _cause(call))
    return 0


@car_command("set-mute-car-volume-group", "zoneId groupId mute|unmute", least=3)
async def set_muted(call: Call) -> int:
    """Mute all sound or let it be heard."""
    try:
        zone, group = map(integer, call.args[:2])
    except ValueError as error:
        return await call.refuse(f"Invalid zone or group: {error}")
    wrong = _no_group(zone, group)
    if wrong or call.args[2] not in ("mute", "unmute"):
        return await call.refuse(wrong or "Invalid usage: the third argument must be mute or unmute")
    call.hal.world.set("system.muted", call.args[2] == "mute", _cause(call))
    return 0


def _no_group(zone: int, group: int) -> str:
    return "" if (zone, group) == (0, 0) else f"there is no volume group {group} in zone {zone}; the car has group 0 in zone 0"
