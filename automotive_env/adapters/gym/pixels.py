"""A space of pictures whose bounds take no memory: those of Gymnasium's own are four more pictures for each environment."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector.utils import batch_space


class PixelSpace(Box):
    """Arrays of bytes, each of which may be any."""

    def __init__(self, shape: tuple[int, ...], seed: int | np.random.Generator | None = None) -> None:
        super().__init__(0, 255, (1,), np.uint8, seed)
        self._shape = shape
        for name in ("low", "high", "bounded_below", "bounded_above"):
            setattr(self, name, np.broadcast_to(getattr(self, name), shape))

    def __reduce__(self) -> tuple[type[PixelSpace], tuple[tuple[int, ...], np.random.Generator]]:
        return PixelSpace, (self._shape, self.np_random)


batch_space.register(PixelSpace, lambda space, n=1: PixelSpace((n, *space.shape), deepcopy(space.np_random)))
