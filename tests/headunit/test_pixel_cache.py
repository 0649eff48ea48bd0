"""The cache of what was drawn: the same pixels as without it, bounded by bytes."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.episode.observation import Image
from automotive_env.headunit.kit.rendering.pixel_cache import cached_pixels

MOST = 1_000


@given(st.lists(st.integers(1, 400), max_size=60))
def test_it_gives_what_was_asked_for_and_keeps_no_more_than_it_may(widths: list[int]) -> None:
    @cached_pixels(megabytes=MOST / 1e6)
    def row(width: int) -> Image:
        return np.full((1, width, 3), width % 256, np.uint8)

    for width in widths:
        drawn = row(width)
        assert drawn.shape == (1, width, 3)
        assert (drawn == width % 256).all()
        assert row(width) is drawn
        assert row.held <= max(MOST, drawn.nbytes)


def test_what_was_used_last_stays() -> None:
    drawn: list[tuple[int, bool]] = []

    @cached_pixels(megabytes=MOST / 1e6)
    def pair(shade: int, dark: bool = False) -> tuple[Image, Image]:
        drawn.append((shade, dark))
        return (np.full((10, 10, 3), shade, np.uint8),) * 2

    pair(1)
    pair(1, dark=True)  # 600 bytes each: the first has to go
    pair(1, dark=True)
    pair(1)
    assert drawn == [(1, False), (1, True), (1, False)]
    pair.forget()
    assert pair.held == 0
    pair(1)
    assert len(drawn) == 4
