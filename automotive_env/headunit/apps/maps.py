"""Maps: where the car is, where it could go, and the way there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from automotive_env.headunit.bind import Bind, bind
from automotive_env.headunit.parts.map_options import MapOptions
from automotive_env.headunit.parts.map_places import SUGGESTIONS
from automotive_env.headunit.parts.map_stops import RouteStops
from automotive_env.headunit.pictures.city_map import GPS, ROUTE, CityMap, live_view
from automotive_env.headunit.pictures.town.destinations import street_distance
from automotive_env.headunit.pictures.town.journey import arrival, far, lasts
from automotive_env.headunit.pictures.town.routing import Route
from automotive_env.headunit.pictures.town.view import MapView, guidance
from automotive_env.headunit.rendering.node import Column, Node, Row, Spacer
from automotive_env.headunit.rendering.theme import DECLARED_WIDTH, SECONDARY
from automotive_env.headunit.screen import App, Screen, View
from automotive_env.headunit.touch import Handler, Touch, go
from automotive_env.headunit.widgets.button import Button, Option, Toggle
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.widgets.overlay import Overlay
from automotive_env.headunit.widgets.text import Icon, Text
from automotive_env.headunit.widgets.text_field import TextField

NAV = "navigation"
ACTIVE = f"{NAV}.is_active"
VOICE = f"{NAV}.voice_notifications_enabled"
TRAFFIC = f"{NAV}.traffic_status_enabled"
UNIT = "environment.unit_system"
CLOCK = ("environment.timestamp", "environment.time_display_format")
PANEL = 488
"""Width of the panel at the left."""
TURNS = {
    "left": ("turn_left", "Turn left"),
    "right": ("turn_right", "Turn right"),
    "slight left": ("turn_slight_left", "Keep left"),
    "slight right": ("turn_slight_right", "Keep right"),
    "straight": ("straight", "Straight on"),
    "around": ("u_turn_left", "Turn around"),
}


def _go_to(name: str) -> Handler:
    return lambda touch: touch.call(f"{NAV}.navigation_route_plan", address=name)


def _search(touch: Touch, text: str) -> str | None:
    if not text.strip():
        return "type where to go first"
    return touch.call(f"{NAV}.navigation_route_plan", address=text.strip())


def _end(touch: Touch) -> str | None:
    return touch.call(f"{NAV}.navigation_exit")


def _turns(path: str, api: str) -> Handler:
    return lambda touch: touch.call(f"{NAV}.{api}", switch=not touch.get(path))


def _zoom(mode: str) -> Handler:
    return lambda touch: touch.call(f"{NAV}.navigation_mapZoom", mode=mode)


def _guided(say: Callable[..., str], *paths: str) -> Bind[str]:
    """A fact about the remaining route: `say` gets the route and the values of the paths."""

    def to(latitude: float, longitude: float, bearing: float, active: bool, route: Any, city: str, *rest: Any) -> str:
        name = route.destination if active and route else ""
        found = guidance(MapView(round(latitude, 5), round(longitude, 5), float(round(bearing)), name, city))
        return say(found, *rest) if found else ""

    return bind(*GPS, *ROUTE, *paths, to=to)


def _away(name: str) -> Bind[str]:
    """How far a suggestion is."""
    return bind(*GPS[:2], "road.city", UNIT, to=lambda lat, lon, city, unit: far(street_distance(name, lat, lon, city), unit))


def _next_turn(found: Route, unit: str) -> str:
    says, distance = TURNS[found.turn][1], far(found.turn_in, unit)
    if found.turn == "around":
        return says
    return f"{says}, {distance}" if found.turn == "straight" else f"{says} in {distance}"


class MapsScreen(Screen):
    """The map, and everything that lies over it."""

    name = "maps"
    title = "Maps"

    def build(self, car: View) -> Node:
        active = bool(car.get(ACTIVE))
        town = CityMap(live_view(), id="map_view", description="Map", focus=(0.665, 0.46), radius=0)
        small = car.width < DECLARED_WIDTH
        turn, route = (self.turn(), self.route()) if active else (None, None)
        panel = Column(turn if small else None, route, self.places(92 if small and active else 320), width=PANEL, gap=12)
        beside = Column(turn, Spacer(), width=500) if turn and not small else None
        left = Row(panel, beside, gap=16, height=568)
        right = Column(Row(Spacer(), self.zoom()), self.look(), gap=12)
        return Overlay(town, top_left=left, bottom_right=right, margin=16)

    def places(self, lowest: int) -> Node:
        """Where one could go, in a list that is at least so high."""
        items = [
            ListItem(name, _away(name), id="destination_item", icon=icon, on_tap=_go_to(name), height=92)
            for name, icon in SUGGESTIONS
        ]
        field = TextField(id="search_edit_text", hint="Where to?", on_submit=_search)
        suggestions = ListView(*items, id="destination_list")
        suggestions.lowest = lowest
        return Card(field, suggestions, padding=16, gap=12, grow=1.0, floats=True)

    def route(self) -> Node:
        """Where the car goes, and when it is there."""
        name = bind(f"{NAV}.current_route", to=lambda route: (route.destination if route else "") or "No destination")
        end = Button(
            _end, id="route_end_button", text="End", description="End route", look="danger", size=28, width=104, height=80
        )
        facts = (
            (_guided(lambda route, *now: arrival(now[0], route.seconds, now[1]), *CLOCK), "Arrival", "route_arrival"),
            (_guided(lambda route: lasts(route.seconds)), "Time", "route_duration"),
            (_guided(lambda route, unit: far(route.metres, unit), UNIT), "Distance", "route_distance"),
        )
        return Card(
            Row(
                Icon("flag", size=44, ink="accent"),
                Text(name, id="destination_text", weight="medium", lines=2, height=80),
                end,
                gap=14,
            ),
            Row(*(self.fact(*fact) for fact in facts), gap=8, height=74),
            padding=16, gap=10, floats=True,
        )  # fmt: skip

    def fact(self, value: Bind[str], what: str, id: str) -> Node:
        """A value with its label."""
        figure = Text(value, id=id, description=what, weight="medium", align="center", grow=0.0)
        figure.letters = 3
        return Column(
            figure,
            Text(what, size=SECONDARY, ink="quiet", align="center"),
            gap=2,
            grow=1.0,
        )

    def turn(self) -> Node:
        """The next thing to do."""
        return Card(
            Row(
                Icon(_guided(lambda route: TURNS[route.turn][0]), size=64, ink="on_accent"),
                Column(
                    Text(_guided(_next_turn, UNIT), id="next_turn_text", weight="medium", ink="on_accent", grow=0.0),
                    Text(_guided(lambda route: route.turn_into), id="next_street_text", size=28, ink="on_accent", grow=0.0),
                    gap=2, grow=1.0, height=77,
                ),
                gap=20, height=80,
            ),
            padding=(24, 12), ink="accent", floats=True,
        )  # fmt: skip

    def zoom(self) -> Node:
        """Closer, and further away."""
        return Card(
            Button(_zoom("Zoom in"), id="zoom_in", icon="add", description="Zoom in", look="plain", width=80, height=80),
            Button(_zoom("Zoom out"), id="zoom_out", icon="remove", description="Zoom out", look="plain", width=80, height=80),
            Button(go("stops"), id="route_stops_button", icon="alt_route", description="Route and stops", look="plain", width=80,
                   height=80),
            padding=8, gap=4, width=96, floats=True,
        )  # fmt: skip

    def look(self) -> Node:
        """How the map looks, and what it says."""
        traffic = self.switch(TRAFFIC, "traffic_toggle", "traffic", "Traffic", "navigation_trafficStatus_switch")
        voice = self.switch(VOICE, "voice_toggle", "volume_up", "Voice guidance", "navigation_voice_notify_switch")
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
                f"Voice: {text.lower()}",
                124,
            )
            for text in ("Concise", "Detailed", "Mute")
        ]
        more = Button(go("options"), id="map_options_button", icon="tune", description="Map settings", width=84, height=80)
        return Card(Row(traffic, *views, Spacer(4), voice, *spoken, more, gap=8, height=80), padding=8, floats=True)

    def switch(self, path: str, id: str, icon: str, what: str, api: str) -> Toggle:
        """Something that is on or off."""
        described = bind(path, to=lambda on: f"{what} is {'on' if on else 'off'}")
        toggle = Toggle(path, id=id, icon=icon, description=described, on_tap=_turns(path, api), width=84, height=80)
        toggle.role = "android.widget.Switch"
        return toggle

    def option(self, name: str, value: str, id: str, text: str, api: str, description: str, width: int) -> Option:
        """One of a few choices, made by an API."""
        option = Option(f"{NAV}.{name}", value, id=id, text=text, description=description, grow=0.0)
        option.width = width
        option.on_tap = lambda touch: touch.call(f"{NAV}.{api}", type=value)
        return option


APP = App(
    name="maps",
    title="Maps",
    icon="near_me",
    package="com.android.car.maps",
    screens=(MapsScreen, MapOptions, RouteStops),
    aliases=("map", "navigation", "google maps", "navi", "directions"),
    order=10,
)

__all__ = ["APP", "SUGGESTIONS", "MapsScreen"]
