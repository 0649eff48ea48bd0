"""Commands that send events to CarService's own listeners. What properties hold stays as it is."""

from __future__ import annotations

import asyncio

from automotive_env.emulator.virtual.car.command import Call, car_command, find_property
from automotive_env.emulator.virtual.car.driving import BRAKE, GEAR, SPEED
from automotive_env.emulator.virtual.uiautomator.keys import press
from automotive_env.emulator.virtual.vhal.formats import area_name, named
from automotive_env.emulator.virtual.vhal.hal import VehicleHal
from automotive_env.emulator.virtual.vhal.kinds import integer, parsed
from automotive_env.emulator.virtual.vhal.status import VhalError
from automotive_env.vehicle.properties import AreaType, Raw, Release, area_type

AHEAD = 2000.0
"""Seconds that the timestamp of an emulated speed lies ahead, so that the car's own is not heard."""
FARTHEST = 1e9
"""Seconds that a timestamp can lie ahead."""
EMULATED: dict[str, tuple[float, float, int]] = {
    "drive": (80.0, AHEAD, 0x800),
    "park": (0.0, 0.0, 4),
    "reverse": (5.0, AHEAD, 2),
    "neutral": (0.0, AHEAD, 1),
}
"""State -> the speed in metres per second, how far ahead it lies, and the VehicleGear that are sent."""
LONGEST, FASTEST = 600.0, 50.0
"""Seconds that continuous events go on at most, and how many come each second at most."""


def _timestamp_option(args: list[str]) -> tuple[list[str], float]:
    """What comes before `-t`, and its seconds."""
    if "-t" not in args:
        return args, 0.0
    position = args.index("-t")
    seconds = float(args[position + 1])
    if not abs(seconds) <= FARTHEST:
        raise ValueError(f"-t must be at most {FARTHEST:g} seconds")
    return args[:position], seconds


@car_command("inject-vhal-event", "PROPERTY_ID [zone] data(can be comma separated list) -t delay_time_seconds", least=2, most=5)
async def inject_event(call: Call) -> int:
    """Send one event."""
    try:
        args, delay = _timestamp_option(call.args)
        property, (*zone, data) = find_property(call.hal, args[0]), args[1:]
        area = integer(zone[0]) if zone else 0
        return await _inject(call, property, area, data, delay, bool(zone))
    except (ValueError, IndexError, VhalError) as error:
        return await call.refuse(f"Invalid property Id, zone Id or value: {error}")


async def _inject(call: Call, property: int, area: int, data: str, delay: float, named_area: bool) -> int:
    hal = call.hal
    if property not in hal.configs:
        return await call.say()  # nobody listens to what the HAL does not have
    is_global = area_type(property) is AreaType.GLOBAL
    if not is_global and (hal.release < 15 and area == 0):
        return await call.say(f"Property area type inconsistent with given zone: {area}")
    if not is_global and hal.release >= 15 and not named_area:
        text = "is not a global area type property. The area ID must be specified. Skipping injection."
        return await call.say(f"{named(hal.configs[property])} {text}")
    value = _event_value(hal, property, data)
    hal.inject(property, area, value, delay)
    if hal.release < 15:
        return 0
    where = area_name(area_type(property), area)
    about = f"property={named(hal.configs[property])}, areaId={where}, value={data}, delayTimeSeconds={delay:g}"
    return await call.say(f"Injecting VHAL event: {about}")


def _event_value(hal: VehicleHal, property: int, data: str) -> Raw:
    return parsed(hal.configs[property], data.split(","))


@car_command("inject-error-event", "PROPERTY_ID zone errorCode", least=3)
async def inject_error(call: Call) -> int:
    """Say that setting a property failed: apps would be told, and nothing here listens for it."""
    try:
        find_property(call.hal, call.args[0]), integer(call.args[1]), integer(call.args[2])
    except ValueError as error:
        return await call.refuse(f"Invalid property Id, zone Id or value: {error}")
    return 0


@car_command("inject-continuous-events", "PROPERTY_ID data [-z zone] [-s sample_rate] [-d duration_seconds]", least=2, most=8)
async def inject_continuously(call: Call) -> int:
    """Send the same event again and again for a while; then listeners hear what the property holds."""
    try:
        property, data = find_property(call.hal, call.args[0]), call.args[1]
        options = dict(zip(call.args[2::2], call.args[3::2], strict=True))
        area, rate, seconds = integer(options.get("-z", "0")), float(options.get("-s", "10")), float(options.get("-d", "60"))
        if not (0 < rate <= FASTEST and 0 < seconds <= LONGEST):
            raise ValueError(f"-s must be up to {FASTEST:g} a second, -d up to {LONGEST:g} seconds")
        if property not in call.hal.configs:
            raise ValueError(f"no property {property}")
        value = _event_value(call.hal, property, data)
    except (ValueError, VhalError) as error:
        return await call.refuse(f"Invalid property Id, zone Id or value: {error}")
    if call.service.busy:
        return await call.refuse("Too many continuous events are being injected")
    call.service.start(_repeat(call.hal, property, area, value, rate, round(rate * seconds)))
    return 0


async def _repeat(hal: VehicleHal, property: int, area: int, value: Raw, rate: float, times: int) -> None:
    for _ in range(times):
        hal.inject(property, area, value)
        await asyncio.sleep(1 / rate)
    hal.refresh(property)


@car_command("emulate-driving-state", "[drive|park|reverse]", least=1)
async def emulate(call: Call) -> int:
    """Let CarService believe that the car drives, is parked or goes backwards."""
    known = _states(call.hal.release)
    if call.args[0] not in known:
        return await call.refuse(f"invalid driving mode: {call.args[0]}; must be {', '.join(known)}")
    speed, ahead, gear = EMULATED[call.args[0]]
    call.hal.inject(SPEED, 0, speed, ahead)
    call.hal.inject(GEAR, 0, gear)
    if call.args[0] == "drive":
        call.hal.inject(BRAKE, 0, False)
    return 0


def _states(release: Release) -> list[str]:
    return [state for state in EMULATED if release >= 14 or state != "neutral"]


@car_command("inject-key", "[-d display] [-t down_delay_ms] [-a down|up] key_code", least=1, most=7)
async def inject_key(call: Call) -> int:
    """Press a key of the car; of `-a down` and `-a up` the latter counts."""
    try:
        options = dict(zip(call.args[:-1:2], call.args[1:-1:2], strict=True))
        key = integer(call.args[-1])
    except ValueError as error:
        return await call.refuse(f"Invalid key event: {error}")
    if not options.keys() <= {"-d", "-t", "-a"} or options.get("-d", "0") != "0":
        return await call.refuse("Invalid usage: inject-key [-d 0] [-t down_delay_ms] [-a down|up] key_code")
    if options.get("-a", "up") == "up":
        press(call.service.device, key)
    return await call.say("Succeeded")
