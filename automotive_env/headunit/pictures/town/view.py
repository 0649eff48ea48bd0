"""Composes the map: ground layer, labels, destination pin and car."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image as Pillow
from PIL import ImageDraw, ImageFilter

from automotive_env.episode.observation import Box, Image
from automotive_env.headunit.kit.rendering.floating import AlphaPixels, FloatingPicture, blend
from automotive_env.headunit.kit.rendering.opencv import opencv
from automotive_env.headunit.kit.rendering.pixel_cache import cached_pixels
from automotive_env.headunit.kit.rendering.theme import Theme
from automotive_env.headunit.language.translate import ENGLISH, translate
from automotive_env.headunit.pictures.town.lens import MapProjection, PixelCoordinates
from automotive_env.headunit.pictures.town.lettering import LabelPlacement
from automotive_env.headunit.pictures.town.map_palette import MapPalette, palette_for
from automotive_env.headunit.pictures.town.naming import write_names
from automotive_env.headunit.pictures.town.region import ground, on_grid, put_names
from automotive_env.headunit.pictures.town.sheet import draw, draw_haze, draw_route, seen
from automotive_env.place.town.guidance import TripState, places_of, position, route_of, settled, trip
from automotive_env.place.town.plane import PlanePoint, PlanePoints, line
from automotive_env.place.town.routing import ANY, RoutePlan, RoutePreferences
from automotive_env.plugins.lazy_module import numpy as np

CLOSE = 1.35
"""Metres a pixel at zoom 5; each level is half as much again."""
FARTHEST = -3
"""Zoom down to which a map is fitted to a route."""
STRIDE = 24
"""Pixels that the car goes on before a map that shows its whole route is drawn anew."""
CAR = 96
"""Width of the mark of the car in pixels."""


class MapPictureState(NamedTuple):
    """What a map shows.

    Attributes:
        latitude, longitude: of the car, degrees.
        bearing: where it is heading, degrees clockwise from north.
        destination: name of where the route leads, empty where there is none.
        city: name of the city the car is in or near.
        zoom: 1 (far away) to 10 (close); down to `FARTHEST` where a whole route is shown.
        look: "2D view", "3D view", "Heading up" or "North up".
        traffic: whether the traffic is shown.
        stops: names of the stops on the way there.
        wishes: what the route is to be like.
        at: the point of the town that is looked at, None for the car.
        mark: name of a place to be marked, empty where there is none.
        life: the seed of the life whose home may be shown.
    """

    latitude: float
    longitude: float
    bearing: float = 0.0
    destination: str = ""
    city: str = ""
    zoom: int = 5
    look: str = "2D view"
    traffic: bool = False
    stops: tuple[str, ...] = ()
    wishes: RoutePreferences = ANY
    at: PlanePoint | None = None
    mark: str = ""
    life: int = 0

    @property
    def trip(self) -> TripState:
        """The trip that it shows."""
        targets = (*self.stops, self.destination) if self.destination else ()
        return trip(self.latitude, self.longitude, self.bearing, self.city, self.life, *targets, wishes=self.wishes)


def guidance(view: MapPictureState) -> RoutePlan | None:
    """The route to the destination, or None where no guidance is active."""
    return route_of(view.trip)


@lru_cache(maxsize=64)
def route_line(route: RoutePlan) -> PlanePoints:
    """A route as a line through the town."""
    points = [line(leg.start, leg.end)[:-1] for leg in route.legs]
    return np.concatenate([*points, line(route.legs[-1].start, route.legs[-1].end)[-1:]])


def fitted(view: MapPictureState, width: int, height: int) -> MapPictureState:
    """The same, looked at so that its route, or the car and the marked place, are seen on a picture of a size, in pixels.

    While the car goes on, it is another view only every `STRIDE` pixels.
    """
    exact = _framed(view, width, height)
    place = settled(view.trip, STRIDE * _scale(exact.zoom))
    return _framed(view._replace(latitude=place.latitude, longitude=place.longitude, bearing=place.bearing), width, height)


def _framed(view: MapPictureState, width: int, height: int) -> MapPictureState:
    route = guidance(view)
    car = position(view.latitude, view.longitude, view.bearing).at
    if route:
        points = route_line(route)
    else:
        points = np.array([car, *(place.point for place in places_of(view.trip.to(view.mark) if view.mark else view.trip))])
    low, high = points.min(axis=0), points.max(axis=0)
    scale = max((high[0] - low[0]) / width, (high[1] - low[1]) / height, 0.1)
    zoom = max(FARTHEST, min(7, math.floor(5 - math.log(scale / CLOSE) / math.log(1.5))))
    return view._replace(at=(float(low[0] + high[0]) / 2, float(low[1] + high[1]) / 2), zoom=zoom, look="North up")


def _scale(zoom: int) -> float:
    """Metres a pixel."""
    return CLOSE * 1.5 ** (5 - zoom)


def lens_for(view: MapPictureState, width: int, height: int, focus: tuple[float, float]) -> MapProjection:
    """The projection of a view; the car is shown at `focus` (fractions of width and height)."""
    car = position(view.latitude, view.longitude, view.bearing)
    scale = _scale(view.zoom)
    turns = view.look in ("3D view", "Heading up")
    at = (width * focus[0], height * (min(0.72, focus[1] + 0.24) if turns else focus[1]))
    depth = 760 * scale if view.look == "3D view" else 0.0
    looked_at = view.at or car.at
    return MapProjection(looked_at, scale * (0.72 if depth else 1), car.heading if turns else 0.0, width, height, at, depth)


def moved_view(view: MapPictureState, width: int, height: int, focus: tuple[float, float], across: int, down: int) -> PlanePoint:
    """The point of the town that is looked at when a map is moved by some pixels, to the right and down."""
    lens = lens_for(view, width, height, focus)
    return lens.back(across * lens.scale, -down * lens.scale)


@cached_pixels(megabytes=8)
def picture(
    view: MapPictureState, width: int, height: int, focus: tuple[float, float], theme: Theme, language: str = ENGLISH
) -> Image:
    """The map as pixels.

    Args:
        view: what it shows.
        width: in pixels.
        height: in pixels.
        focus: where the car is, as shares of width and height.
        theme: colours.
        language: that names are written in.
    """
    palette, lens, going = palette_for(theme), lens_for(view, width, height, focus), guidance(view)
    tilted = bool(lens.depth)
    if lens.north_up:
        lens = on_grid(lens)
        image = ground(lens, palette, view.traffic)
    else:
        image = draw(lens, palette, seen(lens), view.traffic)
    if going:
        draw_route(image, lens, palette, route_line(going))
    if tilted:
        draw_haze(image, lens, palette)
    names = LabelPlacement(width, height, palette.halo, language)
    names.keep(Box(0, 0, width, round(lens.top()) - 20))  # nothing is named that the haze hides
    car = position(view.latitude, view.longitude, view.bearing)
    here = lens.pixels(np.array(car.at))
    across, down = round(float(here[0])), round(float(here[1]))
    if 0 <= across < width and 0 <= down < height:
        names.keep(Box(across - 44, down - 44, across + 44, down + 44))
    if going:
        names.avoid(lens.pixels(route_line(going)))
    marked = view.trip.to(*view.trip.targets, *([view.mark] if view.mark and view.mark not in view.trip.targets else []))
    for name, place in zip(marked.targets, places_of(marked), strict=True):
        _mark(image, names, name, lens.pixels(np.array(place.point)), palette)
    if lens.north_up:
        put_names(names, lens, palette)
    else:
        write_names(names, lens, seen(lens), palette)
    names.paint(image)
    if -48 <= across < width + 48 and -48 <= down < height + 48:
        _lay(image, _car(round(car.heading - lens.turn), tilted, theme), across, down)
    image.flags.writeable = False
    return image


def _mark(image: Image, names: LabelPlacement, name: str, at: PixelCoordinates, palette: MapPalette) -> None:
    """The mark of a place, with its name."""
    x, y = float(at[0]), float(at[1])
    if 0 < x < image.shape[1] and 0 < y < image.shape[0]:
        names.keep(Box(int(x) - 30, int(y) - 70, int(x) + 30, int(y) + 10))
        names.write(translate(name, names.language), (x, y + 26), 24, palette.letters)
        _lay(image, _pin(), int(x), int(y) - 30)


def _lay(image: Image, over: AlphaPixels, x: int, y: int) -> None:
    """Blend pixels over a picture, centred on a point."""
    height, width, _ = over.kept.shape
    FloatingPicture(x - width // 2, y - height // 2, over).paint(image, 0, 0, Box(0, 0, image.shape[1], image.shape[0]))


@lru_cache(maxsize=32)
def _car(angle: int, tilted: bool, theme: Theme) -> AlphaPixels:
    """The car: an arrow on a disc."""
    cv2 = opencv()
    disc = _disc(tilted, theme)
    turn, fine = math.radians(angle), 4
    outline = np.array([(0, -21), (16, 17), (0, 9), (-16, 17)]) @ np.array(
        [(math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))]
    )
    board = np.zeros((CAR * fine, CAR * fine), np.uint8)
    cv2.fillPoly(board, [np.rint((outline + CAR / 2) * (fine << 4)).astype(np.int32)], 255, cv2.LINE_AA, 4)
    arrow = cv2.resize(board, (disc.shape[1], disc.shape[0]), interpolation=cv2.INTER_AREA)[:, :, None] / 255
    coloured = np.rint(disc[:, :, :3] * (1 - arrow) + np.array((18, 100, 224)) * arrow)
    return blend(coloured.astype(np.uint8), disc[:, :, 3])


@lru_cache(maxsize=4)
def _disc(tilted: bool, theme: Theme) -> Image:
    """What the arrow of the car lies on: a disc with a shadow."""
    fine = 4
    board = Pillow.new("RGBA", (CAR * fine, CAR * fine), (0, 0, 0, 0))
    pen, middle = ImageDraw.Draw(board), CAR * fine / 2
    pen.ellipse([middle - 46 * fine, middle - 46 * fine, middle + 46 * fine, middle + 46 * fine], fill=(*theme["accent"], 44))
    shadow = Pillow.new("RGBA", board.size, (0, 0, 0, 0))
    ring = [middle - 30 * fine, middle - 27 * fine, middle + 30 * fine, middle + 33 * fine]
    ImageDraw.Draw(shadow).ellipse(ring, fill=(0, 12, 30, 110))
    board.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(4 * fine)))
    pen.ellipse([middle - 29 * fine, middle - 29 * fine, middle + 29 * fine, middle + 29 * fine], fill=(255, 255, 255, 255))
    return np.asarray(board.resize((CAR, round(CAR * 0.8) if tilted else CAR), Pillow.Resampling.LANCZOS))


@cache
def _pin() -> AlphaPixels:
    """The mark of the destination; its point is 30 pixels below the middle."""
    wide, tall, fine = 56, 60, 4
    board = Pillow.new("RGBA", (wide * fine, tall * fine), (0, 0, 0, 0))
    pen = ImageDraw.Draw(board)
    red = (222, 54, 48, 255)
    x = wide * fine / 2
    pen.polygon([(x - 19 * fine, 32 * fine), (x + 19 * fine, 32 * fine), (x, 59 * fine)], fill=red)
    pen.ellipse([x - 23 * fine, 2 * fine, x + 23 * fine, 46 * fine], fill=red)
    pen.ellipse([x - 10 * fine, 14 * fine, x + 10 * fine, 34 * fine], fill=(255, 255, 255, 255))
    pin = np.asarray(board.reduce(fine))
    return blend(pin[:, :, :3], pin[:, :, 3])
