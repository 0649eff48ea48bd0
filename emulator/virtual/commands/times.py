"""`date` and `uptime`: the car's clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from automotive_env.emulator.virtual.process import ROOT, Process, command
from automotive_env.emulator.virtual.shell.clock import set_time, time_of
from automotive_env.emulator.virtual.shell.special_files import LOAD, uptime_of
from automotive_env.emulator.virtual.shell.tools import Misuse, options, path_of, write_lines

_USUAL = "%a %b %e %H:%M:%S %Z %Y"
_FORMS = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%d", "%H:%M:%S", "%H:%M")


@command("date")
async def date(process: Process) -> int:
    """`date [-u] [-d DATE | -r FILE] [+FORMAT]`; `date [-s] DATE` sets the clock as root.

    A date is @SECONDS, "YYYY-MM-DD hh:mm[:ss]", or MMDDhhmm[[CC]YY][.ss].
    """
    given = options(process, "ud:s:r:I:D:")
    time = time_of(process.device)
    words = [word for word in given.words if not word.startswith("+")]
    if (text := given.given.get("s") or " ".join(words)) and "d" not in given:
        time = _parsed(text, time)
        if process.uid != ROOT:
            return await process.fail("date: cannot set date: Operation not permitted")
        set_time(process.device, time)
    elif "d" in given:
        time = _parsed(given.given["d"], time)
    elif "r" in given:
        time = datetime.fromtimestamp(process.device.files.stat(path_of(process, given.given["r"])).modified, UTC)
    pattern = next((word[1:] for word in given.words if word.startswith("+")), _USUAL)
    await write_lines(process, [_shown(time, pattern)])
    return 0


def _shown(time: datetime, pattern: str) -> str:
    """A time as a pattern wants it; the car's clock has no parts of a second."""
    letters = {"s": str(int(time.timestamp())), "N": "000000000", "P": f"{time:%p}".lower(), "z": "+0000", "Z": "UTC", "%": "%"}

    def one(found: re.Match[str]) -> str:
        pad, letter = found.groups()
        text = letters.get(letter) or time.strftime(f"%{letter}")
        return text.lstrip("0 ") or "0" if pad == "-" else text

    return re.sub(r"%([-_]?)([A-Za-z%])", one, pattern)


def _parsed(text: str, now: datetime) -> datetime:
    """A date as a user writes it.

    Raises:
        Misuse: it is none, or out of the years 1970 to 2099.
    """
    time = _read(text.strip(), now)
    if time is None or not 1970 <= time.year <= 2099:
        raise Misuse(f"bad date '{text[:60]}'")
    return time


def _read(text: str, now: datetime) -> datetime | None:
    if re.fullmatch(r"@\d{1,10}(\.\d+)?", text):
        return datetime.fromtimestamp(int(text[1:].partition(".")[0]), UTC)
    if found := re.fullmatch(r"(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\d\d)?)?(?:\.(\d\d))?", text):
        return _from_digits(found, now)
    for form in _FORMS:
        try:
            time = datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
        return time if "%d" in form else time.replace(year=now.year, month=now.month, day=now.day)
    return None


def _from_digits(found: re.Match[str], now: datetime) -> datetime | None:
    month, day, hour, minute, year, second = found.groups()
    full = now.year if not year else int(year) if len(year) == 4 else now.year // 100 * 100 + int(year)
    try:
        return datetime(full, int(month), int(day), int(hour), int(minute), int(second or 0), tzinfo=UTC)
    except ValueError:
        return None


@command("uptime")
async def uptime(process: Process) -> int:
    """`uptime`."""
    minutes = uptime_of(process.device) // 60
    length = f"{minutes // 60}:{minutes % 60:02}" if minutes >= 60 else f"{minutes} min"
    return await process.print(f" {time_of(process.device):%H:%M:%S} up {length},  0 users,  load average: {', '.join(LOAD)}")
