"""A device without our vendor properties: standard homes, surroundings that are kept, events the platform has something for."""

import re

import aaos_captures as said
import pytest
import signal_shells
from each_task import EACH_TASK
from signal_shells import CannedShell

from automotive_env.android import stock_events, vhal
from automotive_env.android.features import AUDIO, DeviceFeatures
from automotive_env.android.service_readings import readings
from automotive_env.android.shell import DeviceFault
from automotive_env.android.signal_access import SignalAccess
from automotive_env.car.core import paths
from automotive_env.car.core.change import DIRECT
from automotive_env.car.owner.events import happen
from automotive_env.car.vhal.properties import RELEASES, catalogue
from automotive_env.suites.automotive.requirements import unplayable
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.registry import TASKS
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.episode_log import EpisodeLog
from automotive_env.validators.signals import SIGNALS


def stock(release=14, **changed):
    facts = {"sound_zones": True, "telephony": False, **changed}
    return DeviceFeatures(release, 10, properties=catalogue(release), vendor=False, **facts)


def access(answers=None, release=14, **changed):
    shell = CannedShell(answers or {})
    return SignalAccess(shell, stock(release, **changed), sleep=lambda seconds: None), shell


@pytest.fixture(params=RELEASES)
def car(request):
    """The signals of a stock car, and the car."""
    signals = signal_shells.access(request.param, stock=True)
    return signals, signals._shell.device.world


def test_signals_without_a_home_are_not_supported(car):
    signals, _ = car
    assert not signals.features.vendor
    lacking = {signal.name for signal in SIGNALS.values() if not signals.supports(signal)}
    assert {"navigation.active", "comms.call_contact", "assistance.drive_mode"} <= lacking
    assert not lacking & {"hvac.power", "road.weather", "phenomenon.icy_road", "media.playing", "apps.foreground"}
    with pytest.raises(DeviceFault, match="no signal navigation"):
        signals.read(s.NAVIGATION_ACTIVE)
    with pytest.raises(DeviceFault, match="no signal navigation"):
        signals.write(s.NAVIGATION_ACTIVE, True)


def test_what_is_read_is_what_the_car_holds(car):
    signals, world = car
    for seat in ("driver's seat", "passenger seat"):
        world.set(f"airConditioner.ac_states.{seat}.is_on", True)
    world.set("airConditioner.circulation_mode", "internal circulation")
    for signal in SIGNALS.values():
        if signals.supports(signal):
            assert signals.read(signal) == paths.read(world, signal.world), signal.name


@pytest.mark.parametrize("name", EACH_TASK)
def test_set_up_and_check_of_every_task_that_it_can_play(car, name):
    signals, world = car
    task, instance = TASKS[name], instantiate(TASKS[name], instance_seed(0, name, 0))
    missing = unplayable([task], signals)
    if missing:
        assert not all(map(signals.supports, SIGNALS.values()))
        return
    signals.advance = lambda seconds: happen(world, "time passes", seconds=seconds)
    task.setup(CarSetup(signals), instance)
    for turn in task.turns(instance):
        assert isinstance(turn.check(Episode(signals.read, EpisodeLog())), Criterion)


def test_changes_of_signals(car):
    signals, world = car
    signals.changes()
    assert signals.changes() == []
    signals.write(s.LOW_BEAM, "on")
    signals.write(s.SCREEN_BRIGHTNESS, 80)
    world.set("music._is_playing", False)
    world.set("navigation.is_active", True)  # which no standard home tells
    told = {change.path: (change.before, change.after, change.cause) for change in signals.changes()}
    assert told == {
        "lowBeamHeadlight.mode": ("off", "on", DIRECT),
        "centerInformationDisplay.brightness_settings.brightness_level": (50, 80, DIRECT),
        "music._is_playing": (True, False, DIRECT),
    }


def test_one_control_of_the_stock_panel_stands_for_all_its_areas():
    signals, shell = access()
    with pytest.raises(DeviceFault, match="--set"):
        signals.write(s.FAN_SPEED, 3)
    areas = [command.split(" -a ")[1].split()[0] for command in shell.commands]
    assert areas == ["1", "4", "16", "32", "64"]
    for signal, expected in ((s.DRIVER_TEMPERATURE, ["1", "16", "32"]), (s.PASSENGER_TEMPERATURE, ["4", "64"])):
        shell.commands.clear()
        with pytest.raises(DeviceFault):
            signals.write(signal, 20)
        assert [command.split(" -a ")[1].split()[0] for command in shell.commands] == expected
        assert all(command.endswith("-f 20.0") for command in shell.commands)
    signals, shell = access(release=13)
    with pytest.raises(DeviceFault):
        signals.write(s.FAN_SPEED, 3)
    assert [command.split(" -a ")[1] for command in shell.commands] == ["117 -i 3"]


