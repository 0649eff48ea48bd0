"""The telecom service and the telephony registry: the call that the car is in."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.world.world import World

STATES = {"ringing": "RINGING", "active": "ACTIVE"}
NUMBERS = {"idle": 0, "ringing": 1, "active": 2}
"""TelephonyManager.CALL_STATE_IDLE, RINGING, OFFHOOK"""
DIALABLE = frozenset("0123456789+*#N,;")
SHOWN = 2
"""Last digits that a debuggable build prints of a number (NUM_DIALABLE_DIGITS_TO_LOG)."""


def number(world: World) -> str:
    """The number of who is on the line; empty where it is not known."""
    contact = world.conversation.current_contact
    return next((known.phone_number.replace(" ", "") for known in world.conversation.contacts if known.name == contact), "")


def _redacted(text: str) -> str:
    digits = sum(letter in DIALABLE for letter in text)
    hidden = ""
    for letter in text:
        dialable = letter in DIALABLE
        hidden += "*" if dialable and digits > SHOWN else letter
        digits -= dialable
    return hidden


class TelecomService(Service):
    """Lists calls."""

    name = "telecom"

    async def dump(self, process: Process) -> int:
        """`dumpsys telecom`"""
        world = self.device.world
        state = STATES.get(world.conversation.call_state)
        handle = number(world)
        shown = f"tel:{_redacted(handle)}" if handle else "null"
        rest = "vidst=A, childs(0), has_parent(false), cap=[[]], prop=[[]]"
        call = f"[Call id=TC@1, state={state}, tpac=null, cmgr=null, handle={shown}, {rest}], voip=false"
        return await process.print("CallsManager: ", "  mCalls: ", *([f"    {call}"] if state else []), "  mCallAudioManager:")


class TelephonyRegistryService(Service):
    """Says what the phone does."""

    name = "telephony.registry"

    async def dump(self, process: Process) -> int:
        """`dumpsys telephony.registry`"""
        world = self.device.world
        state = world.conversation.call_state
        lines = [f"mCallState={NUMBERS[state]}", f"mCallIncomingNumber={number(world) if state == 'ringing' else ''}"]
        return await process.print("last known state:", "  Phone Id=0", *(f"    {line}" for line in lines))
