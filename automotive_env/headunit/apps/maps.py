"""Maps: where the car is, where it could go, and the way there."""

from __future__ import annotations

from automotive_env.headunit.bind import Bind, bind
from automotive_env.headunit.button import Button, Option, Toggle
from automotive_env.headunit.card import Card
from automotive_env.headunit.list_view import ListItem, ListView
from automotive_env.headunit.map_picture import MapView, paint_map
from automotive_env.headunit.node import Column, Node, Row, Spacer
from automotive_env.headunit.overlay import Overlay
from automotive_env.headunit.picture import Picture
from automotive_env.headunit.screen import App, Screen, View
from automotive_env.headunit.text import Icon, Text
from automotive_env.headunit.text_field import TextField
from automotive_env.headunit.touch import Touch
from automotive_env.headunit.widget import Handler

NAV = "navigation"
ACTIVE = f"{NAV}.is_active"
ROUTE = f"{NAV}.current_route"
VOICE = f"{NAV}.voice_notifications_enabled"
TRAFFIC = f"{NAV}.traffic_status_enabled"
GPS = "road.gps"

SUGGESTIONS = (
    ("Home", "home"),
    ("Work", "work"),
    ("Airport", "flight"),
    ("Central Station", "signal_cellular_alt"),
    ("City Hospital", "local_hospital"),
    ("Fuel Station", "local_gas_station"),
    ("Charging Station", "ev_station"),
    ("Riverside Park", "park"),
    ("Museum of Technology", "palette"),
    ("Grand Hotel", "hotel"),
)


def _go_to(name: str) -> Handler:
    return lambda touch: touch.call(f"{NAV}.navigation_route_plan", address=name)


def _search(touch: Touch, text: str) -> str | None:
    if not text.strip():
        return "type where to go first"
    return touch.call(f"{NAV}.navigation_route_plan", address=text.strip())


def _end(touch: Touch) -> str | None:
    return touch.call(f"{NAV}.navigation_exit")


def _voice(touch: Touch) -> str | None:
    return touch.call(f"{NAV}.navigation_voice_notify_switch", switch=not touch.get(VOICE))


def _traffic(touch: Touch) -> str | None:
    return touch.call(f"{NAV}.navigation_trafficStatus_switch", switch=not touch.get(TRAFFIC))


def _zoom(mode: str) -> Handler:
    return lambda touch: touch.call(f"{NAV}.navigation_mapZoom", mode=mode)


def _destination() -> Bind[str]:
    return bind(ROUTE, to=lambda route: (route.destination if route else "") or "No destination")


class MapsScreen(Screen):
    """The map with everything over it."""

    name = "maps"
    title = "Maps"

    def build(self, car: View) -> Node:
        active = bool(car.get(ACTIVE))
        paths = (f"{GPS}.latitude", f"{GPS}.longitude", f"{GPS}.bearing", ACTIVE, TRAFFIC)
        view = bind(
            *paths,
            to=lambda lat, lon, bearing, on, traffic: MapView(
                round(lat, 4), round(lon, 4), round(bearing / 15) * 15.0, on, traffic=traffic
            ),
        )
        picture = Picture(paint_map, view, id="map_view", description="Map", radius=0)
        panel = Column(self.route() if active else None, self.places(), width=440, height=568, gap=12)
        return Overlay(picture, top_left=panel, bottom_right=Column(Row(Spacer(), self.zoom()), self.look(), gap=12), margin=16)

    def places(self) -> Node:
        """Where one could go."""
        items = [ListItem(name, id="destination_item", icon=icon, on_tap=_go_to(name), height=84) for name, icon in SUGGESTIONS]
        field = TextField(id="search_edit_text", hint="Where to?", on_submit=_search)
        return Card(field, ListView(*items, id="destination_list"), padding=16, gap=12, grow=1.0, floats=True)

    def route(self) -> Node:
        """Where the car goes."""
        return Card(
            Row(
                Icon("flag", size=44, ink="accent"),
                Text(_destination(), id="destination_text", weight="medium"),
                height=44,
            ),
            Button(_end, id="route_end_button", icon="close", text="End route", look="danger", wide=True, size=28, height=80),
            padding=20, floats=True,
        )  # fmt: skip

    def zoom(self) -> Node:
        """Closer and further away."""
        return Card(
            Button(_zoom("Zoom in"), id="zoom_in", icon="add", description="Zoom in", look="plain", width=80, height=80),
            Button(_zoom("Zoom out"), id="zoom_out", icon="remove", description="Zoom out", look="plain", width=80, height=80),
            padding=8, gap=4, width=96, floats=True,
        )  # fmt: skip

    def look(self) -> Node:
        """How the map looks, and what it says."""
        traffic = Toggle(
            TRAFFIC,
            id="traffic_toggle",
            icon="traffic",
            on_tap=_traffic,
            width=84,
            height=80,
            description=bind(TRAFFIC, to=lambda on: f"Traffic is {'shown' if on else 'not shown'}"),
        )
        voice = Toggle(
            VOICE,
            id="voice_toggle",
            icon="volume_up",
            on_tap=_voice,
            width=84,
            height=80,
            description=bind(VOICE, to=lambda on: f"Voice guidance is {'on' if on else 'off'}"),
        )
        for switch in (traffic, voice):
            switch.role = "android.widget.Switch"
        views = [
            self.option("map_view", f"{text} view", id, text, "navigation_view_switch", f"{text} map")
            for text, id in (("2D", "map_view_2d"), ("3D", "map_view_3d"))
        ]
        spoken = [
            self.option("broadcast_mode", text, id, text, "navigation_broadCastMode_switch", f"{text} voice guidance")
            for text, id in (("Concise", "voice_concise"), ("Detailed", "voice_detailed"), ("Mute", "voice_mute"))
        ]
        for option in views:
            option.width = 84
        for option in spoken:
            option.width = 132
        return Card(Row(traffic, *views, Spacer(12), voice, *spoken, gap=8, height=80), padding=8, floats=True)

    def option(self, name: str, value: str, id: str, text: str, api: str, description: str) -> Option:
        """One of a few choices, made by an API."""
        option = Option(f"{NAV}.{name}", value, id=id, text=text, description=description, grow=0.0)
        option.on_tap = lambda touch: touch.call(f"{NAV}.{api}", type=value)
        return option


APP = App(
    name="maps",
    title="Maps",
    icon="near_me",
    package="com.android.car.maps",
    screens=(MapsScreen,),
    aliases=("map", "navigation", "google maps", "navi", "directions"),
    order=10,
)

__all__ = ["APP", "SUGGESTIONS", "MapsScreen"]
