"""The map of the town around the car, as a widget."""

from __future__ import annotations

from typing import Any

from PIL import ImageDraw

from automotive_env.headunit.bind import Bind, Live, bind
from automotive_env.headunit.pictures.town.view import MapView, picture
from automotive_env.headunit.rendering.brush import Brush, with_corners
from automotive_env.headunit.rendering.drawing import Sprite
from automotive_env.headunit.rendering.theme import Theme
from automotive_env.headunit.touch import Handler
from automotive_env.headunit.widgets.picture import Picture
from automotive_env.headunit.widgets.widget import State

GPS = ("road.gps.latitude", "road.gps.longitude", "road.gps.bearing")
ROUTE = ("navigation.is_active", "navigation.current_route", "road.city")
LOOK = ("navigation.map_zoom_level", "navigation.map_view", "navigation.traffic_status_enabled")


def _view(
    latitude: float, longitude: float, bearing: float, active: bool, route: Any, city: str, zoom: int, look: str, traffic: bool
) -> MapView:
    destination = route.destination if active and route else ""
    return MapView(round(latitude, 5), round(longitude, 5), float(round(bearing)), destination, city, zoom, look, traffic)


def live_view() -> Bind[MapView]:
    """What the navigation shows."""
    return bind(*GPS, *ROUTE, *LOOK, to=_view)


class CityMap(Picture):
    """A map with the car, its route and its destination."""

    def __init__(
        self,
        view: Bind[MapView],
        *,
        id: str,
        description: Live[str],
        focus: tuple[float, float] = (0.5, 0.5),
        radius: int = 28,
        on_tap: Handler | None = None,
        grow: float = 0.0,
    ) -> None:
        """Show a view, with the car at `focus` (shares of width and height)."""
        super().__init__(_nothing, view, id=id, description=description, radius=radius, on_tap=on_tap, grow=grow)
        self.focus = focus

    def paint(self, state: State, brush: Brush) -> None:
        assert isinstance(state.shown, MapView)
        width, height = brush.box.width, brush.box.height
        pixels = picture(state.shown, width, height, self.focus, brush.theme)
        if self.radius:
            pixels = with_corners(pixels.copy(), self.radius, brush.theme[brush.on])
        brush.ops.append(Sprite(0, 0, pixels))
        brush.opaque = True


def _nothing(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """The state of a map widget has no further content."""


__all__ = ["CityMap", "MapView", "live_view"]
