"""The sheet of screens before and after a change."""

import numpy as np
import pytest

from automotive_env.scripts.compare_screens import HEIGHT, ROW, pair, rows


def test_every_pair_is_on_the_sheet_whatever_the_shape_of_its_display() -> None:
    wide, upright = (np.zeros(shape, np.uint8) for shape in ((792, 1408, 3), (1280, 800, 3)))
    cells = [pair(one, one, "1  home") for one in (wide, wide, wide, upright)]
    sheet = rows(cells)
    black = np.count_nonzero((sheet == 0).all(axis=2))
    assert sheet.shape[1] == ROW
    assert black >= HEIGHT * sum(2 * (HEIGHT * one.shape[1] // one.shape[0]) for one in (wide, wide, wide, upright))


def test_pictures_of_two_displays_are_no_pair() -> None:
    with pytest.raises(SystemExit, match="differ in size"):
        pair(np.zeros((792, 1408, 3), np.uint8), np.zeros((1280, 800, 3), np.uint8), "1  home")
