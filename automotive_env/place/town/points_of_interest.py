"""The named places of a town by category: a few hundred, the same for the same town, made when first asked for."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from automotive_env.place.town.cells import SPACING, TownCell
from automotive_env.place.town.geocoding import OF_A_LIFE, PlaceLocation, Town, cell_of, location
from automotive_env.place.town.hash_noise import hash_noise, hash_noise_each
from automotive_env.place.town.words import words_at

ALWAYS, SHOP, EVENING, OFFICE = (0, 24), (8, 21), (11, 23), (9, 17)


class PlaceCategory(NamedTuple):
    """A kind of places.

    Attributes:
        name: in English, lower case.
        title: of a list of them.
        single: what one of them is called.
        icon: its sign.
        number: how many a town has.
        reach: kilometres from the centre within which they lie.
        hours: when they open and close, about; whole hours.
        words: what people call them when they look for one, beside name and title.
    """

    name: str
    title: str
    single: str
    icon: str
    number: int
    reach: float
    hours: tuple[int, int]
    words: tuple[str, ...] = ()


CATEGORIES: Mapping[str, PlaceCategory] = {
    category.name: category
    for category in (
        PlaceCategory("fuel", "Fuel stations", "Fuel station", "local_gas_station", 14, 6, ALWAYS,
                 ("petrol", "petrol station", "gas", "gas station", "filling station", "service station", "fuel station")),
        PlaceCategory("charging", "Charging", "Charging station", "ev_station", 18, 6, ALWAYS, ("charger", "ev charging")),
        PlaceCategory("parking", "Parking", "Car park", "local_parking", 26, 4, ALWAYS, ("car park", "garage", "parking garage")),
        PlaceCategory("food", "Restaurants", "Restaurant", "restaurant", 48, 5, EVENING, ("restaurant", "eat", "lunch",
        "dinner")),
        PlaceCategory("coffee", "Coffee", "Café", "local_cafe", 30, 5, (7, 19), ("cafe", "coffee shop", "espresso")),
        PlaceCategory("supermarket", "Supermarkets", "Supermarket", "shopping_cart", 26, 6, SHOP, ("groceries", "grocery",
        "shop")),
        PlaceCategory("hotel", "Hotels", "Hotel", "hotel", 26, 5, ALWAYS, ("hotels", "inn", "room")),
        PlaceCategory("hospital", "Hospitals", "Hospital", "local_hospital", 6, 7, ALWAYS, ("doctor", "clinic",
        "emergency room")),
        PlaceCategory("pharmacy", "Pharmacies", "Pharmacy", "local_pharmacy", 18, 6, (8, 20), ("chemist", "drugstore",
        "medicine")),
        PlaceCategory("police", "Police", "Police station", "shield", 6, 6, ALWAYS, ("police station",)),
        PlaceCategory("museum", "Museums", "Museum", "museum", 10, 4, (10, 18), ("gallery", "exhibition")),
        PlaceCategory("station", "Stations", "Railway station", "train", 12, 7, ALWAYS, ("train station", "railway station",
        "train")),
        PlaceCategory("airport", "Airports", "Airport", "flight", 0, 12, ALWAYS, ("airfield",)),
        PlaceCategory("park", "Parks", "Public park", "park", 0, 6, ALWAYS, ("gardens",)),
        PlaceCategory("bank", "Banks", "Bank", "account_balance", 14, 5, OFFICE, ("cash machine", "atm", "cash")),
        PlaceCategory("car wash", "Car washes", "Car wash", "local_car_wash", 8, 7, (8, 20), ("carwash",)),
        PlaceCategory("workshop", "Workshops", "Workshop", "car_repair", 12, 6, OFFICE, ("mechanic", "car repair")),
        PlaceCategory("cinema", "Cinemas", "Cinema", "movie", 6, 5, (13, 24), ("movies", "film")),
        PlaceCategory("school", "Schools", "School", "school", 14, 6, (8, 16), ("academy",)),
        PlaceCategory("home", "Home", "Home", "home", 0, 6, ALWAYS),
        PlaceCategory("work", "Work", "Work", "work", 0, 6, OFFICE, ("office",)),
        PlaceCategory("place", "Places", "Place", "place", 0, 8, ALWAYS),
    )
}  # fmt: skip
"""Name -> category, the most asked for first."""

LANDMARKS: Mapping[str, str] = {
    "Home": "home",
    "Work": "work",
    "Airport": "airport",
    "Central Station": "station",
    "City Hospital": "hospital",
    "Fuel Station": "fuel",
    "Charging Station": "charging",
    "Riverside Park": "park",
    "Museum of Technology": "museum",
    "Grand Hotel": "hotel",
}
"""Places that every town has, by the names that the interface translates -> their category."""


class PointOfInterest(NamedTuple):
    """A named place.

    Attributes:
        name: unique in its town.
        category: a name of `CATEGORIES`.
        cell: the quarter it is in.
    """

    name: str
    category: str
    cell: TownCell

    @property
    def kind(self) -> PlaceCategory:
        """Its category."""
        return CATEGORIES[self.category]

    @property
    def location(self) -> PlaceLocation:
        """Where it is."""
        return location(self.cell, self.name)

    @property
    def is_named(self) -> bool:
        """Whether it has a name of its own, which is never translated."""
        return self.name not in LANDMARKS

    @property
    def phone(self) -> str:
        """Its telephone number; those of private places are not listed, and empty."""
        if self.category in ("home", "work", "parking", "park", "place"):
            return ""
        number = int(hash_noise(self.name, self.cell, "phone") * 10_000)
        return f"0{100 + number % 900} 555 {number:04}"

    @property
    def hours(self) -> tuple[int, int]:
        """When it opens and closes, whole hours, closing at 24 at the latest; (0, 24) is always."""
        opens, closes = self.kind.hours
        if (opens, closes) == ALWAYS:
            return ALWAYS
        shift = int(3 * hash_noise(self.name, "hours")) - 1
        return opens + shift, min(24, closes + shift)


def quarter_of(town: Town, category: PlaceCategory, number: int) -> TownCell:
    """The quarter of the place of a number, below `category.number`, of those of its category."""
    key = ((town.latitude, town.longitude), category.name, number)
    (x, y), (far, turn) = town.centre, hash_noise_each(key, "away", "angle")
    away, angle = 1_000 * category.reach * math.sqrt(far), 2 * math.pi * turn
    return math.floor((x + away * math.cos(angle)) / SPACING), math.floor((y + away * math.sin(angle)) / SPACING)


def drawn_place(town: Town, category: PlaceCategory, number: int, attempt: int = 0) -> PointOfInterest:
    """That place. The name of the first attempt is always one that the town has, be it of another place."""
    cell, key = quarter_of(town, category, number), ((town.latitude, town.longitude), category.name, number)
    words = words_at(cell)
    return PointOfInterest(words.fill(words.places[category.name], key, attempt), category.name, cell)


@lru_cache(maxsize=128)
def points_of_interest(town: Town) -> Mapping[str, PointOfInterest]:
    """All named places of a town: name -> place, the landmarks first."""
    if not town.life:
        return _places_of(town)
    own = {name: _landmark(name, town) for name in OF_A_LIFE}
    return {**_places_of(town._replace(life=0)), **own}


@lru_cache(maxsize=32)
def _places_of(town: Town) -> Mapping[str, PointOfInterest]:
    found = {name: _landmark(name, town) for name in LANDMARKS}
    for category in CATEGORIES.values():
        for number in range(category.number):
            for attempt in range(8):
                place = drawn_place(town, category, number, attempt)
                if place.name not in found:
                    found[place.name] = place
                    break
    return found


def find_place(name: str, town: Town) -> PointOfInterest:
    """The place of a name; a name that no table has is a place, too, somewhere in the town."""
    if name in LANDMARKS:
        return _landmark(name, town)  # to draw all others takes as long as a route to it
    known = points_of_interest(town).get(name)
    return known or PointOfInterest(name, "place", cell_of(town, name))


def _landmark(name: str, town: Town) -> PointOfInterest:
    return PointOfInterest(name, LANDMARKS[name], cell_of(town, name))
