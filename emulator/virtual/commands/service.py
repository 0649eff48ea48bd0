"""`service`: which system services there are, and a raw call of one of them."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.services.statusbar import StatusBarService

INTERFACES = {
    "activity": "android.app.IActivityManager",
    "audio": "android.media.IAudioService",
    "car_service": "android.car.ICar",
    "location": "android.location.ILocationManager",
    "media_session": "android.media.session.ISessionManager",
    "notification": "android.app.INotificationManager",
    "package": "android.content.pm.IPackageManager",
    "power": "android.os.IPowerManager",
    "statusbar": "com.android.internal.statusbar.IStatusBarService",
    "uimode": "android.app.IUiModeManager",
    "user": "android.os.IUserManager",
    "wifi": "android.net.wifi.IWifiManager",
    "window": "android.view.IWindowManager",
}
EMPTY = "Result: Parcel(00000000    '....')"
UNKNOWN = 'Result: Parcel(Error: 0xffffffffffffffb6 "Not a data message")'


@command("service")
async def service(process: Process) -> int:
    """`service list`, `service check NAME`, `service call NAME CODE`."""
    services = process.device.services
    match process.args:
        case ["list"]:
            lines = [f"{place}\t{name}: [{INTERFACES.get(name, '')}]" for place, name in enumerate(sorted(services))]
            return await process.print(f"Found {len(services)} services:", *lines)
        case ["check", name]:
            return await process.print(f"Service {name}: {'found' if name in services else 'not found'}")
        case ["call", name, code, *_]:
            return await _call(process, name, code)
    usage = ["service: No action specified" if not process.args else f"service: Unknown command {process.args[0]}"]
    return await process.fail(*usage, "Usage: service [-h|-?]", "       service list", "       service check SERVICE", status=10)


async def _call(process: Process, name: str, code: str) -> int:
    """Transactions 1 and 2 of the status bar open and close the notification centre; no other is known."""
    found = process.device.services.get(name)
    if found is None:
        return await process.fail(f"service: Service {name} does not exist", status=10)
    if not isinstance(found, StatusBarService) or code not in ("1", "2"):
        return await process.print(UNKNOWN)
    found.expand() if code == "1" else found.collapse()
    return await process.print(EMPTY)
