import subprocess
import sys
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from automotive_env.episode.imaging import MAX_PIXELS, changed_box, decode, difference, jpeg, png, resize, webp
from automotive_env.episode.observation import Box

sizes = st.tuples(st.integers(1, 40), st.integers(1, 40))


def noise(height, width, seed=0):
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)


def gradient(height=80, width=120):
    ramp = np.linspace(0, 255, width, dtype=np.uint8)
    return np.repeat(np.stack([ramp, ramp[::-1], ramp], axis=1)[None], height, axis=0)


@given(sizes, st.integers(0, 100))
def test_png_keeps_every_pixel(size, seed):
    image = noise(*size, seed)
    assert np.array_equal(decode(png(image)), image)


def test_png_is_valid_for_other_readers():
    with Pillow.open(BytesIO(png(gradient()))) as picture:
        picture.verify()
        assert (picture.format, picture.mode, picture.size) == ("PNG", "RGB", (120, 80))


def test_png_takes_a_view():
    image = noise(20, 30)
    assert np.array_equal(decode(png(image[2:9, ::2])), image[2:9, ::2])


def test_encoding_is_deterministic():
    image = gradient()
    assert png(image) == png(image.copy())
    assert webp(image) == webp(image.copy())


def test_jpeg_is_close():
    image = np.full((40, 60, 3), (200, 90, 30), np.uint8)
    assert np.abs(decode(jpeg(image)).astype(int) - image).max() < 8


def test_webp_is_close_and_smaller_with_less_quality():
    image = gradient()
    assert np.abs(decode(webp(image)).astype(int) - image).mean() < 3
    assert len(webp(noise(60, 60), 20)) < len(webp(noise(60, 60), 95))


@pytest.mark.parametrize("data", [b"", b"nonsense", png(gradient())[:100], png(gradient())[:-40], b"GIF89a"])
def test_decode_refuses_what_is_no_image(data):
    with pytest.raises(ValueError, match="as a PNG, WebP or JPEG"):
        decode(data)


def test_decode_refuses_a_bomb():
    side = int(MAX_PIXELS**0.5) + 1
    buffer = BytesIO()
    Pillow.new("L", (side, side)).save(buffer, "PNG")
    with pytest.raises(ValueError, match=f"more than {MAX_PIXELS} pixels"):
        decode(buffer.getvalue())


def test_decode_drops_transparency():
    buffer = BytesIO()
    Pillow.new("RGBA", (4, 3), (10, 20, 30, 128)).save(buffer, "PNG")
    assert decode(buffer.getvalue()).shape == (3, 4, 3)


@pytest.mark.parametrize("image", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3)), np.zeros((0, 4, 3), np.uint8)])
def test_only_rgb_images_are_encoded(image):
    for encode in (png, webp):
        with pytest.raises(ValueError, match=r"shape \(height, width, 3\)"):
            encode(image)


def test_resize_keeps_the_proportions():
    assert resize(gradient(), 60).shape == (40, 60, 3)
    assert resize(gradient(), 240).shape == (160, 240, 3)
    assert resize(gradient(1, 400), 3).shape == (1, 3, 3)


def test_resize_averages_areas():
    checkered = np.zeros((8, 8, 3), np.uint8)
    checkered[::2, ::2] = checkered[1::2, 1::2] = 200
    assert np.array_equal(resize(checkered, 4), np.full((4, 4, 3), 100, np.uint8))


def test_resize_needs_a_width():
    with pytest.raises(ValueError, match="at least 1"):
        resize(gradient(), 0)


@given(sizes, st.data())
def test_difference_and_box_find_one_changed_rectangle(size, data):
    height, width = size
    left, top = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    box = Box(left, top, data.draw(st.integers(left + 1, width)), data.draw(st.integers(top + 1, height)))
    before = noise(height, width)
    after = before.copy()
    after[box.top : box.bottom, box.left : box.right, data.draw(st.integers(0, 2))] ^= 1
    assert changed_box(before, after) == box
    assert difference(before, after) == box.width * box.height / (width * height)


def test_equal_images_do_not_differ():
    assert difference(gradient(), gradient()) == 0
    assert changed_box(gradient(), gradient()) is None


def test_images_of_different_sizes_are_not_compared():
    with pytest.raises(ValueError, match="different shapes"):
        difference(gradient(), gradient(10))


def test_importing_the_package_stays_light():
    code = (
        "import sys; from automotive_env.episode import imaging, set_of_mark; print('cv2' in sys.modules, 'PIL' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["False", "False"]
