"""`date`: the car's clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from automotive_env.car.driving.environment import CLOCK
from automotive_env.emulator.virtual.process import ROOT, ShellProcess, command
from automotive_env.emulator.virtual.shell.special_files import time_of
from automotive_env.emulator.virtual.shell.tools import CommandUsageError, options

MAX_FORMAT_CHARACTERS = 1_000
_USUAL = "%a %b %e %H:%M:%S %Z %Y"
_DATE = re.compile(r"(\d\d)(\d\d)(\d\d)(\d\d)(?:(\d\d)?(\d\d))?(?:\.(\d\d))?", re.ASCII)


@command("date")
async def date(process: ShellProcess) -> int:
    """`date [-u] [+FORMAT]`; `date MMDDhhmm[[CC]YY][.ss]` sets the clock as root."""
    given = options(process, "u")
    time = time_of(process.device)
    if words := [word for word in given.words if not word.startswith("+")]:
        time = parse_date(words[0], time)
        if process.uid != ROOT:
            return await process.fail("date: cannot set date: Operation not permitted")
        process.device.world.set("environment.timestamp", time.strftime(CLOCK))
    form = next((word[1:] for word in given.words if word.startswith("+")), _USUAL)
    if len(form) > MAX_FORMAT_CHARACTERS:
        raise CommandUsageError("the format is too long")
    return await process.print(_shown(time, form))


def _shown(time: datetime, form: str) -> str:
    """A time as a format wants it; the car's clock has no parts of a second."""
    letters = {"s": str(int(time.timestamp())), "N": "000000000", "z": "+0000", "Z": "UTC", "%": "%"}
    return re.sub(r"%([A-Za-z%])", lambda found: letters.get(found[1]) or time.strftime(found[0]), form)


def parse_date(text: str, now: datetime) -> datetime:
    """A date as toybox writes it; where it names no century or no year, that of the clock."""
    parts = _DATE.fullmatch(text)
    try:
        if parts is None:
            raise ValueError
        month, day, hour, minute, century, year, second = (int(part) if part else None for part in parts.groups())
        century = now.year // 100 if century is None else century
        full = now.year if year is None else century * 100 + year
        if not 1970 <= full <= 2099:
            raise ValueError
        return datetime(full, month or 0, day or 0, hour or 0, minute or 0, second or 0, tzinfo=UTC)
    except ValueError:
        raise CommandUsageError(f"bad date '{text[:60]}'") from None
