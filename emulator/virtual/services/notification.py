"""The notification manager: it shows the notification centre of the car, and posts to it.

A safety alert that an agent raises has a tag of its own, "safety_alert:KIND". The one raised last stays listed, first of all,
when the driver has put it away: whoever watches over agents reads it here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.errors import StateError
from automotive_env.car.systems.system import Notification
from automotive_env.emulator.virtual.packages import system_packages
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import DRIVER, PER_USER, SystemService, illegal_argument, unknown, whole

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

ALERT = "safety_alert:"
SHELL, SHELL_UID = "com.android.shell", 2000
SENDERS = {"message": "com.android.car.messenger", "call": "com.android.car.dialer"}
"""Kind of a notification -> package that posted it; the rest is posted by the system."""
SYSTEM_UI = "com.android.systemui"
ZEN = {"on": 2, "none": 2, "priority": 1, "alarms": 3, "all": 0, "off": 0}
ZEN_MODES = ("ZEN_MODE_OFF", "ZEN_MODE_IMPORTANT_INTERRUPTIONS", "ZEN_MODE_NO_INTERRUPTIONS", "ZEN_MODE_ALARMS")
WITH_VALUE = ("-t", "--title", "-S", "--style", "-i", "--icon", "-I", "--large-icon", "-c", "--content-intent")
NOTIFICATION = "Notification(channel=shell_cmd shortcut=null contentView=null vibrate=null sound=null defaults=0x0 flags=0x0)"
MAX_POSTED_CHARACTERS = 1_000
"""Of a title, and of a text, that is posted."""


@dataclass(frozen=True, slots=True)
class PostedNotification:
    """A notification as Android lists it."""

    number: int
    package: str
    uid: int
    tag: str
    title: str
    text: str
    alert: bool

    @property
    def key(self) -> str:
        """userId|pkg|id|tag|uid"""
        return f"{DRIVER}|{self.package}|{self.number}|{self.tag or 'null'}|{self.uid}"


class NotificationService(SystemService):
    """Lists and posts notifications."""

    name = "notification"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self._tags: dict[int, tuple[str, Notification]] = {}  # with the entry: numbers begin anew when a car is put back

    def save(self) -> object:
        return dict(self._tags)

    def load(self, saved: object) -> None:
        self._tags = dict(cast("dict[int, tuple[str, Notification]]", saved))

    def posted(self) -> list[PostedNotification]:
        """All notifications, newest first; before them, the safety alert that was raised last."""
        system = self.device.world.system
        entries = [self._of(entry) for entry in system.notifications]
        if not system.last_alert:
            return entries
        tag, text = f"{ALERT}{system.last_alert}", system.last_alert_message
        last = next((entry for entry in entries if (entry.tag, entry.text) == (tag, text)), None)
        title = f"{system.last_alert.capitalize()} alert"
        first = last or PostedNotification(0, SHELL, SHELL_UID, tag, title, text, alert=True)
        return [first, *(entry for entry in entries if entry is not last)]

    def _of(self, entry: Notification) -> PostedNotification:
        raised = entry.is_alert and entry.title == f"{entry.kind.capitalize()} alert"
        tag, tagged = self._tags.get(entry.id, ("", entry))
        if (tagged.title, tagged.text) != (entry.title, entry.text):
            tag = ""
        if raised and self.device.world.system.last_alert:
            tag = f"{ALERT}{entry.kind}"
        package = SHELL if raised or tag else SENDERS.get(entry.kind, SYSTEM_UI)
        uid = SHELL_UID if package == SHELL else DRIVER * PER_USER + system_packages()[package].uid
        return PostedNotification(entry.id, package, uid, tag, entry.title, entry.text, entry.is_alert)

    # Commands

    async def command(self, process: ShellProcess) -> int:
        """`list`, `post [OPTIONS] TAG TEXT`, `set_dnd MODE`."""
        match process.args:
            case ["list"]:
                return await process.print(*(entry.key for entry in self.posted()))
            case ["post" | "notify", *rest]:
                return await self._post(process, rest)
            case ["set_dnd", mode] if mode in ZEN:
                self.device.settings.put("global", "zen_mode", str(ZEN[mode]), cause=ChangeCause("setup", "notification set_dnd"))
                return 0
        return await unknown(process)

    async def _post(self, process: ShellProcess, args: list[str]) -> int:
        title, words = _words(args)
        if len(words) < 2:
            return await process.fail("usage: cmd notification post [flags] <tag> <text>", status=255)
        tag, text = words[0], " ".join(words[1:])
        try:
            self._notify(tag, title, text)
        except StateError as error:
            return await illegal_argument(process, "post", str(error))
        return await process.print("posting:", f"  {NOTIFICATION}")

    def _notify(self, tag: str, title: str, text: str) -> None:
        world = self.device.world
        if tag.startswith(ALERT):
            cause = ChangeCause("call", "system.safety_alert")
            told = world.call(cause.name, {"kind": tag.removeprefix(ALERT), "message": text}, cause)
            if not told.success:
                raise StateError(told.message)
            return
        with world.changing(ChangeCause("setup", "notification post")):
            number = world.system.notify("system", (title or tag)[:MAX_POSTED_CHARACTERS], text[:MAX_POSTED_CHARACTERS])
        kept = {entry.id: entry for entry in world.system.notifications}
        self._tags = {known: name for known, name in self._tags.items() if known in kept} | {number: (tag, kept[number])}

    # Dumping

    async def dump(self, process: ShellProcess) -> int:
        """`dumpsys notification [--noredact]`"""
        redacted = "--noredact" not in process.args
        await process.print("Current Notification Manager state:", "  Notification List:")
        for entry in self.posted():
            await process.print(*(f"    {line}" for line in _record(entry, redacted)))
        mode = self.device.settings.get("global", "zen_mode") or "0"
        zen = min(whole(mode) or 0, len(ZEN_MODES) - 1)
        return await process.print("", "  Zen Mode:", f"    mInterruptionFilter={zen + 1}", f"    mZenMode={ZEN_MODES[zen]}")


def _words(args: list[str]) -> tuple[str, list[str]]:
    """The title, and the words that belong to no option."""
    title, rest = "", list(args)
    words: list[str] = []
    while rest:
        word = rest.pop(0)
        if word in WITH_VALUE:
            value = rest.pop(0) if rest else ""
            title = value if word in ("-t", "--title") else title
        elif not word.startswith("-") or words:
            words.append(word)
    return title, words


def _record(entry: PostedNotification, redacted: bool) -> list[str]:
    def shown(text: str) -> str:
        return f"String [length={len(text)}]" if redacted else f"String ({' '.join(text.splitlines())})"

    named = f"pkg={entry.package} user=UserHandle{{{DRIVER}}} id={entry.number} tag={entry.tag or 'null'}"
    about = f"{named} importance={4 if entry.alert else 3} key={entry.key}"
    return [
        f"NotificationRecord({0x1000000 + entry.number:#010x}: {about}: {NOTIFICATION})",
        f"      android.title={shown(entry.title)}",
        f"      android.text={shown(entry.text)}",
    ]
