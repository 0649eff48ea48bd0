"""Seeing: the accessibility tree and the picture of one and the same moment.

A screen is at rest when two dumps of it, one before and one after the screenshot, say the same. Before a dump uiautomator itself
waits until the accessibility events of a change have ebbed away, so there is no time that is just slept through. Clocks and
progress bars never rest and are left out of the comparison.

The list of windows is long and slow to print. It is asked for anew only where the tree is not the one that was last read with it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from automotive_env.android.link import DeviceLink
from automotive_env.android.shell import ConnectionLost, DeviceFault
from automotive_env.android.tree import all_listed, elements, parse
from automotive_env.android.windows import read_windows
from automotive_env.episode.observation import Element

T = TypeVar("T")
REST_SECONDS = 15.0
"""Seconds within which a screen must come to rest."""
LEAST_LOOKS = 3
"""Times that a screen is looked at, however long that takes."""
BETWEEN_DUMPS = 0.2
"""Seconds between dumps that are asked for because one was empty."""
PICTURES = 3
"""Screenshots that may be cut short before the device is at fault."""
PNG, PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"
MAX_TREE_DEPTH = 50
"""Levels of a tree that are dumped, as uiautomator2 has it."""
_TIME = re.compile(r"-?\d{1,3}:\d\d(:\d\d)?(\s?[AaPp]\.?[Mm]\.?)?")
_MOVING = ("ProgressBar", "SeekBar")
_SIZE = re.compile(r"(Override|Physical) size: (\d{2,5})x(\d{2,5})")
_DISPLAY = re.compile(r"Display (\d+) ")


class ScreenCapture(NamedTuple):
    """What was on the screen at one moment.

    Attributes:
        elements: what can be seen and touched.
        picture: the pixels as PNG.
    """

    elements: tuple[Element, ...]
    picture: bytes


class DeviceScreen:
    """The head unit's display.

    Attributes:
        size: width and height in pixels.
    """

    def __init__(self, link: DeviceLink) -> None:
        """Ask for the size and for what SurfaceFlinger calls the display.

        Raises:
            DeviceFault: the device does not say.
        """
        self._link = link
        self.size = self._ask_size()
        self._display = self._ask_display()
        self._last: tuple[str, tuple[Element, ...]] = ("", ())
        self._unsettled = ""

    def elements(self) -> tuple[Element, ...]:
        """What is on the screen now, at rest or not; the same object as before where nothing has changed.

        Raises:
            DeviceFault: the device is gone, does not answer in time, or its dump makes no sense.
        """
        return self._again(lambda: self._read(self._dump()))

    def moment(self) -> ScreenCapture:
        """The screen at rest.

        Raises:
            DeviceFault: it does not come to rest, or the device is gone or does not answer in time.
        """
        return self._again(self._moment)

    def _moment(self) -> ScreenCapture:
        deadline = time.monotonic() + REST_SECONDS
        looks = 0
        before = self._dump()
        while looks < LEAST_LOOKS or time.monotonic() < deadline:
            first, picture = self._read(before), self._picture()
            after = self._dump()
            second = self._read(after)
            if at_rest(first, second):
                return ScreenCapture(second, picture)
            before, looks = after, looks + 1
        raise DeviceFault(f"the screen does not come to rest: it changed in {looks} of {looks} looks within {REST_SECONDS:g} s")

    def _dump(self) -> str:
        """The accessibility tree as XML. While an activity starts there is none for a moment."""
        for look in range(LEAST_LOOKS):
            time.sleep(BETWEEN_DUMPS if look else 0)
            xml = self._link.rpc("dumpWindowHierarchy", False, MAX_TREE_DEPTH)
            if isinstance(xml, str) and "<node" in xml:
                return xml
        raise DeviceFault(f"the device dumps no accessibility tree: {str(xml)[:120]!r}")

    def _read(self, xml: str) -> tuple[Element, ...]:
        """The elements in a dump. Where a window has just opened, and is not listed yet, the list is asked for once more."""
        if xml != self._last[0]:
            roots, windows = parse(xml), read_windows(self._link.shell, self._link.patience)
            settled = all_listed(roots, windows) or xml == self._unsettled
            self._unsettled = "" if settled else xml
            self._last = (xml if settled else ""), elements(roots, windows)
        return self._last[1]

    def _picture(self) -> bytes:
        for _ in range(PICTURES):
            printed = self._link.output(f"screencap -p -d {self._display}")
            start = printed.find(PNG, 0, 4096)  # a warning may stand before it
            if start >= 0 and printed.endswith(PNG_END):
                return printed[start:]
        said = printed[:80] if start < 0 else f"{len(printed)} bytes"
        raise DeviceFault(f"screencap gave no whole picture in {PICTURES} times: {said!r}")

    def _again(self, look: Callable[[], T]) -> T:
        """Look, and once more after the connection was lost: looking changes nothing."""
        try:
            return look()
        except ConnectionLost:
            self._link.reconnect()
            return look()

    def _ask_size(self) -> tuple[int, int]:
        text = self._link.shell.run("wm size").text
        sizes = {kind: (int(width), int(height)) for kind, width, height in _SIZE.findall(text)}
        size = sizes.get("Override") or sizes.get("Physical")
        if size is None:
            raise DeviceFault(f"the device does not say how large its screen is: {text.strip()[:120]!r}")
        return size

    def _ask_display(self) -> str:
        text = self._link.shell.run("dumpsys SurfaceFlinger --display-id").text
        displays: list[str] = _DISPLAY.findall(text)
        if not displays:
            raise DeviceFault(f"SurfaceFlinger has no display: {text.strip()[:120]!r}")
        return displays[0]


def at_rest(before: tuple[Element, ...], after: tuple[Element, ...]) -> bool:
    """Whether two looks at a screen show the same, clocks and progress aside."""
    return before is after or [_still(element) for element in before] == [_still(element) for element in after]


def _still(element: Element) -> Element:
    """An element without what runs by itself."""
    if element.role in _MOVING:
        return element._replace(text="", description="", range=None)
    return element._replace(text="") if _TIME.fullmatch(element.text) else element