def test_surroundings_are_kept_and_the_light_reaches_the_sensor():
    signals, shell = access()
    assert (signals.read(s.WEATHER), signals.read(s.ICY_ROAD)) == ("clear", False)
    signals.write(s.WEATHER, "snow")
    assert shell.commands == []
    signals.write(s.LIGHT, "tunnel")
    assert signals.read_many([s.WEATHER, s.LIGHT]) == {s.WEATHER: "snow", s.LIGHT: "tunnel"}
    assert shell.commands == ["dumpsys android.hardware.automotive.vehicle.IVehicle/default --set 287310855 -a 0 -i 1"]
    assert signals.kept == {"road.weather": "snow", "road.light": "tunnel"}


def test_a_service_is_given_time_and_no_more_than_that():
    shown, slept = iter(["wifi_on=0\n", "Exception\n", "wifi_on=1\n"]), []
    shell = CannedShell({"cmd wifi set-wifi-enabled enabled": "", "settings list --user 10 global": lambda: next(shown)})
    SignalAccess(shell, stock(), sleep=slept.append).write(s.WIFI, True)
    assert len(slept) == 3
    shell.answers["settings list --user 10 global"] = "wifi_on=0\n"
    with pytest.raises(DeviceFault, match=r"system.wifi = True: set, but unchanged after 6.3 s.*wifi_on"):
        SignalAccess(shell, stock(), sleep=slept.append).write(s.WIFI, True)
    assert sum(slept) < 10


LIST = "settings list --user 10 system"


@pytest.mark.parametrize("answer", ["other=1\n", "", "bright\n", "Permission Denial\n", f"screen_brightness={'9' * 5000}\n"])
def test_a_setting_that_says_nothing_is_a_fault_with_what_was_asked(answer):
    signals, _ = access({LIST: answer})
    with pytest.raises(DeviceFault, match=r"screen\.brightness.*settings list"):
        signals.read(s.SCREEN_BRIGHTNESS)


def test_settings_are_read_and_services_are_told():
    signals, shell = access({LIST: "screen_brightness=128\n", "settings list --user 10 global": "other=1\n"})
    assert signals.read_many([s.SCREEN_BRIGHTNESS, s.DO_NOT_DISTURB]) == {s.SCREEN_BRIGHTNESS: 50, s.DO_NOT_DISTURB: False}
    shell.answers = {
        "settings list --user 10 global": "wifi_on=0\n",
        LIST: "time_12_24=12\n",
        "cmd wifi set-wifi-enabled disabled": "",
        "settings put --user 10 system time_12_24 12": "",
    }
    signals.write(s.WIFI, False)
    signals.write(s.TIME_FORMAT, "12-hour format")
    with pytest.raises(DeviceFault, match="set_dnd on"):
        signals.write(s.DO_NOT_DISTURB, True)


def test_values_of_a_property_that_is_switched_off_or_wrong_are_faults():
    for answer in ("1: failed to get property value: 356517120, error: hvac not available, code: 6\n", said.GOT, ""):
        signals, _ = access({vhal.get(356517120): answer})
        with pytest.raises(DeviceFault, match="--get 356517120"):
            signals.read(s.FAN_SPEED)


def test_readings_without_volume_groups():
    found = readings(stock(sound_zones=False))
    assert not {"media_volume", "muted"} & found.keys()
    assert readings(stock())["media_volume"].query == AUDIO


def test_what_readings_write():
    found = readings(stock())
    assert found["night_mode"].write("auto") == "cmd car_service day-night-mode sensor"
    assert found["media_volume"].write(60) == "cmd car_service set-group-volume 0 0 60"
    assert found["muted"].write(False) == "cmd car_service set-mute-car-volume-group 0 0 unmute"
    assert found["clock"].write("2025-04-13 12:00:01") == "date 041312002025.01"
    for name, value in (("media_volume", 101), ("clock", "noon; reboot"), ("night_mode", "dusk"), ("media_playing", None)):
        with pytest.raises(ValueError, match="must be"):
            found[name].write(value)


def test_the_app_in_front_and_alerts():
    found = readings(stock())
    assert found["foreground_app"].parse(said.ACTIVITIES) == "media"
    assert found["foreground_app"].parse(said.ACTIVITIES.replace("com.android.car.media", "org.other")) == "org.other"
    assert found["last_alert"].parse(said.NOTIFICATIONS) == "lane departure"
    assert found["last_alert_message"].parse(said.NOTIFICATIONS) == "Keep to (your) lane."
    assert found["last_alert"].parse(said.NO_NOTIFICATIONS) == ""


