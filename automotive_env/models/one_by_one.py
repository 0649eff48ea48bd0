"""Several replies to a request, asked for one by one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from automotive_env.models.model import Completion, ModelRequest, Usage


async def one_by_one(
    request: ModelRequest, ask: Callable[[ModelRequest], Awaitable[Completion]], first: Completion | None = None
) -> Completion:
    """As many replies as a request asks for. Each further request asks for one reply, with the next seed.

    Args:
        request: what is asked.
        ask: sends a request once.
        first: replies that have come already.
    """
    found = first or Completion((), Usage())
    seed = request.sampling.seed
    while (number := len(found.choices)) < request.sampling.n:
        sampling = replace(request.sampling, n=1, seed=None if seed is None else (seed + number) % 2**31)
        other = await ask(replace(request, sampling=sampling))
        found = Completion(found.choices + other.choices, found.usage + other.usage)
    return found
