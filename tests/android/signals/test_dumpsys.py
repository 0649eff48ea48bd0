"""What system services print is understood in every spelling that is known."""

import aaos_captures as said
import pytest
from cases import cases

from automotive_env.android import dumpsys
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
    group = dumpsys.volume_group(said.AUDIO)
    assert (group.low, group.high, group.now, group.percentage) == (0, 40, 20, 50)
    assert dumpsys.volume_group(said.AUDIO, 1).percentage == 12.5
    assert dumpsys.volume_group(said.AUDIO, 2) is None


def test_sound_is_muted_as_a_whole_or_in_its_first_group():
    assert dumpsys.muted(said.AUDIO) is False
    assert dumpsys.muted(said.AUDIO.replace("Master muted? false", "Master muted? true")) is True
    assert dumpsys.muted(said.AUDIO.replace("Is Muted(false)", "Is Muted(true)")) is True


def test_calls():
    assert dumpsys.call_state(said.TELECOM) == "ringing"
    assert dumpsys.call_state(said.TELECOM.replace("RINGING", "ACTIVE")) == "active"
    assert dumpsys.call_state(said.TELECOM.replace("RINGING", "DIALING")) == "dialing"
    assert dumpsys.call_state(said.TELECOM.replace("RINGING", "DISCONNECTING")) == "idle"
    assert dumpsys.call_state(said.NO_CALL) == "idle"


def test_the_access_point_is_up_when_its_own_manager_says_so():
    assert dumpsys.hotspot(said.WIFI_OFF) is False
    assert dumpsys.hotspot(said.WIFI_OFF.replace("EnabledState", "StartedState")) is False
    assert dumpsys.hotspot(said.WIFI_ON) is True


def test_night_modes():
    assert dumpsys.car_night_mode(said.NIGHT) == "night"
    assert dumpsys.car_night_mode(said.SENSED) == "auto"


def test_the_activity_in_front_is_that_of_the_first_display():
    assert dumpsys.top_activity(said.ACTIVITIES) == ("com.android.car.media", ".MediaActivity")
    assert dumpsys.top_activity(said.ACTIVITIES_11) == ("com.android.car.dialer", ".ui.TelecomActivity")
    assert dumpsys.top_activity("    Resumed: ActivityRecord{1f u10 a.b/c.D t4}") == ("a.b", "c.D")


def test_notifications_with_spaces_and_brackets():
    assert dumpsys.notifications(said.NOTIFICATIONS) == [
        ("safety_alert:lane departure", "Lane departure alert", "Keep to (your) lane.", "com.android.shell"),
        ("safety_alert:ice", "Ice alert", "Slow down.", "com.android.shell"),
    ]
    assert dumpsys.notifications(said.NO_NOTIFICATIONS) == []


def test_the_position_is_that_of_the_gps():
    assert dumpsys.location(said.LOCATION) == GpsFix(48.8566, 2.3522, 35.0, 90.0, 12.5)
    assert dumpsys.location(said.LOCATION.replace("gps provider", "fused provider")) == GpsFix(1.0, 2.0, 0.0, 0.0, 100.0)
    assert dumpsys.location("last location=Location[gps 91.0,0.0 hAcc=1.0]") is None
    assert dumpsys.location("gps provider:\n  last location=null") is None


def test_the_clock_and_settings():
    assert dumpsys.clock("2025-04-13 12:00:00\n") == "2025-04-13 12:00:00"
    assert dumpsys.clock("Sun Apr 13 12:00:00 UTC 2025") is None
    assert dumpsys.settings(said.SETTINGS)["screen_brightness"] == "128"
    assert dumpsys.settings(said.SETTINGS)["odd"] == "a=b"


FACTS = (
    playing, dumpsys.wifi_network, dumpsys.saved_networks, dumpsys.volume_group, dumpsys.muted, dumpsys.call_state,
    dumpsys.hotspot, dumpsys.car_night_mode, dumpsys.top_activity, dumpsys.notifications, dumpsys.location, dumpsys.clock,
)  # fmt: skip


@cases("fact", FACTS)
@pytest.mark.parametrize("text", ["", "Can't find service: x\n", "Permission Denial: can't dump from pid=1, uid=2000\n"])
def test_an_answer_without_the_fact_is_none(fact, text):
    assert fact(text) is None
