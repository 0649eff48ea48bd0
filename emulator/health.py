"""Whether a running car is still sane. One that is not is launched anew: `adb reboot` would leave its vehicle HAL stuck."""

from __future__ import annotations

from dataclasses import dataclass

from automotive_env.android.shell import DeviceFault, Shell
from automotive_env.emulator.boot import STAGES

LEAST_SPACE = 50 << 10
"""Kilobytes that must be free on /data."""
_ANSWER_TIMEOUT = 15.0


@dataclass(frozen=True)
class Health:
    """What is wrong with a car.

    Attributes:
        problems: in words; empty where it is well.
    """

    problems: tuple[str, ...] = ()

    @property
    def well(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    @property
    def advice(self) -> str:
        """What to do, in words."""
        return "" if self.well else f"launch it anew: {'; '.join(self.problems)}"


def examine(shell: Shell) -> Health:
    """Look at a running car: what it had reached when it booted, its disk, its clock. One that is silent is not asked on."""
    try:
        shell.run("true", timeout=_ANSWER_TIMEOUT)
    except DeviceFault as fault:
        return Health((str(fault),))
    found = (*(stage.lacks(shell) for stage in STAGES), _disk(shell), _clock(shell))
    return Health(tuple(problem for problem in found if problem))


def _disk(shell: Shell) -> str:
    free = _number(shell, "df -k /data", column=3)
    if free is None:
        return "it does not say how full /data is"
    return "" if free >= LEAST_SPACE else f"/data is full: {free >> 10} MB are free"


def _clock(shell: Shell) -> str:
    """A clock before the day on which the image was built was lost, as by a snapshot that broke."""
    now, built = _number(shell, "date +%s"), _number(shell, "getprop ro.build.date.utc")
    if now is None:
        return "it does not say what time it is"
    return "" if built is None or now >= built else f"its clock is wrong: {now} s, before its image was built"


def _number(shell: Shell, command: str, column: int = 0) -> int | None:
    """A column of the last line of what a command prints."""
    try:
        lines = shell.run(command, timeout=_ANSWER_TIMEOUT).text.strip().splitlines()
        return int(lines[-1].split()[column])
    except (DeviceFault, IndexError, ValueError):
        return None
