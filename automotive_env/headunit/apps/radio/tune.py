"""Tuning the radio to a frequency by its digits."""

from __future__ import annotations

from automotive_env.car.content.stations import band_of
from automotive_env.car.devices.radio import Station
from automotive_env.car.systems.radio_reception import along_the_dial
from automotive_env.headunit.kit.rendering.node import Grid, LayoutNode, Row, Spacer, in_order
from automotive_env.headunit.kit.rendering.theme import PRIMARY, SECONDARY, TARGET
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.restrictions import Restriction
from automotive_env.headunit.shared.dial_pad import KEYS_HEIGHT, KEYS_WIDTH
from automotive_env.headunit.shared.player import offered

FREQUENCY = "frequency"
MAX_CHARACTERS = 6
KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0")
SUGGESTIONS = 2


def stations_here(car: BuildContext) -> tuple[Station, ...]:
    """What is received where the car is, along the dial."""
    known = (*car.records("radio._collection", Station), *car.records("radio._history", Station))
    return along_the_dial(known, offered(car).stations, car.text("road.city"))


def _key(sign: str) -> Button:
    def act(touch: TouchEvent) -> str | None:
        typed = str(touch.local(FREQUENCY, ""))
        if len(typed) >= MAX_CHARACTERS or (sign == "." and "." in typed):
            return "a frequency is 87.6 to 107.9 MHz or 531 to 1610 kHz"
        touch.remember(FREQUENCY, typed + sign)
        return None

    name = "point" if sign == "." else sign
    return Button(act, id=f"key_{name}", text=sign, size=40, radius=28, height=92)


def _delete(touch: TouchEvent) -> None:
    touch.remember(FREQUENCY, str(touch.local(FREQUENCY, ""))[:-1])


def play_station(station: Station) -> TouchHandler:
    """A handler that plays a station, which ends a scan."""

    def act(touch: TouchEvent) -> None:
        touch.set("system.radio_scanning", False)
        touch.world.radio.start(station)

    return act


def _listen(station: Station) -> TouchHandler:
    def act(touch: TouchEvent) -> None:
        play_station(station)(touch)
        touch.back()

    return act


def _tune(typed: str, stations: tuple[Station, ...]) -> TouchHandler:
    """Play the station on the frequency that was typed."""

    def act(touch: TouchEvent) -> str | None:
        for station in stations:
            if _plain(station.frequency_value) == _plain(typed):
                _listen(station)(touch)
                return None
        return f"no station sends on {typed} here"

    return act


def _plain(frequency: str) -> str:
    number = frequency.split()[0]
    return number.rstrip("0").rstrip(".") if "." in number else number


class TuneScreen(Screen):
    """The digits, and the stations that they may become."""

    name = "tune"
    title = "Tune"
    restricted_by = Restriction.NO_DIALPAD

    def build(self, car: BuildContext) -> LayoutNode:
        typed = str(car.local(FREQUENCY, ""))
        stations = tuple(station for station in stations_here(car) if band_of(station) != "DAB")
        delete = Button(_delete, id="delete_button", icon="backspace", description="Delete", enabled=bool(typed), radius=28,
                        height=92)  # fmt: skip
        keys = Card(in_order(Grid(*map(_key, KEYS), delete, columns=3, gap=12, grow=1.0)), padding=20)
        shown = Text(
            typed or "Enter a frequency", id="typed_frequency", size=48 if typed else 40, weight="medium" if typed else "regular",
            ink="text" if typed else "quiet",
        )  # fmt: skip
        found = [station for station in stations if station.frequency_value.startswith(typed)][:SUGGESTIONS]
        label = Text(
            "Radio stations" if found else "" if not typed else "No station starts with this",
            size=SECONDARY,
            ink="quiet",
            height=33,
        )
        rows = [
            ListItem(
                VerbatimText(one.name), one.frequency_value, id="suggestion_item", icon="radio", on_tap=_listen(one), height=84
            )
            for one in found
        ]
        listen = Button(
            _tune(typed, stations), id="listen_button", icon="play_arrow", text="Listen", wide=True, size=PRIMARY,
            look="filled" if typed else "raised", enabled=bool(typed), height=TARGET + 8, radius=42,
        )  # fmt: skip
        side = Card(shown, label, *rows, Spacer(), listen, gap=8, padding=(28, 20), grow=1.0)
        if car.width < car.height:
            keys.height = KEYS_HEIGHT
            return page("Tune", side, keys, nested=True, gap=24)
        keys.width = KEYS_WIDTH
        return page("Tune", Row(keys, side, gap=24, grow=1.0), nested=True)


__all__ = ["TuneScreen", "play_station", "stations_here"]
