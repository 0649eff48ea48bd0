"""What one device can do, found in one round trip. Android 13 to 15, emulators and look-alikes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from automotive_env.android import car_service
from automotive_env.android.batch import refused, run_all
from automotive_env.android.shell import DeviceFault, DeviceShell
from automotive_env.android.vendor import SCHEMA_PROPERTY, schema_version
from automotive_env.car.vhal.properties import VehicleProperty

AUDIO = "dumpsys car_service --services CarAudioService"
_QUESTIONS = (
    "getprop ro.build.version.release",
    f"getprop {SCHEMA_PROPERTY}",
    "id -u",
    "am get-current-user",
    "pm list features",
    car_service.CONFIGS,
    AUDIO,
)
FIRST_RELEASE = 13
"""Earlier ones have no AIDL vehicle HAL."""


@dataclass(frozen=True, slots=True)
class DeviceFeatures:
    """What a device can do.

    Attributes:
        release: of Android, such as 14.
        user: the user in front; 10 where user 0 has no screen.
        properties: the vehicle properties it has, by name.
        vendor: whether it has the vendor properties of this version, and so all of the car.
        sound_zones: whether CarAudioService has volume groups.
        telephony: whether it can make calls by itself.
    """

    release: int
    user: int
    properties: Mapping[str, VehicleProperty]
    vendor: bool
    sound_zones: bool
    telephony: bool


def find_features(shell: DeviceShell) -> DeviceFeatures:
    """Ask a device what it can do.

    Raises:
        DeviceFault: it is no car, is older than Android 13, allows no root (a user build), or does not say which Android it is.
    """
    replies = run_all(shell, _QUESTIONS, timeout=30)
    release, schema, uid, user, declared, configs, audio = (reply.text.strip() for reply in replies)
    number = re.match(r"\d{1,3}", release)
    if number is None:
        raise DeviceFault(f"the device does not report its Android release: {release[:80]!r}")
    if int(number[0]) < FIRST_RELEASE:
        raise DeviceFault(f"the device runs Android {number[0]}; {FIRST_RELEASE} or later is needed")
    properties = car_service.parse_configs(configs)
    if not properties:
        raise DeviceFault(f"not an Android Automotive device, or a user build: {refused(car_service.CONFIGS, replies[5])}")
    if uid != "0":
        raise DeviceFault(f"vehicle properties need root, but the shell is user {uid[:80]!r}; run `adb root`")
    return DeviceFeatures(
        release=int(number[0]),
        user=int(user) if re.fullmatch(r"\d{1,6}", user, re.ASCII) else 10,
        properties={known.name: known for known in properties.values()},
        vendor=schema == schema_version(),
        sound_zones="CarVolumeGroup(" in audio,
        telephony="feature:android.hardware.telephony" in declared.split(),
    )
