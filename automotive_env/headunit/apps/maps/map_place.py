"""The page of one place: what and where it is, whether it is open, and what can be done about it."""

from __future__ import annotations

from typing import Any

from automotive_env.car.devices.navigation import Waypoint
from automotive_env.car.driving.trip import HERE
from automotive_env.car.systems.maps_app_state import SavedPlace
from automotive_env.headunit.apps.maps.map_results import opening
from automotive_env.headunit.apps.maps.map_words import UNIT, place_of, to_place, written
from automotive_env.headunit.apps.maps.place_suggestions import keep, start, take
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchHandler, go
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.pictures.city_map import LOOK, CityMapWidget, view_of
from automotive_env.headunit.pictures.town.journey import far, lasts
from automotive_env.headunit.pictures.town.view import MapPictureState, fitted
from automotive_env.headunit.shared.call_controls import dial
from automotive_env.place.town.guidance import trip

SEEN = (520, 330)
"""Width and height in pixels, within a map beside a card, of what is to be seen on it."""


def _marked(name: str) -> Bind[MapPictureState]:
    """A map of the car and a place."""

    def to(*values: Any) -> MapPictureState:
        return fitted(view_of(trip(*values[: len(HERE)]), *values[len(HERE) :])._replace(mark=name), *SEEN)

    return bind(*HERE, *LOOK, to=to)


def _add(name: str) -> TouchHandler:
    return lambda touch: take("stop", name)(touch) or touch.open("maps")


def replaces(car: BuildContext, name: str) -> Text | None:
    """What a new route takes the place of, where it takes stops away with it."""
    stops = car.records("navigation.waypoints", Waypoint)
    route = car.get("navigation.current_route")
    if not car.get("navigation.is_active") or not stops or route is None:
        return None
    return Text("A new route replaces the current one and its stops.", id="replaces_text", size=SECONDARY, ink="quiet", lines=2)


class PlaceDetailsScreen(Screen):
    """The place at the left, the map at the right; opened with its name."""

    name = "place"
    title = "Place"
    samples = (("Airport",), ("Museum of Technology",))

    def build(self, car: BuildContext) -> LayoutNode:
        (name,) = car.args
        place = place_of(car, name)
        kept = any(each.name == name for each in car.records("maps.favorites", SavedPlace))
        favourite = Button(
            keep(name, not kept), id="favorite_button", icon="star", selected=kept, look="plain", width=92, height=80,
            description="Remove from favourites" if kept else "Add to favourites",
        )  # fmt: skip
        way = to_place(
            lambda route, unit: f"{lasts(route.seconds)} · {far(route.metres, unit)}", name, kind="fastest", paths=(UNIT,)
        )
        facts = Column(
            self.fact(place.kind.icon, Text(place.kind.single, id="place_category")),
            self.fact("place", Text(VerbatimText(place.location.address), id="place_address")),
            self.fact("directions_car", Text(way, id="place_distance", description="Distance")),
            self.fact("schedule", Text(opening(place), id="place_hours")) if place.phone else None,
            self.fact("call", Text(place.phone, id="place_phone")) if place.phone else None,
            gap=10,
        )
        card = Card(facts, Spacer(), replaces(car, name), self.buttons(car, name, place.phone), padding=24, gap=12, width=640)
        town = CityMapWidget(_marked(name), id="place_map", description="Map of the place", grow=1.0)
        return page(written(name), Row(card, town, gap=24, grow=1.0), actions=(favourite,), nested=True)

    def fact(self, icon: str, text: Text) -> LayoutNode:
        """A line with its sign."""
        return Row(Icon(icon, size=36, ink="accent"), text, gap=18, height=44)

    def buttons(self, car: BuildContext, name: str, phone: str) -> LayoutNode:
        """What can be done."""
        begin = Button(
            start(name),
            id="start_button",
            icon="navigation",
            text="Go",
            look="filled",
            wide=True,
            size=28,
            grow=1.0,
            height=92,
        )
        routes = Button(
            go("preview", name), id="routes_button", icon="route", text="Routes", wide=True, size=28, grow=1.0, height=92
        )
        call = (
            Button(_call(phone), id="place_call_button", icon="call", description="Call", width=92, height=92) if phone else None
        )
        stop = None
        if car.get("navigation.is_active"):
            stop = Button(
                _add(name), id="add_stop_button", icon="add_location_alt", description="Add as a stop", width=92, height=92
            )
        return Row(begin, routes, stop, call, gap=12, height=92)


def _call(phone: str) -> TouchHandler:
    return lambda touch: dial(phone)(touch) or touch.open("phone")


__all__ = ["SEEN", "PlaceDetailsScreen", "replaces"]
