"""Where the Android SDK is, and its tools."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

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

    @property
    def adb(self) -> Path | None:
        """The SDK's own adb."""
        return _program(self.root / "platform-tools" / "adb")

    def need(self, tool: str) -> Path:
        """The path of sdkmanager, avdmanager, emulator or adb.

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
            text = (self.root / part / "source.properties").read_text()[:10_000]
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
