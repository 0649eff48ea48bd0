"""Windows of a device, from what `dumpsys window windows` prints: which lies above which, where, and what it is called.

Releases print a different amount about a window; only what Android 12 to 15 have in common is read: the head line, the display,
the package, the accessibility title within `mAttrs`, whether there is a surface, and the frame.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from automotive_env.android.shell import DeviceFault, DeviceShell
from automotive_env.episode.observation import Box

MAX_WINDOWS = 200
_HEAD = re.compile(r"^  Window #\d+ Window\{[0-9a-f]+ (?:u\d+ )?(?P<name>.*?)\}:\s*$", re.MULTILINE)
_DISPLAY = re.compile(r"\bmDisplayId=(\d+)")
_PACKAGE = re.compile(r"\bpackage=(\S+)")
_TITLE = re.compile(r"\baccessibilityTitle=(.*?)(?= \w+=|\}|$)", re.MULTILINE)
_FRAME = re.compile(r"(?<![a-zA-Z])(?:mFrame|frame)=\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_HIDDEN = re.compile(r"\bmHasSurface=false|\bisOnScreen=false|\bisVisible=false")


class AndroidWindow(NamedTuple):
    """A window that is shown.

    Attributes:
        title: what accessibility services are told, its name where nothing is said.
        package: whose it is.
        display: logical id of the display.
        frame: where it is on that display.
    """

    title: str
    package: str
    display: int
    frame: Box


def read_windows(shell: DeviceShell, timeout: float) -> tuple[AndroidWindow, ...]:
    """The windows of a device, from the bottom to the top; `timeout` is in seconds.

    Raises:
        DeviceFault: the device is gone, does not answer in time, or lists no windows.
    """
    reply = shell.run("dumpsys window windows", timeout=timeout)
    windows = parse_windows(reply.text)
    if not windows:
        raise DeviceFault(f"dumpsys window windows lists no windows: {reply.text.strip()[:200]!r}")
    return windows


def parse_windows(dump: str) -> tuple[AndroidWindow, ...]:
    """The windows in a dump, from the bottom to the top; the dump has the topmost first."""
    heads = list(_HEAD.finditer(dump))[:MAX_WINDOWS]
    ends = [*(head.start() for head in heads[1:]), len(dump)]
    found = [_window(head["name"], dump[head.end() : end]) for head, end in zip(heads, ends, strict=bool(heads))] if heads else []
    return tuple(window for window in reversed(found) if window is not None)


def _window(name: str, facts: str) -> AndroidWindow | None:
    frame, display, package, title = (pattern.search(facts) for pattern in (_FRAME, _DISPLAY, _PACKAGE, _TITLE))
    if frame is None or _HIDDEN.search(facts):
        return None
    return AndroidWindow(
        title=title[1].strip() if title else name,
        package=package[1] if package else name.split("/")[0],
        display=int(display[1]) if display else 0,
        frame=Box(*map(int, frame.groups())),
    )
