"""Running programs that a model wrote. They run in pydantic-monty's worker processes only, never in this one.

A program sees what it is given and nothing else: no files, no network, no environment, no clock, no packages. Its time, memory,
depth, calls and output are bounded; one that goes too far ends with an error, and a worker that does not answer is replaced.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from automotive_env.errors import EnvironmentFault
from automotive_env.text.extras import install

if TYPE_CHECKING:
    from pydantic_monty import Monty, MontySession, ResourceLimits

MAX_CODE_CHARACTERS = 20_000
MAX_SECONDS = 0.75
"""For which a program runs, and again for which its result is read."""
MAX_MEMORY_BYTES = 32_000_000
MAX_DEPTH = 200
MAX_HOST_CALLS = 200
MAX_OUTPUT_BYTES = 20_000
MAX_VALUE_CHARACTERS = 1_000_000
MAX_ERROR_CHARACTERS = 500
MAX_WORKERS = 8
MAX_WAIT_SECONDS = 3_600.0
"""For which a program waits for one of them: others may hold theirs while a person thinks about their questions."""

_LIMITS: ResourceLimits = {
    "max_feed_duration_secs": MAX_SECONDS,
    "max_memory": MAX_MEMORY_BYTES,
    "max_recursion_depth": MAX_DEPTH,
    "max_suspensions": MAX_HOST_CALLS,
}


@dataclass(frozen=True, slots=True)
class ProgramOutcome:
    """What became of a program.

    Attributes:
        output: what it printed.
        error: why it ended early, one line, or empty.
        value: JSON text of the variable that was asked for, or empty where there is none.
    """

    output: str = ""
    error: str = ""
    value: str = ""


def run_program(
    code: str, inputs: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]] | None = None, *, result: str = ""
) -> ProgramOutcome:
    """Run a program to its end or to the first limit that it reaches; never raises on what it does.

    Args:
        code: Python text, which may be anything.
        inputs: its global variables.
        functions: of the host that it may call.
        result: name of the variable that is read afterwards.

    Raises:
        EnvironmentFault: there is no worker to be had.
    """
    if len(code) > MAX_CODE_CHARACTERS:
        return ProgramOutcome(error=f"the program has {len(code)} characters; at most {MAX_CODE_CHARACTERS} are run")
    pool = _pool()
    from pydantic_monty import CollectString, MontyError, OSPolicy

    policy = OSPolicy(datetime=datetime(2025, 4, 13, 12), sleep="zero", random_start={"seed": 0})
    printed = CollectString(max_bytes=MAX_OUTPUT_BYTES)
    try:
        with pool.checkout(limits=_LIMITS, os_policy=policy) as session:
            session.feed_run(code, inputs=dict(inputs), external_lookup=dict(functions or {}), print_callback=printed)
            return ProgramOutcome(printed.output, value=_read(session, result) if result else "")
    except (MontyError, ValueError, TypeError, OverflowError, UnicodeError) as error:
        return ProgramOutcome(printed.output, error=_reason(error))
    except (RuntimeError, OSError) as error:  # of the pool; a program's own come as a MontyError
        raise _no_worker(error) from None


def _read(session: MontySession, variable: str) -> str:
    """A variable as JSON text: written by the worker, within its limits, however its value is knotted.

    Raises:
        ValueError: it is too large.
        MontyError: it is no JSON.
    """
    from pydantic_monty import CollectString

    text = session.feed_run(f"import json as _json\n_json.dumps({variable})", print_callback=CollectString(max_bytes=1_000))
    if not isinstance(text, str) or len(text) > MAX_VALUE_CHARACTERS:
        raise ValueError(f"{variable} is too large; as JSON it may have {MAX_VALUE_CHARACTERS} characters")
    return text


def _reason(error: Exception) -> str:
    text = " ".join(f"{error}".split()) or type(error).__name__
    return text if len(text) <= MAX_ERROR_CHARACTERS else f"{text[: MAX_ERROR_CHARACTERS - 1]}…"


def start() -> None:
    """Start the first worker, so that a machine that can run no programs is known before any episode.

    Raises:
        EnvironmentFault: there is no worker to be had.
    """
    _pool()


@cache
def _pool() -> Monty:
    """The workers of this process.

    Raises:
        EnvironmentFault: the extra is missing, or there is no worker to be had.
    """
    try:
        from pydantic_monty import Monty
    except ImportError:
        raise EnvironmentFault(f"programs of models need an extra: {install('programs')}") from None
    pool = Monty(
        max_processes=MAX_WORKERS,
        checkout_timeout=MAX_WAIT_SECONDS,
        request_timeout=2 * MAX_SECONDS,
        feed_duration_limit_grace=MAX_SECONDS / 2,
    )
    try:
        pool.__enter__()
    except (RuntimeError, OSError) as error:
        raise _no_worker(error) from None
    atexit.register(pool.__exit__, None, None, None)
    return pool


def _no_worker(error: Exception) -> EnvironmentFault:
    return EnvironmentFault(f"programs of models cannot be run here: {error}; install pydantic-monty again")
