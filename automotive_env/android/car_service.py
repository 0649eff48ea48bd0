"""`cmd car_service get-carpropertyconfig`: the vehicle properties of a device, as Android 13 to 15 list them.

Two formats exist: the old one up to 14.0.0_r1, the new one from 14.0.0_r75 on (packages/services/Car: HalPropConfig.java,
CarShellCommand.java of these tags). Every line is read in whichever it is.
"""

from __future__ import annotations

import re

from automotive_env.car.vhal.properties import PropertyArea, VehicleProperty, value_type

CONFIGS = "cmd car_service get-carpropertyconfig"

_ID = r"(?:0x([0-9a-fA-F]{1,8})|[^(,]*\(0x([0-9a-fA-F]{1,8})\))"
_ENTRY = re.compile(rf"Property:{_ID}")
_NAME = re.compile(r"Property(?: name)?:([A-Za-z_]\w{0,99})")
_ACCESS = re.compile(r"access:(?:\w{1,40}\()?0x([0-9a-fA-F]{1,8})")
_AREA = re.compile(rf"\s{{1,20}}areaId:{_ID}")
_RIGHTS = {1: "R", 2: "W", 3: "RW"}


def parse_configs(text: str) -> dict[int, VehicleProperty]:
    """The properties that are listed, with their areas, by id; what has no id of a property is passed over."""
    found: dict[int, VehicleProperty] = {}
    entry: list[str] = []
    for line in [*text.split("\n"), "Property:"]:
        if line.startswith("Property:"):
            known = _config(entry)
            if known is not None:
                found[known.id] = known
            entry = []
        entry.append(line)
    return found


def _config(lines: list[str]) -> VehicleProperty | None:
    head = _ENTRY.match(lines[0]) if lines else None
    if head is None:
        return None
    number = int(head[1] or head[2], 16)
    try:
        value_type(number)
    except ValueError:
        return None
    name = next((name for name in _NAME.findall(lines[0]) if not name.startswith("0x")), f"{number:#x}")
    access = next((found for line in lines if (found := _ACCESS.search(line))), None)
    areas = [int(area[1] or area[2], 16) for line in lines[1:] if (area := _AREA.match(line))] or [0]
    rights = _RIGHTS.get(int(access[1], 16), "") if access else "R"
    return VehicleProperty(name, number, rights, {area: PropertyArea(area) for area in areas})
