"""Commands that read and write properties of the vehicle HAL."""

from __future__ import annotations

from automotive_env.emulator.virtual.car.command import Call, car_command
from automotive_env.emulator.virtual.vhal.arguments import read_property
from automotive_env.emulator.virtual.vhal.formats import prop_config, prop_value, unreadable, unsupported
from automotive_env.emulator.virtual.vhal.hal import VehicleHal
from automotive_env.emulator.virtual.vhal.kinds import integer, parsed
from automotive_env.emulator.virtual.vhal.status import VhalError


@car_command("get-property-value", "[PROPERTY_ID] [AREA_ID]", most=2)
async def get_property_value(call: Call) -> int:
    """One area, all areas of a property, or everything."""
    if not call.args:
        return await call.say(
            *(value_line(call.hal, config.id, area) for config in call.hal.configs.values() for area in config.areas)
        )
    try:
        property, *area = read_property(call.args[0], call.hal.release), *map(integer, call.args[1:])
    except ValueError as error:
        return await call.refuse(f"Invalid property ID or area ID: {error}")
    if property not in call.hal.configs:
        return await call.say(unsupported(property))
    config = call.hal.configs[property]
    return await call.say(*(value_line(call.hal, property, each) for each in area or config.areas))


def value_line(hal: VehicleHal, property: int, area: int) -> str:
    """One area of a property."""
    config = hal.configs[property]
    try:
        value = hal.get(property, area)
    except VhalError:
        return unreadable(config, area)
    return prop_value(config, area, value, hal.changed_at(property, area))


@car_command("set-property-value", "PROPERTY_ID AREA_ID DATA", least=3)
async def set_property_value(call: Call) -> int:
    """Write a property as an app with all permissions would."""
    hal = call.hal
    try:
        property, area = read_property(call.args[0], hal.release), integer(call.args[1])
        if property not in hal.configs:
            raise ValueError(unsupported(property))
        config = hal.configs[property]
        hal.set(property, area, parsed(config, call.args[2].split(",")))
    except (ValueError, VhalError) as error:
        return await call.refuse(f"Cannot set a property: {error}")
    return await call.say(f"Property({call.args[0]}) is set to {call.args[2]} successfully")


@car_command("get-carpropertyconfig", "[PROPERTY_ID]", most=1)
async def get_config(call: Call) -> int:
    """How a property, or each, is configured."""
    hal = call.hal
    if not call.args:
        return await call.say(*(line for config in hal.configs.values() for line in prop_config(config)))
    try:
        property = read_property(call.args[0], hal.release)
    except ValueError as error:
        return await call.refuse(f"Invalid property ID: {error}")
    if property not in hal.configs:
        return await call.say(unsupported(property))
    return await call.say(*prop_config(hal.configs[property]))


@car_command("get-vhal-backend")
async def get_backend(call: Call) -> int:
    """Which interface the HAL has."""
    return await call.say("Vehicle HAL backend: AIDL")
