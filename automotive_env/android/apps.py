"""Apps: the names that agents use, and what a device starts for them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from automotive_env.android.shell import DeviceFault, DeviceShell
from automotive_env.episode.observation import Element
from automotive_env.headunit.registry import app_called, apps

SYSTEM_UI = "com.android.systemui"
CLIMATE, HOME = "climate", "home"
CLIMATE_BUTTON = f"{SYSTEM_UI}:id/hvac"
"""The button in the bottom bar that shows and hides the climate panel; the panel is part of the system, no app is started."""
PANEL = "SystemUIOverlayWindow"
"""Title of the window that panels of the system stand in."""
_PANEL_CONTROLS = ("ac_master_switch", "auto_button", "hvac_panel_container", "hvac_panel")
_ACTIVITIES = {
    "com.android.car.settings": ".common.CarSettingActivities$HomepageActivity",
    "com.android.car.media": ".MediaActivity",
    "com.android.car.radio": ".RadioActivity",
    "com.android.car.dialer": ".ui.TelecomActivity",
    "com.android.car.messenger": ".core.ui.launcher.MessageLauncherActivity",
}
"""Where the stock apps start; of other apps the launcher's activity is started."""
_STAND_INS = {"maps": ("com.google.android.apps.maps", "com.android.car.mapsplaceholder")}
"""Packages of a stock image that do for an app which it has under another name."""


def stock_apps() -> frozenset[str]:
    """The apps of ours in which something can be done on a stock image, the climate panel among them.

    Phone and messages are there and ask for a phone over Bluetooth, which an emulator cannot have. For maps AOSP has a
    placeholder, and Google's app knows none of our places. All others are our head unit's own.
    """
    return frozenset({CLIMATE, "media", "radio", "settings"})


class InstalledApps:
    """The apps of one device.

    Attributes:
        names: those that it has, as agents call them.
    """

    def __init__(self, shell: DeviceShell) -> None:
        """Ask what is installed for the user in front.

        Raises:
            DeviceFault: the device is gone or does not answer in time.
        """
        self._shell = shell
        user = shell.run("am get-current-user").text.strip()
        installed = _packages(shell.run(f"pm list packages --user {user if user.isdecimal() else 10}").text)
        self._packages = {name: package for name in apps() if (package := _package(name, installed))}
        self.names = tuple(self._packages)

    def find(self, name: str) -> str | None:
        """The app that a name, a title or an alias means; case does not matter. None where the device has no such app."""
        known = app_called(name)
        return known if known in self._packages else None

    def start(self, app: str) -> str:
        """Start an app that has an activity; returns why not, an empty text when it is started.

        Raises:
            DeviceFault: the device is gone or does not answer in time.
        """
        package = self._packages[app]
        activity = _ACTIVITIES.get(package)
        if activity:
            command = f"am start -W -n {shlex.quote(f'{package}/{activity}')}"
        else:
            command = f"monkey -p {shlex.quote(package)} -c android.intent.category.LAUNCHER 1"
        reply = self._shell.run(command, timeout=20)
        wrong = next((line.strip() for line in reply.text.splitlines() if "Error" in line or "aborted" in line), "")
        return wrong or ("" if reply.status == 0 else f"{app} could not be started")


def climate_shown(elements: Sequence[Element]) -> bool:
    """Whether the climate panel is open."""
    return any(element.window == PANEL and element.name in _PANEL_CONTROLS for element in elements)


def _packages(listed: str) -> set[str]:
    found = {line.removeprefix("package:").strip() for line in listed.splitlines() if line.startswith("package:")}
    if not found:
        raise DeviceFault(f"the device lists no packages: {listed.strip()[:120]!r}")
    return found


def _package(name: str, installed: set[str]) -> str | None:
    return next((package for package in (apps()[name].package, *_STAND_INS.get(name, ())) if package in installed), None)
