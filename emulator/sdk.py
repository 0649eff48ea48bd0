"""Where the Android SDK is, its tools, and the system images that a car can be played on.

Only images with the tag `android-automotive`: they are "userdebug" builds, on which adbd may run as root. The ones with
`playstore` in their tag are "user" builds, which refuse root and every command of the car service that sets state, so that no
task could be set up.
"""

from __future__ import annotations

import os
import platform
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from automotive_env.car.vhal.properties import AndroidRelease
from automotive_env.errors import EnvironmentFault

VARIABLES = ("ANDROID_HOME", "ANDROID_SDK_ROOT")
"""Environment variables that name the SDK; the first that leads to one counts."""
_USUAL = ("Android/Sdk", "Library/Android/sdk", "android-sdk")
_SYSTEM = (Path("/usr/lib/android-sdk"), Path("/usr/local/lib/android/sdk"))
_PARTS = ("cmdline-tools", "emulator", "system-images")
"""What tells an SDK from a folder with nothing but adb in it, as Debian's package makes one."""


class SdkMissing(EnvironmentFault):
    """There is no SDK, or a part of it is not installed; the message says how to get it."""


@dataclass(frozen=True)
class Sdk:
    """An installed SDK.

    Attributes:
        root: its folder.
    """

    root: Path

    @property
    def sdkmanager(self) -> Path | None:
        """The tool that installs packages; it needs Java."""
        return self._command_line_tool("sdkmanager")

    @property
    def avdmanager(self) -> Path | None:
        """The tool that makes virtual devices; it needs Java."""
        return self._command_line_tool("avdmanager")

    @property
    def emulator(self) -> Path | None:
        """The emulator itself."""
        return _program(self.root / "emulator" / "emulator")

    def need(self, tool: str) -> Path:
        """The path of sdkmanager, avdmanager or emulator.

        Raises:
            SdkMissing: it is not installed.
        """
        found: Path | None = getattr(self, tool)
        if found is None:
            raise SdkMissing(f"the SDK in {self.root} has no {tool}; `automotive-env doctor` says how to install it")
        return found

    def revision(self, part: str) -> str:
        """Version of a part such as "emulator", from its source.properties; empty where it does not say."""
        try:
            text = (self.root / part / "source.properties").read_text(encoding="utf-8")[:10_000]
        except OSError:
            return ""
        found = re.search(r"^Pkg\.Revision\s*=\s*(\S+)", text, re.MULTILINE)
        return found[1] if found else ""

    def _command_line_tool(self, name: str) -> Path | None:
        """From `cmdline-tools/latest`, else from the newest numbered version beside it."""
        folder = self.root / "cmdline-tools"
        versions = sorted((path for path in folder.glob("*") if path.name != "latest"), key=_version, reverse=True)
        tools = (_program(version / "bin" / name) for version in (folder / "latest", *versions))
        return next((tool for tool in tools if tool), None)


def find_sdk(environ: Mapping[str, str] | None = None, home: Path | None = None) -> Sdk | None:
    """The SDK that environment variables name, else one in a usual place.

    Args:
        environ: environment variables, those of this process where it is None.
        home: home folder, that of the user where it is None.
    """
    variables = os.environ if environ is None else environ
    named = (Path(variables[name]) for name in VARIABLES if variables.get(name))
    usual = (*((home or Path.home()) / place for place in _USUAL), *_SYSTEM)
    found = (*filter(Path.is_dir, named), *filter(_is_sdk, usual))
    return Sdk(found[0]) if found else None


def need_sdk() -> Sdk:
    """The SDK.

    Raises:
        SdkMissing: there is none.
    """
    if sdk := find_sdk():
        return sdk
    raise SdkMissing("no Android SDK: set ANDROID_HOME to its folder; `automotive-env doctor` says what is missing")


def _is_sdk(folder: Path) -> bool:
    return any((folder / part).is_dir() for part in _PARTS)


def _program(path: Path) -> Path | None:
    return path if path.is_file() and os.access(path, os.X_OK) else None


def _version(path: Path) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", path.name))


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
    release: AndroidRelease
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


def install_command(sdk: Sdk | None, image: SystemImage) -> str:
    """The command line that installs an image and what it needs, to be pasted into a shell."""
    found = sdk.sdkmanager if sdk else None
    tool = shlex.quote(str(found)) if found else '"$ANDROID_HOME"/cmdline-tools/latest/bin/sdkmanager'
    return f"{tool} {shlex.join(['emulator', 'platform-tools', image.package])}"
