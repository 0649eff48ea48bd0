"""A program: takes from Python what Windows has not, as far as one can, and then runs `automotive-env` with its arguments.

What the package stands on is imported before, because it has code of its own for Windows that cannot run here.
"""

import importlib.abc
import os
import select
import signal
import subprocess
import sys
import types
from collections.abc import Sequence

MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
OF_OS = "fork getuid geteuid getgid getpgid getloadavg killpg mkfifo nice register_at_fork sched_getaffinity setsid uname"
OF_SIGNAL = "SIGALRM SIGHUP SIGKILL SIGPROF SIGUSR1 alarm pause setitimer"


class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None) -> None:
        if fullname in MODULES:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def take_away() -> None:
    """Import what others have made, forget the package, and take away what Windows has not."""
    import asyncio

    import geopy.distance  # noqa: F401

    import automotive_env.cli.progress
    import automotive_env.cli.run
    import automotive_env.runs.execution.run  # noqa: F401

    for name in [name for name in sys.modules if name.split(".")[0] == "automotive_env" or name in MODULES]:
        del sys.modules[name]
    asyncio.new_event_loop().close()  # Python 3.14 reads the platform at the first loop
    sys.meta_path.insert(0, Missing())
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in names.split():
            delattr(module, name)
    del select.poll
    msvcrt = types.ModuleType("msvcrt")
    msvcrt.LK_NBLCK, msvcrt.locking = 2, lambda descriptor, mode, size: None
    sys.modules["msvcrt"] = msvcrt
    subprocess.CREATE_NEW_PROCESS_GROUP = 0
    sys.platform = "win32"


if __name__ == "__main__":
    take_away()
    from automotive_env.cli import main

    main()
