"""A device in this process: its commands and its UI automation, without ADB in between."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.process import ShellProcess, commands
from automotive_env.emulator.virtual.services.accessibility import Accessibility
from automotive_env.emulator.virtual.uiautomator.automation import UiAutomation
from automotive_env.emulator.virtual.uiautomator.hierarchy import WindowHierarchy
from automotive_env.emulator.virtual.uiautomator.server import call
from automotive_env.episode.observation import Element

MASKS = {
    "text": 0x1, "textContains": 0x2, "textMatches": 0x4, "textStartsWith": 0x8, "className": 0x10, "classNameMatches": 0x20,
    "description": 0x40, "descriptionContains": 0x80, "descriptionMatches": 0x100, "descriptionStartsWith": 0x200,
    "checkable": 0x400, "checked": 0x800, "clickable": 0x1000, "longClickable": 0x2000, "scrollable": 0x4000, "enabled": 0x8000,
    "focusable": 0x10000, "focused": 0x20000, "selected": 0x40000, "packageName": 0x80000, "packageNameMatches": 0x100000,
    "resourceId": 0x200000, "resourceIdMatches": 0x400000, "index": 0x800000, "instance": 0x1000000,
}  # fmt: skip
"""As the client has them."""


class Script:
    """An input that gives its parts one by one, and then ends; or waits for ever."""

    def __init__(self, *parts: bytes, ends: bool = True) -> None:
        self.parts = list(parts)
        self.ends = ends

    async def read(self, most: int = -1) -> bytes:
        if self.parts:
            return self.parts.pop(0)
        if not self.ends:
            await asyncio.Event().wait()
        return b""


@dataclass
class Printed:
    """An output that keeps what is written."""

    data: bytearray = field(default_factory=bytearray)

    async def write(self, data: bytes) -> None:
        self.data += data

    @property
    def text(self) -> str:
        return self.data.decode()


class Ran(NamedTuple):
    """What a command printed, and its exit status."""

    status: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()


def process(device: VirtualDevice, *argv: str, env: dict[str, str] | None = None) -> ShellProcess:
    """A process that reads nothing and keeps what it prints."""
    return ShellProcess(device, list(argv), Script(), Printed(), Printed(), env or {})


async def start(running: ShellProcess) -> Ran:
    """Run a process to its end."""
    status = await commands()[running.argv[0]](running)
    assert isinstance(running.stdout, Printed)
    assert isinstance(running.stderr, Printed)
    return Ran(status, bytes(running.stdout.data), running.stderr.text)


def run(device: VirtualDevice, line: str) -> Ran:
    """Run a command whose arguments hold no spaces."""
    return asyncio.run(start(process(device, *line.split())))


def rpc(target: VirtualDevice | UiAutomation, method: str, *parameters: object) -> Any:
    """Call a method of the UI automation."""
    automation = target if isinstance(target, UiAutomation) else UiAutomation(target)
    return asyncio.run(call(automation, method, list(parameters)))  # type: ignore[arg-type]


def selector(**fields: object) -> dict[str, object]:
    """A selector as the client sends it."""
    return {"mask": sum(MASKS[name] for name in fields), "childOrSibling": [], "childOrSiblingSelector": [], **fields}


def then(first: dict[str, object], kind: str, **fields: object) -> dict[str, object]:
    """A selector with a further step: "child" or "sibling"."""
    kinds, steps = first["childOrSibling"], first["childOrSiblingSelector"]
    assert isinstance(kinds, list)
    assert isinstance(steps, list)
    return {**first, "childOrSibling": [*kinds, kind], "childOrSiblingSelector": [*steps, selector(**fields)]}


def hierarchy(device: VirtualDevice) -> WindowHierarchy:
    """What is shown."""
    return device.service(Accessibility).hierarchy()


def element(device: VirtualDevice, name: str) -> Element:
    """The element with a resource id."""
    return next(shown for shown in device.head_unit.elements() if shown.name == name)


def field_of(device: VirtualDevice) -> Element:
    """The text field on the screen, after going to one."""
    device.head_unit.open_app("maps")
    return next(shown for shown in device.head_unit.elements() if shown.editable)
