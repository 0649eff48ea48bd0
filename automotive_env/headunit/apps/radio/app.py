"""Radio: the dial with the station that is on, and the stations that were heard, are liked or send from here."""

from __future__ import annotations

from collections.abc import Callable

from automotive_env.car.content.stations import band_of, megahertz
from automotive_env.car.devices.radio import Station
from automotive_env.car.systems.radio_reception import BANDS, turn
from automotive_env.headunit.apps.radio.tune import TuneScreen, play_station, stations_here
from automotive_env.headunit.apps.radio.tuner_dial import paint_dial
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer, in_order
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, go
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.button import Button, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.pills import choices, pills
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.shared.player import mute_switch

STATION = "radio._current_station"
PLAYING = "radio._is_playing"
HISTORY = "radio._history"
COLLECTION = "radio._collection"
SCANNING = "system.radio_scanning"
TABS = (
    ("local", "Local", "radio_local"),
    ("history", "Recent", "radio_history"),
    ("favorites", "Favorites", "radio_favorites"),
)
DIAL = 112
"""Height of the dial."""
BAND_BUTTONS = tuple((band, band, f"band_{band.lower()}") for band in BANDS)
EMPTY = {
    "local": "No station is received here.",
    "history": "No stations played yet.",
    "favorites": "There are no favorites yet.",
}


def _same(one: Station | None, other: Station) -> bool:
    return one is not None and (one.name, one.frequency_value) == (other.name, other.frequency_value)


def _station(say: Callable[[Station], str], otherwise: str) -> Bind[str]:
    """Something of the station that is on, or was last."""
    return bind(STATION, to=lambda station: say(station) if station else otherwise)


def _carried(station: Station) -> str:
    """The app or the band that brings a station; no city, as no screen tells where the car is."""
    return station.app_name or band_of(station)


def _turn(step: int) -> TouchHandler:
    """Go to the next station along the dial, beyond its end to the other one."""

    def act(touch: TouchEvent) -> str | None:
        touch.set(SCANNING, False)
        return None if turn(touch.world, step) else "no station is received here"

    return act


def _scan(touch: TouchEvent) -> str | None:
    """Go through the stations, or stay with the one that is on."""
    starts = not touch.get(SCANNING)
    touch.set(SCANNING, starts)
    touch.set("system.scan_waited", 0)
    return None if not starts or turn(touch.world, 1) else "no station is received here"


def _play(touch: TouchEvent) -> str | None:
    return touch.call("radio.radio_play_stop" if touch.get(PLAYING) else "radio.radio_play")


def _collect(touch: TouchEvent) -> str | None:
    liked = any(_same(touch.get(STATION), known) for known in touch.get(COLLECTION))
    return touch.call("radio.radio_collect", collect=not liked)


class PresetButton(ToggleButton):
    """Whether the station is a favorite."""

    def __init__(self) -> None:
        liked = bind(STATION, COLLECTION, to=lambda on, liked: any(_same(on, known) for known in liked))
        says = bind(
            STATION, COLLECTION,
            to=lambda on, liked: "Remove from favorites" if any(_same(on, known) for known in liked) else "Add to favorites",
        )  # fmt: skip
        super().__init__(
            COLLECTION, id="add_presets_button", icon="star", description=says, on_tap=_collect, look="plain", width=92,
            height=92,
        )  # fmt: skip
        self.selected = liked
        self.slots = (*self.slots, *liked.slots)


class StationItem(ListItem):
    """A station of a list; marked while it is on."""

    def __init__(self, station: Station) -> None:
        super().__init__(
            VerbatimText(station.name),
            _carried(station),
            id="station_item",
            icon="radio",
            trailing=station.frequency_value,
            on_tap=play_station(station),
            selected=bind(STATION, to=lambda now: _same(now, station)),
            height=96,
        )


