"""Maps: where the car is, where it could go, and the way there."""

from __future__ import annotations

from automotive_env.car.systems.language import LANGUAGES
from automotive_env.car.systems.maps_app_state import SavedPlace
from automotive_env.headunit.apps.maps.end_route import EndRouteDialog
from automotive_env.headunit.apps.maps.map_guidance import route_card, turn_card
from automotive_env.headunit.apps.maps.map_options import MapOptionsScreen
from automotive_env.headunit.apps.maps.map_place import PlaceDetailsScreen
from automotive_env.headunit.apps.maps.map_preview import RoutePreviewScreen
from automotive_env.headunit.apps.maps.map_results import PlaceSearchScreen, find, submit
from automotive_env.headunit.apps.maps.map_stops import RouteStopsScreen
from automotive_env.headunit.apps.maps.place_suggestions import keep, line, offered
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import DECLARED_WIDTH
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, call, go
from automotive_env.headunit.kit.widgets.button import SWITCH, Button, OptionButton, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.corner_overlay import CornerOverlay
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.text import Icon
from automotive_env.headunit.kit.widgets.text_field import TextField
from automotive_env.headunit.pictures.city_map import MovableMapWidget, live_view
from automotive_env.headunit.shared.road_sign import pace, road_sign

NAV = "navigation"
TRAFFIC = f"{NAV}.traffic_status_enabled"
PANEL, NARROW_PANEL = 432, 464
"""Width of the panel at the left of the map; the second where it holds the next turn, too, for a narrow display."""
FIELD = "search_edit_text"
LINE, BETWEEN, AROUND = 92, 8, 8
"""Height of a place in the list, space between two, and space around all."""


def lines_of(count: int) -> int:
    """The height of a card that shows so many places."""
    return count * (LINE + BETWEEN) - BETWEEN + 2 * AROUND


def _turns(path: str, api: str) -> TouchHandler:
    return lambda touch: touch.call(f"{NAV}.{api}", switch=not touch.get(path))


def _zoom(mode: str) -> TouchHandler:
    return lambda touch: touch.call(f"{NAV}.navigation_mapZoom", mode=mode)


def _recentre(touch: TouchEvent) -> None:
    touch.remember(MovableMapWidget.looks_at, None)


def _focus(car: BuildContext) -> tuple[float, float]:
    """Where the car is on the map, beside the panel: shares of width and height."""
    across = 0.665
    return (1 - across if LANGUAGES[car.text("environment.language")].direction == "rtl" else across), 0.46


