"""Android virtual devices (AVDs): a system image with a disk and a configuration, each in a folder of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from automotive_env.emulator.child import ToolOutput, run_tool
from automotive_env.emulator.sdk import Sdk, SystemImage
from automotive_env.errors import EnvironmentFault
from automotive_env.machine.locks import one_at_a_time

PROFILE = "automotive_1408p_landscape_with_google_apis"
"""The device that Android's page on testing with the emulator names for Android 14: 1408x792 pixels, 160 dpi."""
DISPLAY = {"hw.lcd.width": "1408", "hw.lcd.height": "792", "hw.lcd.density": "160"}
"""The same in `config.ini`, for an avdmanager that does not know the profile."""
HARDWARE = {"hw.ramSize": "4096", "disk.dataPartition.size": "6G"}
"""As in Android's own configuration of a car emulator."""
_TIMEOUT = 180.0
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")


@dataclass(frozen=True)
class Avd:
    """One virtual device.

    Attributes:
        name: letters, digits, "_", "-" and ".".
        home: folder of all AVDs.
    """

    name: str
    home: Path

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise EnvironmentFault(f"the name of an AVD has up to 64 letters, digits, '_', '-' and '.', not {self.name!r}")

    @property
    def ini(self) -> Path:
        """The file that says where its folder is."""
        return self.home / f"{self.name}.ini"

    @property
    def folder(self) -> Path:
        """Its own folder."""
        path = read_ini(self.ini).get("path")
        return Path(path) if path else self.home / f"{self.name}.avd"

    @property
    def config(self) -> Path:
        """Its configuration."""
        return self.folder / "config.ini"

    @property
    def lock(self) -> Path:
        """The file that whoever runs it holds; those that run it read-only share it."""
        return self.home / f"{self.name}.lock"

    def exists(self) -> bool:
        """Whether it was made to its end."""
        return self.ini.is_file() and self.config.is_file()

    def is_of(self, image: SystemImage) -> bool:
        """Whether it was made of this image."""
        parts = [part for part in read_ini(self.config).get("image.sysdir.1", "").split("/") if part]
        return parts == image.package.split(";")


def avd_home(environ: Mapping[str, str] | None = None, home: Path | None = None) -> Path:
    """The folder of all AVDs, as avdmanager and the emulator find it."""
    variables = os.environ if environ is None else environ
    if folder := variables.get("ANDROID_AVD_HOME"):
        return Path(folder)
    if folder := variables.get("ANDROID_USER_HOME"):
        return Path(folder) / "avd"
    return (home or Path.home()) / ".android" / "avd"


def avds(home: Path) -> list[Avd]:
    """The AVDs in a folder, by name."""
    named = (Avd(ini.stem, home) for ini in sorted(home.glob("*.ini")) if _NAME.fullmatch(ini.stem))
    return [avd for avd in named if avd.exists()]


def default_name(image: SystemImage) -> str:
    """What the AVD of an image is called."""
    return f"automotive_env_{image.api}"


def ensure_avd(sdk: Sdk, image: SystemImage, home: Path | None = None) -> Avd:
    """The AVD of an image, made if need be; one of another image is left alone.

    Raises:
        EnvironmentFault: it cannot be made, or its name is taken by an AVD of another image.
    """
    avd = Avd(default_name(image), home or avd_home())
    with one_at_a_time(f"avd-{avd.name}"):
        if not avd.exists():
            return create_avd(sdk, image, avd)
    if not avd.is_of(image):
        raise EnvironmentFault(f"the AVD {avd.name} was not made from {image.package}; delete it")
    return avd


def create_avd(sdk: Sdk, image: SystemImage, avd: Avd) -> Avd:
    """Make an AVD, in place of one of that name.

    Raises:
        EnvironmentFault: avdmanager is missing or refuses; the message has its last line.
    """
    avd.home.mkdir(parents=True, exist_ok=True)
    said = _avdmanager(sdk, image, avd, "--device", PROFILE)
    if said.status != 0:  # an older one may not know the profile
        said = _avdmanager(sdk, image, avd)
    if said.status != 0 or not avd.exists():
        raise EnvironmentFault(f"avdmanager did not make the AVD {avd.name}: {said.last_line}")
    write_ini(avd.config, {**read_ini(avd.config), **DISPLAY, **HARDWARE})
    return avd


def _avdmanager(sdk: Sdk, image: SystemImage, avd: Avd, *profile: str) -> ToolOutput:
    arguments = ("create", "avd", "--force", "-n", avd.name, "--package", image.package, *profile)
    environ = {**os.environ, "ANDROID_AVD_HOME": str(avd.home), "ANDROID_HOME": str(sdk.root)}
    # It asks whether to make a hardware profile of one's own.
    return run_tool([sdk.need("avdmanager"), *arguments], typed="no\n", timeout=_TIMEOUT, environ=environ)


def read_ini(path: Path) -> dict[str, str]:
    """The `key=value` lines of a file, as AVDs have them; nothing where there is no file."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace")[:100_000].splitlines()
    except OSError:
        return {}
    pairs = (line.partition("=") for line in lines if "=" in line and not line.lstrip().startswith("#"))
    return {key.strip(): value.strip() for key, _, value in pairs}


def write_ini(path: Path, values: Mapping[str, str]) -> None:
    """Write a file of `key=value` lines, whole or not at all."""
    text = "".join(f"{key}={value}\n" for key, value in values.items()).encode()
    new = path.with_name(f"{path.name}.{os.getpid()}")
    new.write_bytes(text)
    new.replace(path)
