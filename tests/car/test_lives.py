"""A life fits together: people, places, dates, languages and units of one driver, in every town, the same in every process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import date, datetime, timedelta
from random import Random

import pytest
from cases import cases
from each_task import EACH_TASK
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.content.content import content_for
from automotive_env.car.content.networks import told
from automotive_env.car.content.people import written_language
from automotive_env.car.content.profile import RETIRES, SERVICE_DAYS, SERVICE_KILOMETRES, profile_for
from automotive_env.car.content.service_book import reminders
from automotive_env.car.content.table import table
from automotive_env.car.content.waking import WakingHours
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.store import StateValues
from automotive_env.car.core.world import World
from automotive_env.car.owner.events import happen
from automotive_env.car.owner.life import live
from automotive_env.car.owner.scenarios import COUNT, life_of, scenarios, world_of
from automotive_env.car.systems.driver_profiles import current_profile
from automotive_env.car.systems.language import LANGUAGES, Language
from automotive_env.car.systems.software_update import INSTALL_SECONDS
from automotive_env.episode.headless import HeadlessController
from automotive_env.place.climate import typical_temperature
from automotive_env.place.place import Place
from automotive_env.place.places import PLACES, place_by_name
from automotive_env.place.rules import units
from automotive_env.place.sun import daylight
from automotive_env.place.surroundings import WEATHER
from automotive_env.place.table import load
from automotive_env.place.town.geocoding import town_of
from automotive_env.place.town.points_of_interest import points_of_interest
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.planning import plan
from automotive_env.tasks.kit.scene import LIVES, Draw, Scene
from automotive_env.tasks.registry import TASKS

KNOWN = [place for place in PLACES if place.january is not None]
seeds = st.integers(1, 999_999_999)
towns = st.sampled_from(KNOWN)
clocks = st.datetimes(datetime(1975, 1, 1), datetime(2099, 12, 31)).map(lambda when: str(when.replace(microsecond=0)))
UNKNOWN_NUMBER = re.compile(r"0555 01\d\d \d{3}")
STRAYS = 14.5
"""Celsius that the weather of a day is from the mean of its month, at most."""


def lived(seed: int, place: Place, clock: str = "2025-04-13 12:00:00") -> World:
    """A car of another driver in a place."""
    world = world_of("default", place)
    world.set("environment.timestamp", clock)
    live(world, seed)
    return world


def assert_coherent(world: World) -> None:
    """What is in a car fits who owns it, where it is and when."""
    now, road = world.environment.timestamp, world.road
    content = content_for(world.system.content_seed, road.country, road.city)
    phone = world.conversation
    names = {contact.name for contact in phone.contacts}
    strangers = {call.contact for call in phone.call_records} - names
    assert all(UNKNOWN_NUMBER.fullmatch(name) for name in strangers)
    assert phone.last_called_contact is None or phone.last_called_contact in names
    assert {message.contact for message in phone.messages} <= names
    assert {favorite.name for favorite in world.handset.favorites} <= names
    for times in ([call.timestamp for call in phone.call_records], [message.timestamp for message in phone.messages]):
        assert times == sorted(times)
        assert all(time < now for time in times)
    lines = {line[1:] for thread in table("threads")[written_language(content.owner.culture)] for line in thread}
    lines |= {told(network, content.owner.culture) for network in content.networks}
    assert lines >= {message.content for message in phone.messages}
    assert all(track.last_played < now for track in world.music.tracks)
    assert set(world.music.favorite_tracks) | set(world.music.history_tracks) <= set(world.music.tracks)
    assert all(notice.time < now for notice in world.system.notifications)
    assert_told_of_this_car(world)
    town = points_of_interest(town_of(road.gps.latitude, road.gps.longitude, road.city))
    kept, recents = [place.name for place in world.maps.favorites], [place.name for place in world.maps.recents]
    assert {*kept, *recents} <= town.keys()
    local, own = units(place_by_name(road.city)).value, world.drivers.profiles[0]
    assert (world.environment.unit_system, world.environment.time_display_format) == (local.distance, local.clock)
    assert world.cabin.temperature_unit == local.temperature
    assert (own.name, own.temperature, own.theme) == (content.owner.given_name, content.owner.temperature, content.owner.theme)
    assert own == current_profile(world, own)
    assert world.drivers.active == own.name
    assert {one.name for one in world.drivers.favorites if one.kind == "person"} <= names
    assert kept[0] == "Home"
    assert ("Work" in kept) == content.owner.works
    assert len(set(recents)) == len(recents) > 0


def assert_told_of_this_car(world: World) -> None:
    """What apps have told agrees with what the car itself shows, and so does its service book."""
    texts = {notice.kind: f"{notice.title} {notice.text}" for notice in world.system.notifications}
    today, mileage = date.fromisoformat(world.environment.timestamp[:10]), world.instrumentPanel.vehicle_mileage
    book = world.service.resets
    assert all(done.mileage <= mileage and done.day <= str(today) for done in book)
    if "software" in texts:
        assert world.software.newest in texts["software"] != world.software.version
        assert f"{INSTALL_SECONDS // 60} minutes" in texts["software"]
    if "service" in texts:
        later = today + timedelta(1)
        known = reminders(world.system.content_seed, later, mileage, book)
        assert any(each.state(later, mileage) != "fine" for each in known)
    assert "charged" not in texts or world.road.fuel_level >= world.energy.charge_limit
    assert "parking" not in texts or world.road.driving_state == "parked"
    assert "weather" not in texts or world.road.weather in ("clear", "cloudy")
    assert "weather warning" not in texts or world.road.weather not in ("clear", "cloudy", "fog")
    assert re.search(r"At (0[89]|1[0-7]):", texts.get("calendar", "At 09:00"))


@given(seeds, towns, clocks, st.sampled_from(WEATHER), st.booleans(), st.integers(0, 100), st.sampled_from(["6.1", "6.2"]))
def test_apps_tell_of_the_car_that_they_are_in(
    seed: int, place: Place, clock: str, weather: str, drives: bool, charge: int, version: str
) -> None:
    world = world_of("default", place)
    facts = {"environment.timestamp": clock, "road.weather": weather, "road.fuel_level": charge, "software.version": version}
    facts |= {"road.gear": "drive", "road.speed": 50} if drives else {"energy.is_plugged_in": True}
    for path, value in facts.items():
        world.set(path, value)
    live(world, seed)
    assert_told_of_this_car(world)
    if clock < "2099-12-31 18":
        for _ in range(5):
            happen(world, "time passes", seconds=3_600)
        assert_told_of_this_car(world)


@given(seeds, towns, clocks)
def test_what_is_in_a_car_fits_its_driver_its_town_and_its_clock(seed: int, place: Place, clock: str) -> None:
    assert_coherent(lived(seed, place, clock))


@given(seeds, towns)
def test_an_owner_fits_together(seed: int, place: Place) -> None:
    owner = profile_for(seed, place.country)
    assert owner.works == (owner.age < RETIRES)
    assert owner.age - owner.days / 365 >= 17
    assert 0 <= owner.service_days <= min(owner.days, SERVICE_DAYS)
    assert 0 <= owner.service_kilometres <= owner.kilometres <= owner.service_kilometres + SERVICE_KILOMETRES
    assert 15 * owner.days <= owner.kilometres <= 70 * owner.days
    names = table("names")[owner.culture]
    assert owner.given_name in names["given"]
    assert owner.name.removeprefix(f"{owner.given_name} ") in names["family"]


@given(clocks, st.lists(st.integers(1, 20_000), min_size=2, max_size=20).map(sorted))
def test_the_past_is_before_now_in_order_and_never_at_night(clock: str, minutes: list[int]) -> None:
    past = WakingHours(clock)
    times = [past.before(each) for each in minutes]
    assert times == sorted(times, reverse=True)
    assert all(time < clock and "07:00:00" <= time[11:] < "23:00:00" for time in times)
    awake = timedelta(minutes=minutes[-1]) * 1.5 + timedelta(days=1)
    assert datetime.fromisoformat(clock) - datetime.fromisoformat(times[-1]) <= awake


def test_drivers_differ_and_some_are_from_elsewhere() -> None:
    owners = [profile_for(seed, "DE") for seed in range(1, 300)]
    assert len({owner.name for owner in owners}) > 100
    assert {owner.household for owner in owners} == {"alone", "couple", "family"}
    assert 0.75 < sum(owner.culture == "de" for owner in owners) / len(owners) < 0.97


@cases("language", [one for one in LANGUAGES.values() if one.name != "English"])
def test_a_part_of_the_owners_reads_their_own_language(language: Language) -> None:
    culture = language.tag.partition("-")[0]
    country = next(country for country, spoken in load("cultures").items() if spoken == culture)
    owners = [owner for owner in (profile_for(seed, country) for seed in range(1, 300)) if owner.culture == culture]
    assert {owner.language for owner in owners} == {language.name, "English"}
    assert 0.15 < sum(owner.language == language.name for owner in owners) / len(owners) < 0.6


def test_a_life_is_one_change_and_what_is_no_seed_changes_nothing() -> None:
    world = World()
    before, told = world.snapshot(), []
    world.listeners.append(lambda cause, changed: told.append(cause.kind))
    for wrong in (-1, 1.5, 1_000_000_000):
        with pytest.raises(StateError):
            happen(world, "another driver", seed=wrong)
    assert world.snapshot() == before
    happen(world, "another driver", seed=5)
    assert told == ["road"]
    assert world.diff(before)


def test_seed_0_is_the_car_as_it_always_was() -> None:
    world = World()
    before = world.snapshot()
    live(world, 0)
    assert world.snapshot() == before
    assert world_of("default").snapshot() == before


def states() -> list[StateValues]:
    return [world_of(name).snapshot() for name in scenarios()]


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.sweep)])
def test_every_scenario_is_the_car_of_another_driver_around_its_start_states(every: int) -> None:
    assert [life_of(name) for name in scenarios()] == list(range(COUNT + 1))
    for name, starts in list(scenarios().items())[1::every]:
        world, plain = world_of(name), World(starts)
        assert world.system.content_seed == life_of(name)
        changed = {path.partition(".")[0] for path in plain.diff(world.snapshot())}
        assert not changed & starts.keys()
        assert_told_of_this_car(world)
        assert {favorite.name for favorite in world.handset.favorites} <= {each.name for each in world.conversation.contacts}
        if not starts.keys() & {"conversation", "music", "environment", "airConditioner", "centerInformationDisplay"}:
            assert_coherent(world)


def test_a_scenario_can_be_in_another_town() -> None:
    there = place_by_name("Lyon") if any(place.name == "Lyon" for place in PLACES) else KNOWN[3]
    world = world_of("start-017", there)
    assert (world.road.city, world.road.country) == (there.name, there.country)
    assert {place.name for place in world.maps.favorites} <= points_of_interest(
        town_of(there.latitude, there.longitude, there.name)
    ).keys()


@pytest.mark.sweep
def test_another_process_draws_the_same_lives() -> None:
    code = (
        "from automotive_env.car.owner.scenarios import scenarios, world_of\n"
        "for name in list(scenarios())[::16]: print(repr(world_of(name).snapshot()))"
    )
    salt = str(1 + int(os.environ.get("PYTHONHASHSEED") == "1"))  # another one than in this process
    environment = {"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": salt, "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60, env=environment)
    told = [repr(world_of(name).snapshot()) for name in list(scenarios())[::16]]
    assert done.stdout.decode() == "\n".join([*told, ""])


# Scenes


@given(st.integers(0, 2**32), towns)
def test_light_sun_month_temperature_and_weather_of_a_scene_fit(seed: int, place: Place) -> None:
    scene = Draw(Random(seed), place).scene()
    assert_possible(scene)
    local = units(place).value
    assert (scene.distance_unit, scene.clock) == (local.distance, local.clock)
    assert (scene.theme, scene.language, scene.volume) == tuple(
        getattr(scene.content.owner, name) for name in ("theme", "language", "volume")
    )
    assert 1 <= scene.life < LIVES
    assert {contact for contact, _ in scene.messages} <= {person.name for person in scene.content.people}
    assert {text for _, text in scene.messages} <= set(scene.content.small_talk)


def assert_possible(scene: Scene) -> None:
    """No night at noon, and no summer in the winter."""
    place = place_by_name(scene.place)
    assert scene.light in ("tunnel", daylight(place, scene.time))
    usual = typical_temperature(place, date.fromisoformat(scene.time[:10]).month)
    assert usual is not None
    assert abs(scene.outside - usual) <= STRAYS
    assert scene.weather != "snow" or scene.outside <= 0
    assert "rain" not in scene.weather or scene.outside > 1


@pytest.mark.parametrize("every", [30, pytest.param(1, marks=pytest.mark.sweep)])
def test_no_task_has_a_scene_that_cannot_be_and_no_two_begin_alike(every: int) -> None:
    planned = plan(list(TASKS.values())[::every], instances=24)
    for instance in planned:
        assert_possible(instance.scene)
    scenes = [instance.scene for instance in planned]
    count = len(scenes)
    assert len({scene.life for scene in scenes}) > 0.99 * count
    assert len({scene.time for scene in scenes}) > 0.9 * count
    assert len({scene.time[11:13] for scene in scenes}) == 24
    assert 0.1 < sum(scene.app == "home" for scene in scenes) / count < 0.6


@pytest.mark.parametrize("name", EACH_TASK)
def test_the_car_of_an_episode_is_that_of_its_scene(name: str) -> None:
    (instance, *_) = plan([TASKS[name]], seed=3)
    car = HeadlessController()
    CarSetup(car).scene(instance.scene)
    world, scene = car.world, instance.scene
    assert world.system.content_seed == scene.life
    assert [contact.name for contact in world.conversation.contacts] == [person.name for person in scene.content.people]
    assert world.environment.timestamp >= scene.time
    assert (world.road.light, world.road.weather) == (scene.light, scene.weather)
    assert world.road.outside_temperature == scene.outside
    past = [message for message in world.conversation.messages if message.timestamp < scene.time]
    assert len(past) == len(scene.content.messages)
    assert len(world.conversation.messages) == len(past) + len(scene.messages)
