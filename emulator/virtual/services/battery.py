"""The battery service: that of the head unit, which hangs on the car's mains; the car's own charge is in the vehicle HAL."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service

STATE = """Current Battery Service state:
  AC powered: true
  USB powered: false
  Wireless powered: false
  status: 2
  health: 2
  present: true
  level: 100
  scale: 100
  voltage: 5000
  temperature: 250
  technology: Li-ion"""


class BatteryService(Service):
    """Says that there is power."""

    name = "battery"

    async def dump(self, process: Process) -> int:
        """`dumpsys battery`"""
        return await process.print(STATE)
