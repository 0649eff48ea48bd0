"""An event loop without waiting: where everybody waits, the time that is waited for has passed."""

import asyncio
import selectors
from collections.abc import Awaitable, Callable
from typing import Any

import anyio


def run_at_once(work: Callable[[], Awaitable[Any]]) -> Any:
    """What is returned by something that waits for nothing but time and itself."""
    return anyio.run(work, backend_options={"loop_factory": _Loop})


class _Selector(selectors.SelectSelector):
    passed = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0 if timeout is not None else None)
        self.passed += 0 if ready else timeout or 0
        return ready


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._times = _Selector()
        super().__init__(self._times)

    def time(self) -> float:
        return self._times.passed
