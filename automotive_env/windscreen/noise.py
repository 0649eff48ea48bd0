"""Smooth random fields, made once for each size."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from automotive_env.windscreen.light import Float32Array


@lru_cache(maxsize=32)
def field(width: int, height: int, cells_across: int, cells_down: int, seed: int, octaves: int = 3) -> Float32Array:
    """Values 0..1, shape (height, width), in lumps of a size; finer ones lie on coarser ones."""
    rng = np.random.default_rng(seed)
    total = np.zeros((height, width), np.float32)
    weight = 1.0
    for octave in range(octaves):
        shape = (cells_down * 2**octave + 1, cells_across * 2**octave + 1)
        coarse = rng.random(shape, np.float32)
        total += weight * cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        weight /= 2
    low, high = float(total.min()), float(total.max())
    return (total - low) / max(1e-6, high - low)


@lru_cache(maxsize=1)
def grain() -> Float32Array:
    """Fine grain that repeats without a seam, 0..1, shape (256, 256)."""
    size = 256
    raw = np.random.default_rng(3).random((size, size), np.float32)
    soft = cv2.blur(np.tile(raw, (3, 3)), (3, 3))[size : 2 * size, size : 2 * size]
    return (0.5 * raw + 0.5 * soft).astype(np.float32)
