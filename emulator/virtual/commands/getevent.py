"""`getevent`: what the kernel knows of the touch screen."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process, command

DEVICE = "/dev/input/event1"
NAME = "virtio_input_multi_touch_1"
TOUCH_AXES = {0x2F: 9, 0x35: 0x7FFF, 0x36: 0x7FFF, 0x39: 0xFFFF, 0x3A: 0x400}
"""Code of an axis -> the largest value: slot, x, y, tracking id, pressure; those of the emulator's touch screen."""


@command("getevent")
async def getevent(process: Process) -> int:
    """`getevent -p|-i [-l] [DEVICE]`, `getevent -S`: the devices. Touches do not pass the kernel, so none can be followed."""
    letters = "".join(word[1:] for word in process.args if word.startswith("-"))
    devices = [word for word in process.args if not word.startswith("-")]
    if devices and devices[0] != DEVICE:
        return await process.fail(f"could not open {devices[0]}, No such file or directory")
    if not set("piS") & set(letters):
        return await process.fail("getevent: touches do not pass the kernel of this device; use getevent -p, or dumpsys input")
    await process.print(f"add device 1: {DEVICE}", f'  name:     "{NAME}"')
    if set("pi") & set(letters):
        await process.print("  events:", *_axes(), "  input props:", "    INPUT_PROP_DIRECT")
    return 0


def _axes() -> list[str]:
    shown = [f"{axis:04x}  : value 0, min 0, max {most}, fuzz 0, flat 0, resolution 0" for axis, most in TOUCH_AXES.items()]
    return [f"    {'ABS (0003):' if not place else '           '} {line}" for place, line in enumerate(shown)]
