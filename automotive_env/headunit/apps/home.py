"""Home: map, media, weather, phone and quick switches; and the grid of all apps."""

from __future__ import annotations

from typing import Any

from automotive_env.car.driving.temperature import UNIT, degrees, whole_degrees
from automotive_env.episode.observation import Box
from automotive_env.headunit.apps.maps.map_guidance import route_summary
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer, in_order
from automotive_env.headunit.kit.rendering.theme import DECLARED_HEIGHT, DECLARED_WIDTH, GAP, RADIUS, SECONDARY, Rgb
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, open_app, switched
from automotive_env.headunit.kit.widgets.button import Button, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.corner_overlay import CornerOverlay
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.kit.widgets.wording import speed, speed_unit, weather_icon, weather_words
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.panels.notifications import open_thread
from automotive_env.headunit.pictures.album_cover import paint_cover
from automotive_env.headunit.pictures.city_map import CityMapWidget, live_view
from automotive_env.headunit.registry import apps
from automotive_env.headunit.shared.road_sign import road_sign

PLAYLIST = ("music._current_playlist", "music._current_track_index")


def _of_track(field: str, otherwise: str) -> Bind[str]:
    def read(tracks: Any, index: int) -> str:
        return VerbatimText(getattr(tracks[index], field)) if 0 <= index < len(tracks) else otherwise

    return bind(*PLAYLIST, to=read)


def _toggle_play(touch: TouchEvent) -> None:
    touch.world.music.toggle_play()


def _skip(step: int) -> Any:
    return lambda touch: touch.world.music.skip(step)


HEADINGS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def heading(bearing: float) -> str:
    """Where the car points, in words."""
    return f"Heading {HEADINGS[round(bearing / 45) % 8]}"


TILES: tuple[Rgb, ...] = (
    (38, 122, 214),
    (200, 66, 104),
    (14, 138, 128),
    (124, 92, 214),
    (196, 98, 26),
    (60, 132, 70),
    (176, 78, 170),
    (84, 104, 128),
)
"""Colours behind the icons of apps."""


