"""The other end of `automotive_env.suites.rpc_process`: a program that answers questions, a line of JSON each, within limits.

It imports nothing but the standard library, so that a process starts fast.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any


def serve(answer: Callable[[dict[str, Any]], dict[str, Any]], *, cpu_seconds: float, memory_bytes: int) -> None:
    """Answer until there are no more questions. The kernel ends the process where an answer takes too long.

    What is printed, and what is read from standard input, has nothing to do with the questions.

    Args:
        answer: makes the answer to a question.
        cpu_seconds: processor time that an answer may take.
        memory_bytes: address space of the process.
    """
    import resource  # only POSIX systems have it, and only they start this program

    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    for limit, most in ((resource.RLIMIT_AS, memory_bytes), (resource.RLIMIT_CORE, 0)):
        with suppress(ValueError, OSError):  # not every system has every limit
            resource.setrlimit(limit, (most, most))
    for line in questions:
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
        told = json.dumps(answer(json.loads(line)))
        signal.setitimer(signal.ITIMER_PROF, 0)
        answers.write(told.encode() + b"\n")
        answers.flush()
