"""The apps of a device: those of the head unit under their Android names, and the parts of the platform.

Names of stock apps and activities are those of Android Automotive; the head unit's further apps have one activity each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from automotive_env.headunit.registry import apps
from automotive_env.headunit.ui_state import HOME
from automotive_env.version import __version__

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

FIRST_UID = 10_050
"""Of the apps; Android's begin at 10,000."""
FIRST_PID = 1_200


@dataclass(frozen=True)
class AppActivity:
    """A window of an app that can be started.

    Attributes:
        name: full class name.
        screen: the screen of the head unit that it shows, (app, screen).
        actions: intents that start it.
    """

    name: str
    screen: tuple[str, str]
    actions: tuple[str, ...] = ()


@dataclass(frozen=True)
class InstalledPackage:
    """An installed app.

    Attributes:
        name: such as "com.android.car.media".
        uid: its user id, for user 0.
        path: of its APK.
        activities: those that can be started; the first is what the launcher starts.
        version: its version name.
        code: its version code; 0 where it is that of the platform.
        system: whether it came with the platform.
    """

    name: str
    uid: int
    path: str
    activities: tuple[AppActivity, ...] = ()
    version: str = __version__
    code: int = 0
    system: bool = True


_SETTINGS_PAGES = (
    ("HomepageActivity", "settings_display", "android.settings.SETTINGS"),
    ("DisplaySettingsActivity", "settings_display", "android.settings.DISPLAY_SETTINGS"),
    ("SoundSettingsActivity", "settings_sound", "android.settings.SOUND_SETTINGS"),
    ("NetworkAndInternetActivity", "settings_network", "android.settings.WIRELESS_SETTINGS"),
    ("WifiSettingsActivity", "settings_network", "android.settings.WIFI_SETTINGS"),
    ("WifiTetherActivity", "settings_network", "android.settings.TETHER_SETTINGS"),
    ("BluetoothSettingsActivity", "settings_bluetooth", "android.settings.BLUETOOTH_SETTINGS"),
    ("UnitsSettingsActivity", "settings_units", ""),
    ("DatetimeSettingsActivity", "settings_date", "android.settings.DATE_SETTINGS"),
    ("LocationSettingsActivity", "settings_apps", "android.settings.LOCATION_SOURCE_SETTINGS"),
    ("LanguagePickerActivity", "settings_units", "android.settings.LOCALE_SETTINGS"),
    ("NotificationsActivity", "settings_notifications", "android.settings.NOTIFICATION_SETTINGS"),
    ("PrivacySettingsActivity", "settings_privacy", "android.settings.PRIVACY_SETTINGS"),
    ("ProfileDetailsActivity", "settings_profile", "android.settings.USER_SETTINGS"),
    ("AppsFragmentActivity", "settings_apps", "android.settings.APPLICATION_SETTINGS"),
)
"""Class within CarSettingActivities, page of the head unit's settings, action."""

_STOCK: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "home": ((".CarLauncher", "home", ""), (".AppGridActivity", "apps", ""), (".GASAppGridActivity", "apps", "")),
    "settings": tuple((f".common.CarSettingActivities${name}", page, act) for name, page, act in _SETTINGS_PAGES),
    "media": (
        (".MediaActivity", "media", "android.car.intent.action.MEDIA_TEMPLATE"),
        (".MediaDispatcherActivity", "media", ""),
    ),
    "radio": ((".RadioActivity", "radio", ""),),
    "phone": ((".ui.TelecomActivity", "phone", "android.intent.action.DIAL"), (".ui.activecall.InCallActivity", "phone", "")),
    "messages": ((".core.ui.launcher.MessageLauncherActivity", "messages", ""),),
}
"""App of the head unit -> class, screen, action."""

SCHEMES = {
    "geo": "maps",
    "google.navigation": "maps",
    "tel": "phone",
    "sms": "messages",
    "smsto": "messages",
}
"""Scheme of a URI -> the app that opens it."""
CATEGORIES = {
    "android.intent.category.HOME": "home",
    "android.intent.category.APP_MAPS": "maps",
    "android.intent.category.APP_MUSIC": "media",
    "android.intent.category.APP_MESSAGING": "messages",
}
"""Category -> the app that a launcher starts for it."""