def test_alerts_that_were_ended_count_no_more(car):
    signals, world = car
    assert signals.read(s.LAST_ALERT) == ""
    for kind, message in (("ice", "Slow down."), ("fog", "See and be seen.")):
        world.call("system.safety_alert", {"kind": kind, "message": message})
        assert (signals.read(s.LAST_ALERT), signals.read(s.LAST_ALERT_MESSAGE)) == (kind, message)
    signals.end_alerts()
    assert (signals.read(s.LAST_ALERT), signals.read(s.LAST_ALERT_MESSAGE)) == ("", "")
    world.call("system.safety_alert", {"kind": "ice", "message": "Slow down."})
    assert (signals.read(s.LAST_ALERT), signals.read(s.LAST_ALERT_MESSAGE)) == ("ice", "Slow down.")


def test_alerts_that_cannot_be_ended_are_a_fault():
    signals, _ = access({"dumpsys notification --noredact": said.NOTIFICATIONS})
    with pytest.raises(DeviceFault, match="notification post"):
        signals.end_alerts()
    with pytest.raises(DeviceFault, match="dumpsys notification"):
        access()[0].end_alerts()


def test_events_are_played_with_what_the_platform_has(car):
    signals, world = car
    assert signals.happen("low fuel", {"level": 6}) == ()
    assert (world.road.fuel_level, world.system.notifications[0].text) == (6, "6 % left. Plan a stop soon.")
    signals.happen("door ajar", {"seat": "passenger seat"})
    assert world.door.doors["passenger seat"].status == "open"
    signals.happen("fogged windows", {})
    assert signals.read(s.FOGGED_WINDSCREEN) is True
    assert world.system.notifications[0].title == "Fogged windows"
    signals.happen("message", {"contact": "Kenji's", "content": "$(reboot) `x`"})
    assert (world.system.notifications[0].title, world.system.notifications[0].text) == ("Kenji's", "$(reboot) `x`")


def test_what_events_and_darkness_did_is_put_back(car):
    signals, _ = car
    night, belt = (signals.features.properties[name].id for name in ("NIGHT_MODE", "SEAT_BELT_BUCKLED"))
    signals._shell.run(vhal.put(belt, 4, True))

    def told(number, area):
        return [vhal.parse_values(signals._shell.run(vhal.get(number)).text)[number, area]]

    before = told(night, 0), told(belt, 4)
    around = dict(signals.kept)
    signals.write(s.LIGHT, "night")
    signals.happen("low tyre pressure", {"wheel": "front left"})
    signals.happen("seat belt", {"seat": "passenger seat"})
    signals.happen("seat belt", {"seat": "passenger seat"})
    assert (told(night, 0), told(belt, 4)) == ([True], [False])
    assert signals.read(s.TYRES[0]) == pytest.approx(1.2)
    signals.put_back_around(around)
    assert (told(night, 0), told(belt, 4)) == before
    assert signals.read(s.LIGHT) == "day"


def test_calls_go_over_the_console():
    features = stock(telephony=True)
    assert stock_events.plan("incoming call", {"contact": "Kenji Morita"}, features).console == ("gsm call 81555010052",)
    sent = stock_events.plan("message", {"contact": "Mum", "content": "two\nlines"}, features)
    assert sent.console == ("sms send 44555010068 two lines",)
    (call,) = stock_events.plan("incoming call", {"contact": "A friend of another driver"}, features).console
    assert re.fullmatch(r"gsm call 55501\d{5}", call)
    assert not stock_events.can_play("another driver", features)


@pytest.mark.parametrize(
    ("event", "details"), [("incoming call", {}), ("phone disconnected", {}), ("earthquake", {}), ("low fuel", {"level": "x"})]
)
def test_what_cannot_be_played_is_a_fault(event, details):
    with pytest.raises(DeviceFault, match=event):
        stock_events.plan(event, details, stock())


def test_a_moment_of_a_device_that_tells_little():
    signals, shell = access({"dumpsys location": said.LOCATION})
    moment = signals.moment()
    around = {"road type": "parking", "light outside": "day"}
    assert moment.vehicle == {"driving state": "idling", **around, "sensors": "nothing unusual"}
    assert shell.round_trips == 1
    assert (moment.gps.latitude, moment.time, moment.app, moment.network.wifi) == (48.8566, "", "", False)
