"""Commands that send events to CarService's own listeners. What properties hold stays as it is."""

from __future__ import annotations

from automotive_env.car.vhal.properties import AreaType, area_type
from automotive_env.emulator.virtual.car.command import Call, car_command
from automotive_env.emulator.virtual.car.driving import BRAKE, GEAR, SPEED
from automotive_env.emulator.virtual.vhal.arguments import read_property
from automotive_env.emulator.virtual.vhal.kinds import integer, parsed
from automotive_env.emulator.virtual.vhal.status import VhalError

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


def _delay_option(args: list[str]) -> tuple[list[str], float]:
    """What comes before `-t`, and its seconds."""
    if "-t" not in args:
        return args, 0.0
    position = args.index("-t")
    seconds = float(args[position + 1])
    if not abs(seconds) <= MAX_DELAY:
        raise ValueError(f"-t must be at most {MAX_DELAY:g} seconds")
    return args[:position], seconds


@car_command("inject-vhal-event", "PROPERTY_ID [zone] data(can be comma separated list) -t delay_time_seconds", least=2, most=5)
async def inject_event(call: Call) -> int:
    """Send one event."""
    try:
        args, delay = _delay_option(call.args)
        property, (*zone, data) = read_property(args[0], call.hal.release), args[1:]
        return await _inject(call, property, integer(zone[0]) if zone else None, data, delay)
    except (ValueError, IndexError, VhalError) as error:
        return await call.refuse(f"Invalid property Id, zone Id or value: {error}")


async def _inject(call: Call, property: int, zone: int | None, data: str, delay: float) -> int:
    hal, area = call.hal, zone or 0
    if property not in hal.configs:
        return 0  # nobody listens to what the HAL does not have
    if area_type(property) is not AreaType.GLOBAL and area == 0:
        return await call.say(f"Property area type inconsistent with given zone: {area}")
    hal.inject(property, area, parsed(hal.configs[property], data.split(",")), delay)
    return 0


@car_command("emulate-driving-state", "[drive|park|reverse]", least=1)
async def emulate(call: Call) -> int:
    """Let CarService believe that the car drives, is parked or goes backwards."""
    if call.args[0] not in EMULATED:
        return await call.refuse(f"invalid driving mode: {call.args[0]}; must be {', '.join(EMULATED)}")
    speed, ahead, gear = EMULATED[call.args[0]]
    call.hal.inject(SPEED, 0, speed, ahead)
    call.hal.inject(GEAR, 0, gear)
    if call.args[0] == "drive":
        call.hal.inject(BRAKE, 0, False)
    return 0
