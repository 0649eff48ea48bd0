"""The window manager: which windows there are, from the top down, and which has the focus. `wm` is short for `cmd window`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.packages import activity_of, foreground, short, system_packages
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import DRIVER, PER_USER, SystemService, unknown
from automotive_env.emulator.virtual.services.accessibility import Accessibility
from automotive_env.emulator.virtual.uiautomator.hierarchy import AccessibilityWindow, WindowHierarchy

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

BLOCKING = "com.android.systemui/com.android.systemui.car.activity.ActivityBlockingActivity"
"""The activity that covers what may not be used while driving."""
TYPES = {"keyboard": "INPUT_METHOD", "toast": "TOAST", "climate": "NOTIFICATION_SHADE", "notifications": "NOTIFICATION_SHADE"}
"""Types of windows that belong to no activity, by what they show."""
SECTIONS = ("all", "windows", "w", "policy", "p", "displays", "d")


def density(device: VirtualDevice) -> int:
    """Dots per inch."""
    return int(device.properties["ro.sf.lcd_density"])


def shown_toast(device: VirtualDevice) -> str:
    """What a toast says at this moment; empty where there is none."""
    toasts = (window.root for window in device.service(Accessibility).hierarchy().shown if window.screen == "toast")
    return next((node.element.text for root in toasts for node in root.walk() if node.element.text), "")


def component(window: AccessibilityWindow) -> str:
    """The activity that a window belongs to, "package/class" with whole names; empty for a window of the system."""
    if not window.is_activity:
        return ""
    activity = activity_of(window.app, window.screen)
    if activity is None or not activity.name.startswith(window.package):
        return BLOCKING
    return f"{window.package}/{activity.name}"


def token(window: AccessibilityWindow) -> str:
    """A window as logs and dumps name it."""
    return f"Window{{{window.id:x} u{DRIVER} {component(window) or window.title}}}"


class WindowManager(SystemService):
    """The window manager of one device."""

    name = "window"

    async def dump(self, process: ShellProcess) -> int:
        """`windows`, `policy`, `displays`, or all of them; options are those of any dump, and change nothing."""
        sections = [arg for arg in process.args if not arg.startswith("-")] or ["all"]
        if sections[0] not in SECTIONS:
            return await process.print(f"Bad window command, or no windows match: {sections[0]}", "Use -h for help.")
        hierarchy = self.device.service(Accessibility).hierarchy()
        parts = {"p": self._policy, "d": self._displays, "w": self._windows}
        for part in parts.values() if sections[0] == "all" else [parts[sections[0][0]]]:
            await process.print(*part(hierarchy))
        return 0

    def _policy(self, hierarchy: WindowHierarchy) -> list[str]:
        """A car is awake, and nothing locks its screen."""
        title, awake = (
            "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
            "    mAwake=true mScreenOnEarly=true mScreenOnFully=true",
        )
        locked = "    mShowingDream=false mDreamingLockscreen=false mShowingLockscreen=false mKeyguardDrawComplete=true"
        guard = ("showing=false", "showingAndNotOccluded=false", "inputRestricted=false", "occluded=false", "secure=false")
        return [title, awake, locked, "    KeyguardServiceDelegate", *(f"      {field}" for field in guard)]

    def _displays(self, hierarchy: WindowHierarchy) -> list[str]:
        """The display is built in, and never turned."""
        width, height = self.device.size
        size = f"init={width}x{height} {density(self.device)}dpi cur={width}x{height} app={width}x{height}"
        title = "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)"
        rotation = ["    DisplayRotation", "      mCurrentRotation=ROTATION_0"]
        return [title, "  Display: mDisplayId=0", f"    {size}", *self._focus(hierarchy), *rotation]

    def _windows(self, hierarchy: WindowHierarchy) -> list[str]:
        lines = ["WINDOW MANAGER WINDOWS (dumpsys window windows)"]
        for place, window in enumerate(reversed(hierarchy.windows)):
            lines += self._window(len(hierarchy.windows) - 1 - place, window, hierarchy)
        return [*lines, "", *self._focus(hierarchy)]

    def _focus(self, hierarchy: WindowHierarchy) -> list[str]:
        """The window and the activity that have the focus."""
        named = f"ActivityRecord{{{hierarchy.active.id:x} u{DRIVER} {short(foreground(self.device))} t1}}"
        return [f"  mCurrentFocus={token(hierarchy.active)}", f"  mFocusedApp={named}"]

    def _window(self, number: int, window: AccessibilityWindow, hierarchy: WindowHierarchy) -> list[str]:
        left, top, right, bottom = window.box
        shown, on_screen = ("true" if window.visible else "false"), f"[{left},{top}][{right},{bottom}]"
        kind = "BASE_APPLICATION" if window.is_activity else TYPES.get(window.screen, "")
        user = DRIVER * PER_USER + system_packages()[window.package].uid
        attributes = [f"({left},{top})({right - left}x{bottom - top})", f"ty={kind}" if kind else ""]
        title = f"accessibilityTitle={window.title}"
        return [
            f"  Window #{number} {token(window)}:",
            "    mDisplayId=0",
            f"    mOwnerUid={user} package={window.package} appop=NONE",
            f"    mAttrs={{{' '.join(part for part in (*attributes, title) if part)}}}",
            f"    Frames: parent={on_screen} display={on_screen} frame={on_screen}",
            f"    isOnScreen={shown}",
            f"    isVisible={shown}",
        ]

    async def command(self, process: ShellProcess) -> int:
        match process.args:
            case ["size" | "density" as what, *rest]:
                return await self._measure(process, what, _without_display(rest))
            case ["user-rotation", *rest]:
                return await self._rotate(process, _without_display(rest))
            case ["dismiss-keyguard"]:
                return 0  # a car has none
            case _:
                return await unknown(process)

    async def _measure(self, process: ShellProcess, what: str, args: list[str]) -> int:
        """`size [reset|WxH]`, `density [reset|DPI]`. The display is built in: it takes no other size and density than its own."""
        width, height = self.device.size
        own = f"{width}x{height}" if what == "size" else str(density(self.device))
        if not args:
            return await process.print(f"Physical {what}: {own}")
        if args[0] not in ("reset", own):
            return await process.fail(f"Error: the display has the {what} {own} and takes no other, not {args[0]}", status=255)
        return 0

    async def _rotate(self, process: ShellProcess, args: list[str]) -> int:
        """`user-rotation [free|lock [0]]`: the display is built in, and is never turned."""
        if not args:
            return await process.print("lock 0")
        if args[0] not in ("free", "lock") or args[1:] not in ([], ["0"]):
            return await process.fail("Error: the display of this device does not rotate: its rotation is 0", status=255)
        return 0


def _without_display(args: list[str]) -> list[str]:
    return args[2:] if args[:2] == ["-d", "0"] else args
