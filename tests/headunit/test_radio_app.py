"""Radio: the dial, the lists, favorites, loudness."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, slide, tap

from automotive_env.car.core.world import World
from automotive_env.car.devices.radio import FIRST
from automotive_env.car.owner.events import happen
from automotive_env.car.systems.radio_reception import SCAN_SECONDS, received
from automotive_env.episode.observation import Element
from automotive_env.headunit.head_unit import HeadUnit


@pytest.fixture
def radio(head_unit: HeadUnit, world: World) -> HeadUnit:
    world.set("radio._history", FIRST)
    assert head_unit.open_app("FM radio")
    return head_unit


def test_play_and_stop(radio: HeadUnit, world: World) -> None:
    assert find(radio, "play_button").description == "Play"
    changes = heard(world)
    tap(radio, "play_button")
    assert ("radio._is_playing", True, "touch") in changes
    assert world.environment.sound_channel == "radio"
    assert find(radio, "station_channel").text == FIRST[0].frequency_value
    assert find(radio, "play_button").description == "Stop"
    tap(radio, "play_button")
    assert not world.radio.is_playing


def test_the_next_station_is_further_along_the_dial(radio: HeadUnit, world: World) -> None:
    tap(radio, "play_button")
    heard_at = [find(radio, "station_channel").text]
    for _ in range(len(FIRST) - 1):
        tap(radio, "forward_button")
        heard_at.append(find(radio, "station_channel").text)
    assert len(set(heard_at)) == len(FIRST)
    tap(radio, "back_button")
    assert find(radio, "station_channel").text == heard_at[-2]


def test_presets(radio: HeadUnit, world: World) -> None:
    tap(radio, "play_button")
    assert not find(radio, "add_presets_button").checked
    tap(radio, "add_presets_button")
    assert find(radio, "add_presets_button").checked
    assert FIRST[0].name in [station.name for station in world.radio.collection]
    tap(radio, "add_presets_button")
    assert FIRST[0].name not in [station.name for station in world.radio.collection]


def test_nothing_can_be_kept_before_something_was_on(radio: HeadUnit) -> None:
    assert "no station is on" in radio.tap(*find(radio, "add_presets_button").box.center)


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("tab", ["radio_local", "radio_history", "radio_favorites"])
def test_a_station_of_a_list_is_played(radio: HeadUnit, world: World, tab: str, moving: bool) -> None:
    if moving:
        drives(world)
    tap(radio, tab)
    item = next(element for element in radio.elements() if element.name == "station_item")
    assert radio.tap(*item.box.center) == ""
    station = world.radio.current_station
    assert station
    assert station.name == item.text
    assert world.radio.is_playing


def listed(unit: HeadUnit) -> list[Element]:
    """All stations of the list, scrolled through."""
    found: dict[str, Element] = {}
    for _ in range(8):
        unit.scroll("up")
    for _ in range(8):
        found |= {element.text: element for element in unit.elements() if element.name == "station_item"}
        unit.scroll("down")
    return list(found.values())


def test_what_is_received_follows_the_city(radio: HeadUnit, world: World) -> None:
    berlin = {station.text for station in listed(radio)}
    world.set("road.city", "Leipzig")
    leipzig = listed(radio)
    assert "Counterpoint" in {station.text for station in leipzig}
    assert not [one for one in radio.elements() if "Leipzig" in one.text + one.description]
    assert not berlin & {"Counterpoint"}


def test_every_band_has_stations(radio: HeadUnit) -> None:
    names = set()
    for band in ("band_fm", "band_dab", "band_am"):
        tap(radio, band)
        names |= {station.text for station in listed(radio)}
    assert len(names) >= 15


def test_a_scan_stays_some_seconds_with_each_station(radio: HeadUnit, world: World) -> None:
    tap(radio, "scan_button")
    first = world.radio.current_station
    assert world.radio.is_playing
    happen(world, "time passes", seconds=SCAN_SECONDS - 1)
    assert world.radio.current_station == first
    happen(world, "time passes", seconds=1)
    second = world.radio.current_station
    assert second
    assert second != first
    tap(radio, "scan_button")
    happen(world, "time passes", seconds=60)
    assert world.radio.current_station == second


def test_the_radio_is_tuned_by_a_frequency(radio: HeadUnit, world: World) -> None:
    wanted = [station for station in received(world) if station.frequency_value.endswith("MHz")][3]
    tap(radio, "tune_button")
    for sign in wanted.frequency_value.split()[0]:
        tap(radio, "key_point" if sign == "." else f"key_{sign}")
    tap(radio, "listen_button")
    now = world.radio.current_station
    assert now
    assert (now.name, now.frequency_value) == (wanted.name, wanted.frequency_value)


def test_nothing_plays_on_a_frequency_that_nobody_uses(radio: HeadUnit, world: World) -> None:
    tap(radio, "tune_button")
    tap(radio, "key_9")
    assert "no station sends on 9 here" in radio.tap(*find(radio, "listen_button").box.center)
    assert not world.radio.is_playing


def test_nobody_tunes_by_digits_on_the_way(radio: HeadUnit, world: World) -> None:
    drives(world)
    radio.tap(*find(radio, "tune_button").box.center)
    assert not [element for element in radio.elements() if element.name == "key_1"]


@pytest.mark.parametrize(("music_plays", "heard_then"), [(True, "music"), (False, "radio")])
def test_loudness_of_a_silent_radio_silences_no_music(radio: HeadUnit, world: World, music_plays: bool, heard_then: str) -> None:
    world.set("music._is_playing", music_plays)
    changes = heard(world)
    slide(radio, "volume_seek_bar", 1.0)
    assert ("environment.volume", 100, "touch") in changes
    assert (world.environment.sound_channel, world.music.is_playing) == (heard_then, music_plays)


def test_the_radio_pauses_the_player_and_the_other_way_round(radio: HeadUnit, world: World) -> None:
    assert world.music.is_playing
    tap(radio, "play_button")
    assert (world.radio.is_playing, world.music.is_playing, world.environment.sound_channel) == (True, False, "radio")
    assert radio.open_app("media")
    tap(radio, "play_pause_stop")
    assert (world.radio.is_playing, world.music.is_playing, world.environment.sound_channel) == (False, True, "music")


def test_a_call_that_starts_the_radio_leaves_the_player_alone(world: World) -> None:
    assert world.call("radio.radio_play", {}).success
    assert (world.radio.is_playing, world.music.is_playing, world.environment.sound_channel) == (True, True, "radio")


def test_an_empty_list_says_so(radio: HeadUnit, world: World) -> None:
    world.set("radio._collection", ())
    tap(radio, "radio_favorites")
    assert find(radio, "empty_text").text == "There are no favorites yet."
