"""Fake tools of an SDK: they take what the real ones take and leave what they leave."""

import shlex
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from automotive_env.emulator.ports import is_free
from automotive_env.emulator.sdk import Sdk, images


def _own_ports() -> tuple[socket.socket, int]:
    """The first of 40 free ports that no other process of tests takes, and what holds them: the port before the first."""
    for number in range(20_001, 30_000, 42):
        held = socket.socket()
        with suppress(OSError):
            held.bind(("127.0.0.1", number))
            if all(is_free(port) for port in range(number + 1, number + 41)):
                return held, number + 1
        held.close()
    raise RuntimeError("40 free ports in a row are needed")


_HELD, FIRST_PORT = _own_ports()
AVDMANAGER = """
import os, pathlib, sys
args = sys.argv[1:]
given = dict(zip(args[2::1], args[3::1]))
home = pathlib.Path(os.environ["ANDROID_AVD_HOME"])
with open(pathlib.Path(__file__).parent / "calls", "a") as calls:
    print(*args, repr(sys.stdin.read()), file=calls)
if (pathlib.Path(__file__).parent / "knows-no-profile").exists() and "--device" in args:
    sys.exit("Error: No device found matching --device " + given["--device"])
if (pathlib.Path(__file__).parent / "broken").exists():
    print("Loading local repository...")
    sys.exit("Error: Package path is not valid.")
name, package = given["-n"], given["--package"]
folder = home / (name + ".avd")
folder.mkdir(exist_ok=True)
(home / (name + ".ini")).write_text(f"avd.ini.encoding=UTF-8\\npath={folder}\\ntarget=android-34\\n")
(folder / "config.ini").write_text(
    "image.sysdir.1=" + package.replace(";", "/") + "/\\nhw.lcd.width=320\\nhw.keyboard=no\\ntag.display=a=b\\n"
)
"""


def program(path: Path, source: str) -> Path:
    """An executable that runs Python source, without packages unless it needs ours: Python starts sooner then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    python = f"{shlex.quote(sys.executable)} {'' if 'automotive_env' in source else '-IS'}"
    path.write_text(f"#!/bin/sh\n'''exec' {python} \"$0\" \"$@\"\n' '''\n{source}")  # a line for sh, and a text for Python
    path.chmod(0o755)
    return path


def holds(condition: Callable[[], object]) -> bool:
    """Whether it comes true, in much more time than it needs."""
    deadline = time.monotonic() + 20
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def make_sdk(root: Path) -> Sdk:
    """An SDK with command-line tools, an emulator that does nothing and the best image for this machine."""
    program(root / "cmdline-tools" / "latest" / "bin" / "avdmanager", AVDMANAGER)
    program(root / "cmdline-tools" / "latest" / "bin" / "sdkmanager", "")
    program(root / "emulator" / "emulator", "")
    program(root / "platform-tools" / "adb", "")
    (root / "emulator" / "source.properties").write_text("Pkg.Desc=Android Emulator\nPkg.Revision=35.4.9\n")
    found = Sdk(root)
    for best in {images("x86_64")[0], images()[0]}:
        best.folder(found).mkdir(parents=True)
        (best.folder(found) / "system.img").touch()
    return found
