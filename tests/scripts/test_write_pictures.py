"""The pictures in the documents show today's pages."""

import json

import pytest
from PIL import Image

from automotive_env.scripts.write_pictures import IMAGES, LARGEST, MADE_FROM, RECORDINGS, digest


@pytest.mark.parametrize("name", list(RECORDINGS))
def test_a_picture_shows_todays_page(name: str) -> None:
    made_from = json.loads(MADE_FROM.read_text("utf-8"))
    assert made_from[name] == digest(RECORDINGS[name]), f"run `python -m automotive_env.scripts.write_pictures {name}`"
    path = IMAGES / f"{name}.webp"
    assert path.stat().st_size <= LARGEST
    with Image.open(path) as picture:
        assert picture.width >= 800
