"""`date`: the car's clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from automotive_env.emulator.virtual.process import ROOT, ShellProcess, command
from automotive_env.emulator.virtual.shell.special_files import set_time, time_of
from automotive_env.emulator.virtual.shell.tools import CommandMisuse, options

MAX_FORMAT_CHARACTERS = 1_000
_USUAL = "%a %b %e %H:%M:%S %Z %Y"


@command("date")
async def date(process: ShellProcess) -> int:
    """`date [-u] [+FORMAT]`; `date [-s] DATE` sets the clock as root; see `parse_date`."""
    given = options(process, "us:")
    time = time_of(process.device)
    words = [word for word in given.words if not word.startswith("+")]
    if text := given.given.get("s", " ".join(words)):
        time = parse_date(text, time)
        if process.uid != ROOT:
            return await process.fail("date: cannot set date: Operation not permitted")
        set_time(process.device, time)
    form = next((word[1:] for word in given.words if word.startswith("+")), _USUAL)
    if len(form) > MAX_FORMAT_CHARACTERS:
        raise CommandMisuse("the format is too long")
    return await process.print(_shown(time, form))


def _shown(time: datetime, form: str) -> str:
    """A time as a format wants it; the car's clock has no parts of a second."""
    letters = {"s": str(int(time.timestamp())), "N": "000000000", "z": "+0000", "Z": "UTC", "%": "%"}

    def one(found: re.Match[str]) -> str:
        return letters.get(found[1]) or time.strftime(f"%{found[1]}")

    return re.sub(r"%([A-Za-z%])", one, form)


def parse_date(text: str, now: datetime) -> datetime:
    """A date: @SECONDS, "YYYY-MM-DD hh:mm:ss", or MMDDhhmm[[CC]YY][.ss].

    Raises:
        Misuse: it is none, or out of the years 1970 to 2099.
    """
    try:
        time = _parsed(text.strip(), now)
    except (ValueError, OverflowError):
        time = None
    if time is None or not 1970 <= time.year <= 2099:
        raise CommandMisuse(f"bad date '{text[:60]}'")
    return time


def _parsed(text: str, now: datetime) -> datetime | None:
    if found := re.fullmatch(r"@(\d{1,10})", text):
        return datetime.fromtimestamp(int(found[1]), UTC)
    if found := re.fullmatch(r"(\d\d)(\d\d)(\d\d)(\d\d)(?:(\d\d)?(\d\d))?(?:\.(\d\d))?", text):
        month, day, hour, minute, century, year, second = (int(part) if part else None for part in found.groups())
        century = now.year // 100 if century is None else century
        full = now.year if year is None else century * 100 + year
        return datetime(full, month or 0, day or 0, hour or 0, minute or 0, second or 0, tzinfo=UTC)
    return datetime.strptime(text, "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
