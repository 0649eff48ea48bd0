"""The activity manager: `am` is short for `cmd activity`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, cast
from urllib.parse import unquote

from automotive_env.car.core.change import ChangeCause
from automotive_env.emulator.virtual.intents import AndroidIntent, parse_intent, resolve
from automotive_env.emulator.virtual.packages import AppActivity, InstalledPackage, foreground, pid, short, system_packages
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import DRIVER, PER_USER, SYSTEM, SystemService, run_subcommand, user_of
from automotive_env.emulator.virtual.services.accessibility_forwarder import AccessibilityForwarder
from automotive_env.emulator.virtual.services.input_method import AdbKeyboard
from automotive_env.emulator.virtual.services.logcat import log
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.registry import apps

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

CALL = "android.intent.action.CALL"
SHELL = "com.android.shell"
FROM_SHELL = 0x400000
"""FLAG_RECEIVER_FROM_SHELL"""


class ActivityService(SystemService):
    """Starts activities on the head unit, and says which is in front.

    Attributes:
        started: (app, screen) -> the class of the activity that was started last of those that show it.
    """

    name = "activity"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self.started: dict[tuple[str, str], str] = {}
        self._keyboard = AdbKeyboard(device)
        self._forwarder = AccessibilityForwarder(device)

    def save(self) -> object:
        return dict(self.started), self._keyboard.hidden

    def load(self, saved: object) -> None:
        started, self._keyboard.hidden = cast("tuple[dict[tuple[str, str], str], tuple[str, str, str]]", saved)
        self.started = dict(started)

    async def command(self, process: ShellProcess) -> int:
        return await run_subcommand(self, process, _SUBCOMMANDS)

    async def start(self, process: ShellProcess, args: list[str]) -> int:
        """`start-activity [-W] [-S] INTENT`."""
        intent = parse_intent(args)
        if "-S" in intent.options and (intent.component or intent.package):
            name = intent.package or intent.component.partition("/")[0]
            await process.print(f"Stopping: {name}")
            self._stop(name)
        await process.print(f"Starting: {intent}")
        found = resolve(intent)
        if not found and intent.component:
            known = f"Activity class {{{intent.component}}} does not exist."
            return await process.fail("Error type 3", f"Error: {known}", status=0)
        if not found:
            return await process.fail(f"Error: Activity not started, unable to resolve {intent}", status=0)
        return await self._started(process, intent, *found[0])

    async def _started(
        self, process: ShellProcess, intent: AndroidIntent, package: InstalledPackage, activity: AppActivity
    ) -> int:
        name = f"{package.name}/{activity.name}"
        again = foreground(self.device) == name
        self.open(activity)
        self._dial(intent)
        text = str(replace(intent, component=name))
        log(self.device, "ActivityTaskManager", f"START u{DRIVER} {text.removeprefix('Intent ')} from uid {process.uid}")
        if again:
            told = "Warning: Activity not started, its current task has been brought to the front"
            await process.fail(told, status=0)
        if "-W" not in intent.options:
            return 0
        times = ["LaunchState: WARM" if again else "LaunchState: COLD", f"Activity: {short(name)}", "TotalTime: 0", "WaitTime: 0"]
        return await process.print("Status: ok", *times, "Complete")

    def open(self, activity: AppActivity) -> None:
        """Show an activity on the head unit."""
        app, screen = activity.screen
        self.started[activity.screen] = activity.name
        unit = self.device.head_unit
        unit.open_app(app)
        if screen != apps()[app].start:
            unit.restore(replace(unit.snapshot(), stack=(ScreenEntry(app, screen),)), ChangeCause("touch", f"{app}/open"))

    def _dial(self, intent: AndroidIntent) -> None:
        """An intent to call a number that is in the phone book calls it; another number stays undialled."""
        wanted = unquote(intent.data).removeprefix("tel:").replace(" ", "")
        phone = self.device.world.conversation
        names = [known.name for known in phone.contacts if wanted and known.phone_number.replace(" ", "") == wanted]
        if intent.action == CALL and names:
            self.device.world.call(
                "conversation.conversation_phone_call", {"contact": names[0]}, ChangeCause("setup", "am start")
            )

    def _stop(self, package: str) -> None:
        """An app that is in front and stopped makes room for the home screen."""
        if foreground(self.device).partition("/")[0] == package:
            self.device.head_unit.home()
            log(
                self.device,
                "ActivityManager",
                f"Force stopping {package} appid={system_packages()[package].uid} user={DRIVER}: from pid {pid(SHELL)}",
            )

    async def stop(self, process: ShellProcess, args: list[str]) -> int:
        """`force-stop|kill|stop-app PACKAGE`; `kill` spares what is in front."""
        args, _ = user_of(args, DRIVER)
        if not args:
            return await process.fail('Error: Argument expected after "force-stop"', status=255)
        if process.args[0] != "kill":
            self._stop(args[0])
        return 0

    async def broadcast(self, process: ShellProcess, args: list[str]) -> int:
        """`broadcast INTENT`: only a keyboard for tests and the forwarder of accessibility trees hear anything."""
        intent = parse_intent(args)
        intent.flags |= FROM_SHELL
        await process.print(f"Broadcasting: {intent}")
        self._forwarder.hear(intent)
        said = self._keyboard.answer(intent)
        result = "result=0" if said is None else f'result={said[0]}, data="{said[1]}"'
        return await process.print(f"Broadcast completed: {result}")

    async def current_user(self, process: ShellProcess, args: list[str]) -> int:
        """`get-current-user`"""
        return await process.print(str(DRIVER))

    async def stack(self, process: ShellProcess, args: list[str]) -> int:
        """`stack list|remove TASK`: there is the task in front, and one that is taken away makes room for the home screen."""
        match args:
            case ["list"]:
                return await process.print(*self._stack())
            case ["remove", number]:
                if number == str(self.task):
                    self.device.head_unit.home()
                return 0
        return await process.fail("Error: stacks can be listed and removed on this device, nothing else", status=255)

    def _stack(self) -> list[str]:
        name, (width, height) = foreground(self.device), self.device.size
        where = f"bounds=[0,0][{width},{height}]"
        return [
            f"RootTask id={self.task} {where} displayId=0 userId={DRIVER}",
            f"  taskId={self.task}: {name} {where} userId={DRIVER} visible=true topActivity=ComponentInfo{{{name}}}",
            "",
        ]

    @property
    def task(self) -> int:
        """Number of the task in front: each app has one."""
        return list(system_packages()).index(foreground(self.device).partition("/")[0]) + 1

    # Dumping

    async def dump(self, process: ShellProcess) -> int:
        """`dumpsys activity [activities|top|recents|PACKAGE]`."""
        asked = next((word for word in process.args if not word.startswith("-")), "")
        parts = {"activities": self._activities, "top": self._top, "recents": self._activities}
        if asked and asked not in parts:
            found = asked.partition("/")[0] == foreground(self.device).partition("/")[0]
            return await process.print(*(self._top() if found else [f"Bad activity command, or no activities match: {asked}"]))
        return await process.print(*parts.get(asked, self._activities)())

    def record(self) -> str:
        """The activity in front as Android prints its record."""
        name = foreground(self.device)
        return f"ActivityRecord{{{_hash(name)} u{DRIVER} {short(name)} t{self.task}}}"

    def _activities(self) -> list[str]:
        record, package = self.record(), foreground(self.device).partition("/")[0]
        kind = "home" if package == apps()["home"].package else "standard"
        task = f"Task{{{_hash(package)} #{self.task} type={kind} A={_uid(package)}:{package}}}"
        return [
            "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
            "Display #0 (activities from top to bottom):",
            f"  * {task}",
            f"      mResumedActivity: {record}",
            f"    * Hist  #0: {record}",
            f"        packageName={package} processName={package}",
            "        state=RESUMED nowVisible=true",
            f"    topResumedActivity={record}",
            "",
            f"  Resumed: {record}",
            f"  ResumedActivity: {record}",
            "",
            f"  mFocusedApp={record}",
            f"  topDisplayFocusedRootTask={task}",
        ]

    def _top(self) -> list[str]:
        name = foreground(self.device)
        package = name.partition("/")[0]
        return [
            f"TASK {_uid(package)}:{package} id={self.task} userId={DRIVER}",
            f"  ACTIVITY {short(name)} {_hash(name)} pid={pid(package)}",
        ]


def _uid(package: str) -> int:
    known = system_packages().get(package)
    uid = known.uid if known else 0
    return DRIVER * PER_USER + uid if uid >= 10_000 else uid + SYSTEM


def _hash(name: str) -> str:
    """Seven digits that name an object."""
    return f"{sum(ord(letter) * 31 ** (place % 5) for place, letter in enumerate(name)) % 0xFFFFFFF:07x}"


_SUBCOMMANDS: dict[str, Callable[[ActivityService, ShellProcess, list[str]], Awaitable[int]]] = {
    **dict.fromkeys(("start", "start-activity"), ActivityService.start),
    **dict.fromkeys(("force-stop", "stop-app", "kill"), ActivityService.stop),
    "broadcast": ActivityService.broadcast,
    "get-current-user": ActivityService.current_user,
    "stack": ActivityService.stack,
}
