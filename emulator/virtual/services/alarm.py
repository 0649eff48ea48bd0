"""The alarm manager: it sets the time zone, by a raw call as clients for phones do."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service

SET_TIME_ZONE = "3"
"""Transaction of IAlarmManager.setTimeZone"""
UTC = ("UTC", "Etc/UTC", "GMT")
"""The car's clock shows local time, which Android takes for that of its zone: the zone stays what it is."""


class AlarmManager(Service):
    """The alarm manager of one device."""

    name = "alarm"
    interface = "android.app.IAlarmManager"

    async def transact(self, process: Process) -> int:
        """`3 s16 ZONE`."""
        match process.args:
            case [code, "s16", zone] if code == SET_TIME_ZONE:
                if zone in UTC:
                    return await process.print("Result: Parcel(00000000    '....')")
                return await process.fail(f"service: the time zone of this device is {UTC[0]}, not {zone[:40]}", status=10)
        return await super().transact(process)
