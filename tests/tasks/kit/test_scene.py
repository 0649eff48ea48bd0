"""Scenes: place, date, light, weather, road and speed fit together."""

from random import Random

import pytest

from automotive_env.episode.headless import HeadlessController
from automotive_env.errors import UsageError
from automotive_env.place.climate import typical_temperature
from automotive_env.place.places import PLACES, distance, place_by_name
from automotive_env.place.rules import speed_limit
from automotive_env.place.sun import daylight
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene import Conditions, Draw, Scene, SceneImpossible
from automotive_env.validators import signals as s


def drawn(name: str, seed: int, **wishes: object) -> Scene:
    """A scene of a place."""
    return Draw(Random(f"{name}:{seed}"), place_by_name(name)).scene(**wishes)  # type: ignore[arg-type]


@pytest.fixture(scope="module", params=[(4, 3), pytest.param((1, 20), marks=pytest.mark.sweep)], ids=["few", "many"])
def scenes(request: pytest.FixtureRequest) -> list[Scene]:
    """Scenes of places whose climate is known; drawn once, for they take two milliseconds each."""
    every, seeds = request.param
    return [drawn(place.name, seed) for place in PLACES[::every] for seed in range(seeds) if place.january is not None]


def test_dates_and_times_vary(scenes: list[Scene]) -> None:
    assert {scene.time[5:7] for scene in scenes} == {f"{month:02}" for month in range(1, 13)}
    assert len({scene.time[11:13] for scene in scenes}) == 24


def test_the_light_is_that_of_the_sun(scenes: list[Scene]) -> None:
    assert [scene for scene in scenes if scene.light != daylight(place_by_name(scene.place), scene.time)] == []


def test_temperatures_stay_near_what_is_usual_in_the_month(scenes: list[Scene]) -> None:
    for scene in scenes:
        usual = typical_temperature(place_by_name(scene.place), int(scene.time[5:7]))
        assert usual is not None
        assert abs(scene.outside - usual) <= 14.5


@pytest.mark.parametrize("seeds", [100, pytest.param(1500, marks=pytest.mark.sweep)])
def test_places_by_the_sea_and_in_the_tropics_stray_little(seeds: int) -> None:
    april = [scene.outside for seed in range(seeds) if (scene := drawn("Reykjavik", seed)).time[5:7] == "04"]
    assert max(april) < 15
    hanoi = [drawn("Hanoi", seed) for seed in range(seeds // 5)]
    assert min(scene.outside for scene in hanoi) > 5
    assert "snow" not in {scene.weather for scene in hanoi}
    with pytest.raises(SceneImpossible):
        drawn("Hanoi", 1, outside=(-20, 2))


def test_snow_needs_frost_and_rain_needs_none(scenes: list[Scene]) -> None:
    assert all(scene.outside <= 0 for scene in scenes if scene.weather == "snow")
    assert all(scene.outside > 1 for scene in scenes if "rain" in scene.weather)


def test_roads_are_where_they_belong_and_speeds_fit_them(scenes: list[Scene]) -> None:
    for scene in scenes:
        place = place_by_name(scene.place)
        away = distance(scene.latitude, scene.longitude, place.latitude, place.longitude) / 1000
        assert (away > 6) == (scene.road in ("rural", "motorway"))
        assert scene.moving == (scene.road != "parking")
        limit = speed_limit(place, scene.road, scene.weather, scene.visibility)
        assert limit is None or limit.kmh is None or scene.speed <= limit.kmh


def test_nobody_drives_faster_than_one_can_see() -> None:
    for seed in range(100):
        scene = drawn("Berlin", seed, moving=True, weather=("fog", "snow"))
        assert scene.speed <= max(30, scene.visibility)
        assert scene.weather == "fog" or scene.speed <= 60


def test_what_a_task_speaks_of_is_of_the_life_and_the_town() -> None:
    draw = Draw(Random(1), place_by_name("Lisbon"))
    scene = draw.scene()
    first = draw.person()
    assert first in [one.name for one in draw.content.people]
    assert draw.person(but=[one.name for one in draw.content.people if one.name != first]) == first
    assert not {draw.person() for _ in range(40)} & {one.name for one in draw.content.people if one.is_firm}
    assert {int(draw.scene(hours=(9, 11)).time[11:13]) for _ in range(20)} == {9, 10}
    assert [one.title for one in draw.content.songs].count(draw.song().title) == 1
    assert draw.album() in draw.content.albums
    assert draw.station() in draw.content.stations
    assert draw.place_of(scene, "fuel").category == "fuel"
    hour, minute = draw.time(7, 9, 30)
    assert 7 * 60 <= 60 * hour + minute <= 9 * 60
    assert minute in (0, 30)


def test_a_station_is_put_on_in_set_up() -> None:
    scene, car = drawn("Lisbon", 3, plays=False), HeadlessController()
    setup = CarSetup(car)
    setup.scene(scene)
    station = scene.content.stations[-1]
    setup.plays_station(station)
    assert car.read(s.STATION) == station.name
    assert (car.read(s.RADIO_PLAYING), car.read(s.SOUND_CHANNEL)) == (True, "radio")


@pytest.mark.parametrize("conditions", [{"light": ("dark",)}, {"weather": ("clear", "rainy")}, {"roads": ("highway",)}])
def test_a_word_that_no_scene_has_is_refused_with_those_that_are_allowed(conditions: Conditions) -> None:
    with pytest.raises(UsageError, match=r"a condition has \w+ '\w+'; allowed: \w+, "):
        Draw(Random(1), place_by_name("Oslo")).scene(**conditions)
