"""The parts of the system that belong to no app: bars, panels, keyboard, alerts."""

from __future__ import annotations

from automotive_env.headunit.kit.screen import App
from automotive_env.headunit.panels.bars import BottomBar, TopBar
from automotive_env.headunit.panels.blocked import DrivingLockoutPanel
from automotive_env.headunit.panels.detour import DETOUR_BESIDE, DETOUR_HEIGHT, DETOUR_WIDTH, DetourPanel
from automotive_env.headunit.panels.incoming_call import CALL_HEIGHT, IncomingCallPanel
from automotive_env.headunit.panels.keyboard import KEYBOARD_HEIGHT, KeyboardPanel
from automotive_env.headunit.panels.notification_center import NotificationCenterPanel
from automotive_env.headunit.panels.notification_details import NotificationDetailsPanel
from automotive_env.headunit.panels.notifications import (
    HEADS_UP_HEIGHT,
    HEADS_UP_LEAST,
    HEADS_UP_WIDTH,
    HeadsUpAlertPanel,
    HeadsUpMessagePanel,
    message_on_top,
)
from automotive_env.headunit.panels.toast import TOAST_HEIGHT, ToastPanel, toast_width

SYSTEM = App(
    name="system",
    title="System UI",
    icon="settings",
    package="com.android.systemui",
    screens=(
        TopBar,
        BottomBar,
        NotificationCenterPanel,
        NotificationDetailsPanel,
        HeadsUpAlertPanel,
        HeadsUpMessagePanel,
        IncomingCallPanel,
        DetourPanel,
        KeyboardPanel,
        ToastPanel,
        DrivingLockoutPanel,
    ),
    in_grid=False,
)

__all__ = [
    "CALL_HEIGHT",
    "DETOUR_BESIDE",
    "DETOUR_HEIGHT",
    "DETOUR_WIDTH",
    "HEADS_UP_HEIGHT",
    "HEADS_UP_LEAST",
    "HEADS_UP_WIDTH",
    "KEYBOARD_HEIGHT",
    "SYSTEM",
    "TOAST_HEIGHT",
    "message_on_top",
    "toast_width",
]
