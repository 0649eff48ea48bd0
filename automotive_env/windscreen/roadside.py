"""What stands beside the road: houses, trees, lamps, posts, rails, and the walls of a tunnel; the farthest is drawn first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import NamedTuple

from automotive_env.windscreen.canvas import SceneSprite, WindscreenCanvas
from automotive_env.windscreen.light import IN_TOWN, LinearColour, blended, dimmed
from automotive_env.windscreen.outside import OutsideScene
from automotive_env.windscreen.plants import plant, plants_of
from automotive_env.windscreen.road import WET, form_of
from automotive_env.windscreen.scenery import SNOW, RoadScenery

FACADES: dict[str, tuple[LinearColour, ...]] = {
    "arid": ((226, 206, 172), (214, 190, 150), (236, 224, 200), (198, 172, 134)),
    "mediterranean": ((232, 200, 150), (226, 172, 124), (238, 222, 190), (206, 140, 104)),
    "tropical": ((224, 216, 190), (170, 190, 186), (226, 190, 150), (236, 232, 220)),
    "cold": ((162, 62, 52), (206, 176, 104), (226, 222, 212), (104, 118, 130)),
    "temperate": ((206, 190, 164), (178, 124, 98), (188, 188, 186), (222, 210, 186), (150, 102, 84)),
}
"""Climate -> colours of the houses."""
ROOFS: tuple[LinearColour, ...] = ((128, 66, 50), (92, 84, 82), (110, 72, 58))
GLASS: LinearColour = (78, 96, 112)
LIT: LinearColour = (255, 206, 128)
LAMP: LinearColour = (255, 196, 120)
OUT_OF_PLACE: dict[str, tuple[str, ...]] = {"urban": ("bush", "conifer"), "residential": ("bush",)}
"""Kind of road -> what is not planted along it."""
REACH = 230.0
"""Metres to which anything is drawn."""


class RoadsideObject(NamedTuple):
    """Something to draw, and how far away it is."""

    metres: float
    draw: Callable[[], None]


def draw_roadside(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery) -> None:
    """Draw it all."""
    if outside.light == "tunnel":
        _tunnel(canvas, outside, scenery)
        return
    lots = Random(f"roadside {outside.city} {outside.spot} {outside.road}")
    things = [thing for kind in _KINDS.get(outside.road, _KINDS["urban"]) for thing in kind(canvas, outside, scenery, lots)]
    farthest = min(REACH, 1.6 * outside.visibility)
    for thing in sorted(things, key=lambda one: -one.metres):
        if thing.metres <= farthest:
            thing.draw()


def _edges(outside: OutsideScene, scenery: RoadScenery) -> tuple[tuple[int, float], tuple[int, float]]:
    """Direction and place of what lies beyond the pavement, on the right and on the left."""
    form, right = form_of(outside), scenery.side == 1
    near, far = form.right + form.pavement, -form.left + form.pavement
    if form.far:
        far = -form.far[0]
    return (1, near if right else far), (-1, far if right else near)


def _houses(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery, lots: Random) -> Iterator[RoadsideObject]:
    """Rows of houses: tall ones wall to wall in town, small ones with gardens where people live."""
    town = outside.road == "urban"
    colours = FACADES.get(scenery.climate, FACADES["temperate" if scenery.climate != "polar" else "cold"])
    for side, edge in _edges(outside, scenery):
        z = (2.0 if town else 5.0) + lots.uniform(0, 4) * (not town)
        while z < (150 if town else 120):
            long = lots.uniform(11, 17) if town else lots.uniform(8, 10.5)
            storeys = lots.randint(3, 6) if town else lots.randint(1, 2)
            back = lots.uniform(0.2, 0.8) if town else lots.uniform(3.5, 5)
            high = 3.2 * storeys + 0.6
            colour = lots.choice(colours)
            x = side * (edge + back)
            lit = [lots.random() for _ in range(40)]
            yield RoadsideObject(
                z + long, _house(canvas, outside, scenery, x, side, z, long, high, storeys, colour, lots.choice(ROOFS), town, lit)
            )
            z += long + (0.0 if town and lots.random() < 0.8 else lots.uniform(3, 7))


def _house(
    canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery, x: float, side: int, z: float, long: float,
    high: float,
    storeys: int, colour: LinearColour, roof: LinearColour, town: bool, lit: list[float],
) -> Callable[[], None]:  # fmt: skip
    deep = 14.0 if town else 8.0
    dark = outside.light in ("night", "dusk")

    def draw() -> None:
        end, light = z + long, canvas.light
        shaded = dimmed(colour, 0.72)
        outer = x + side * deep
        if not town:
            top, ridge, mid = high, high + 2.6, x + side * deep / 2
            tiles = SNOW if scenery.snowy else roof
            canvas.polygon([(x, 0, z), (outer, 0, z), (outer, top, z), (x, top, z)], colour)
            canvas.polygon([(x, top, z), (outer, top, z), (mid, ridge, z)], colour)
            canvas.polygon([(x, 0, z), (x, top, z), (x, top, end), (x, 0, end)], shaded)
            canvas.polygon(
                [
                    (x - side * 0.3, top - 0.1, z - 0.3),
                    (mid, ridge, z - 0.3),
                    (mid, ridge, end),
                    (x - side * 0.3, top - 0.1, end),
                ],
                tiles,
            )
        else:
            canvas.polygon([(x, 0, z), (outer, 0, z), (outer, high, z), (x, high, z)], shaded)
            canvas.polygon([(x, 0, z), (x, high, z), (x, high, end), (x, 0, end)], colour)
            canvas.polygon([(x, 0, z), (x, 3, z), (x, 3, end), (x, 0, end)], dimmed(colour, 0.5))
            if scenery.snowy:
                canvas.polygon([(x, high, z), (x, high + 0.3, z), (x, high + 0.3, end), (x, high, end)], SNOW)
        if z > 100:
            return
        windows: dict[bool, list[list[tuple[float, float]]]] = {True: [], False: []}
        columns = max(2, round(long / 3))
        for storey in range(storeys):
            for column in range(columns):
                at, low = z + (column + 0.28) * long / columns, 3.2 * storey + (1.1 if storey or not town else 0.5)
                tall, wide = (1.5, 0.42) if storey or not town else (2.0, 0.62)
                near, far = at, at + wide * long / columns
                pane = [(x, low, near), (x, low + tall, near), (x, low + tall, far), (x, low, far)]
                shines = dark and lit[(storey * columns + column) % len(lit)] < (0.42 if storey else 0.6)
                windows[shines].append([canvas.project(*point) for point in pane])
        middle = (x, high / 2, z + long / 2)
        if windows[False]:
            canvas.flat(windows[False], light.seen(GLASS, *middle))
        if windows[True]:
            clear = light.through(middle[2])
            canvas.flat(windows[True], blended(light.air, LIT, clear))

    return draw


def _trees(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery, lots: Random) -> Iterator[RoadsideObject]:
    kinds = [kind for kind in plants_of(scenery) if outside.road not in OUT_OF_PLACE or kind not in OUT_OF_PLACE[outside.road]]
    town, motorway = outside.road in IN_TOWN, outside.road == "motorway"
    per_side = 6 if outside.road == "urban" else 7 if town else 15
    for side, edge in _edges(outside, scenery):
        for number in range(per_side):
            z = 9 + 150 * ((number + lots.random()) / per_side) ** 1.5 if not town else 10 + 13 * number + lots.uniform(-2, 2)
            away = edge + (lots.uniform(4, 26) if not town else -0.9 if outside.road == "urban" else lots.uniform(1.2, 2.4))
            if motorway:
                away += 5
            kind = lots.choice(kinds)
            high = lots.uniform(7, 12) * (0.62 if town else 1.0) * (0.35 if kind == "bush" else 1.0)
            sprite = plant(kind, scenery.season, scenery.snowy, lots.randrange(3))
            yield RoadsideObject(z, _standing(canvas, sprite, side * away, z, high))


def _standing(canvas: WindscreenCanvas, sprite: SceneSprite, x: float, z: float, high: float) -> Callable[[], None]:
    return lambda: canvas.sprite(sprite, x, 0, z, high)


def _woods(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery, lots: Random) -> Iterator[RoadsideObject]:
    """A band of trees far behind the fields."""
    if scenery.climate == "arid":
        return
    kinds = tuple(kind for kind in plants_of(scenery) if kind != "bush")
    for side, edge in _edges(outside, scenery):
        for number in range(13):
            z, away = lots.uniform(120, 210), edge + 14 + 14 * number * lots.uniform(0.7, 1.3)
            sprite = plant(lots.choice(kinds), scenery.season, scenery.snowy, lots.randrange(3))
            yield RoadsideObject(z, _standing(canvas, sprite, side * away, z, lots.uniform(10, 15)))


def _lamps(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery, lots: Random) -> Iterator[RoadsideObject]:
    dark = outside.light in ("night", "dusk")
    wet = outside.weather in WET
    tall = 7.5 if outside.road == "urban" else 5.5
    for side, edge in _edges(outside, scenery):
        place = side * (edge - (form_of(outside).pavement or 0.5) + 0.5)

        def lamp(z: float, x: float = place, side: int = side) -> Callable[[], None]:
            def draw() -> None:
                canvas.post(x, 0, tall, z, 0.14, (74, 78, 82))
                canvas.polygon(
                    [(x, tall, z), (x - side * 1.6, tall + 0.2, z), (x - side * 1.6, tall + 0.05, z), (x, tall - 0.16, z)],
                    (74, 78, 82),
                )
                if dark:
                    canvas.lamp(x - side * 1.5, tall, z, 0.7, (255, 236, 196), wet=wet)
                    canvas.lamp(x - side * 1.5, tall, z, 4.5, (110, 78, 40))
                    column, row = canvas.project(x - side * 2.0, 0, z)
                    canvas.glow(column, row, canvas.focus * 6 / z, (74, 54, 28), stretch=0.28)

            return draw

        for number in range(6):
            z = 12 + 26 * number + (13 if side > 0 else 0)
            yield RoadsideObject(z + 0.1, lamp(z))


def _posts(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery, lots: Random) -> Iterator[RoadsideObject]:
    """Delineators with a reflector, every 25 m."""
    form = form_of(outside)

    def post(x: float, z: float) -> Callable[[], None]:
        def draw() -> None:
            canvas.post(x, 0, 1.0, z, 0.14, (238, 238, 234))
            canvas.post(x, 0.68, 0.9, z, 0.14, (30, 30, 32))
            beam = canvas.light.beam(x, 0.8, z)
            if canvas.light.ambient[0] < 0.5 and beam > 0.02:
                canvas.lamp(x, 0.8, z, 0.3, dimmed((255, 255, 255), min(1, 3 * beam)))

        return draw

    for x in (form.right + 0.9, form.left - 0.9):
        for number in range(6):
            yield RoadsideObject(11 + 25.0 * number, post(scenery.side * x, 11 + 25.0 * number))


def _rails(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery, lots: Random) -> Iterator[RoadsideObject]:
    """Crash barriers along a motorway, in pieces so that the bend shows."""
    form = form_of(outside)

    def rail(x: float, z: float, end: float) -> Callable[[], None]:
        def draw() -> None:
            canvas.polygon([(x, 0.45, z), (x, 0.78, z), (x, 0.78, end), (x, 0.45, end)], (168, 173, 178))
            canvas.polygon([(x, 0.58, z), (x, 0.64, z), (x, 0.64, end), (x, 0.58, end)], (122, 127, 132))
            canvas.post(x, 0, 0.5, z, 0.12, (110, 114, 118))

        return draw

    ends = [3.0, 5, 7, 9.5, 12.5, 16, 20, 25, 32, 42, 56, 76, 110, 160, 230]
    for x in (form.left - 0.7, form.right + 0.7):
        for z, end in pairwise(ends):
            yield RoadsideObject(z + 0.2, rail(scenery.side * x, z, end))


def _mall(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery, lots: Random) -> Iterator[RoadsideObject]:
    """The long building at the end of a car park."""
    dark = outside.light in ("night", "dusk")

    def draw() -> None:
        colours = FACADES.get(scenery.climate, FACADES["temperate"])
        canvas.polygon([(-44, 0, 46), (44, 0, 46), (44, 9, 46), (-44, 9, 46)], colours[0])
        canvas.polygon(
            [(-44, 7.4, 46), (44, 7.4, 46), (44, 9, 46), (-44, 9, 46)],
            dimmed(colours[1], 0.7),
        )
        panes = [[canvas.project(x + dx, y, 45.9) for dx, y in ((0, 0.4), (0, 4), (4, 4), (4, 0.4))] for x in range(-42, 42, 6)]
        canvas.flat(panes, LIT if dark else canvas.light.seen(GLASS, 0, 2, 46))
        if scenery.snowy:
            canvas.polygon([(-44, 9, 46), (44, 9, 46), (44, 9.4, 46), (-44, 9.4, 46)], SNOW)

    yield RoadsideObject(46, draw)


def _tunnel(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery) -> None:
    """Walls, ceiling and lamps; signs of the way out."""
    left, right = sorted(scenery.side * wall for wall in form_of(outside).walls)
    high = 5.4
    ends = [1.6, 2.4, 3.4, 5, 7, 10, 14, 19, 26, 36, 50, 70, 100, 150, 230]
    canvas.flat([[(0, 0), (canvas.width, 0), (canvas.width, canvas.horizon + 2), (0, canvas.horizon + 2)]], canvas.light.air)
    for z, end in zip(ends[-2::-1], ends[:0:-1], strict=True):
        canvas.polygon([(left, high, z), (right, high, z), (right, high, end), (left, high, end)], (112, 106, 96))
        for x in (left, right):
            canvas.polygon([(x, 0, z), (x, high, z), (x, high, end), (x, 0, end)], (158, 150, 134))
            canvas.polygon([(x, 0, z), (x, 1.1, z), (x, 1.1, end), (x, 0, end)], (96, 94, 92))
            canvas.polygon([(x, 3.0, z), (x, 3.15, z), (x, 3.15, end), (x, 3.0, end)], (206, 186, 120))
    for number in range(14, -1, -1):
        z = 4 + 9.0 * number
        for x in (left + 1.6, right - 1.6):
            strip = [
                (x - 0.35, high - 0.1, z),
                (x + 0.35, high - 0.1, z),
                (x + 0.35, high - 0.1, z + 3),
                (x - 0.35, high - 0.1, z + 3),
            ]
            canvas.flat([[canvas.project(*point) for point in strip]], (255, 236, 190))
            canvas.lamp(x, high - 0.1, z + 1.5, 1.3, (150, 118, 66))
    for z in (60.0, 30.0, 13.0):
        x = left if scenery.side < 0 else right
        sign = [(x, 2.1, z), (x, 2.8, z), (x, 2.8, z + 1.6), (x, 2.1, z + 1.6)]
        canvas.flat([[canvas.project(*point) for point in sign]], (34, 166, 92))
        man = [(x, 2.25, z + 0.5), (x, 2.65, z + 0.6), (x, 2.65, z + 0.95), (x, 2.25, z + 1.1)]
        canvas.flat([[canvas.project(*point) for point in man]], (236, 250, 240))


_KINDS: dict[str, tuple[Callable[[WindscreenCanvas, OutsideScene, RoadScenery, Random], Iterator[RoadsideObject]], ...]] = {
    "parking": (_mall, _lamps),
    "residential": (_houses, _trees, _lamps),
    "urban": (_houses, _trees, _lamps),
    "rural": (_woods, _trees, _posts),
    "motorway": (_woods, _trees, _rails),
}
"""Kind of road -> what stands beside it."""
