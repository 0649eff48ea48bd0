"""Traffic signs in the style of the country: limits, their end, snow chains, frost, headlights in a tunnel."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PIL import Image as Pillow
from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.typefaces import font
from automotive_env.place.rules import speed_limit
from automotive_env.windscreen.canvas import SceneSprite, WindscreenCanvas, reduced
from automotive_env.windscreen.light import LinearColour
from automotive_env.windscreen.outside import OutsideScene
from automotive_env.windscreen.road import form_of
from automotive_env.windscreen.scenery import MOUNTAINS, RoadScenery

SignStyle = Literal["ring", "yellow ring", "blue digits", "american", "canadian"]
STYLES: dict[str, SignStyle] = {
    "US": "american", "CA": "canadian", "JP": "blue digits", "SE": "yellow ring", "FI": "yellow ring", "IS": "yellow ring",
}  # fmt: skip
"""Country -> how it signs limits; all others have black digits in a red ring (Vienna Convention on Road Signs, 1968)."""
SIZE = 96
_FINE = 3
RED, BLACK, SIGN_BLUE = (200, 22, 34), (18, 18, 20), (14, 76, 158)
AHEAD, TALL = 9.0, 1.05
"""Metres ahead at which signs stand, and metres of a round one."""


def limit_shown(outside: OutsideScene, scenery: RoadScenery) -> str | None:
    """The number on the sign of the limit: "50"; "" where the sign ends all limits; None where there is no sign."""
    if scenery.place is None or outside.road == "parking":
        return None
    limit = speed_limit(scenery.place, outside.road, outside.weather, outside.visibility)
    if limit is None:
        return None
    return limit.shown.split()[0] if limit.kmh is not None else ""


@lru_cache(maxsize=64)
def limit_sign(number: str, style: SignStyle) -> SceneSprite:
    """The sign of a limit; "" is the one that ends all limits. 96 pixels wide."""
    high = SIZE if style not in ("american", "canadian") else SIZE * 5 // 4
    board = Pillow.new("RGBA", (SIZE * _FINE, high * _FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(board)
    if style in ("american", "canadian") and number:
        _plate(
            draw, high, number, ("SPEED", "LIMIT") if style == "american" else ("MAXIMUM",), "" if style == "american" else "km/h"
        )
    else:
        _disc(draw, (250, 206, 40) if style == "yellow ring" else (252, 252, 250), RED if number else BLACK)
        if number:
            _text(
                draw,
                number,
                SIZE / 2,
                SIZE / 2,
                50 if len(number) < 3 else 39,
                (20, 58, 150) if style == "blue digits" else BLACK,
            )
        else:
            for offset in (-12, -6, 0, 6, 12):
                _line(draw, (30 + offset, 76 + offset / 3), (66 + offset, 20 + offset / 3), 2.4, BLACK)
    return reduced(board, SIZE, high)


def _plate(draw: ImageDraw.ImageDraw, high: int, number: str, words: tuple[str, ...], unit: str) -> None:
    box = [2 * _FINE, 2 * _FINE, (SIZE - 2) * _FINE, (high - 2) * _FINE]
    draw.rounded_rectangle(box, 8 * _FINE, fill=(252, 252, 250), outline=BLACK, width=3 * _FINE)
    for row, word in enumerate(words):
        _text(draw, word, SIZE / 2, 19 + 20 * row, 21 if len(words) > 1 else 18, BLACK)
    _text(draw, number, SIZE / 2, 82 if not unit else 64, 62 if len(number) < 3 else 52, BLACK)
    if unit:
        _text(draw, unit, SIZE / 2, 104, 20, BLACK)


def _disc(draw: ImageDraw.ImageDraw, face: LinearColour, rim: LinearColour) -> None:
    edge = 11 if rim == RED else 3
    for inset, colour in ((0, (250, 250, 250)), (1.5, rim), (1.5 + edge, face)):
        draw.ellipse(
            [inset * _FINE, inset * _FINE, (SIZE - inset) * _FINE, (SIZE - inset) * _FINE], fill=(*map(round, colour), 255)
        )


def _text(draw: ImageDraw.ImageDraw, text: str, x: float, y: float, size: float, colour: LinearColour) -> None:
    fill = (*map(round, colour), 255)
    draw.text(
        (x * _FINE, y * _FINE), text, fill, font("medium", round(size * _FINE)), anchor="mm", stroke_width=1, stroke_fill=fill
    )


def _line(
    draw: ImageDraw.ImageDraw, start: tuple[float, float], end: tuple[float, float], width: float, colour: LinearColour
) -> None:
    points = [part * _FINE for part in (*start, *end)]
    draw.line(points, fill=(*map(round, colour), 255), width=round(width * _FINE))


@lru_cache(maxsize=4)
def _chains() -> SceneSprite:
    """Snow chains are to be used: a wheel with a chain on blue."""
    board = Pillow.new("RGBA", (SIZE * _FINE, SIZE * _FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(board)
    _disc(draw, SIGN_BLUE, SIGN_BLUE)
    for inset, colour in ((22, (250, 250, 250)), (36, SIGN_BLUE)):
        draw.ellipse([inset * _FINE, inset * _FINE, (SIZE - inset) * _FINE, (SIZE - inset) * _FINE], fill=(*colour, 255))
    for x, y in ((24, 24), (48, 15), (72, 24), (81, 48), (72, 72), (48, 81), (24, 72), (15, 48)):
        box = [(x - 5) * _FINE, (y - 5) * _FINE, (x + 5) * _FINE, (y + 5) * _FINE]
        draw.ellipse(box, fill=(*SIGN_BLUE, 255), outline=(250, 250, 250, 255), width=2 * _FINE)
    return reduced(board, SIZE, SIZE)


@lru_cache(maxsize=4)
def _tunnel() -> SceneSprite:
    """A tunnel: switch the lamps on. A white portal and a lamp on blue."""
    board = Pillow.new("RGBA", (SIZE * _FINE, SIZE * _FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(board)
    draw.rounded_rectangle(
        [0, 0, SIZE * _FINE - 1, SIZE * _FINE - 1],
        8 * _FINE,
        fill=(*SIGN_BLUE, 255),
        outline=(250, 250, 250, 255),
        width=3 * _FINE,
    )
    draw.pieslice([14 * _FINE, 14 * _FINE, 82 * _FINE, 96 * _FINE], 180, 360, fill=(250, 250, 250, 255))
    draw.rectangle([14 * _FINE, 54 * _FINE, 82 * _FINE, 84 * _FINE], fill=(250, 250, 250, 255))
    draw.pieslice([26 * _FINE, 28 * _FINE, 70 * _FINE, 96 * _FINE], 180, 360, fill=(*BLACK, 255))
    draw.rectangle([26 * _FINE, 60 * _FINE, 70 * _FINE, 84 * _FINE], fill=(*BLACK, 255))
    draw.pieslice([44 * _FINE, 54 * _FINE, 64 * _FINE, 76 * _FINE], 270, 90, fill=(255, 214, 60, 255))
    for y in (57, 65, 73):
        _line(draw, (48, y), (34, y + 3), 2.6, (255, 214, 60))
    return reduced(board, SIZE, SIZE)


@lru_cache(maxsize=4)
def _parking() -> SceneSprite:
    board = Pillow.new("RGBA", (SIZE * _FINE, SIZE * _FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(board)
    draw.rounded_rectangle([0, 0, SIZE * _FINE - 1, SIZE * _FINE - 1], 10 * _FINE, fill=(*SIGN_BLUE, 255))
    _text(draw, "P", SIZE / 2, SIZE / 2, 74, (252, 252, 252))
    return reduced(board, SIZE, SIZE)


def draw_signs(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery) -> None:
    """The signs at the near side of the road."""
    x, ahead, tall = scenery.side * (form_of(outside).right + 1.1), AHEAD, TALL
    if outside.road == "motorway":  # its signs are larger, as they stand farther away
        ahead, tall = 1.45 * AHEAD, 1.45 * TALL
    if outside.road == "parking":
        if outside.light != "tunnel":
            _stand(canvas, _parking(), scenery.side * 3.2, 13.0, 1.2, 1.2)
        return
    number = limit_shown(outside, scenery)
    if number is not None:
        sign = limit_sign(number, STYLES.get(outside.country, "ring"))
        _stand(canvas, sign, x, ahead, tall * sign.rgb.shape[0] / SIZE, 1.35)
    if outside.light == "tunnel":
        _stand(canvas, _tunnel(), x, ahead + 9, 1.3, 2.0)
    elif scenery.snowy and outside.road == "rural" and outside.country in MOUNTAINS:
        _stand(canvas, _chains(), x, ahead + 6, 1.2, 1.5)


def _stand(canvas: WindscreenCanvas, sign: SceneSprite, x: float, z: float, tall: float, low: float) -> None:
    canvas.post(x, 0, low + tall / 2, z + 0.05, 0.08, (132, 136, 140))
    beam = canvas.light.beam(x * 0.4, 0.5, z)
    canvas.sprite(sign, x, low, z, tall, glows=min(1.0, 0.3 + 0.9 * beam))
