"""Media: the player moves the music, lists start what is tapped."""

from __future__ import annotations

import re

import pytest
from headunit_touch import drives, find, heard, slide, tap

from automotive_env.car.content.content import content_for
from automotive_env.car.core.world import World
from automotive_env.car.owner.events import happen
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.ui_state import UiState


@pytest.fixture
def media(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("media")
    return head_unit


def title(unit: HeadUnit) -> str:
    return find(unit, "title").text


def test_play_and_pause(media: HeadUnit, world: World) -> None:
    assert find(media, "play_pause_stop").description == "Pause"
    changes = heard(world)
    tap(media, "play_pause_stop")
    assert changes == [("music._is_playing", False, "touch")]
    assert find(media, "play_pause_stop").description == "Play"
    tap(media, "play_pause_stop")
    assert world.music.is_playing


def test_playing_makes_the_music_heard(media: HeadUnit, world: World) -> None:
    world.set("music._is_playing", False)
    world.set("environment.sound_channel", "radio")
    tap(media, "play_pause_stop")
    assert world.environment.sound_channel == "music"


def test_skipping_shows_the_other_track(media: HeadUnit, world: World) -> None:
    first, second = (track.title for track in world.music.current_playlist[:2])
    assert title(media) == first
    changes = heard(world)
    tap(media, "skip_next")
    assert ("music._current_track_index", 1, "touch") in changes
    assert title(media) == second
    assert find(media, "artist").text == world.music.current_playlist[1].artist
    assert find(media, "album_title").text == world.music.current_playlist[1].album
    tap(media, "skip_prev")
    assert title(media) == first


def test_favorite(media: HeadUnit, world: World) -> None:
    tap(media, "skip_next")
    track = world.music.current_track
    assert track
    assert not track.is_favorite
    assert not find(media, "favorite_button").checked
    changes = heard(world)
    tap(media, "favorite_button")
    assert {cause for _, _, cause in changes} == {"touch"}
    assert track.id in [each.id for each in world.music.favorite_tracks]
    assert find(media, "favorite_button").checked
    tap(media, "favorite_button")
    assert track.id not in [each.id for each in world.music.favorite_tracks]


@pytest.mark.parametrize(
    ("id", "mode"),
    [
        ("mode_list_repeat", "List Repeat"),
        ("mode_single_repeat", "Single Repeat"),
        ("mode_shuffle", "Shuffle Play"),
        ("mode_sequential", "Sequential Play"),
    ],
)
def test_playback_modes(media: HeadUnit, world: World, id: str, mode: str) -> None:
    world.set("music._playback_mode", "List Repeat" if mode != "List Repeat" else "Shuffle Play")
    changes = heard(world)
    tap(media, id)
    assert changes == [("music._playback_mode", mode, "touch")]
    ids = ("mode_list_repeat", "mode_single_repeat", "mode_shuffle", "mode_sequential")
    assert [other for other in ids if find(media, other).checked] == [id]


def test_volume_and_mute(media: HeadUnit, world: World) -> None:
    changes = heard(world)
    slide(media, "volume_seek_bar", 1.0)
    assert changes == [("environment.volume", 100, "touch")]
    seek = find(media, "volume_seek_bar")
    assert seek.range is not None
    assert tuple(seek.range) == (0, 100, 100)
    assert find(media, "mute_button").role == "Switch"
    tap(media, "mute_button")
    assert changes[-1] == ("system.muted", True, "touch")
    assert find(media, "mute_button").checked


def test_lyrics_are_shown_on_demand(media: HeadUnit, world: World) -> None:
    assert not [element for element in media.elements() if element.name == "lyrics"]
    changes = heard(world)
    tap(media, "show_lyrics")
    assert changes == [("music._show_lyrics", True, "touch")]
    track = world.music.current_track
    assert track
    assert find(media, "lyrics").text == track.lyrics
    world.music.start(3)
    assert find(media, "lyrics").text == "Instrumental"


@pytest.mark.parametrize(
    ("tab", "path"),
    [("media_favorites", "_favorite_tracks"), ("media_local", "_local_tracks"), ("media_recent", "_history_tracks")],
)
def test_a_tapped_track_plays_from_its_list(media: HeadUnit, world: World, tab: str, path: str) -> None:
    world.set("music._is_playing", False)
    tap(media, tab)
    items = [element for element in media.elements() if element.name == "track_item"]
    assert {item.text for item in items} <= {track.title for track in world.get(f"music.{path}")}
    changes = heard(world)
    assert media.tap(*items[1].box.center) == ""
    assert {cause for _, _, cause in changes} == {"touch"}
    assert world.music.is_playing
    current = world.music.current_track
    assert current
    assert current.title == items[1].text
    assert title(media) == items[1].text
    assert {track.id for track in world.music.current_playlist} == {track.id for track in world.get(f"music.{path}")}


def test_a_tap_on_what_plays_shows_the_player(media: HeadUnit, world: World) -> None:
    for tab in ("queue", "favorites", "recent", "downloads", "local"):
        tap(media, f"media_{tab}")
        world.set("music._is_playing", False)
        for _ in range(2):
            assert all(element.name != "elapsed" for element in media.elements())
            media.tap(*next(element for element in media.elements() if element.name == "track_item").box.center)
        assert (title(media), find(media, "elapsed").text) == (world.music.current_track.title, "0:00")  # type: ignore[union-attr]


def test_recent_tracks_begin_with_the_latest(media: HeadUnit, world: World) -> None:
    tap(media, "media_recent")
    items = [element.text for element in media.elements() if element.name == "track_item"]
    assert items == [track.title for track in world.music.recent_tracks][: len(items)]


def test_the_chosen_tab_is_marked_and_told_and_the_player_comes_back(media: HeadUnit, world: World) -> None:
    tap(media, "media_library")
    assert find(media, "media_library").selected
    assert world.system.foreground_screen == "media/library"
    tap(media, "media_player")
    assert find(media, "media_player").selected
    assert find(media, "mode_shuffle")


def test_no_music_at_all(media: HeadUnit, world: World) -> None:
    for path in ("_current_playlist", "_favorite_tracks", "_history_tracks", "_tracks"):
        world.set(f"music.{path}", ())
    assert title(media) == "Nothing to play"
    tap(media, "media_favorites")
    assert find(media, "empty_text").text
    media.frame()


def test_everything_works_while_driving(media: HeadUnit, world: World) -> None:
    drives(world)
    tap(media, "play_pause_stop")
    assert not world.music.is_playing
    tap(media, "media_library")
    assert [element for element in media.elements() if element.name == "track_item"]


def test_every_album_has_its_own_cover(media: HeadUnit, world: World) -> None:
    before = media.frame().copy()
    world.music.start(1)
    other = media.frame().copy()
    assert (before[200:640, 40:490] != other[200:640, 40:490]).any()
    world.music.start(0)
    assert (media.frame() == before).all()


def test_the_play_list_takes_the_place_of_the_cover(media: HeadUnit, world: World) -> None:
    changes = heard(world)
    tap(media, "show_playlist")
    assert changes == [("music._show_playlist", True, "touch")]
    second = [element for element in media.elements() if element.name == "track_item"][1]
    assert second.text == world.music.current_playlist[1].title
    assert media.tap(*second.box.center) == ""
    assert world.music.current_track_index == 1
    tap(media, "show_playlist")
    assert not [element for element in media.elements() if element.name == "track_item"]


@pytest.mark.parametrize(("tab", "attribute"), [("downloads", "downloaded_tracks"), ("local", "local_tracks")])
def test_what_is_in_the_car(media: HeadUnit, world: World, tab: str, attribute: str) -> None:
    tap(media, f"media_{tab}")
    first = next(element for element in media.elements() if element.name == "track_item")
    assert media.tap(*first.box.center) == ""
    assert world.music.current_playlist == getattr(world.music, attribute)


def test_the_queue_plays_from_the_list_that_is_on(media: HeadUnit, world: World) -> None:
    before = world.music.current_playlist
    tap(media, "media_queue")
    third = [element for element in media.elements() if element.name == "track_item"][2]
    assert media.tap(*third.box.center) == ""
    assert (world.music.current_playlist, world.music.current_track_index) == (before, 2)


def test_the_library_is_searched(media: HeadUnit, world: World) -> None:
    tap(media, "media_library")
    tap(media, "library_search_text")
    assert media.type_text("gearbox") == ""
    assert media.enter() == ""
    found = [element.text for element in media.elements() if element.name == "track_item"]
    songs = content_for(0, "DE", "Berlin").songs
    assert set(found) <= {track.title for track in songs if track.artist == "The Gearbox Quartet"}
    assert found[:2] == [track.title for track in world.music.tracks if track.artist == "The Gearbox Quartet"]
    tap(media, "library_search_text")
    assert media.type_text("zzz") == ""
    assert media.enter() == ""
    assert "zzz" in find(media, "empty_text").text


def test_nothing_is_typed_on_the_way(media: HeadUnit, world: World) -> None:
    drives(world)
    tap(media, "media_library")
    assert media.tap(*find(media, "library_search_text").box.center) != ""


def test_loudness_makes_the_music_heard(media: HeadUnit, world: World) -> None:
    world.set("environment.sound_channel", "radio")
    slide(media, "volume_seek_bar", 1.0)
    assert (world.environment.volume, world.environment.sound_channel) == (100, "music")


@pytest.mark.parametrize(
    ("shelf", "item", "text"),
    [
        ("shelf_albums", "album_item", "Balcony Tapes"),
        ("shelf_artists", "artist_item", "Amadou Sarr"),
        ("shelf_genres", "genre_item", "Ambient"),
        ("shelf_playlists", "playlist_item", "Night drive"),
    ],
)
def test_the_library_is_browsed_and_what_is_chosen_plays(media: HeadUnit, world: World, shelf: str, item: str, text: str) -> None:
    world.set("music._is_playing", False)
    tap(media, "media_library")
    tap(media, shelf)
    for _ in range(8):
        if found := [element for element in media.elements() if element.name == item and element.text == text]:
            break
        media.scroll("down")
    assert media.tap(*found[0].box.center) == ""
    shown = [element.text for element in media.elements() if element.name == "track_item"]
    tap(media, "play_all_button")
    assert world.music.is_playing
    assert [track.title for track in world.music.current_playlist][: len(shown)] == shown
    media.back()
    assert find(media, shelf).selected


def test_more_songs_than_the_play_list_holds_play_from_the_one_that_was_tapped(media: HeadUnit, world: World) -> None:
    tap(media, "media_library")
    for _ in range(60):
        media.scroll("down")
    last = [element for element in media.elements() if element.name == "track_item"][-1]
    assert media.tap(*last.box.center) == ""
    current = world.music.current_track
    assert current
    assert current.title == last.text
    assert len(world.music.current_playlist) == 200


def test_songs_are_put_into_the_queue_once(media: HeadUnit, world: World) -> None:
    before = world.music.current_playlist
    media.restore(UiState((ScreenEntry("media", "collection", ("albums", "Dachgarten")),)))
    assert not set(before) & set(world.music.current_playlist[len(before) :])
    tap(media, "queue_all_button")
    added = world.music.current_playlist[len(before) :]
    assert {track.album for track in added} <= {"Dachgarten"}
    assert media.tap(*find(media, "queue_all_button").box.center)


def test_a_song_that_is_held_goes_to_the_end_of_the_queue(media: HeadUnit, world: World) -> None:
    before, playing = world.music.current_playlist, world.music.current_track
    media.restore(UiState((ScreenEntry("media", "collection", ("albums", "Dachgarten")),)))
    known = [track.title for track in before]
    held = next(one for one in media.elements() if one.name == "track_item" and one.text not in known)
    assert held.long_clickable
    assert media.long_press(*held.box.center) == ""
    assert [track.title for track in world.music.current_playlist] == [*known, held.text]
    assert world.music.current_track == playing
    assert media.long_press(*held.box.center)


def test_songs_stand_as_on_their_album(media: HeadUnit, world: World) -> None:
    happen(world, "another driver", seed=5)
    album = content_for(5, world.road.country, world.road.city).albums[0]
    media.restore(UiState((ScreenEntry("media", "collection", ("albums", album.title)),)))
    tap(media, "play_all_button")
    assert [track.id for track in world.music.current_playlist] == [track.id for track in album.tracks]


def test_the_queue_is_cleared_after_a_question(media: HeadUnit, world: World) -> None:
    tap(media, "media_queue")
    tap(media, "clear_queue_button")
    tap(media, "keep_queue_button")
    assert world.music.current_playlist
    tap(media, "clear_queue_button")
    tap(media, "confirm_clear_button")
    assert (world.music.current_playlist, world.music.is_playing) == ((), False)
    assert find(media, "empty_text").text == "The play list is empty."


def test_an_episode_goes_on_where_it_was_left(media: HeadUnit, world: World) -> None:
    tap(media, "media_podcasts")
    podcast = next(element for element in media.elements() if element.name == "podcast_item")
    assert media.tap(*podcast.box.center) == ""
    first, second = [element for element in media.elements() if element.name == "episode_item"][:2]
    assert media.tap(*first.box.center) == ""
    happen(world, "time passes", seconds=125)
    begun = next(element for element in media.elements() if element.name == "episode_item")
    assert re.fullmatch(r"\d+ [A-Z][a-z]{2} · \d+ min left", begun.description)
    assert media.tap(*second.box.center) == ""
    assert world.system.media_position == 0
    assert media.tap(*first.box.center) == ""
    assert world.system.media_position == 125


def test_the_player_shows_the_place_in_the_track(media: HeadUnit, world: World) -> None:
    tap(media, "skip_next")
    assert find(media, "elapsed").text == "0:00"
    happen(world, "time passes", seconds=65)
    assert find(media, "elapsed").text == "1:05"
    tap(media, "play_pause_stop")
    happen(world, "time passes", seconds=30)
    tap(media, "play_pause_stop")
    assert find(media, "elapsed").text == "1:05"


def test_a_repeated_track_begins_again(world: World) -> None:
    world.set("music._playback_mode", "Single Repeat")
    track = world.music.current_track
    assert track
    happen(world, "time passes", seconds=track.duration + 5)
    assert (world.music.current_track_index, world.system.media_position) == (0, 5)
