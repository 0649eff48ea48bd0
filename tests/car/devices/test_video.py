import pytest
from cases import cases

from automotive_env.car.core.world import World
from automotive_env.car.devices.video import LISTS, QUALITIES

PLAYS = {
    "video_local_play": "local_videos",
    "video_download_play": "downloaded_videos",
    "video_history_play": "history",
    "video_favorite_play": "favorites",
}
VIEWS = {
    "video_local_view": "local_videos",
    "video_download_view": "downloaded_videos",
    "video_common_history_view": "history",
    "video_collection_view": "favorites",
}


def moving(car):
    car.set("road.gear", "drive")
    car.set("road.speed", 30)


@pytest.mark.parametrize("start", ["default", "init1", "init2"])
def test_lists_of_a_start_agree(start):
    video = World({"video": start}).video
    everywhere = [clip for name in LISTS for clip in getattr(video, name)]
    assert len({clip.video_id for clip in everywhere}) == len(set(everywhere))
    assert [clip.is_local for clip in video.local_videos] == [True] * len(video.local_videos)
    assert [clip.is_downloaded for clip in video.downloaded_videos] == [True] * len(video.downloaded_videos)
    assert set(video.favorites) == {clip for clip in everywhere if clip.is_favorite}


@pytest.mark.parametrize("api", PLAYS)
@pytest.mark.parametrize("start", ["default", "init1", "init2"])
def test_the_first_of_a_list_plays_and_is_heard(start, api):
    car = World({"video": start})
    car.set("environment.sound_channel", "radio")
    assert car.call(f"video.{api}", {}).success
    assert car.video.current_video == getattr(car.video, PLAYS[api])[0]
    assert car.video.is_playing
    assert car.environment.sound_channel == "video"


@pytest.mark.parametrize("api", [*PLAYS, "video_fullScreenPlay_switch"])
def test_nothing_is_shown_while_the_car_moves(api):
    car = World()
    moving(car)
    before = car.snapshot()
    result = car.call(f"video.{api}", {"switch": True} if "switch" in api else {})
    assert not result.success
    assert "moving" in result.message
    assert car.diff(before) == {}
    car.set("road.speed", 0)
    assert car.call(f"video.{api}", {"switch": True} if "switch" in api else {}).success


def test_full_screen_can_be_left_and_the_video_stopped_while_the_car_moves():
    car = World({"video": "init1"})
    assert car.call("video.video_fullScreenPlay_switch", {"switch": True}).success
    moving(car)
    assert car.call("video.video_fullScreenPlay_switch", {"switch": False}).success
    assert car.call("video.video_play_stop", {}).success
    assert not car.video.is_fullscreen
    assert not car.video.is_playing


def test_stopping_leaves_the_loudspeakers_alone(call):
    before = {"environment.sound_channel": "radio"}
    assert call("video.video_play_stop", {}, start="init1", **before)[1] == {"is_playing": False}
    result, changed = call("video.video_play_stop", {}, start="init2")
    assert result.success
    assert changed == {}


def test_quality_goes_by_steps_and_stops_at_the_ends(call):
    assert call("video.video_quality_increase", {})[1] == {"quality": "1080P"}
    assert call("video.video_quality_decrease", {})[1] == {"quality": "480P"}
    assert call("video.video_quality_set", {"mode": "270P"})[1] == {"quality": "270P"}
    for api, end in (("increase", QUALITIES[-1]), ("decrease", QUALITIES[0])):
        result, changed = call(f"video.video_quality_{api}", {}, **{"video.quality": end})
        assert not result.success
        assert changed == {}


@pytest.mark.parametrize(
    ("api", "path"),
    [
        ("video_danmaku_switch", "danmaku_enabled"),
        ("video_titleSkip_switch", "skip_intro"),
        ("video_fullScreenPlay_switch", "is_fullscreen"),
    ],
)
def test_switches(call, api, path):
    assert call(f"video.{api}", {"switch": True})[1] == {path: True}


def test_a_favourite_is_one_wherever_it_is_listed():
    car = World({"video": "init2"})
    assert car.call("video.video_history_play", {}).success
    clip = car.video.current_video
    for _ in range(2):
        assert car.call("video.video_favorite_collect", {"collect": True}).data == {"count": 4}
    assert car.video.favorites[-1].video_id == clip.video_id
    listed = [known for name in LISTS for known in getattr(car.video, name) if known.video_id == clip.video_id]
    assert [known.is_favorite for known in listed] == [True, True, True]
    assert car.video.current_video.is_favorite
    assert car.call("video.video_favorite_collect", {"collect": False}).data == {"count": 3}
    assert not car.video.current_video.is_favorite


def test_a_like_is_kept_with_the_clip_and_can_be_taken_back():
    car = World({"video": "init1"})
    for mode in (True, False):
        assert car.call("video.video_player_like", {"mode": mode}).success
        assert car.video.current_video.is_liked is mode
        assert car.video.downloaded_videos[0] == car.video.current_video


def test_views_tell_and_change_nothing():
    car = World({"video": "init1"})
    before = car.snapshot()
    for api, of in VIEWS.items():
        told = car.call(f"video.{api}", {}).data["videos"]
        assert [clip["video_id"] for clip in told] == [clip.video_id for clip in getattr(car.video, of)]
    detail = car.call("video.video_currentDetail_view", {}).data
    assert detail["video"]["title"] == car.call("video.video_profile_view", {}).data["title"]
    assert (detail["playing"], detail["quality"], detail["volume"]) == (True, "720P", 50)
    assert car.diff(before) == {}


@pytest.mark.parametrize(("degree", "volume"), [("max", 100), ("high", 80), ("medium", 50), ("low", 30), ("min", 10)])
def test_volume_is_shared_and_claims_the_loudspeakers(degree, volume):
    car = World()
    assert car.call("video.video_soundVolume_set", {"degree": degree}).success
    assert (car.environment.volume, car.environment.sound_channel) == (volume, "video")


@cases(
    ("api", "arguments"),
    [
        ("video_favorite_collect", {"collect": True}),
        ("video_player_like", {"mode": True}),
        ("video_profile_view", {}),
        ("video_currentDetail_view", {}),
        ("video_favorite_play", {}),
        ("video_quality_set", {"mode": "4K"}),
        ("video_soundVolume_increase", {"degree": "medium"}),
    ],
)
def test_without_a_video_or_with_wrong_words_it_is_refused_and_nothing_changes(api, arguments):
    car = World({"video": "init2"})
    car.set("video.favorites", ())
    before = car.snapshot()
    assert not car.call(f"video.{api}", arguments).success
    assert car.diff(before) == {}
