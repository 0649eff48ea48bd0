"""System images that a car can be played on, best first.

Only images with the tag `android-automotive`: they are "userdebug" builds, on which adbd may run as root. The ones with
`playstore` in their tag are "user" builds, which refuse root and every command of the car service that sets state, so that no
task could be set up.
"""

from __future__ import annotations

import platform
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from automotive_env.emulator.sdk import Sdk, SdkMissing
from automotive_env.vehicle.properties import Release

TAG = "android-automotive"
_ABIS = {"x86_64": "x86_64", "amd64": "x86_64", "arm64": "arm64-v8a", "aarch64": "arm64-v8a"}


@dataclass(frozen=True)
class SystemImage:
    """One system image.

    Attributes:
        api: API level, with the extension level after "-ext" where there is one.
        release: version of Android.
        abi: instruction set; the emulator needs that of the host.
    """

    api: str
    release: Release
    abi: str

    @property
    def package(self) -> str:
        """What sdkmanager calls it."""
        return f"system-images;android-{self.api};{TAG};{self.abi}"

    def folder(self, sdk: Sdk) -> Path:
        """Where it is when it is installed."""
        return sdk.root.joinpath(*self.package.split(";"))

    def is_installed(self, sdk: Sdk) -> bool:
        """Whether it is there: an image without `system.img` was not downloaded to its end."""
        return (self.folder(sdk) / "system.img").is_file()


_IMAGES = (
    SystemImage("34-ext9", 14, "x86_64"),
    SystemImage("34-ext9", 14, "arm64-v8a"),
    SystemImage("33", 13, "x86_64"),
    SystemImage("35-ext15", 15, "x86_64"),
    SystemImage("35-ext15", 15, "arm64-v8a"),
)


def images(machine: str | None = None) -> tuple[SystemImage, ...]:
    """The images for a machine, best first; none where no image has its instruction set.

    Args:
        machine: as `platform.machine` says it, this one where it is None.
    """
    abi = _ABIS.get((machine or platform.machine()).lower())
    return tuple(image for image in _IMAGES if image.abi == abi)


def installed(sdk: Sdk, machine: str | None = None) -> tuple[SystemImage, ...]:
    """The images that are installed, best first."""
    return tuple(image for image in images(machine) if image.is_installed(sdk))


def best_image(sdk: Sdk, machine: str | None = None) -> SystemImage:
    """The best image that is installed.

    Raises:
        SdkMissing: there is none; the message has the command that installs one.
    """
    if found := installed(sdk, machine):
        return found[0]
    if wanted := images(machine):
        raise SdkMissing(f"no Android Automotive system image; install one (6 GB): {install_command(sdk, wanted[0])}")
    raise SdkMissing(f"no Android Automotive system image runs on {machine or platform.machine()}")


def install_command(sdk: Sdk | None, image: SystemImage, also: Iterable[str] = ("emulator", "platform-tools")) -> str:
    """The command line that installs an image and what it needs, to be pasted into a shell."""
    found = sdk.sdkmanager if sdk else None
    tool = shlex.quote(str(found)) if found else '"$ANDROID_HOME"/cmdline-tools/latest/bin/sdkmanager'
    return f"{tool} {shlex.join([*also, image.package])}"
