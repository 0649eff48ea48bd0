"""What system services print is understood in every spelling that is known."""

import aaos_captures as said
import pytest
from cases import cases

from automotive_env.android import dumps
from automotive_env.android.media_readings import playing
from automotive_env.episode.observation import GpsFix

PLAYER = "com.android.car.media.localmediaplayer"


@pytest.mark.parametrize("text", [said.SESSIONS_NEW, said.SESSIONS_OLD])
def test_who_plays(text):
    assert playing(text) == PLAYER
    assert playing(text, user=11) == ""
    assert playing(text.replace("active=true", "active=false")) == ""
    assert playing(text.replace("PLAYING(3)", "PAUSED(2)").replace("state=3", "state=2")) == ""
    assert playing(text.replace("full_user=10", "full_user=0").replace("(userId=10)", "(userId=0)")) == ""


def test_the_volume_of_a_group_is_its_index_between_the_ends():
    group = dumps.volume_group(said.AUDIO)
    assert (group.low, group.high, group.now, group.percentage) == (0, 40, 20, 50)
    assert dumps.volume_group(said.AUDIO, 1).percentage == 12.5
    assert dumps.volume_group(said.AUDIO, 2) is None


def test_sound_is_muted_as_a_whole_or_in_its_first_group():
    assert dumps.muted(said.AUDIO) is False
    assert dumps.muted(said.AUDIO.replace("Master muted? false", "Master muted? true")) is True
    assert dumps.muted(said.AUDIO.replace("Is Muted(false)", "Is Muted(true)")) is True


def test_calls():
    assert dumps.call_state(said.TELECOM) == "ringing"
    assert dumps.call_state(said.TELECOM.replace("RINGING", "ACTIVE")) == "active"
    assert dumps.call_state(said.TELECOM.replace("RINGING", "DIALING")) == "dialing"
    assert dumps.call_state(said.TELECOM.replace("RINGING", "DISCONNECTING")) == "idle"
    assert dumps.call_state(said.NO_CALL) == "idle"


def test_the_access_point_is_up_when_its_own_manager_says_so():
    assert dumps.hotspot(said.WIFI_OFF) is False
    assert dumps.hotspot(said.WIFI_OFF.replace("EnabledState", "StartedState")) is False
    assert dumps.hotspot(said.WIFI_ON) is True


def test_night_modes():
    assert dumps.car_night_mode(said.NIGHT) == "night"
    assert dumps.car_night_mode(said.SENSED) == "auto"


def test_the_activity_in_front_is_that_of_the_first_display():
    assert dumps.top_activity(said.ACTIVITIES) == ("com.android.car.media", ".MediaActivity")
    assert dumps.top_activity(said.ACTIVITIES_11) == ("com.android.car.dialer", ".ui.TelecomActivity")
    assert dumps.top_activity("    Resumed: ActivityRecord{1f u10 a.b/c.D t4}") == ("a.b", "c.D")


def test_notifications_with_spaces_and_brackets():
    assert dumps.notifications(said.NOTIFICATIONS) == [
        ("safety_alert:lane departure", "Lane departure alert", "Keep to (your) lane.", "com.android.shell"),
        ("safety_alert:ice", "Ice alert", "Slow down.", "com.android.shell"),
    ]
    assert dumps.notifications(said.NO_NOTIFICATIONS) == []


def test_the_position_is_that_of_the_gps():
    assert dumps.location(said.LOCATION) == GpsFix(48.8566, 2.3522, 35.0, 90.0, 12.5)
    assert dumps.location(said.LOCATION.replace("gps provider", "fused provider")) == GpsFix(1.0, 2.0, 0.0, 0.0, 100.0)
    assert dumps.location("last location=Location[gps 91.0,0.0 hAcc=1.0]") is None
    assert dumps.location("gps provider:\n  last location=null") is None


def test_the_clock_and_settings():
    assert dumps.clock("2025-04-13 12:00:00\n") == "2025-04-13 12:00:00"
    assert dumps.clock("Sun Apr 13 12:00:00 UTC 2025") is None
    assert dumps.settings(said.SETTINGS)["screen_brightness"] == "128"
    assert dumps.settings(said.SETTINGS)["odd"] == "a=b"


FACTS = (
    playing, dumps.wifi_network, dumps.saved_networks, dumps.volume_group, dumps.muted, dumps.call_state, dumps.hotspot,
    dumps.car_night_mode, dumps.top_activity, dumps.notifications, dumps.location, dumps.clock,
)  # fmt: skip


@cases("fact", FACTS)
@pytest.mark.parametrize("text", ["", "Can't find service: x\n", "Permission Denial: can't dump from pid=1, uid=2000\n"])
def test_an_answer_without_the_fact_is_none(fact, text):
    assert fact(text) is None