class RadioScreen(Screen):
    """The dial, and one of the lists; opened with the key of a tab where it is not the first."""

    name = "radio"
    title = "Radio"
    samples = ((), ("history",), ("favorites",))

    def build(self, car: BuildContext) -> LayoutNode:
        tab = car.local("tab", car.args[0] if car.args else "local")
        return page("Radio", Row(self.tuner(stations_here(car)), self.stations(car, tab), gap=24, grow=1.0),
                    actions=(pills(*choices("tab", tab, TABS), width=560),))  # fmt: skip

    def tuner(self, received: tuple[Station, ...]) -> LayoutNode:
        """What is on, and the buttons of the radio."""
        marks = {megahertz(station) for station in received} - {0.0}
        dial = PictureWidget(
            paint_dial,
            bind(STATION, to=lambda now: (megahertz(now) or None if now else None, tuple(sorted(marks)))),
            radius=24, height=DIAL,
        )  # fmt: skip
        words = Column(
            Text(_station(lambda now: now.name, "No station yet"), id="station_name", size=40, weight="medium", grow=0.0),
            Text(_station(_carried, "Choose one, or press play"), id="station_source", size=SECONDARY, ink="quiet", grow=0.0),
            gap=2, grow=1.0, height=84,
        )  # fmt: skip
        channel = Text(
            _station(lambda now: now.frequency_value, "-- MHz"), id="station_channel", size=52, weight="medium", ink="accent",
            align="right", width=300,
        )  # fmt: skip
        return Card(
            Row(words, channel, height=84), Spacer(), dial, Spacer(), self.transport(), self.volume(), gap=6, padding=24, grow=1.0
        )

    def transport(self) -> LayoutNode:
        """Favorite, back, play, forward."""
        play = Button(
            _play, id="play_button", icon=bind(PLAYING, to=lambda on: "stop" if on else "play_arrow"),
            description=bind(PLAYING, to=lambda on: "Stop" if on else "Play"), look="filled", icon_size=60, radius=48, width=152,
            height=96,
        )  # fmt: skip
        scan = ToggleButton(
            SCANNING, id="scan_button", icon="wifi_find", on_tap=_scan, look="plain", width=92, height=92,
            description=bind(SCANNING, to=lambda on: "Stop the scan" if on else "Scan the stations"),
        )  # fmt: skip
        tune = Button(
            go("tune"), id="tune_button", icon="dialpad", description="Tune to a frequency", look="plain", width=92, height=92
        )
        return in_order(Row(
            PresetButton(),
            tune,
            Spacer(),
            Button(_turn(-1), id="back_button", icon="skip_previous", description="Previous station", look="plain", icon_size=56,
                   width=96, height=96, radius=48),
            play,
            Button(_turn(1), id="forward_button", icon="skip_next", description="Next station", look="plain", icon_size=56,
                   width=96, height=96, radius=48),
            Spacer(),
            scan,
            gap=8, height=104,
        ))  # fmt: skip

    def volume(self) -> LayoutNode:
        """How loud it is."""
        slider = ApiSlider(
            "environment.volume", "Volume", "radio.radio_soundVolume_set", id="volume_seek_bar", icon="speaker", grow=1.0
        )
        return Row(mute_switch(), slider, gap=20, height=84)

    def stations(self, car: BuildContext, tab: str) -> LayoutNode:
        """The stations of a tab, those that are received by their band."""
        if tab == "local":
            band = car.local("band", BANDS[0])
            known = tuple(station for station in stations_here(car) if band_of(station) == band)
            bands = pills(*choices("band", band, BAND_BUTTONS), width=560)
        else:
            known, bands = car.records(COLLECTION if tab == "favorites" else HISTORY, Station), None
        if known:
            shown: LayoutNode = ListView(*(StationItem(station) for station in known), id="station_list")
        else:
            shown = empty_card("radio", EMPTY[tab])
        return Column(bands, shown, gap=12, width=560)


APP = App(
    name="radio",
    title="Radio",
    icon="radio",
    package="com.android.car.radio",
    screens=(RadioScreen, TuneScreen),
    aliases=("fm", "fm radio", "tuner", "com.android.car.radio"),
    order=22,
)

__all__ = ["APP", "RadioScreen"]
