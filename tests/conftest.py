"""What holds for all tests and for the processes that they start.

A parent that ignores SIGINT, as the background of a shell or nohup does, would make every child of a test ignore it.

Compiled modules are kept, whatever the environment says: tests start Python some hundred times, and each start would compile the
package anew for most of a second.
"""

import os
import signal
import sys

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_xdist_auto_num_workers() -> int:
    """One more worker than there are processors, because many tests wait for devices and processes."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 1
