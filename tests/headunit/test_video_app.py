"""Video: the player, the lists, and that there is none of it on the way."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, slide, tap

from automotive_env.car.core.world import World
from automotive_env.headunit.apps.video.clip_item import STILL
from automotive_env.headunit.head_unit import HeadUnit


@pytest.fixture
def video(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("Video")
    return head_unit


def test_play_and_stop(video: HeadUnit, world: World) -> None:
    changes = heard(world)
    tap(video, "play_button")
    assert ("video.is_playing", True, "touch") in changes
    assert world.environment.sound_channel == "video"
    tap(video, "play_button")
    assert not world.video.is_playing


def test_play_without_a_current_video(video: HeadUnit, world: World) -> None:
    world.set("video.current_video", None)
    tap(video, "play_button")
    assert world.video.current_video == world.video.local_videos[0]


@pytest.mark.parametrize("quality", ["270P", "480P", "1080P"])
def test_quality(video: HeadUnit, world: World, quality: str) -> None:
    changes = heard(world)
    tap(video, f"quality_{quality.lower()}")
    assert changes == [("video.quality", quality, "touch")]
    assert find(video, f"quality_{quality.lower()}").checked


@pytest.mark.parametrize(("id", "path"), [("danmaku", "video.danmaku_enabled"), ("skip_intro", "video.skip_intro")])
def test_switches(video: HeadUnit, world: World, id: str, path: str) -> None:
    changes = heard(world)
    tap(video, id)
    assert changes == [(path, True, "touch")]
    tap(video, id)
    assert world.get(path) is False


def test_full_screen_and_back(video: HeadUnit, world: World) -> None:
    tap(video, "full_screen")
    assert world.video.is_fullscreen
    tap(video, "exit_full_screen_button")
    assert not world.video.is_fullscreen


def test_like_and_favorite(video: HeadUnit, world: World) -> None:
    for id, field in (("like_button", "is_liked"), ("favorite_button", "is_favorite")):
        assert not find(video, id).checked
        tap(video, id)
        assert getattr(world.video.current_video, field) is True
        assert find(video, id).checked
        tap(video, id)
        assert getattr(world.video.current_video, field) is False


@pytest.mark.parametrize(
    ("tab", "title"),
    [("local", "Slow Ferry North"), ("downloads", "Stars from the Back Seat"), ("history", "Slow Ferry North"),
     ("favorites", "Stars from the Back Seat")],
)  # fmt: skip
def test_a_video_of_a_list_is_played(video: HeadUnit, world: World, tab: str, title: str) -> None:
    tap(video, f"video_{tab}")
    item = next(element for element in video.elements() if element.name == "video_item")
    assert item.text == title
    assert video.tap(*item.box.center) == ""
    assert world.video.is_playing
    assert world.video.current_video
    assert world.video.current_video.title == title


def test_loudness(video: HeadUnit, world: World) -> None:
    world.set("music._is_playing", False)
    slide(video, "volume_seek_bar", 0.0)
    assert (world.environment.volume, world.environment.sound_channel) == (0, "video")


def test_there_is_no_video_on_the_way(video: HeadUnit, world: World) -> None:
    drives(world)
    assert not [element for element in video.elements() if element.name in ("play_button", "full_screen", "video_local")]


def test_stills_fit_their_lines(video: HeadUnit) -> None:
    tap(video, "video_local")
    assert all(element.box.height >= STILL[1] for element in video.elements() if element.name == "video_item")
