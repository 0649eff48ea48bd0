"""Letters: a line is put together from single characters, and looks as Pillow draws it in one go."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow
from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.fonts import ICONS, FontWeight, icon_mask, line_height, runs, text_mask
from automotive_env.headunit.kit.rendering.typefaces import font

texts = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=30) | st.sampled_from(
    ["], tyres.source", "*** °C", "Größe", "温度 21 °C 设置", "AV To fi ff", "Привет, ΞΨ", "한글 2", "₽ ẞ"]
)


@given(texts, st.sampled_from(["regular", "medium"]), st.sampled_from([20, 24, 26, 36]))
def test_a_line_looks_as_pillow_draws_it(text: str, weight: FontWeight, size: int) -> None:
    mask = text_mask(text, size, weight)
    board, left = Pillow.new("L", mask.shape[::-1]), 0.0
    for face, run in runs(text, weight):
        baseline = (line_height(size) + round(size * 0.71)) // 2
        ImageDraw.Draw(board).text((left, baseline), "".join(run), fill=255, font=font(face, size), anchor="ls")
        left += font(face, size).getlength("".join(run))
    assert np.array_equal(mask, np.asarray(board))


@pytest.mark.parametrize("name", ["home", "lock"])
def test_an_icon_fills_its_square(name: str) -> None:
    assert name in ICONS
    assert icon_mask(name, 44).shape == (44, 44)
    assert icon_mask(name, 44).max() == 255
