"""Safety alerts that an agent raises on Android: notifications with a tag of their own, as any app would post them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from automotive_env.android.notice_readings import ALERT_TAG
from automotive_env.android.screen import DeviceScreen
from automotive_env.android.shell import DeviceFault, DeviceShell
from automotive_env.android.touch import DeviceTouch
from automotive_env.car.core.world import World
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.headless import agent_apis
from automotive_env.episode.observation import Element

RAISE = "system.safety_alert"
WINDOW = "HeadsUpNotification"
"""Title of the window in which Android shows notifications on top of everything."""
DISMISS_BUTTON = "alert_dismiss"
"""The button in it on our head unit; on others a notification is drawn aside."""


class AlertApis:
    """The vehicle APIs that an agent on the screen has, on one device.

    Arguments are checked, and answers are worded, by the API itself on a car that only this class sees.
    """

    def __init__(self, shell: DeviceShell, screen: DeviceScreen, touch: DeviceTouch) -> None:
        self._shell = shell
        self._screen = screen
        self._touch = touch
        self._car = World()

    def call(self, api: str, arguments: Mapping[str, Any], number: int | None = None, shown: int | None = None) -> ActionOutcome:
        """Call one of them.

        Args:
            api: full name.
            arguments: as JSON.
            number: what the device will call the next notification, where it says so.
            shown: the notification that the device shows on top, where it says so; 0 for none.

        Raises:
            DeviceFault: the device does not take the notification.
        """
        if api not in agent_apis():
            return ActionOutcome(False, f"there is no API {api!r} on Android; there are: {', '.join(agent_apis())}")
        before = self._screen.elements()
        if number is not None:
            self._car.system.next_notification = number
        if shown is not None or not _heads_up(before):
            self._car.system.alert_shown = shown or 0
        kept = self._car.snapshot()
        result = self._car.call(api, arguments)
        if result.success:
            try:
                self._post(arguments) if api == RAISE else self._dismiss(before)
            except DeviceFault:
                self._car.restore(kept)
                raise
        return ActionOutcome(result.success, result.message, result.data)

    def clear(self) -> None:
        """Take away what is shown on top of everything, and count from the start again."""
        self._car = World()
        before = self._screen.elements()
        if _heads_up(before):
            self._dismiss(before)

    def _post(self, arguments: Mapping[str, Any]) -> None:
        title, tag = f"{str(arguments['kind']).capitalize()} alert", f"{ALERT_TAG}{arguments['kind']}"
        words = " ".join(map(shlex.quote, (title, tag, str(arguments["message"]))))
        reply = self._shell.run(f"cmd notification post -S bigtext -t {words}")
        if reply.status or "Error" in reply.text or "xception" in reply.text:
            raise DeviceFault(f"the device does not take the notification: {reply.text.strip()[:200]!r}")

    def _dismiss(self, before: tuple[Element, ...]) -> None:
        shown = [element for element in before if element.window == WINDOW]
        button = next((element for element in shown if element.name == DISMISS_BUTTON), None)
        if button:
            self._touch.tap(*button.box.center, before)
        elif shown:
            left, top = min(e.box.left for e in shown), min(e.box.top for e in shown)
            right, bottom = max(e.box.right for e in shown), max(e.box.bottom for e in shown)
            y = (top + bottom) // 2
            self._touch.draw((left + (right - left) // 4, y, self._screen.size[0] - 1, y), before)
        if any(element.window == WINDOW for element in self._screen.elements()):
            raise DeviceFault("the notification on top of everything does not go away")


def _heads_up(elements: tuple[Element, ...]) -> bool:
    return any(element.window == WINDOW for element in elements)
