"""The music player and its library."""

import pytest
from cases import cases

from automotive_env.car.core.world import World
from automotive_env.car.devices.music import Track

LISTS = ("tracks", "current_playlist", "history_tracks", "favorite_tracks", "local_tracks", "downloaded_tracks")


def ids(tracks):
    return [track.id for track in tracks]


@pytest.mark.parametrize("start", ["default", "init1", "init2"])
def test_lists_of_a_start_agree_with_the_library(start):
    music = World({"music": start}).music
    library = {track.id: track for track in music.tracks}
    assert len(library) == len(music.tracks)
    for name in LISTS:
        assert all(library[track.id] == track for track in getattr(music, name)), name
    assert ids(music.local_tracks) == [track.id for track in music.tracks if track.is_local]
    assert ids(music.downloaded_tracks) == [track.id for track in music.tracks if track.is_downloaded]
    assert {track.artist for track in music.tracks} <= {musician.name for musician in music.musicians}
    assert list(music.recent_tracks) == list(music.history_tracks)


def test_the_default_library_fills_a_screen():
    music = World().music
    assert len(music.tracks) >= 8
    assert min(len(getattr(music, name)) for name in LISTS) >= 4


@pytest.mark.parametrize(
    ("api", "list_name"),
    [
        ("music_favorite_play", "favorite_tracks"),
        ("music_history_play", "history_tracks"),
        ("music_recent_play", "history_tracks"),
        ("music_local_play", "local_tracks"),
        ("music_download_play", "downloaded_tracks"),
    ],
)
def test_playing_a_list_makes_it_the_play_list_and_is_heard(api, list_name):
    world = World({"music": "init2"})
    world.set("environment.sound_channel", "radio")
    wanted = getattr(world.music, list_name)
    assert world.call(f"music.{api}", {}).success
    assert world.music.current_playlist == wanted
    assert world.music.current_track_index == 0
    assert world.music.is_playing
    assert world.environment.sound_channel == "music"


def test_an_empty_list_cannot_be_played():
    world = World()
    world.set("music._local_tracks", ())
    before = world.snapshot()
    result = world.call("music.music_local_play", {})
    assert not result.success
    assert "no local tracks" in result.message
    assert world.snapshot() == before


@pytest.mark.parametrize("collect", [True, False])
def test_collecting_marks_the_track_in_every_list(collect):
    world = World()
    world.music.start(ids(world.music.current_playlist).index("6" if collect else "1"))
    current = world.music.current_track
    assert world.call("music.music_favorite_collect", {"collect": collect}).success
    assert (current.id in ids(world.music.favorite_tracks)) is collect
    for name in LISTS:
        assert all(track.is_favorite is collect for track in getattr(world.music, name) if track.id == current.id)
    again = world.snapshot()
    assert world.call("music.music_favorite_collect", {"collect": collect}).success
    assert world.snapshot() == again


def test_views_tell_and_change_nothing():
    world = World()
    before = world.snapshot()
    assert world.call("music.music_collection_view", {}).data["count"] == len(world.music.favorite_tracks)
    assert world.call("music.music_get_currentAlbum", {}).message == "Salt and Signal"
    assert world.call("music.music_get_currentMusician", {}).data["nationality"] == "Norway"
    assert world.call("music.music_currentDetail_view", {}).data["title"] == "Harbour Lights at Four"
    assert world.snapshot() == before


def test_without_a_play_list_there_is_no_current_track():
    world = World()
    world.set("music._current_playlist", ())
    world.set("music._is_playing", False)
    assert "no current track" in world.call("music.music_get_currentAlbum", {}).message
    before = world.snapshot()
    world.music.toggle_play()
    world.music.skip(1)
    assert world.snapshot() == before


@cases(
    ("api", "arguments", "volume"),
    [
        ("increase", {"value": 7}, 57),
        ("increase", {"degree": "large"}, 70),
        ("increase", {"value": 100}, 100),
        ("decrease", {"degree": "little"}, 40),
        ("decrease", {"degree": "tiny"}, 45),
        ("decrease", {"value": 99}, 0),
        ("set", {"value": 0}, 0),
        ("set", {"degree": "max"}, 100),
        ("set", {"degree": "high"}, 80),
        ("set", {"degree": "medium"}, 50),
        ("set", {"degree": "low"}, 20),
        ("set", {"degree": "min"}, 0),
    ],
)
@cases("module", ["music", "navigation", "conversation"])
def test_volume_is_shared_and_claims_the_loudspeakers(module, api, arguments, volume):
    world = World()
    world.set("environment.sound_channel", "video")
    assert world.call(f"{module}.{module}_soundVolume_{api}", arguments).success
    assert world.environment.volume == volume
    assert world.environment.sound_channel == module


@cases(
    ("api", "arguments"),
    [
        ("increase", {"degree": "medium"}),
        ("increase", {"value": -20}),
        ("increase", {"value": 0}),
        ("increase", {"value": 5, "degree": "tiny"}),
        ("increase", {}),
        ("decrease", {"value": 2.5}),
        ("set", {"value": 101}),
        ("set", {"value": "50"}),
        ("set", {"degree": "large"}),
    ],
)
@cases("module", ["music", "navigation", "conversation"])
def test_bad_volumes_change_nothing(module, api, arguments):
    world = World()
    world.set("environment.sound_channel", "video")
    before = world.snapshot()
    assert not world.call(f"{module}.{module}_soundVolume_{api}", arguments).success
    assert world.snapshot() == before


def test_pause_and_go_on():
    world = World()
    world.set("environment.sound_channel", "radio")
    world.music.toggle_play()
    assert not world.music.is_playing
    assert world.environment.sound_channel == "radio"
    world.music.toggle_play()
    assert world.music.is_playing
    assert world.environment.sound_channel == "music"


def test_skipping_goes_round():
    music = World().music
    music.skip(-1)
    assert music.current_track.id == "10"
    music.skip(2)
    assert music.current_track.id == "2"


@cases("count", range(1, 12))
def test_shuffled_skipping_misses_none_and_can_go_back(count):
    world = World()
    track = world.music.tracks[0]
    world.set("music._current_playlist", [Track(**{**vars(track), "id": str(number)}) for number in range(count)])
    world.call("music.music_player_setMode", {"mode": "Shuffle Play"})
    heard = []
    for _ in range(count):
        heard.append(world.music.current_track.id)
        world.music.skip(1)
    assert sorted(heard, key=int) == [str(number) for number in range(count)]
    if count > 4:
        assert heard != sorted(heard, key=int)
    world.music.skip(-1)
    assert world.music.current_track.id == heard[-1]


def test_touches_are_one_change():
    world = World({"music": "init2"})
    heard = []
    world.listeners.append(lambda cause, before: heard.append(len(before)))
    world.music.start(ids(world.music.current_playlist).index("203"))
    assert heard == [2]
