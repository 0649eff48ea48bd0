"""Messages between a run and a process that it has started, over two pipes: a length of eight bytes and a pickled value.

Both ends are this package with the rights of one user, and nobody else can write into the pipes.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, TypeAlias

from automotive_env.suites.suite import InstanceDraft, PlanItem

LENGTH = 8
"""Bytes of the length of a message."""

WorkerMethod: TypeAlias = Literal["make_ready", "play", "missing"]


@dataclass(frozen=True, slots=True)
class ProcessLoaded:
    """A process has loaded the package, and can be told what to do."""


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """What a process is to draw before it is told what the run is.

    Attributes:
        suite: name of the suite.
        drafts: of its items.
    """

    suite: str
    drafts: Sequence[InstanceDraft]


@dataclass(frozen=True, slots=True)
class DrawnInstances:
    """What was drawn.

    Attributes:
        items: one for each draft; None where something went wrong.
    """

    items: Sequence[PlanItem | None] | None


@dataclass(frozen=True, slots=True)
class WorkerCall:
    """What a worker is to do; one call at a time has the same number.

    Attributes:
        number: names the call in its reply.
        method: of `automotive_env.runs.execution.setup.RemoteWorker`.
        arguments: for it.
    """

    number: int
    method: WorkerMethod
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class WorkerReply:
    """What came of a call.

    Attributes:
        number: of the call.
        value: what was returned.
        fault: an error that was raised instead.
    """

    number: int
    value: Any = None
    fault: Exception | None = None


@dataclass(frozen=True, slots=True)
class WorkerReady:
    """A worker has been set up, or could not be.

    Attributes:
        fault: why it could not.
    """

    fault: Exception | None = None


class UnexpectedError(Exception):
    """An error of this package in another process; the message is its traceback."""


def encoded(message: object) -> bytes:
    """A message as it is sent."""
    data = pickle.dumps(message, protocol=5)
    return len(data).to_bytes(LENGTH) + data


def decoded(data: bytes) -> Any:
    """A message without its length."""
    return pickle.loads(data)  # noqa: S301 - what the other end of the run has written


def read_message(stream: BinaryIO) -> Any:
    """The next message.

    Raises:
        EOFError: the other process has closed the pipe, or has ended.
    """
    return decoded(_exactly(stream, int.from_bytes(_exactly(stream, LENGTH))))


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data
