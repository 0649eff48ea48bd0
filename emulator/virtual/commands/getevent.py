"""`getevent`: the one input device of the head unit, its touch screen."""

from __future__ import annotations

import asyncio

from automotive_env.emulator.virtual.process import Process, command

NODE, NAME = "/dev/input/event1", "virtio_input_multi_touch_1"
MAX_AXIS = 32_767
"""Highest value of an axis, which stands for the far edge of the display."""


@command("getevent")
async def getevent(process: Process) -> int:
    """`getevent [-p|-i] [-l]`; without -p and -i it waits for events: none come, touches do not pass the kernel here."""
    letters = "".join(word[1:] for word in process.args if word.startswith("-"))
    listing = "p" in letters or "i" in letters
    lines = [f"add device 1: {NODE}", f'  name:     "{NAME}"']
    if not listing:
        await process.print(*lines)
        await asyncio.Event().wait()
    return await process.print(*lines, *_abilities("l" in letters))


def _abilities(labels: bool) -> list[str]:
    def named(code: str, label: str) -> str:
        return f"{label:<21}" if labels else code

    axes = [("002f", "ABS_MT_SLOT", 9), ("0035", "ABS_MT_POSITION_X", MAX_AXIS), ("0036", "ABS_MT_POSITION_Y", MAX_AXIS)]
    axes.append(("0039", "ABS_MT_TRACKING_ID", 10))
    shown = [f"{named(code, label)} : value 0, min 0, max {top}, fuzz 0, flat 0, resolution 0" for code, label, top in axes]
    kind = "ABS (0003): "
    lines = [f"    {kind if place == 0 else ' ' * len(kind)}{line}" for place, line in enumerate(shown)]
    return ["  events:", f"    KEY (0001): {named('014a', 'BTN_TOUCH')}", *lines, "  input props:", "    INPUT_PROP_DIRECT"]
