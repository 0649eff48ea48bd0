"""A headless Chromium, driven over the DevTools protocol."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

from websockets.sync.client import ClientConnection, connect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
"""Path of the browser, None where there is none."""


_NAVIGATED = re.compile("navigated|context was destroyed|Cannot find context")
"""What the browser answers to code whose page has become another one."""


class Page:
    """One page of the browser.

    Attributes:
        events: what the browser told by itself, of the domains that were enabled.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = iter(range(1, 1_000_000))
        self._session: str | None = None
        self.events: list[Any] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def ask(self, method: str, **parameters: Any) -> Any:
        answer = self._answer(method, parameters)
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def _answer(self, method: str, parameters: dict[str, Any]) -> Any:
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        self._socket.send(json.dumps({**message, "sessionId": self._session} if self._session else message))
        while True:
            answer = json.loads(self._socket.recv(timeout=15))
            if answer.get("id") == number:
                return answer
            self.events.append(answer)

    def open(self, address: str) -> None:
        self.ask("Page.navigate", url=address)

    def go(self, steps: int) -> None:
        """Move through the page's history, as the browser's Back (-1) and Forward (1) do."""
        history = self.ask("Page.getNavigationHistory")
        self.ask("Page.navigateToHistoryEntry", entryId=history["entries"][history["currentIndex"] + steps]["id"])

    def size(self, width: int, height: int, *, touch: bool = False) -> None:
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)

    def run(self, code: str) -> Any:
        """The value of code that runs in the page; None if the page became another one before it answered."""
        answer = self._answer("Runtime.evaluate", {"expression": code, "returnByValue": True, "awaitPromise": True})
        if _NAVIGATED.search(answer.get("error", {}).get("message", "")):
            return None
        assert "error" not in answer, answer["error"]
        assert "exceptionDetails" not in answer["result"], answer["result"]["exceptionDetails"]
        return answer["result"]["result"].get("value")

    def click(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def move(self, x: float, y: float) -> None:
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def picture(self) -> bytes:
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])

    def click_display(self, x: int, y: int) -> None:
        """Click a point of the head unit's display."""
        left, top, width = self.run("(() => { const b = canvas.getBoundingClientRect(); return [b.left, b.top, b.width] })()")
        self.click(left + x * width / 1408, top + y * width / 1408)


@contextmanager
def chromium(program: str, profile: Path) -> Iterator[Page]:
    """A page of a new browser, which ends with the block."""
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--remote-debugging-port=0",
    ]
    command = [program, *options, f"--user-data-dir={profile}", "about:blank"]
    process = Popen(command, start_new_session=True, stdout=DEVNULL, stderr=DEVNULL)
    try:
        found = profile / "DevToolsActivePort"
        until(lambda: found.exists() and len(found.read_text("utf-8").split()) == 2)
        port, path = found.read_text("utf-8").split()
        with connect(f"ws://127.0.0.1:{port}{path}", max_size=None, proxy=None) as socket:
            yield Page(socket)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # the browser and its helper processes
        process.wait(30)


def until(holds: Callable[[], object], seconds: float = 15) -> None:
    """Wait until something holds.

    Raises:
        AssertionError: it does not within the time.
    """
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