_PLATFORM = {
    "android": ("/system/framework/framework-res.apk", 1_000),
    "com.android.systemui": ("/system_ext/priv-app/CarSystemUI/CarSystemUI.apk", 10_040),
    "com.android.car": ("/system/priv-app/CarServiceBuiltin/CarServiceBuiltin.apk", 1_000),
    "com.android.shell": ("/system/priv-app/Shell/Shell.apk", 2_000),
    "com.android.phone": ("/system/priv-app/TeleService/TeleService.apk", 1_001),
    "com.android.server.telecom": ("/system/priv-app/Telecom/Telecom.apk", 1_000),
    "com.android.bluetooth": ("/apex/com.android.btservices/app/Bluetooth/Bluetooth.apk", 1_002),
    "com.android.inputmethod.latin": ("/system/app/LatinIME/LatinIME.apk", 10_041),
    "com.android.providers.contacts": ("/system/priv-app/ContactsProvider/ContactsProvider.apk", 10_042),
    "com.android.providers.media": ("/system/priv-app/MediaProviderLegacy/MediaProviderLegacy.apk", 10_043),
    "com.android.providers.settings": ("/system/priv-app/SettingsProvider/SettingsProvider.apk", 1_000),
    "com.android.providers.telephony": ("/system/priv-app/TelephonyProvider/TelephonyProvider.apk", 1_001),
}

FEATURES = (
    "android.hardware.audio.output",
    "android.hardware.bluetooth",
    "android.hardware.broadcastradio",
    "android.hardware.location",
    "android.hardware.location.gps",
    "android.hardware.screen.landscape",
    "android.hardware.touchscreen",
    "android.hardware.type.automotive",
    "android.hardware.wifi",
    "android.software.input_methods",
    "android.software.managed_users",
)


def _activities(app: str, package: str) -> tuple[AppActivity, ...]:
    rows = _STOCK.get(app, ((".MainActivity", apps()[app].start, ""),))
    return tuple(AppActivity(f"{package}{name}", (app, screen), (action,) if action else ()) for name, screen, action in rows)


@cache
def system_packages() -> Mapping[str, InstalledPackage]:
    """What every device comes with, by name."""
    found = {name: InstalledPackage(name, uid, path) for name, (path, uid) in _PLATFORM.items()}
    for number, app in enumerate(sorted(apps().values(), key=lambda app: app.package)):
        if app.package not in found:
            name = "".join(word.capitalize() for word in app.package.split(".")[-2:])
            path = f"/system/priv-app/{name}/{name}.apk"
            found[app.package] = InstalledPackage(app.package, FIRST_UID + number, path, _activities(app.name, app.package))
    return dict(sorted(found.items()))


@cache
def pid(package: str) -> int:
    """Number of the process of an app that came with the platform."""
    return FIRST_PID + 10 * list(system_packages()).index(package)


def activity_of(app: str, screen: str) -> AppActivity | None:
    """The activity that shows a screen; that of its app's first screen where it has none of its own."""
    shown = [activity for package in system_packages().values() for activity in package.activities]
    own = [activity for activity in shown if activity.screen[0] == app]
    return next((activity for activity in own if activity.screen[1] == screen), own[0] if own else None)


def short(component: str) -> str:
    """A component as Android prints it: "com.android.car.radio/.RadioActivity"."""
    package, _, name = component.partition("/")
    return f"{package}/{name.removeprefix(package)}" if name.startswith(f"{package}.") else component


def full(component: str) -> str:
    """A component with the whole name of its class."""
    package, _, name = component.partition("/")
    return f"{package}/{package}{name}" if name.startswith(".") else component


def foreground(device: VirtualDevice) -> str:
    """The activity in front, "package/class" with whole names; panels of the system, such as climate, are no activities.

    Where several activities show the same screen, it is the one that was started last, or the first of them.
    """
    from automotive_env.emulator.virtual.services.activity import ActivityService

    stack = (HOME, *device.head_unit.snapshot().stack)  # a page of a panel, such as that of the seats' air, lies on it, too
    entry, shown = [(entry, activity) for entry in stack if (activity := activity_of(entry.app, entry.screen))][-1]
    started = device.service(ActivityService).started
    return f"{apps()[entry.app].package}/{started.get((entry.app, entry.screen), shown.name)}"
