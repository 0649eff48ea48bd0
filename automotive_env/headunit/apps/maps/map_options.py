"""The page of the maps on how the map looks and what is said."""

from __future__ import annotations

from automotive_env.car.devices.navigation import ZOOM_HIGH
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Grid, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import call, switched
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.button import Button, OptionButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import SwitchRow
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.text import Text

NAV = "navigation"
VIEWS = (
    ("2D view", "2D", "map_view_2d", "map"),
    ("3D view", "3D", "map_view_3d", "apartment"),
    ("Heading up", "Heading up", "map_heading_up", "navigation"),
    ("North up", "North up", "map_north_up", "explore"),
)
UNITS = (("kilometer", "Kilometers", "Kilometres", "map_kilometers"), ("mile", "Miles", "Miles", "map_miles"))
SPOKEN = (
    ("Concise", "Concise", "voice_concise"),
    ("Detailed", "Detailed", "voice_detailed"),
    ("Mute", "Mute", "voice_mute"),
)


def _heading(text: str) -> Text:
    return Text(text, size=SECONDARY, ink="quiet")


def _option(name: str, value: str, text: str, id: str, api: str, icon: str = "") -> OptionButton:
    return OptionButton(f"{NAV}.{name}", value, text=text, id=id, icon=icon, on_tap=call(f"{NAV}.{api}", type=value))


def _switch(name: str, title: str, id: str, icon: str, api: str) -> SwitchRow:
    path = f"{NAV}.{name}"
    return SwitchRow(path, title, id=id, icon=icon, on_tap=switched(path, f"{NAV}.{api}"), grow=1.0)


class MapOptionsScreen(Screen):
    """How the map looks at the left, what is said at the right."""

    name = "options"
    title = "Map settings"

    def build(self, car: BuildContext) -> LayoutNode:
        return page("Map settings", Row(self.looks(), self.words(), gap=24, grow=1.0), nested=True)

    def looks(self) -> LayoutNode:
        """View, unit, zoom."""
        views = Grid(
            *(_option("map_view", *view[:3], "navigation_view_switch", view[3]) for view in VIEWS),
            columns=2,
            gap=8,
            row_height=TARGET,
        )
        api = f"{NAV}.navigation_meter_unit"
        units = [
            OptionButton("environment.unit_system", value, text=text, id=id, on_tap=call(api, mode=mode), height=TARGET)
            for value, mode, text, id in UNITS
        ]
        level = bind(f"{NAV}.map_zoom_level", to=lambda level: f"Level {level} of {ZOOM_HIGH}")
        zoom = Row(
            Button(call(f"{NAV}.navigation_mapZoom", mode="Zoom out"), id="zoom_out", icon="remove", description="Zoom out",
                   width=120, height=TARGET),
            Text(level, id="zoom_level", align="center", weight="medium", grow=1.0),
            Button(call(f"{NAV}.navigation_mapZoom", mode="Zoom in"), id="zoom_in", icon="add", description="Zoom in", width=120,
                   height=TARGET),
            height=TARGET,
        )  # fmt: skip
        return Card(_heading("View"), views, _heading("Distances"), Row(*units, gap=8), zoom, gap=10, grow=1.0)

    def words(self) -> LayoutNode:
        """Traffic, cameras, voice, loudness."""
        spoken = [_option("broadcast_mode", *mode, "navigation_broadCastMode_switch") for mode in SPOKEN]
        volume = ApiSlider(
            "environment.volume", "Volume", f"{NAV}.navigation_soundVolume_set", id="volume_seek_bar", icon="volume_up"
        )
        return Card(
            _switch("traffic_status_enabled", "Traffic on the map", "traffic_toggle", "traffic",
                    "navigation_trafficStatus_switch"),
            _switch("speed_camera_enabled", "Speed cameras", "speed_camera_toggle", "speed_camera", "navigation_eDog_switch"),
            _heading("Voice guidance"),
            Row(*spoken, gap=8, height=TARGET),
            volume,
            gap=10, grow=1.0,
        )  # fmt: skip


__all__ = ["MapOptionsScreen"]
