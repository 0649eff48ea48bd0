import re

import pytest

from automotive_env.android.media_readings import playing, sessions
from automotive_env.car.owner.events import let_time_pass

STATE = re.compile(r"state=PlaybackState \{state=(\w+)\((\d)\), position=\d+, .*error=null\}")


def test_the_session_of_the_driver_shows_the_music(car):
    out = car.out("dumpsys media_session")
    assert "Sessions Stack - have 2 sessions:" in out
    whole, front = out.split("Record for full_user=10")
    assert "have 0 sessions" in whole
    assert "package=com.android.car.media\n" in front
    assert "active=true" in front
    assert "metadata: size=3, description=Harbour Lights at Four, Nora Elvestad, Salt and Signal" in front
    assert STATE.search(front).groups() == ("PLAYING", "3")  # type: ignore[union-attr]
    assert playing(out, 10) == "com.android.car.media"
    assert playing(out, 0) == ""
    assert f"queueTitle=null, size={len(car.world.music.current_playlist)}\n" in front
    music, radio = sessions(out)
    assert (music.package, radio.package, radio.plays) == ("com.android.car.media", "com.android.car.radio", False)
    car.world.music.is_playing = False
    assert STATE.search(car.out("dumpsys media_session")).groups() == ("PAUSED", "2")  # type: ignore[union-attr]
    assert playing(car.out("dumpsys media_session"), 10) == ""


@pytest.mark.parametrize(
    ("key", "before", "playing", "track"),
    [
        ("play", False, True, 0),
        ("play", True, True, 0),
        ("pause", True, False, 0),
        ("pause", False, False, 0),
        ("stop", True, False, 0),
        ("play-pause", True, False, 0),
        ("play-pause", False, True, 0),
        ("next", True, True, 1),
        ("previous", True, True, 9),
    ],
)
def test_media_keys(car, key, before, playing, track):
    car.world.music.is_playing = before
    assert car.out("cmd", "media_session", "dispatch", key) == ""
    assert (car.world.music.is_playing, car.world.music.current_track_index) == (playing, track)


def test_the_position_moves_with_the_song(car):
    def position():
        return int(re.search(r"position=(\d+), buffered", car.out("dumpsys media_session"))[1])

    car.world.music.start(0)
    assert position() == 0
    let_time_pass(car.world, seconds=12)
    assert position() == 12_000
    car.out("media dispatch pause")
    let_time_pass(car.world, seconds=5)
    assert position() == 12_000
    car.out("media dispatch next")
    assert position() == 0


def test_an_unknown_key(car):
    assert car.run("media dispatch louder").err == "Error: unknown dispatch code 'louder'\n"


def test_the_title_follows(car):
    car.out("media dispatch next")
    assert "description=Paper Lanterns, Kitano Drive, Night Ferry" in car.out("dumpsys media_session")
