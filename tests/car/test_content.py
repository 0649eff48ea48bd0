"""What a car offers: enough of it, the same from the same seed, in the language of the place, quickly."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.content.content import CarContent, content_for
from automotive_env.car.content.fill import fill
from automotive_env.car.content.music import DAYS_BETWEEN_EPISODES, released
from automotive_env.car.content.stations import band_of, megahertz
from automotive_env.car.core.world import World
from automotive_env.car.devices.conversation import ConnectedPhone
from automotive_env.car.devices.music import DEFAULT_TRACKS
from automotive_env.place.place import Place
from automotive_env.place.places import PLACES
from automotive_env.place.table import load

seeds = st.integers(0, 999_999_999)
places = st.sampled_from([(country, "Somewhere") for country in (*load("cultures"), "XX")])


def drawn(seed: int, country: str, city: str) -> CarContent:
    """Drawn anew, whatever is kept."""
    return content_for.__wrapped__(seed, country, city)


@given(seeds, places)
def test_there_is_enough_of_everything(seed: int, place: tuple[str, str]) -> None:
    content = drawn(seed, *place)
    assert len(content.songs) >= 200
    assert len({track.id for track in content.songs}) == len(content.songs)
    assert len(content.playlists) >= 5
    assert len(content.shows) >= 5
    assert len(content.stations) >= 15
    assert len({one.name for one in content.people}) == len(content.people) >= 7
    assert all(len(one.numbers) >= 2 for one in content.people)
    assert len(content.notices) >= 4


@given(seeds, places)
def test_the_same_seed_gives_the_same(seed: int, place: tuple[str, str]) -> None:
    assert drawn(seed, *place) == drawn(seed, *place)


@given(seeds, places)
def test_stations_stand_on_the_channels_of_the_region(seed: int, place: tuple[str, str]) -> None:
    content = drawn(seed, *place)
    fm = [megahertz(station) for station in content.stations if band_of(station) == "FM"]
    low, high = (76.1, 94.9) if place[0] == "JP" else (87.6, 107.9)
    assert low <= min(fm) <= max(fm) <= high
    assert all(later - earlier >= 0.35 for earlier, later in pairwise(fm))
    medium = [int(station.frequency_value.split()[0]) for station in content.stations if band_of(station) == "AM"]
    assert all(530 <= kilohertz <= 1_610 for kilohertz in medium)
    if place[0] in ("US", "GB"):  # who speak alike, so that a channel tells not which of them it is
        assert all(round(one * 10) % 2 == 1 for one in fm)
        assert all(kilohertz % 90 == 0 for kilohertz in medium)
        assert not [station for station in content.stations if band_of(station) == "DAB"]


def test_the_first_seed_is_the_car_as_it_was() -> None:
    content = content_for(0, "DE", "Berlin")
    assert set(DEFAULT_TRACKS) <= set(content.songs)
    assert tuple(one.contact for one in content.people) == ConnectedPhone.contacts.start
    world = World()
    before = world.snapshot()
    fill(world, 0)
    assert world.diff(before) == {}


@given(seeds.filter(bool), st.sampled_from(PLACES))
def test_no_text_tells_the_place(seed: int, place: Place) -> None:
    content = drawn(seed, place.country, place.name)
    said = [station.name for station in content.stations] + [network.name for network in content.networks]
    assert not [text for text in said if place.name in text]
    assert not [number for person in content.people for _, number in person.numbers if not number.startswith("0555 ")]
    assert not [past for past in content.calls if past.record.contact.startswith("+")]


def test_episodes_come_out_at_even_distances_the_latest_first() -> None:
    show = content_for(0, "Germany", "Berlin").shows[0]
    today = date(2025, 3, 2)
    days = [released(show, place, today) for place in range(len(show.episodes))]
    assert today - timedelta(days=DAYS_BETWEEN_EPISODES) < days[0] <= today
    assert {(newer - older).days for newer, older in pairwise(days)} == {DAYS_BETWEEN_EPISODES}
    assert released(show, 1, days[0]) == days[1]
