"""The telephony registry: whether the phone rings or is in a call."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.telecom import number

STATES = {"idle": 0, "ringing": 1, "active": 2}
"""TelephonyManager.CALL_STATE_IDLE, RINGING, OFFHOOK"""


class TelephonyRegistryService(Service):
    """Says what the phone does."""

    name = "telephony.registry"

    async def dump(self, process: Process) -> int:
        """`dumpsys telephony.registry`"""
        world = self.device.world
        state = world.conversation.call_state
        lines = [f"mCallState={STATES[state]}", f"mCallIncomingNumber={number(world) if state == 'ringing' else ''}"]
        return await process.print("last known state:", "  Phone Id=0", *(f"    {line}" for line in lines))
