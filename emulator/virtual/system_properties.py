"""System properties, as `getprop` prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from automotive_env.android.vendor import SCHEMA_PROPERTY, schema_version
from automotive_env.car.vhal.properties import AndroidRelease

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

SDK: dict[AndroidRelease, int] = {13: 33, 14: 34, 15: 35}
"""API level of a release."""
PRODUCT, BOARD = "sdk_gcar_x86_64", "emulator_car64_x86_64"
BUILD_ID, BUILD_NUMBER = "AUTOMOTIVE_ENV", "1"
"""The device says that it is none of the builds of the platform."""

_FIXED = {
    "dev.bootcomplete": "1",
    "init.svc.bootanim": "stopped",
    "persist.sys.timezone": "UTC",
    "ro.boot.hardware": "ranchu",
    "ro.boot.qemu": "1",
    "ro.build.characteristics": "automotive,nosdcard,emulator",
    "ro.build.date.utc": "1744545600",
    "ro.build.id": BUILD_ID,
    "ro.build.product": BOARD,
    "ro.build.tags": "dev-keys",
    "ro.build.type": "userdebug",
    "ro.build.version.incremental": BUILD_NUMBER,
    "ro.debuggable": "1",
    "ro.fw.mu.headless_system_user": "true",
    "ro.hardware": "ranchu",
    "ro.hardware.type": "automotive",
    "ro.kernel.qemu": "1",
    "ro.product.brand": "google",
    "ro.product.cpu.abi": "x86_64",
    "ro.product.cpu.abilist": "x86_64",
    "ro.product.device": BOARD,
    "ro.product.locale": "en-US",
    "ro.product.manufacturer": "Google",
    "ro.product.model": "Car on x86_64 emulator",
    "ro.product.name": PRODUCT,
    "ro.secure": "1",
    "ro.sf.lcd_density": "160",
    "sys.boot_completed": "1",
}


def system_properties(device: VirtualDevice) -> dict[str, str]:
    """The properties of a device that has just booted."""
    release, sdk = str(device.release), str(SDK[device.release])
    build = f"{release}/{BUILD_ID}/{BUILD_NUMBER}:userdebug/dev-keys"
    return {
        **_FIXED,
        SCHEMA_PROPERTY: schema_version(),
        "ro.boot.serialno": f"EMULATOR{device.port}",
        "ro.build.fingerprint": f"google/{PRODUCT}/{BOARD}:{build}",
        "ro.build.version.release": release,
        "ro.build.version.sdk": sdk,
        "ro.serialno": f"EMULATOR{device.port}",
    }
