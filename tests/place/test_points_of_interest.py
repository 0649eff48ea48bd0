"""Places of a town: the same for the same town, in the language of the country, found by what people call them."""

from __future__ import annotations

import math
from string import Formatter

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.place.place import Place
from automotive_env.place.places import PLACES
from automotive_env.place.town.geocoding import OF_A_LIFE, Town, town_of
from automotive_env.place.town.points_of_interest import CATEGORIES, LANDMARKS, _places_of, find_place, points_of_interest
from automotive_env.place.town.search import category_of, in_category, search
from automotive_env.place.town.words import all_words

BERLIN = town_of(52.52, 13.405, "Berlin")


def texts(words: object) -> list[str]:
    """All words and patterns of a language."""
    if isinstance(words, str):
        return [words]
    parts = words.values() if isinstance(words, dict) else words
    return [text for part in parts for text in texts(part)]  # type: ignore[attr-defined]


@cases("language", all_words())
def test_patterns_ask_only_for_words_there_are(language: str) -> None:
    words = all_words()[language]
    fields = {name for text in texts(vars(words)) for _, name, _, _ in Formatter().parse(text) if name}
    assert fields <= {"stem", "family", "district", "street", "number"}
    assert set(words.places) == {category.name for category in CATEGORIES.values() if category.number}


@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.sweep)])
def test_a_town_has_a_few_hundred_places_of_their_own_names(every: int) -> None:
    for place in PLACES[::every]:
        town = Town(place.latitude, place.longitude, int(place.latitude // 1))
        found = points_of_interest(town)
        assert len(found) > 250, place.name
        assert list(found)[: len(LANDMARKS)] == list(LANDMARKS), place.name
        points_of_interest.cache_clear()
        _places_of.cache_clear()
        assert points_of_interest(town) == found, place.name


@given(lives=st.lists(st.integers(1, 10**9), min_size=2, max_size=2, unique=True), place=st.sampled_from(PLACES))
def test_each_life_has_a_home_and_work_of_its_own_in_the_same_town(lives: list[int], place: Place) -> None:
    towns = [town_of(place.latitude, place.longitude, place.name, life) for life in lives]
    spots = {find_place(name, town).location.address: name for town in towns for name in OF_A_LIFE}
    for town in towns:
        home, work = (find_place(name, town).location for name in OF_A_LIFE)
        assert math.dist(home.at, work.at) > 150
        assert all(math.dist(spot.at, town.centre) < 9_000 for spot in (home, work))
    assert len(spots) > len(OF_A_LIFE)
    usual = points_of_interest(towns[0]._replace(life=0))
    for town in towns:
        assert list(points_of_interest(town)) == list(usual)
        assert all(place == usual[name] for name, place in points_of_interest(town).items() if name not in OF_A_LIFE)


def test_names_and_addresses_speak_the_language_of_the_country() -> None:
    assert find_place("Hotel Winkler", BERLIN).category == "hotel"
    paris = town_of(48.8566, 2.3522, "Paris")
    addresses = [place.location.address for place in list(points_of_interest(paris).values())[:40]]
    assert all(any(word in address for word in ("Rue", "Avenue", "Boulevard", "Chemin", "Passage", "Impasse", "Cours"))
               for address in addresses)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("grand hotel", "Grand Hotel"),
        ("the Museum of Technology", "Museum of Technology"),
        ("technology mus", "Museum of Technology"),
        ("take me to the airport", "Airport"),
        ("hôtel winkler", "Hotel Winkler"),
    ],
)
def test_a_search_puts_the_name_first(text: str, first: str) -> None:
    found = search(text, BERLIN, BERLIN.centre)
    assert found.places[0].name == first
    assert not found.meant


def test_a_whole_name_comes_before_a_beginning_and_a_word() -> None:
    names = [place.name for place in search("hote", BERLIN, BERLIN.centre).places]
    assert all(name.startswith("Hotel") for name in names[:3])
    assert "Grand Hotel" in names


@pytest.mark.parametrize("text", ["petrol", "Petrol station", "nearest gas station", "fuel"])
def test_what_people_call_a_fuel_station(text: str) -> None:
    assert category_of(text) == "fuel"
    found = in_category("fuel", BERLIN, BERLIN.centre)
    assert len(found) > 10
    assert {place.category for place in found} == {"fuel"}


@pytest.mark.parametrize("text", ["hotel", "the nearest hotel", "Hotels"])
def test_a_category_is_listed_by_straight_line_distance(text: str) -> None:
    found = search(text, BERLIN, BERLIN.centre).places
    assert found == in_category("hotel", BERLIN, BERLIN.centre)
    away = [math.dist(place.location.point, BERLIN.centre) for place in found]
    hotels = [place for place in points_of_interest(BERLIN).values() if place.category == "hotel"]
    assert away == sorted(math.dist(place.location.point, BERLIN.centre) for place in hotels)[: len(found)]


@pytest.mark.parametrize("text", ["asdf qwerty", "Opera House", "", "the", "Not the Grand Hotel but Rome"])
def test_what_is_nowhere_is_not_found(text: str) -> None:
    assert not search(text, BERLIN, BERLIN.centre).places


def test_what_is_spelled_nearly_so_is_asked_about() -> None:
    assert search("Musuem of Tecnology", BERLIN, BERLIN.centre).meant == "Museum of Technology"
