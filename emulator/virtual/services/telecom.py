"""The telecom service: the call that the car is in."""

from __future__ import annotations

from automotive_env.car.core.world import World
from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service

STATES = {"ringing": "RINGING", "active": "ACTIVE"}
SHOWN = 2
"""Last digits that a debuggable build prints of a number (NUM_DIALABLE_DIGITS_TO_LOG)."""


def _handle(world: World) -> str:
    """The number of who is on the line as Android prints it."""
    contact = world.conversation.current_contact
    numbers = (known.phone_number.replace(" ", "") for known in world.conversation.contacts if known.name == contact)
    number = next(numbers, "")
    return f"tel:{'*' * (len(number) - SHOWN)}{number[-SHOWN:]}" if number else "null"


class TelecomService(Service):
    """Lists calls."""

    name = "telecom"

    async def dump(self, process: Process) -> int:
        """`dumpsys telecom`"""
        world = self.device.world
        state = STATES.get(world.conversation.call_state)
        rest = "vidst=A, childs(0), has_parent(false), cap=[[]], prop=[[]]"
        call = f"[Call id=TC@1, state={state}, tpac=null, cmgr=null, handle={_handle(world)}, {rest}], voip=false"
        return await process.print("CallsManager: ", "  mCalls: ", *([f"    {call}"] if state else []), "  mCallAudioManager:")