class AppTileButton(Button):
    """An app in the grid: its icon on a disc, its title below."""

    def __init__(self, app: App, position: int) -> None:
        super().__init__(open_app(app.name), id="app_item", icon=app.icon, text=app.title)
        self.colour = TILES[position % len(TILES)]

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        brush.panel("card", radius=RADIUS)
        width, height = brush.box.width, brush.box.height
        middle = (width // 2, height // 2 - 24)
        brush.disc(middle, 52, self.colour)
        brush.icon(state.icon, middle, size=60, ink=(255, 255, 255), on=self.colour)
        brush.text(state.text, Box(8, height - 60, width - 8, height - 20), size=28, weight="medium", align="center")


class NewsItem(ListItem):
    """A card that is touched as a whole: who, and two lines of what."""

    bleed = 12

    def __init__(self, title: Bind[str], line: Bind[str], icon: Bind[str], on_tap: TouchHandler, *, id: str) -> None:
        super().__init__(title, line, id=id, icon=icon, on_tap=on_tap, grow=1.0)

    def least(self) -> int:
        return 220

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        brush.panel("card", radius=RADIUS, shadow=True)
        width, height = brush.box.width, brush.box.height
        brush.icon(state.icon, (44, 44), size=40, ink="accent")
        brush.text(state.text, Box(76, 24, width - 20, 64), size=SECONDARY, weight="medium")
        brush.text(state.description, Box(24, 74, width - 20, height - 16), size=SECONDARY, ink="quiet", lines=2)


def _open_news(touch: TouchEvent) -> str | None:
    """Show what the card is about: the call, or the messages with who wrote last."""
    messages = touch.get("conversation.messages")
    if touch.get("conversation.call_state") != "idle" or not messages:
        return touch.open("phone")
    return open_thread(messages[-1].contact)(touch)


class HomeScreen(Screen):
    """A glance at everything."""

    name = "home"
    title = "Home"

    def build(self, car: BuildContext) -> LayoutNode:
        low = car.height < DECLARED_HEIGHT
        narrow = low and car.width < DECLARED_WIDTH
        news = Row(self.weather(), self.phone(), height=164 if low else 172)
        side = Column(self.music(112 if low else 132), news, self.quick(), width=528 if narrow else 600, gap=14 if low else GAP)
        return Row(self.map(bool(car.get("navigation.is_active")), 384 if narrow else 520), side, padding=(32, 16))

    def map(self, guided: bool, wide: int) -> LayoutNode:
        """The map, with heading or route, speed and kind of road; where the car is, an agent learns from the GPS alone."""
        picture = CityMapWidget(live_view(), id="maps_card", description="Map, open navigation", on_tap=open_app("maps"))
        way = Card(
            Row(
                Icon("explore", size=36, ink="accent"),
                Text(bind("road.gps.bearing", to=heading), id="heading_text", size=SECONDARY),
                gap=10,
            ),
            padding=(22, 14), width=300, height=64, radius=32, floats=True,
        )  # fmt: skip
        dial = Card(
            Text(
                bind("road.speed", "environment.unit_system", to=speed), id="speed_text", size=48, weight="medium",
                align="center", grow=0.0,
            ),
            Text(
                bind("environment.unit_system", to=speed_unit), id="speed_unit", size=SECONDARY, ink="quiet", align="center",
                grow=0.0,
            ),
            padding=(12, 12), gap=0, width=124, height=116, floats=True,
        )  # fmt: skip
        top = Column(route_summary(wide) if guided else way, Row(road_sign(), Spacer()), width=wide if guided else 300, gap=12)
        return CornerOverlay(picture, top_left=top, bottom_left=dial, grow=1.0)

    def music(self, size: int) -> LayoutNode:
        """What plays, with a cover of a size."""
        playing = bind("music._is_playing", to=lambda on: "pause" if on else "play_arrow")
        cover = PictureWidget(paint_cover, _of_track("album", ""), width=size, height=size, radius=20)
        words = Column(
            Spacer(),
            Text(_of_track("title", "Nothing is playing"), id="title", weight="medium", grow=0.0),
            Text(_of_track("artist", "Choose some music"), id="artist", size=SECONDARY, ink="quiet", grow=0.0),
            Spacer(),
            gap=2,
            grow=1.0,
            height=size,
        )
        buttons = Row(
            Button(
                _skip(-1), id="skip_prev", icon="skip_previous", description="Previous track", look="plain", grow=1.0, height=84
            ),
            Button(
                _toggle_play,
                id="play_pause_stop",
                icon=playing,
                description=bind("music._is_playing", to=lambda on: "Pause" if on else "Play"),
                look="filled",
                radius=42,
                grow=1.0,
                height=84,
            ),
            Button(_skip(1), id="skip_next", icon="skip_next", description="Next track", look="plain", grow=1.0, height=84),
        )
        return Card(Row(cover, words, height=size), in_order(buttons), gap=12, grow=1.0, padding=20)

    def weather(self) -> LayoutNode:
        """Outside and inside."""
        outside = Text(bind("road.outside_temperature", UNIT, to=degrees), id="weather_temperature", size=40, weight="medium")
        outside.letters = 4
        return Card(
            Row(Icon(bind("road.weather", "road.light", to=weather_icon), size=56, ink="accent"), outside, height=64),
            Text(bind("road.weather", to=weather_words), id="weather_text", size=SECONDARY, ink="quiet", grow=0.0),
            Text(
                bind("cabin.air_temperature", UNIT, to=lambda t, unit: f"Cabin {whole_degrees(t, unit)}"),
                id="cabin_temperature", size=SECONDARY, ink="quiet", grow=0.0,
            ),
            gap=4, padding=(24, 16), grow=1.0,
        )  # fmt: skip

    def phone(self) -> LayoutNode:
        """The call that is on, or the newest message."""
        calls = ("conversation.call_state", "conversation.current_contact", "conversation.messages")
        return NewsItem(
            bind(*calls, to=_phone_title),
            bind(*calls, to=_phone_line),
            bind(calls[0], to=lambda state: "chat" if state == "idle" else "phone_in_talk"),
            _open_news,
            id="phone_card",
        )

    def quick(self) -> LayoutNode:
        """Switches one wants at hand."""

        def switch(path: str, id: str, icon: str, what: str, api: str) -> ToggleButton:
            said = bind(path, to=lambda on: f"{what} is {'on' if on else 'off'}")
            return ToggleButton(path, id=id, icon=icon, description=said, on_tap=switched(path, api), grow=1.0, height=92)

        bluetooth = "bluetooth.carcontrol_connection_bluetooth_switch"
        disturb = "system.do_not_disturb_switch"

        return Row(
            switch("system.wifi", "wifi_toggle", "wifi", "Wi-Fi", "system.wifi_switch"),
            switch("bluetooth.is_enabled", "bluetooth_toggle", "bluetooth", "Bluetooth", bluetooth),
            switch("system.do_not_disturb", "do_not_disturb_toggle", "do_not_disturb_on", "Do not disturb", disturb),
            switch("system.muted", "mute_toggle", "volume_off", "Mute", "system.mute_switch"),
            ToggleButton(
                "system.night_mode", id="night_toggle", icon="dark_mode", on="night", off="auto", grow=1.0, height=92,
                description=bind("system.night_mode", to=lambda mode: f"Night theme is {'on' if mode == 'night' else 'off'}"),
            ),
            gap=12,
        )  # fmt: skip


def _phone_title(state: str, contact: str | None, messages: Any) -> str:
    if state != "idle":
        return contact or "Unknown caller"
    return str(messages[-1].contact) if messages else "Phone"


def _phone_line(state: str, contact: str | None, messages: Any) -> str:
    if state != "idle":
        return "Is calling" if state == "ringing" else "On a call"
    return str(messages[-1].content)[:120] if messages else "No messages"


class AppGridScreen(Screen):
    """All apps."""

    name = "apps"
    title = "Apps"

    def build(self, car: BuildContext) -> LayoutNode:
        tiles = [AppTileButton(app, position) for position, app in enumerate(a for a in apps().values() if a.in_grid)]
        return page("Apps", ListView(*tiles, id="apps_grid", columns=5, row_height=200, gap=16))


APP = App(
    name="home",
    title="Home",
    icon="home",
    package="com.android.car.carlauncher",
    screens=(HomeScreen, AppGridScreen),
    aliases=("launcher", "home screen"),
    order=0,
    in_grid=False,
)

__all__ = ["APP", "AppGridScreen", "HomeScreen"]
