"""Programs of this package in processes of their own, for code of others: a question and an answer are a line of JSON each.

The process has none of this one's environment variables, which may hold keys, and ends with this one.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from automotive_env.emulator.child import start_child
from automotive_env.errors import EnvironmentFault
from automotive_env.text.foreign_text import read_json

MAX_ANSWER_BYTES = 50_000_000


class RpcProcessLost(Exception):
    """The process ended, or did not answer in time; the message says which."""


class RpcProcess:
    """A process that answers questions, one at a time; it is started when it is asked.

    Attributes:
        starts: how often it was started; what it was told before the last start, it does not know.
        lock: held by whoever asks several questions that belong together.
    """

    def __init__(
        self, program: Sequence[str], *, seconds: float, python: str = "", environ: Mapping[str, str] | None = None
    ) -> None:
        """A process that is still to be started.

        Args:
            program: what Python is given to run, which calls `automotive_env.suites.rpc_server.serve`.
            seconds: for which an answer is waited.
            python: path of another Python; without it this one, which then finds the modules that this process finds.
            environ: variables that it has besides those that Python needs.
        """
        self.starts = 0
        self.lock = threading.RLock()
        self._program, self._seconds = program, seconds
        self._python, self._environ = python, dict(environ or {})
        self._process: subprocess.Popen[bytes] | None = None
        self._pid = 0
        self._read = bytearray()

    @property
    def is_running(self) -> bool:
        """Whether it can be asked without being started; a fork of this process does not share it."""
        return self._process is not None and self._pid == os.getpid()

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question.

        Raises:
            ChildLost: there is none.
            EnvironmentFault: the process cannot be started.
        """
        with self.lock:
            if not self.is_running:
                self._start()
            process = self._process
            assert process
            assert process.stdin
            try:
                _write(process.stdin.fileno(), json.dumps(question).encode() + b"\n")
                answer = read_json(self._line(process))
            except (OSError, EOFError, ValueError) as fault:
                why = str(fault) or type(fault).__name__
                self.end()
                raise RpcProcessLost(why) from None
            if not isinstance(answer, dict):
                self.end()
                raise RpcProcessLost("it answered with no object")
            return answer

    def end(self) -> None:
        """End the process with all that it has started."""
        process, self._process = self._process, None
        if process is None or self._pid != os.getpid():
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        for pipe in filter(None, (process.stdin, process.stdout)):
            pipe.close()
        process.wait()

    def _start(self) -> None:
        environ = {"PATH": os.defpath, "LANG": "C.UTF-8", "TZ": "UTC", **self._environ}
        if not self._python:
            environ["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)
        try:
            self._process = start_child([self._python or sys.executable, "-P", *self._program], env=environ, talks=True)
        except OSError as error:
            raise EnvironmentFault(f"{' '.join(self._program)} cannot be started: {error}") from None
        self._pid = os.getpid()
        self._read.clear()
        self.starts += 1

    def _line(self, process: subprocess.Popen[bytes]) -> bytes:
        """The next line that it writes.

        Raises:
            EOFError: it ended.
            OSError: it does not answer in time, or too much.
        """
        assert process.stdout
        pipe, until = process.stdout.fileno(), time.monotonic() + self._seconds
        poll = select.poll()
        poll.register(pipe, select.POLLIN)
        while (end := self._read.find(b"\n")) < 0:
            if not poll.poll(max(until - time.monotonic(), 0) * 1000):
                raise TimeoutError(f"there was no answer within {self._seconds:g} s")
            if not (part := os.read(pipe, 1 << 16)):
                raise EOFError(_ending(process))
            self._read += part
            if len(self._read) > MAX_ANSWER_BYTES:
                raise OSError(f"the answer has more than {MAX_ANSWER_BYTES} bytes")
        line = bytes(self._read[:end])
        del self._read[: end + 1]
        return line


def _write(pipe: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(pipe, left) :]


def _ending(process: subprocess.Popen[bytes]) -> str:
    with suppress(subprocess.TimeoutExpired):
        status = process.wait(5)
        return "it took too much processor time" if status == -signal.SIGPROF else f"it ended with the status {status}"
    return "it closed its output"
