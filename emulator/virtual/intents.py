"""Intents: what `am` and `pm` are asked to start, which activities answer, and how the package manager prints them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from automotive_env.emulator.virtual.packages import (
    CATEGORIES,
    SCHEMES,
    AppActivity,
    InstalledPackage,
    full,
    short,
    system_packages,
)
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import ServiceUsageError
from automotive_env.emulator.virtual.system_properties import SDK
from automotive_env.headunit.registry import apps

MAIN, LAUNCHER = "android.intent.action.MAIN", "android.intent.category.LAUNCHER"
TEXTS = ("-e", "--es", "--eu", "--ecn", "--ei", "--el", "--ef", "--ez", "--eia", "--ela", "--efa", "--esa", "--esal", "--ed")
"""Options that carry an extra: its name and its value."""
VALUES = (
    "--esn",
    "-R",
    "--activity-type",
    "--display",
    "--sampling",
    "--start-profiler",
    "-P",
    "--task",
    "--user",
    "--windowingMode",
)
"""Options of `am` with a value that changes nothing here."""


@dataclass
class AndroidIntent:
    """What somebody asks for.

    Attributes:
        action: such as "android.intent.action.VIEW"; empty where it is not named.
        type: MIME type of the data.
        categories: what the activity must declare.
        component: "package/class" with the whole class name.
        package: the only package that may answer.
        extras: by name, as texts.
        options: the options of the command that are none of an intent, such as "-W".
    """

    action: str = ""
    data: str = ""
    type: str = ""
    categories: list[str] = field(default_factory=list)
    component: str = ""
    package: str = ""
    flags: int = 0
    extras: dict[str, str] = field(default_factory=dict)
    options: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        """As Android prints it."""
        parts = [
            self.action and f"act={self.action}",
            self.categories and f"cat=[{','.join(self.categories)}]",
            self.data and f"dat={self.data}",
            self.type and f"typ={self.type}",
            self.flags and f"flg={self.flags:#x}",
            self.package and f"pkg={self.package}",
            self.component and f"cmp={short(self.component)}",
            self.extras and "(has extras)",
        ]
        return f"Intent {{ {' '.join(str(part) for part in parts if part)} }}"


def parse_intent(args: Sequence[str]) -> AndroidIntent:
    """The intent that arguments describe, in the order of `am start`."""
    intent, rest, names = AndroidIntent(), list(args), []
    while rest:
        word = rest.pop(0)
        if word in TEXTS:
            name = _next(rest, word)
            intent.extras[name] = _next(rest, word)
        elif word in VALUES:
            _next(rest, word)
        elif word in _FIELDS:
            _FIELDS[word](intent, _next(rest, word))
        elif word.startswith("-"):
            intent.options.add(word)
        else:
            names.append(word)
    for word in names[:1]:
        _positional(intent, word)
    return intent


def _next(rest: list[str], option: str) -> str:
    if not rest:
        raise ServiceUsageError(f'Error: Argument expected after "{option}"')
    return rest.pop(0)


def _component(intent: AndroidIntent, text: str) -> None:
    if not all(text.partition("/")[::2]):
        raise ServiceUsageError(f"Error: Bad component name: {text}")
    intent.component = full(text)


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise ServiceUsageError(f"Error: Bad number: {text}") from None


_FIELDS: dict[str, Callable[[AndroidIntent, str], object]] = {
    "-a": lambda intent, text: setattr(intent, "action", text),
    "-d": lambda intent, text: setattr(intent, "data", text),
    "-t": lambda intent, text: setattr(intent, "type", text),
    "-c": lambda intent, text: intent.categories.append(text),
    "-n": _component,
    "-p": lambda intent, text: setattr(intent, "package", text),
    "-f": lambda intent, text: setattr(intent, "flags", _number(text)),
}


def _positional(intent: AndroidIntent, word: str) -> None:
    """A URI, a component or a package; the last two start as from the launcher."""
    if ":" in word:
        intent.data, intent.action = word, intent.action or "android.intent.action.VIEW"
        return
    if "/" in word:
        _component(intent, word)
    else:
        intent.package = word
    intent.action = intent.action or MAIN
    intent.categories = intent.categories or [LAUNCHER]


def resolve(intent: AndroidIntent) -> list[tuple[InstalledPackage, AppActivity]]:
    """The activities that answer, best first."""
    pairs = [(package, activity) for package in system_packages().values() for activity in package.activities]
    if intent.component:
        return [pair for pair in pairs if f"{pair[0].name}/{pair[1].name}" == intent.component]
    return [pair for pair in pairs if intent.package in ("", pair[0].name) and _answers(intent, *pair)]


def _answers(intent: AndroidIntent, package: InstalledPackage, activity: AppActivity) -> bool:
    """Whether an activity declares that it can do what an intent asks for."""
    app = activity.screen[0]
    if activity is not package.activities[0]:
        return bool(intent.action) and intent.action in activity.actions
    if intent.data:
        return SCHEMES.get(intent.data.partition(":")[0]) == app
    named = [CATEGORIES[category] for category in intent.categories if category in CATEGORIES]
    if named:
        return app in named
    if intent.action in ("", MAIN):
        return (LAUNCHER in intent.categories or bool(intent.package)) and apps()[app].in_grid
    return intent.action in activity.actions


MATCH = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true"


async def query(process: ShellProcess, args: list[str]) -> int:
    """`query-activities [--brief] [--components] INTENT`."""
    options, found = _found(args)
    if "--components" in options:
        return await process.print(*(_named(*pair) for pair in found))
    if not found:
        return await process.print("No activities found")
    lines = [f"{len(found)} activities found:"]
    for number, pair in enumerate(found):
        lines += [f"  Activity #{number}:", *(f"    {line}" for line in _described(process, options, *pair))]
    return await process.print(*lines)


async def resolved(process: ShellProcess, args: list[str]) -> int:
    """`resolve-activity [--brief] [--components] INTENT`: the one that is started."""
    options, found = _found(args)
    if not found:
        return await process.print("No activity found")
    if "--components" in options:
        return await process.print(_named(*found[0]))
    return await process.print(*_described(process, options, *found[0]))


def _found(args: list[str]) -> tuple[set[str], list[tuple[InstalledPackage, AppActivity]]]:
    intent = parse_intent([word for word in args if word not in ("--brief", "--components")])
    return {*args} & {"--brief", "--components"}, resolve(intent)


def _named(package: InstalledPackage, activity: AppActivity) -> str:
    return short(f"{package.name}/{activity.name}")


def _described(process: ShellProcess, options: set[str], package: InstalledPackage, activity: AppActivity) -> list[str]:
    if "--brief" in options:
        return [MATCH, _named(package, activity)]
    sdk = SDK[process.device.release]
    return [
        MATCH,
        "ActivityInfo:",
        f"  name={activity.name}",
        f"  packageName={package.name}",
        "  enabled=true exported=true directBootAware=false",
        "  ApplicationInfo:",
        f"    packageName={package.name}",
        f"    uid={package.uid} flags=0x0 theme=0x0",
        f"    sourceDir={package.path}",
        f"    enabled=true minSdkVersion={sdk} targetSdkVersion={sdk} versionCode={package.code or sdk}",
    ]
