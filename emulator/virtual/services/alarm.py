"""The alarm manager: it keeps the time zone. AndroidWorld sets it by a raw call before every task."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import EMPTY_PARCEL, Service

SET_TIME_ZONE = 3
"""IAlarmManager.setTimeZone"""
ZONE = "UTC"
"""The device has no other: the car's clock is its local time."""
UTC_NAMES = ("UTC", "GMT", "Etc/UTC", "Etc/GMT")
REFUSED = "Result: Parcel(Error: java.lang.IllegalArgumentException: the time zone of this device is UTC)"


class AlarmManager(Service):
    """Takes the one time zone."""

    name = "alarm"
    interface = "android.app.IAlarmManager"

    def transact(self, code: int, args: Sequence[str]) -> str | None:
        """`service call alarm 3 s16 ZONE`"""
        if code != SET_TIME_ZONE or len(args) != 2 or args[0] != "s16":
            return None
        return EMPTY_PARCEL if args[1] in UTC_NAMES else REFUSED

    async def dump(self, process: Process) -> int:
        """`dumpsys alarm`: nothing is planned."""
        return await process.print("Current Alarm Manager state:", "  Pending alarm batches: 0", f"  Timezone: {ZONE}")
