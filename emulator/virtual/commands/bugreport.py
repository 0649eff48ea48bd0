"""`bugreport` and `bugreportz`: what the services say of themselves, the properties and the log, in one text or one archive."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.clock import now, time_of
from automotive_env.emulator.virtual.shell.spawn import spawn
from automotive_env.emulator.virtual.shell.streams import Memory

FOLDER = "/data/user_de/0/com.android.shell/files/bugreports"
VERSION = "1.1"
SECTIONS = {"SYSTEM PROPERTIES": ["getprop"], "SYSTEM LOG": ["logcat", "-d"], "DUMPSYS": ["dumpsys"]}
"""Title -> the command whose output follows it."""
USAGE = "usage: bugreportz [-h | -v | -p]"


@command("bugreport")
async def bugreport(process: Process) -> int:
    """Print the report."""
    await process.stdout.write(await _report(process))
    return 0


@command("bugreportz")
async def bugreportz(process: Process) -> int:
    """`bugreportz [-v | -p]`: write the report into an archive and say where it is; `-p` also tells the progress."""
    match process.args:
        case ["-v"]:
            return await process.fail(VERSION, status=0)  # adb reads it there
        case [] | ["-p"]:
            return await _archive(process, progress=bool(process.args))
    return await process.fail(USAGE, status=0 if process.args == ["-h"] else 1)


async def _archive(process: Process, *, progress: bool) -> int:
    name = f"bugreport-{process.device.properties.get('ro.product.device', 'car')}-{time_of(process.device):%Y-%m-%d-%H-%M-%S}"
    path = f"{FOLDER}/{name}.zip"
    if progress:
        await process.print(f"BEGIN:{path}", "PROGRESS:0/100")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, data in ((f"{name}.txt", await _report(process)), ("main_entry.txt", f"{name}.txt".encode())):
            archive.writestr(zipfile.ZipInfo(file), data)
    files = process.device.files
    try:
        files.make_directory(FOLDER, parents=True)
        files.write(path, packed.getvalue(), modified=now(process.device))
    except OSError as error:
        return await process.print(f"FAIL:{error.strerror}") or 1
    return await process.print(*(["PROGRESS:100/100"] if progress else []), f"OK:{path}")


async def _report(process: Process) -> bytes:
    rule = "=" * 56
    said = Memory()
    quiet = replace(process, stdout=said, stderr=said)
    await quiet.print(rule, f"== dumpstate: {time_of(process.device):%Y-%m-%d %H:%M:%S}", rule, "")
    for title, line in SECTIONS.items():
        await quiet.print(f"------ {title} ({' '.join(line)}) ------")
        await spawn(quiet, line)
        await quiet.print("")
    return said.data