class MapsScreen(Screen):
    """The map, and everything that lies over it; the field that is typed into stands above all, where no keyboard covers it."""

    name = "maps"
    title = "Maps"

    def build(self, car: BuildContext) -> LayoutNode:
        active = bool(car.get(f"{NAV}.is_active"))
        small = car.width < DECLARED_WIDTH
        tight = small and car.width > car.height
        town = MovableMapWidget(live_view(), id="map_view", description="Map", focus=_focus(car), radius=0)
        turn, route = (turn_card(compact=tight), route_card()) if active else (None, None)
        places = self.places(car, 92 if small and active else 250)
        if small:
            panel = Column(self.search(), turn, route, places, width=NARROW_PANEL, gap=12)
        else:  # whole lines, and the map below them
            places.grow, places.height = 0.0, lines_of(2 if active else 4)
            panel = Column(self.search(), route, places, Spacer(), width=PANEL, gap=12)
        beside = Column(turn, Spacer(), width=500) if turn and not small else None
        left = Row(panel, beside, gap=16, height=568)
        fast = None if tight else pace()  # else it would lie over the car
        facts = Column(Spacer(), fast, road_sign(), width=300) if small else Column(Spacer(), Row(fast, road_sign(), gap=12))
        right = Column(Row(facts, Spacer(), self.zoom(car)), self.look(in_two=tight), gap=12)
        return CornerOverlay(town, top_left=left, bottom_right=right, margin=16)

    def search(self) -> LayoutNode:
        """Where to go, in words or by category."""
        field = TextField(id=FIELD, hint="Where to?", on_submit=submit("go", FIELD), grow=1.0)
        nearby = Button(find("go"), id="nearby_button", icon="apps", description="Categories nearby", width=84, height=80)
        return Card(Row(field, nearby, gap=8, height=80), padding=8, floats=True)

    def places(self, car: BuildContext, lowest: int) -> Card:
        """Where one could go, in a list that is at least so high; one that is held joins the favourites, or leaves them."""
        kept = {place.name for place in car.records("maps.favorites", SavedPlace)}
        items = [
            line(car, name, go("place", name), id="destination_item", height=LINE, on_long_press=keep(name, name not in kept))
            for name in offered(car)
        ]
        suggestions = ListView(*items, id="destination_list")
        suggestions.lowest = lowest
        return Card(suggestions, padding=AROUND, grow=1.0, floats=True)

    def zoom(self, car: BuildContext) -> LayoutNode:
        """Closer, and further away."""
        recentre = None
        if car.local(MovableMapWidget.looks_at):
            recentre = Button(_recentre, id="recentre_button", icon="my_location", description="Back to the car", look="filled",
                              width=80, height=80)  # fmt: skip
        return Card(
            recentre,
            Button(_zoom("Zoom in"), id="zoom_in", icon="add", description="Zoom in", look="plain", width=80, height=80),
            Button(_zoom("Zoom out"), id="zoom_out", icon="remove", description="Zoom out", look="plain", width=80, height=80),
            Button(go("stops"), id="route_stops_button", icon="alt_route", description="Route and stops", look="plain", width=80,
                   height=80),
            padding=8, gap=4, width=96, floats=True,
        )  # fmt: skip

    def look(self, *, in_two: bool) -> LayoutNode:
        """How the map looks, and what it says; in two rows where one is too long."""
        traffic = self.switch(TRAFFIC, "traffic_toggle", "traffic", "Traffic", "navigation_trafficStatus_switch")
        views = [
            self.option("map_view", f"{text} view", f"map_view_{text.lower()}", text, "navigation_view_switch", f"{text} map", 84)
            for text in ("2D", "3D")
        ]
        spoken = [
            self.option(
                "broadcast_mode",
                text,
                f"voice_{text.lower()}",
                text,
                "navigation_broadCastMode_switch",
                f"Voice guidance {text.lower()}",
                124,
            )
            for text in ("Concise", "Detailed", "Mute")
        ]
        more = Button(go("options"), id="map_options_button", icon="tune", description="Map settings", width=84, height=80)
        voice = Icon("record_voice_over", size=36, ink="quiet")
        rows: tuple[Row, ...] = (Row(traffic, *views, Spacer(4), voice, *spoken, more, gap=8, height=80),)
        if in_two:
            rows = Row(traffic, *views, Spacer(), more, gap=8, height=80), Row(voice, Spacer(), *spoken, gap=8, height=80)
        return Card(*rows, padding=8, gap=8, floats=True)

    def switch(self, path: str, id: str, icon: str, what: str, api: str) -> ToggleButton:
        """Something that is on or off."""
        described = bind(path, to=lambda on: f"{what} is {'on' if on else 'off'}")
        act = _turns(path, api)
        return ToggleButton(path, id=id, icon=icon, description=described, on_tap=act, role=SWITCH, width=84, height=80)

    def option(self, name: str, value: str, id: str, text: str, api: str, description: str, width: int) -> OptionButton:
        """One of a few choices, made by an API."""
        act = call(f"{NAV}.{api}", type=value)
        return OptionButton(f"{NAV}.{name}", value, id=id, text=text, description=description, on_tap=act, width=width, grow=0.0)


APP = App(
    name="maps",
    title="Maps",
    icon="near_me",
    package="com.android.car.maps",
    screens=(
        MapsScreen,
        MapOptionsScreen,
        RouteStopsScreen,
        PlaceSearchScreen,
        PlaceDetailsScreen,
        RoutePreviewScreen,
        EndRouteDialog,
    ),
    aliases=("map", "navigation", "google maps", "navi", "directions"),
    order=10,
)

__all__ = ["APP", "MapsScreen"]
