"""Bounded retries: what may pass is tried again, with growing waits and within a total time; everything else fails at once."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import anyio
import stamina

from automotive_env.errors import ModelFault

T = TypeVar("T")

logging.getLogger("stamina").addHandler(logging.NullHandler())  # its notes must not end up amid the progress display


@dataclass(frozen=True, slots=True)
class Patience:
    """How long and how often a model is asked; all times in seconds.

    Attributes:
        attempts: requests in all, the first included.
        request: bound of one request.
        total: bound of all requests and waits together.
        first_wait: wait after the first failure; each further one is twice as long.
        longest_wait: bound of such a wait.
        jitter: largest random addition to such a wait, so that parallel runs do not come back together.
        longest_retry_after: longest wait that a server may ask for; one that asks for more is given up at once.
    """

    attempts: int = 4
    request: float = 120.0
    total: float = 300.0
    first_wait: float = 1.0
    longest_wait: float = 20.0
    jitter: float = 0.5
    longest_retry_after: float = 60.0


class Passing(ModelFault):
    """A failure that may pass.

    Attributes:
        retry_after: seconds that the server wants to be left alone, where it said so.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


async def persist(attempt: Callable[[], Awaitable[T]], patience: Patience) -> T:
    """Await the attempt, again and again while it fails with `Passing`, within the bounds.

    Raises:
        ModelFault: why the last attempt failed, and how many there were.
    """
    failures: list[Passing] = []

    def again(error: Exception) -> bool | float:
        if not isinstance(error, Passing):
            return False
        failures.append(error)
        wait = error.retry_after
        return True if wait is None else wait <= patience.longest_retry_after and wait

    caller = stamina.AsyncRetryingCaller(
        attempts=patience.attempts,
        timeout=None,  # bounds only when a further attempt begins; below, the waits and the requests are bounded too
        wait_initial=patience.first_wait,
        wait_max=patience.longest_wait,
        wait_jitter=patience.jitter,
    )
    try:
        with anyio.fail_after(patience.total):
            return await caller(again, attempt)
    except Passing as error:
        raise ModelFault(f"{error} (gave up after {_times(len(failures))})") from None
    except TimeoutError:
        why = failures[-1] if failures else "the model did not answer"
        raise ModelFault(f"{why} (gave up after {patience.total:g} s)") from None


def _times(attempts: int) -> str:
    return "1 attempt" if attempts == 1 else f"{attempts} attempts"
