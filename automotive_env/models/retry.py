"""Bounded retries: failures that may be over soon are tried again, with growing waits and within a total time."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

import anyio
import stamina

from automotive_env.errors import ModelUnavailable

T = TypeVar("T")

_random = Random()

logging.getLogger("stamina").addHandler(logging.NullHandler())  # its notes must not end up amid the progress display


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long and how often a model is asked; all times in seconds.

    Attributes:
        attempts: requests in all, the first included.
        request_timeout: bound of one request.
        total_timeout: bound of all requests and waits together.
        first_wait: wait after the first failure; each further one is twice as long.
        max_wait: bound of such a wait.
        jitter: largest random delay added to a wait, whoever asks for it, so that parallel runs do not come back together.
        max_retry_after: longest wait that a server may ask for; one that asks for more is given up at once.
    """

    attempts: int = 4
    request_timeout: float = 120.0
    total_timeout: float = 300.0
    first_wait: float = 1.0
    max_wait: float = 20.0
    jitter: float = 0.5
    max_retry_after: float = 60.0


async def with_retries(attempt: Callable[[], Awaitable[T]], policy: RetryPolicy, again: Callable[[], None] = lambda: None) -> T:
    """Await the attempt, again and again while it fails with `ModelUnavailable`, within the bounds.

    Args:
        attempt: what is awaited.
        policy: the bounds.
        again: told of each further attempt.

    Raises:
        ModelUnavailable: why the last attempt failed, and how many there were.
        ModelFault: a failure that is final.
    """
    failures: list[ModelUnavailable] = []
    first: list[ModelUnavailable] = []

    async def attempted() -> T:
        if first:
            raise first.pop()
        again()
        return await attempt()

    def wait_of(error: Exception) -> bool | float:
        if not isinstance(error, ModelUnavailable):
            return False
        failures.append(error)
        wait = error.retry_after
        return True if wait is None else wait <= policy.max_retry_after and wait + _random.uniform(0, policy.jitter)

    try:
        with anyio.fail_after(policy.total_timeout):
            try:
                return await attempt()
            except ModelUnavailable as error:
                first.append(error)
            return await _caller(policy)(wait_of, attempted)
    except ModelUnavailable as error:
        raise type(error)(f"{error} ({_gave_up(error, len(failures), policy)})", error.retry_after) from None
    except TimeoutError:
        why = failures[-1] if failures else "the model did not answer"
        raise ModelUnavailable(f"{why} (gave up after {policy.total_timeout:g} s)") from None


def _caller(policy: RetryPolicy) -> stamina.AsyncRetryingCaller:
    """Made where an attempt has failed, since that takes a tenth of a millisecond."""
    return stamina.AsyncRetryingCaller(
        attempts=policy.attempts,
        timeout=None,  # bounds only when a further attempt begins; the waits and the requests are bounded together
        wait_initial=policy.first_wait,
        wait_max=policy.max_wait,
        wait_jitter=policy.jitter,
    )


def _gave_up(error: ModelUnavailable, attempts: int, policy: RetryPolicy) -> str:
    if error.retry_after is not None and error.retry_after > policy.max_retry_after:
        return f"gave up: it asks to wait {error.retry_after:.10g} s; the limit is {policy.max_retry_after:g} s"
    return f"gave up after {attempts} attempt{'' if attempts == 1 else 's'}"
