"""Names in the script of their own language: all that can be drawn of them, only where the car speaks it, and found as shown."""

from __future__ import annotations

import re
from random import Random

import pytest

from automotive_env.car.content.people import draw_people
from automotive_env.car.content.spelling import NAMES, spelled
from automotive_env.car.content.table import table
from automotive_env.car.core.world import World
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.language.translate import UserText, VerbatimText, translate
from automotive_env.headunit.ui_state import UiState
from automotive_env.place.table import load
from automotive_env.place.town.geocoding import town_of
from automotive_env.place.town.points_of_interest import LANDMARKS, points_of_interest

LATIN = re.compile("[A-Za-zÀ-ɏ]{3,}")
CULTURES = {"Japanese": "ja", "Chinese": "zh", "Arabic": "ar"}
TOWNS = {"Japanese": (35.68, 139.69), "Chinese": (39.9, 116.4), "Arabic": (30.04, 31.24)}
KINDS = {"stems": "stem", "families": "family", "districts": "district"}


@pytest.mark.parametrize("language", CULTURES)
def test_every_word_that_names_are_made_of_is_spelled(language: str) -> None:
    words, people = load("words")[language], table("names")[CULTURES[language]]
    known = NAMES[language]
    patterns = [*words["streets"], *words["great"], *words["parks"], words["river"], words["number"]]
    patterns += [pattern for places in words["places"].values() for pattern in places]
    patterns += [people["mother"], people["father"], *(people[firm].replace("{}", "{family}") for firm in ("workshop", "doctor"))]
    missing = {pattern for pattern in patterns if pattern not in known["pattern"]}
    for field, kind in KINDS.items():
        missing |= {word for word in words[field] if word not in known[kind]}
    missing |= {name for kind in ("given", "family") for name in people[kind] if name not in known[kind]}
    assert not missing


@pytest.mark.parametrize("language", CULTURES)
def test_people_and_places_are_spelled_where_the_car_speaks_their_language(language: str) -> None:
    latitude, longitude = TOWNS[language]
    town = town_of(latitude, longitude, "")
    names = [name for name in points_of_interest(town) if name not in LANDMARKS]
    names += [person.name for person in draw_people(Random(3), CULTURES[language])]
    assert len(names) > 40
    assert not [name for name in names if LATIN.search(translate(VerbatimText(name), language))]
    assert all(translate(VerbatimText(name), "English") == name == translate(VerbatimText(name), "German") for name in names)


def test_names_of_elsewhere_and_what_is_typed_stay_as_they_are() -> None:
    assert translate(VerbatimText("Hannah Lindqvist"), "Japanese") == "Hannah Lindqvist"
    assert translate(UserText("Aiko Sato"), "Japanese") == "Aiko Sato"
    assert translate(VerbatimText("Aiko Sato"), "Chinese") == "Aiko Sato"


@pytest.mark.parametrize(
    ("name", "language", "spelling"),
    [
        ("Aiko Sato", "Japanese", "佐藤 愛子"),
        ("Sakura-dōri 12", "Japanese", "桜通り 12"),
        ("Mei Lin", "Chinese", "林梅"),
        ("Dr Haddad", "Arabic", "د. حداد"),
        ("Shari' al-Mina", "Arabic", "شارع الميناء"),
    ],
)
def test_patterns(name: str, language: str, spelling: str) -> None:
    assert spelled(name, language) == spelling


def test_a_place_is_found_as_it_is_shown() -> None:
    world = World()
    world.environment.language = "Japanese"
    for path, value in (
        ("road.gps.latitude", 35.68),
        ("road.gps.longitude", 139.69),
        ("road.city", "Tokyo"),
        ("road.country", "JP"),
    ):
        world.set(path, value)
    unit = HeadUnit(world)
    unit.restore(UiState((ScreenEntry("maps", "maps", focus="search_edit_text"),)))
    unit.elements()
    town = town_of(35.68, 139.69, "Tokyo")
    name = next(name for name in points_of_interest(town) if name not in LANDMARKS)
    unit.type_text(spelled(name, "Japanese"))
    assert unit.enter() == ""
    assert spelled(name, "Japanese") in [element.text for element in unit.elements() if element.name == "result_item"]
