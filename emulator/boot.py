"""Waiting until a car has booted, and looking whether it is still well: Android, its driver, the car service, the vehicle HAL."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from automotive_env.android.shell import DeviceFault, DeviceShell
from automotive_env.errors import EnvironmentFault

BOOT_TIMEOUT = 600.0
"""Seconds for all stages: a cold boot takes minutes on a loaded machine."""
SETTLE_TIMEOUT = 90.0
"""Seconds that the load may take to fall; a car that stays busy is used all the same."""
CALM_LOAD = 1.5
"""Average number of running processes below which a car has settled."""
_ANSWER_TIMEOUT = 15.0


class BootFault(EnvironmentFault):
    """The car did not boot in time, or not as a car; the message names the stage and what was said."""


@dataclass(frozen=True)
class BootStage:
    """One stage of booting.

    Attributes:
        name: in words.
        command: what is asked.
        reached: an expression that all of the answer matches when the stage is reached.
    """

    name: str
    command: str
    reached: str

    def lacks(self, shell: DeviceShell) -> str:
        """Why the stage is not reached; empty where it is."""
        try:
            answer = shell.run(self.command, timeout=_ANSWER_TIMEOUT).text.strip()
        except DeviceFault as fault:
            return f"{self.name}: {fault}"
        if re.fullmatch(self.reached, answer, re.DOTALL):
            return ""
        return f"{self.name}: {self.command!r} says {answer[:120]!r}"


STAGES = (
    BootStage("Android has booted", "getprop sys.boot_completed", "1"),
    BootStage("the driver, user 10, is in front", "am get-current-user", "10"),
    BootStage("the car service is registered", "service check car_service", r"Service car_service: found"),
    BootStage("the vehicle HAL is connected", "cmd car_service get-vhal-backend", r"Vehicle HAL backend: \w+"),
    BootStage(
        "the driving state is known",
        "dumpsys car_service --services CarDrivingStateService",
        r".*Current Driving State: \d.*",
    ),
)
"""In the order in which they are reached."""

PREPARATION = (
    "settings put global window_animation_scale 0.0",
    "settings put global transition_animation_scale 0.0",
    "settings put global animator_duration_scale 0.0",
    "settings put global stay_on_while_plugged_in 7",
    "settings put global auto_time 0",
    "settings put global auto_time_zone 0",
    "cmd location set-location-enabled true",
)
"""Settings of a booted car: no animations, the display stays on, no automatic time, positions are used."""


def wait_for_boot(
    connect: Callable[[], DeviceShell],
    alive: Callable[[], None],
    *,
    timeout: float = BOOT_TIMEOUT,
    clock: BootClock | None = None,
) -> None:
    """Wait until a car has booted and settled, then make it steady.

    Args:
        connect: gives a shell on the device, or raises DeviceFault while there is none.
        alive: raises where the emulator has ended, so that nobody waits for it.
        timeout: seconds for all stages together.
        clock: for tests.

    Raises:
        BootFault: a stage was not reached in time.
    """
    time = clock or BootClock()
    deadline = time.now() + timeout
    shell = _wait_for_device(connect, alive, deadline, time, timeout)
    for stage in STAGES:
        said: list[str] = [""]
        if not wait_until(partial(_reached, stage, shell, alive, said), deadline, time):
            raise BootFault(f"the car did not boot within {timeout:g} s; not reached: {said[0]}")
    wait_until(lambda: load(shell) < CALM_LOAD, time.now() + SETTLE_TIMEOUT, time)
    prepare(shell)


def prepare(shell: DeviceShell) -> None:
    """Make a booted car steady.

    Raises:
        BootFault: it refuses one of the commands.
    """
    for command in PREPARATION:
        reply = shell.run(command, timeout=_ANSWER_TIMEOUT)
        if reply.status != 0:
            raise BootFault(f"the car refuses {command!r}: {reply.text.strip()[:200]}")


def load(shell: DeviceShell) -> float:
    """The load average of the last minute; endless where the device does not say."""
    try:
        return float(shell.run("cat /proc/loadavg", timeout=_ANSWER_TIMEOUT).text.split()[0])
    except (DeviceFault, IndexError, ValueError):
        return float("inf")


def _wait_for_device(
    connect: Callable[[], DeviceShell], alive: Callable[[], None], deadline: float, clock: BootClock, timeout: float
) -> DeviceShell:
    shells: list[DeviceShell] = []
    faults: list[str] = []

    def online() -> bool:
        alive()
        try:
            shells.append(connect())
        except DeviceFault as fault:
            faults.append(str(fault))
        return bool(shells)

    if not wait_until(online, deadline, clock):
        raise BootFault(f"the car did not boot within {timeout:g} s; not reached: adb sees it: {faults[-1]}")
    return shells[0]


def _reached(stage: BootStage, shell: DeviceShell, alive: Callable[[], None], said: list[str]) -> bool:
    alive()
    said[0] = stage.lacks(shell)
    return not said[0]


FIRST_PAUSE = 0.05
MAX_PAUSE = 1.0
_GROWTH = 1.5


@dataclass(frozen=True)
class BootClock:
    """What time it is and how to let it pass; tests bring their own.

    Attributes:
        now: seconds, from any start.
        sleep: lets so many seconds pass.
    """

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


def wait_until(ready: Callable[[], bool], deadline: float, clock: BootClock) -> bool:
    """Ask until `ready` says yes; False where it has not by `deadline`. It is asked at least once."""
    pause = FIRST_PAUSE
    while not ready():
        left = deadline - clock.now()
        if left <= 0:
            return False
        clock.sleep(min(pause, left))
        pause = min(pause * _GROWTH, MAX_PAUSE)
    return True


MIN_SPACE = 50 << 10
"""Kilobytes that must be free on /data."""


def examine(shell: DeviceShell) -> tuple[str, ...]:
    """What is wrong with a running car: with what it had reached when it booted, its disk, its clock.

    One that is silent is not asked on.
    """
    try:
        shell.run("true", timeout=_ANSWER_TIMEOUT)
    except DeviceFault as fault:
        return (str(fault),)
    found = (*(stage.lacks(shell) for stage in STAGES), _disk(shell), _clock(shell))
    return tuple(problem for problem in found if problem)


def _disk(shell: DeviceShell) -> str:
    free = _number(shell, "df -k /data", column=3)
    if free is None:
        return "it does not say how full /data is"
    return "" if free >= MIN_SPACE else f"/data is full: {free >> 10} MB are free"


def _clock(shell: DeviceShell) -> str:
    """A clock before the day on which the image was built was lost, as by a snapshot that broke."""
    now, built = _number(shell, "date +%s"), _number(shell, "getprop ro.build.date.utc")
    if now is None:
        return "it does not say what time it is"
    return "" if built is None or now >= built else f"its clock is wrong: {now} s, before its image was built"


def _number(shell: DeviceShell, command: str, column: int = 0) -> int | None:
    """A column of the last line of what a command prints."""
    try:
        lines = shell.run(command, timeout=_ANSWER_TIMEOUT).text.strip().splitlines()
        return int(lines[-1].split()[column])
    except (DeviceFault, IndexError, ValueError):
        return None
