"""The page of the maps that finds places: categories to choose from, or what a search found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import ClassVar

from automotive_env.car.content.spelling import spelled
from automotive_env.headunit.apps.maps.map_words import FIX, away, here, written
from automotive_env.headunit.apps.maps.place_suggestions import take
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import LayoutNode
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, go
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.text_field import TextField
from automotive_env.headunit.language.translate import TABLES, VerbatimText, translate
from automotive_env.place.town.geocoding import Town
from automotive_env.place.town.guidance import position
from automotive_env.place.town.points_of_interest import CATEGORIES, LANDMARKS, PointOfInterest, points_of_interest
from automotive_env.place.town.search import PlaceSearchResult, folded, search

FIELD = "results_edit_text"
TIMESTAMP = "environment.timestamp"
SEARCHED_AT = "at"
"""The screen's own state of where the car was when it looked: its results keep their order while it goes on."""
OFFERED = tuple(category for category in CATEGORIES.values() if category.number)
"""Categories that one can look for."""


@cache
def landmarks() -> Mapping[str, str]:
    """Translated names of what every town has -> its name."""
    return {translate(name, language): name for language in TABLES for name in LANDMARKS}


@cache
def categories(language: str) -> Mapping[str, str]:
    """Translated names of categories, without case and accents -> their English name."""
    return {folded(translate(kind.title, language)): kind.title for kind in CATEGORIES.values()}


@lru_cache(maxsize=8)
def other_names(town: Town, language: str) -> Mapping[str, str]:
    """Names of the places of a town as the display writes them -> their names."""
    return {**{spelled(name, language): name for name in points_of_interest(town)}, **landmarks()}


def found_for(car: BuildContext, query: str) -> PlaceSearchResult:
    """What a query finds around the car: a category by its name, or whatever is called so."""
    trip = here(car, car.local(SEARCHED_AT))
    at = position(trip.latitude, trip.longitude, trip.bearing).at
    language = car.get("environment.language")
    query = categories(language).get(folded(query), query)
    return search(query, trip.town, at, other_names(trip.town, language))


def find(purpose: str) -> TouchHandler:
    """A handler that opens the categories."""
    return go("results", "", purpose)


def look_for(query: str, purpose: str = "go") -> TouchHandler:
    """A handler that opens what is found around the car, also from another app."""

    def act(touch: TouchEvent) -> str | None:
        refusal = "" if touch.entry.app == "maps" else touch.open("maps")
        if not refusal:
            touch.go(PlaceSearchScreen.name, query, purpose, app="maps")
        return refusal or None

    return act


def submit(purpose: str, field: str) -> Callable[[TouchEvent, str], str | None]:
    """What a search field does with its text."""

    def act(touch: TouchEvent, text: str) -> str | None:
        if not text.strip():
            return "type what to look for first"
        touch.remember(field, "")
        return look_for(text.strip(), purpose)(touch)

    return act


def opening(place: PointOfInterest) -> Bind[str]:
    """Whether a place is open, and until when."""
    opens, closes = place.hours

    def say(timestamp: str) -> str:
        if (opens, closes) == (0, 24):
            return "Open 24 hours"
        is_open = opens <= int(timestamp[11:13]) < closes
        return f"Open until {closes % 24:02}:00" if is_open else f"Closed, opens at {opens:02}:00"

    return bind(TIMESTAMP, to=say)


class PlaceSearchScreen(Screen):
    """Categories, or results; opened with what is looked for and with what for: "go", "stop", "end" or "start"."""

    name = "results"
    title = "Search"
    keeps: ClassVar[Mapping[str, Sequence[str]]] = {SEARCHED_AT: FIX}
    samples = (("", "go"), ("coffee", "go"), ("Musuem of Technolgy", "go"), ("asdf qwerty", "go"))

    def build(self, car: BuildContext) -> LayoutNode:
        query, purpose = car.args
        hint = VerbatimText(query) if query else "Search for a place"
        field = TextField(id=FIELD, hint=hint, on_submit=submit(purpose, FIELD))
        if not query:
            return page("Search", field, self.categories(purpose), nested=True)
        found = found_for(car, query)
        if not found.places:
            return page("Search", field, self.nothing(query, purpose), nested=True)
        many = f"{len(found.places)} results" if len(found.places) > 1 else "1 result"
        says = f"Did you mean {found.meant}?" if found.meant else f"{many} for “{query}”"
        rows = [self.row(place, purpose) for place in found.places]
        heading = Text(VerbatimText(says) if found.meant and found.meant not in LANDMARKS else says, id="results_text",
        ink="quiet",
                       size=SECONDARY)  # fmt: skip
        return page("Search", field, heading, ListView(*rows, id="results_list"), nested=True, gap=12)

    def categories(self, purpose: str) -> LayoutNode:
        """What one can look for."""
        tiles = [
            Button(look_for(category.title, purpose), id="category_item", icon=category.icon, text=category.title)
            for category in OFFERED
        ]
        return ListView(*tiles, id="category_list", columns=4, row_height=128, gap=16)

    def row(self, place: PointOfInterest, purpose: str) -> LayoutNode:
        """A place that was found."""
        about = f"{place.kind.single} · " if place.kind.number else ""
        state = opening(place)
        line = bind(TIMESTAMP, to=lambda now: f"{about}{state.to(now)} · {place.location.address}")
        return ListItem(
            written(place.name), line, id="result_item", icon=place.kind.icon, trailing=away(place.name),
            on_tap=_open(place.name, purpose), height=96,
        )  # fmt: skip

    def nothing(self, query: str, purpose: str) -> LayoutNode:
        """What stands there where nothing is called so."""
        choose = Button(find(purpose), id="categories_button", text="Categories", look="filled", size=28, width=320, height=88)
        return empty_card("search", f"No place is called “{query}”. Check the spelling or choose a category.", choose)


def _open(name: str, purpose: str) -> TouchHandler:
    if purpose == "go":
        return go("place", name)

    def act(touch: TouchEvent) -> str | None:
        refusal = take(purpose, name)(touch)
        return refusal or (touch.open("maps", "stops") or None)

    return act


__all__ = ["PlaceSearchScreen", "find", "look_for", "opening", "submit"]
