"""Pixels: encode, decode, resize and compare images. OpenCV and Pillow are imported by the functions that use them."""

from __future__ import annotations

import struct
from io import BytesIO
from typing import Any
from zlib import crc32

from isal import isal_zlib

from automotive_env.episode.observation import Box, Image
from automotive_env.plugins.lazy_module import numpy as np

MAX_PIXELS = 40_000_000
"""Largest image that `decode` accepts: more than any screen has, less than would fill the memory."""


def png(image: Image) -> bytes:
    """The image as PNG: lossless, and quicker than WebP.

    Rows are stored unfiltered: user interfaces repeat themselves, and a filter would cost more than it saves.
    """
    height, width, _ = _checked(image).shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each row begins with its filter, 0
    rows[:, 1:] = image.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits, RGB, not interlaced
    body = isal_zlib.compress(rows, 1)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(data, crc32(kind)))


def webp(image: Image, quality: int = 80, effort: int = 0) -> bytes:
    """The image as lossy WebP, the form in which records keep it; `quality` is 1..100, `effort` 0..6.

    Encoded at the least effort: a quarter larger than with the usual one, in a third of the time.
    """
    from PIL import Image as Pillow

    buffer = BytesIO()
    Pillow.fromarray(_checked(image)).save(buffer, "WEBP", quality=quality, method=effort)
    return buffer.getvalue()


def jpeg(image: Image, quality: int = 60) -> bytes:
    """The image as JPEG; `quality` is 1..95. A tenth larger than WebP, in a sixth of the time."""
    from PIL import Image as Pillow

    buffer = BytesIO()
    Pillow.fromarray(_checked(image)).save(buffer, "JPEG", quality=quality)
    return buffer.getvalue()


def decode(data: bytes) -> Image:
    """The pixels of a PNG, WebP or JPEG file; transparency is dropped.

    Raises:
        ValueError: it is none of these, is damaged, or has more than `MAX_PIXELS`.
    """
    from PIL import Image as Pillow

    try:
        with Pillow.open(BytesIO(data), formats=("PNG", "WEBP", "JPEG")) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise ValueError(f"{picture.width} x {picture.height} is more than {MAX_PIXELS} pixels")
            return np.array(picture.convert("RGB"))
    except (OSError, ValueError, SyntaxError, Pillow.DecompressionBombError) as error:
        raise ValueError(f"cannot read these {len(data)} bytes as a PNG, WebP or JPEG image: {error}") from None


def resize(image: Image, width: int) -> Image:
    """The image at another width, its proportions kept; the same array where it has that width already."""
    import cv2

    if width < 1:
        raise ValueError(f"the width must be at least 1, not {width}")
    height, present, _ = _checked(image).shape
    if width == present:
        return image
    smaller = width < present
    size = (width, max(1, round(height * width / present)))
    return _pixels(cv2.resize(image, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR))


def inner_box(size: tuple[int, int], width: int, height: int, *, padded: bool) -> Box:
    """Where a screen of a size lies on a picture of a width and a height: on all of it, or between bars that keep its shape."""
    if not padded:
        return Box(0, 0, width, height)
    scale = min(width / size[0], height / size[1])
    across, down = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
    left, top = (width - across) // 2, (height - down) // 2
    return Box(left, top, left + across, top + down)


def fitted(image: Image, width: int, height: int, *, padded: bool = False) -> Image:
    """The image as a picture of a width and a height; black bars keep its shape where it is `padded`."""
    import cv2

    present = _checked(image).shape[1::-1]
    if (width, height) == present:
        return image
    left, top, right, bottom = inner_box(present, width, height, padded=padded)
    smaller = right - left < present[0]
    scaled = cv2.resize(image, (right - left, bottom - top), interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR)
    picture = np.zeros((height, width, 3), np.uint8)
    picture[top:bottom, left:right] = _pixels(scaled)
    return picture


def difference(a: Image, b: Image) -> float:
    """The share of pixels that differ, 0..1.

    Raises:
        ValueError: the images have different sizes.
    """
    import cv2

    changed = _changed(a, b)
    return cv2.countNonZero(changed) / changed.size if changed.size else 0.0


def changed_box(a: Image, b: Image) -> Box | None:
    """The smallest box around all pixels that differ, or None where none does.

    Raises:
        ValueError: the images have different sizes.
    """
    import cv2

    left, top, width, height = cv2.boundingRect(_changed(a, b))
    return Box(left, top, left + width, top + height) if width else None


def _changed(a: Image, b: Image) -> Image:
    """255 where a pixel differs in any channel, else 0; shape (height, width)."""
    import cv2

    if a.shape != b.shape:
        raise ValueError(f"images of different shapes cannot be compared: {a.shape} and {b.shape}")
    same = cv2.inRange(cv2.absdiff(a, b), np.zeros(3), np.zeros(3))
    return _pixels(cv2.bitwise_not(same))


def _checked(image: Image) -> Image:
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or not image.size:
        raise ValueError(f"an image has shape (height, width, 3) and type uint8, not {image.shape} and {image.dtype}")
    return image


def _pixels(array: np.ndarray[Any, Any]) -> Image:
    return np.asarray(array, np.uint8)
