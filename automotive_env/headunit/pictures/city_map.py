"""The map of the town around the car, as a widget."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PIL import ImageDraw

from automotive_env.car.core.values import StateValue
from automotive_env.car.driving.trip import TRIP, trip_of
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.bind import Bind, LiveValue, bind
from automotive_env.headunit.kit.rendering.brush import WidgetBrush, round_corners
from automotive_env.headunit.kit.rendering.drawing import OpaquePixels
from automotive_env.headunit.kit.rendering.theme import Theme
from automotive_env.headunit.kit.touch import TouchHandler
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.pictures.town.view import MapPictureState, moved_view, picture
from automotive_env.place.town.guidance import TripState

if TYPE_CHECKING:
    from automotive_env.headunit.kit.entry import ScreenEntry
    from automotive_env.headunit.kit.touch import TouchEvent

LOOK = ("navigation.map_zoom_level", "navigation.map_view", "navigation.traffic_status_enabled")


def view_of(going: TripState, zoom: int, look: str, traffic: bool) -> MapPictureState:
    """The map of a trip."""
    *stops, destination = going.targets or ("",)
    return MapPictureState(
        going.latitude, going.longitude, going.bearing, destination, going.city, zoom, look, traffic, tuple(stops), going.wishes,
        life=going.life,
    )  # fmt: skip


def live_view() -> Bind[MapPictureState]:
    """What the navigation shows."""
    return bind(*TRIP, *LOOK, to=lambda *values: view_of(trip_of(*values[: len(TRIP)]), *values[len(TRIP) :]))


class CityMapWidget(PictureWidget):
    """A map with the car, its route and its destination."""

    def __init__(
        self,
        view: Bind[MapPictureState],
        *,
        id: str,
        description: LiveValue[str],
        focus: tuple[float, float] = (0.5, 0.5),
        radius: int = 28,
        on_tap: TouchHandler | None = None,
        grow: float = 0.0,
    ) -> None:
        """Show a view, with the car at `focus` (shares of width and height)."""
        super().__init__(_nothing, view, id=id, description=description, radius=radius, on_tap=on_tap, grow=grow)
        self.focus = focus

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        assert isinstance(state.shown, MapPictureState)
        width, height = brush.box.width, brush.box.height
        pixels = picture(state.shown, width, height, self.focus, brush.theme, brush.language)
        brush.ops.append(OpaquePixels(0, 0, pixels))  # the picture itself, which is large; its corners lie over it
        if self.radius:
            brush.ops += [OpaquePixels(*corner) for corner in round_corners(pixels, self.radius, brush.theme[brush.on])]
        brush.opaque = True


class MovableMapWidget(CityMapWidget):
    """A map that a finger moves; where it looks at is the screen's own state `looks_at`, nothing for the car."""

    follows_entry = True
    blocks = True
    looks_at = "looks_at"

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        state = super().state(values, entry)
        assert isinstance(state.shown, MapPictureState)
        return state._replace(shown=state.shown._replace(at=entry.locals.get(self.looks_at)))

    def pan(self, touch: TouchEvent, state: WidgetState, box: Box, across: int, down: int) -> str:
        assert isinstance(state.shown, MapPictureState)
        touch.remember(self.looks_at, moved_view(state.shown, box.width, box.height, self.focus, across, down))
        return ""


def _nothing(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """The state of a map widget has no further content."""


__all__ = ["CityMapWidget", "MapPictureState", "MovableMapWidget", "live_view", "view_of"]
