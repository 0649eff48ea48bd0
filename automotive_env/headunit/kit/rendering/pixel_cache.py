"""A cache for functions that draw: pictures used least recently go first, when together they take too many bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, Generic, ParamSpec, Protocol, TypeAlias, TypeVar


class SizedPixels(Protocol):
    """Pixels, or what holds some."""

    @property
    def nbytes(self) -> int:
        """Bytes that they take."""


CachedPixels: TypeAlias = "SizedPixels | tuple[CachedPixels, ...]"
"""Pixels, or several of them."""
P = ParamSpec("P")
R = TypeVar("R", bound=CachedPixels)


def size(drawn: CachedPixels) -> int:
    """Bytes that pixels take."""
    return sum(map(size, drawn)) if isinstance(drawn, tuple) else drawn.nbytes


class PixelCache(Generic[P, R]):
    """A function of hashable arguments, with what it has drawn.

    Attributes:
        draw: the function itself.
        held: bytes that the kept pictures take; more than the bound only where the last one alone does.
    """

    def __init__(self, draw: Callable[P, R], most: int) -> None:
        self.held = 0
        self.draw = draw
        self._most = most
        self._kept: OrderedDict[tuple[Any, ...], R] = OrderedDict()
        self._lock = Lock()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (*args, *kwargs.items())
        with self._lock:
            drawn = self._kept.get(key)
            if drawn is not None:
                self._kept.move_to_end(key)
                return drawn
        drawn = self.draw(*args, **kwargs)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = drawn
                self.held += size(drawn)
            while self.held > self._most and len(self._kept) > 1:
                self.held -= size(self._kept.popitem(last=False)[1])
        return drawn

    def forget(self) -> None:
        """Drop all pictures."""
        with self._lock:
            self._kept.clear()
            self.held = 0


def cached_pixels(megabytes: float) -> Callable[[Callable[P, R]], PixelCache[P, R]]:
    """Keep what a function has drawn, up to so many megabytes, but always the last picture."""

    def decorate(draw: Callable[P, R]) -> PixelCache[P, R]:
        return PixelCache(draw, int(megabytes * 1e6))

    return decorate
