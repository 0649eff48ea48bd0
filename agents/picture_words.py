"""Words on a picture: read by a packaged OCR, or only found by their shape with OpenCV."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from automotive_env.episode.observation import Box, Image
from automotive_env.errors import UsageError
from automotive_env.text.extras import install

LEAST_HEIGHT, MOST_HEIGHT = 10, 80
"""Pixels that a line of words is high."""
SHAPE_OF_LETTER = 0.5
"""Width of a letter, in heights of its line."""
_READING = Lock()
"""The OCR reads one picture at a time: its engine may not be shared."""


class OcrLine(NamedTuple):
    """A line of words.

    Attributes:
        text: what it says; empty where it was not read.
        letters: how many letters it has, or seems to have.
        box: where it is on the picture.
    """

    text: str
    letters: int
    box: Box


FindWords: TypeAlias = Callable[[Image], Sequence[OcrLine]]


def read_words(picture: Image) -> list[OcrLine]:
    """The lines of words that the OCR reads, as the picture shows them.

    Raises:
        UsageError: the OCR is not installed.
    """
    engine = ocr_engine()
    with _READING:
        found = engine(picture[:, :, ::-1].copy(), use_cls=False)  # which takes its pictures in the order blue, green, red
    if found.boxes is None:
        return []
    return [OcrLine(text, len(text), _around(corners)) for text, corners in zip(found.txts, found.boxes, strict=True)]


@cache
def ocr_engine() -> Any:
    """The OCR with the models that its package holds, on one core.

    Raises:
        UsageError: it is not installed.
    """
    try:
        from rapidocr import RapidOCR
    except ImportError as error:
        raise UsageError(f"the agent ocr needs an OCR package: {install('vision')} ({error})") from None
    return RapidOCR(
        params={
            "Global.log_level": "critical",
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )


def find_words(picture: Image) -> list[OcrLine]:
    """What is shaped like a line of words, unread: many small edges close together in a row."""
    import cv2

    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    edges = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)))
    _, strong = cv2.threshold(edges, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    joined = cv2.morphologyEx(strong, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_RECT, (15, 3)))
    outlines, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes = sorted((Box(x, y, x + width, y + height) for x, y, width, height in map(cv2.boundingRect, outlines)), key=_in_order)
    lines = [box for box in boxes if LEAST_HEIGHT <= box.height <= MOST_HEIGHT and box.width > box.height]
    return [OcrLine("", round(box.width / (SHAPE_OF_LETTER * box.height)), box) for box in lines]


def _around(corners: Any) -> Box:
    xs, ys = ([float(corner[axis]) for corner in corners] for axis in (0, 1))
    return Box(round(min(xs)), round(min(ys)), round(max(xs)) + 1, round(max(ys)) + 1)


def _in_order(box: Box) -> tuple[int, int]:
    return box.top, box.left
