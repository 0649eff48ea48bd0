"""`input`: fingers and keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.process import ShellProcess, command
from automotive_env.emulator.virtual.services.input import InputManager
from automotive_env.emulator.virtual.shell.tools import CommandUsageError
from automotive_env.emulator.virtual.uiautomator.touch import CODES, DELETE, SIGNS, key_code, paste, press_key, stroke, touch

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

SOURCES = ("touchscreen", "touchpad", "mouse", "stylus", "keyboard", "dpad", "gamepad", "joystick", "trackball", "rotaryencoder")
USAGE = (
    "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]",
    "",
    "The commands are:",
    "      text <string>",
    "      keyevent [--longpress] <key code number or name> ...",
    "      tap <x> <y>",
    "      swipe <x1> <y1> <x2> <y2> [duration(ms)]",
    "      draganddrop <x1> <y1> <x2> <y2> [duration(ms)]",
    "      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y>",
    "      keycombination [-t duration(ms)] <key code 1> <key code 2> ...",
)
_CONTROL, _SHIFT, _DELETES = {113, 114}, {59, 60}, {DELETE, 112}
"""Keys: held while another is pressed, and those that delete what is selected."""
SWIPE = 300
"""Milliseconds that a swipe takes where nothing is said."""
MAX_KEYS = 1_000
"""Keys that one command presses."""
KEY_WORK = 500
"""Units of work that a key is."""


@command("input")
async def input_command(process: ShellProcess) -> int:
    """`input [SOURCE] [-d DISPLAY] COMMAND ARGS`."""
    args = list(process.args)
    if args[:1] and args[0] in SOURCES:
        args.pop(0)
    if args[:1] == ["-d"]:
        if args[1:2] not in (["0"], ["-1"], ["DEFAULT_DISPLAY"], ["INVALID_DISPLAY"]):
            return await process.fail(f"Error: there is no display {''.join(args[1:2])!r}; the only one is 0", status=255)
        args = args[2:]
    if not args or args[0] not in _COMMANDS:
        return await process.fail(*([f"Error: Unknown command: {args[0]}"] if args else []), *USAGE, status=255)
    try:
        await _COMMANDS[args[0]](process, args[1:])
    except CommandUsageError as error:
        return await process.fail(str(error), status=255)
    return 0


def _numbers(args: list[str], least: int, most: int) -> list[int]:
    if not least <= len(args) <= most:
        raise CommandUsageError(f"Error: Invalid arguments for command: {len(args)} instead of {least} to {most} numbers")
    return [_number(word) for word in args]


def _number(word: str) -> int:
    try:
        value = float(word)
    except ValueError:
        raise CommandUsageError(f'Error: java.lang.NumberFormatException: For input string: "{word[:40]}"') from None
    if not abs(value) < 1 << 31:
        raise CommandUsageError(f"Error: java.lang.IllegalArgumentException: {word[:40]} is no place on a display")
    return int(value)


async def _tap(process: ShellProcess, args: list[str]) -> None:
    x, y = _numbers(args, 2, 2)
    touch(process.device, x, y)


async def _swipe(process: ShellProcess, args: list[str]) -> None:
    x1, y1, x2, y2, *rest = _numbers(args, 4, 5)
    duration = rest[0] if rest and rest[0] >= 0 else SWIPE
    stroke(process.device, (x1, y1), (x2, y2), duration)


async def _text(process: ShellProcess, args: list[str]) -> None:
    if len(args) != 1:
        raise CommandUsageError("Error: Invalid arguments for command: text")
    if not args[0].isascii():  # Android finds no keys for such a sign, and trips over what it finds
        what = "Attempt to get length of null array"
        raise CommandUsageError(f"Exception occurred while executing 'text':\njava.lang.NullPointerException: {what}")
    if typed := args[0].replace("%s", " "):
        process.device.service(InputManager).replace_selected()
        process.device.head_unit.type_text(typed, clear=False)


async def _keyevent(process: ShellProcess, args: list[str]) -> None:
    named = [word for word in args if word not in ("--longpress", "--doubletap", "--async")]
    if not named:
        raise CommandUsageError('Error: Argument expected after "keyevent"')
    for word in named[:MAX_KEYS]:
        await process.spend(KEY_WORK)
        _press(process.device, key_code(word))


def _press(device: VirtualDevice, key: int, *, shift: bool = False) -> None:
    """Press a key; one that deletes or types replaces what is selected."""
    replaced = device.service(InputManager).replace_selected() if key in SIGNS or key in _DELETES else False
    if not (replaced and key in _DELETES):
        press_key(device, key, shift=shift)


async def _keycombination(process: ShellProcess, args: list[str]) -> None:
    named = args[2:] if args[:1] == ["-t"] else args
    if len(named) < 2:
        raise CommandUsageError("Error: Invalid arguments for command: keycombination needs 2 keys or more")
    held = [key_code(word) for word in named[:MAX_KEYS]]
    control, shift = bool(_CONTROL & set(held)), bool(_SHIFT & set(held))
    for key in held:
        await process.spend(KEY_WORK)
        if key in _CONTROL | _SHIFT:
            continue
        if not control:
            _press(process.device, key, shift=shift)
        elif key == CODES["A"]:
            process.device.service(InputManager).select_all()
        elif key == CODES["V"]:
            process.device.service(InputManager).replace_selected()
            paste(process.device)


async def _motionevent(process: ShellProcess, args: list[str]) -> None:
    if not args or args[0].upper() not in ("DOWN", "UP", "MOVE", "CANCEL"):
        raise CommandUsageError(f"Error: Invalid arguments for command: motionevent {' '.join(args[:1])}".rstrip())
    service, now = process.device.service(InputManager), asyncio.get_running_loop().time()
    finger = service.finger
    if args[0].upper() == "CANCEL":
        finger.start = None
        return
    x, y = _numbers(args[1:], 2, 2)
    match args[0].upper():
        case "DOWN":
            finger.down(x, y, now)
        case "MOVE":
            finger.move(x, y)
        case _:
            finger.up(process.device, x, y, now)


_COMMANDS: Mapping[str, Callable[[ShellProcess, list[str]], Awaitable[None]]] = {
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _swipe,
    "text": _text,
    "keyevent": _keyevent,
    "keycombination": _keycombination,
    "motionevent": _motionevent,
}
