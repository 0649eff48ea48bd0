"""What one device can do: asked once, in one round trip. Android 12 to 15, emulators and look-alikes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from automotive_env.android import car_service
from automotive_env.android.batch import refused, run_all
from automotive_env.android.shell import DeviceFault, Shell
from automotive_env.android.vendor import SCHEMA_PROPERTY, schema_version
from automotive_env.android.vhal_dump import AIDL, HIDL, VhalDump
from automotive_env.vehicle.properties import VehicleProperty

AUDIO = "dumpsys car_service --services CarAudioService"
_ASKED = (
    "getprop ro.build.version.release",
    f"getprop {SCHEMA_PROPERTY}",
    "id -u",
    "am get-current-user",
    "pm list features",
    car_service.HELP,
    car_service.CONFIGS,
    AUDIO,
)
FIRST_AIDL = 13
"""The first release whose emulator has the AIDL vehicle HAL."""
FIRST_KEEPING = 14
"""The first release whose HAL has --save-prop and --restore-prop."""


@dataclass(frozen=True, slots=True)
class Features:
    """What a device can do.

    Attributes:
        release: of Android, such as 14.
        user: the user in front; 10 where user 0 has no screen.
        root: whether the shell runs as root, as after `adb root`.
        commands: the commands of `cmd car_service`.
        properties: the vehicle properties it has, by name.
        vendor: whether it has the vendor properties of this version, and so all of the car.
        sound_zones: whether CarAudioService has volume groups.
        telephony: whether it can make calls by itself.
    """

    release: int
    user: int
    root: bool
    commands: frozenset[str]
    properties: Mapping[str, VehicleProperty]
    vendor: bool
    sound_zones: bool
    telephony: bool

    @property
    def hal(self) -> VhalDump:
        """How its vehicle HAL is asked."""
        return VhalDump(AIDL if self.release >= FIRST_AIDL else HIDL)

    @property
    def keeps_values(self) -> bool:
        """Whether its HAL can keep a value and put it back."""
        return self.root and self.release >= FIRST_KEEPING

    @property
    def sets_through_framework(self) -> bool:
        """Whether `cmd car_service set-property-value` exists."""
        return "set-property-value" in self.commands


def find_features(shell: Shell) -> Features:
    """Ask a device what it can do.

    Raises:
        DeviceFault: it is no car, refuses its car service (a user build), or does not say which Android it is.
    """
    replies = run_all(shell, _ASKED, timeout=30)
    release, schema, uid, user, declared, commands, configs, audio = (reply.text.strip() for reply in replies)
    number = re.match(r"\d{1,3}", release)
    if number is None:
        raise DeviceFault(f"the device does not say which Android it is: {release[:80]!r}")
    properties = car_service.parse_configs(configs)
    if not properties:
        raise DeviceFault(f"no Android Automotive device, or a user build: {refused(car_service.CONFIGS, replies[6])}")
    return Features(
        release=int(number[0]),
        user=int(user) if re.fullmatch(r"\d{1,6}", user, re.ASCII) else 10,
        root=uid == "0",
        commands=car_service.parse_commands(commands),
        properties={known.name: known for known in properties.values()},
        vendor=schema == schema_version(),
        sound_zones="CarVolumeGroup(" in audio,
        telephony="feature:android.hardware.telephony" in declared.split(),
    )
