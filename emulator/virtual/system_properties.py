"""System properties, as `getprop` prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from automotive_env.android.vendor import SCHEMA_PROPERTY, schema_version

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice


def system_properties(device: VirtualDevice) -> dict[str, str]:
    """The properties of a device that has just booted."""
    return {"ro.build.version.release": str(device.release), SCHEMA_PROPERTY: schema_version()}
