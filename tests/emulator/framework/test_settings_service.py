import pytest

from automotive_env.car.core import paths
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.services.settings import CAR, MAX_SETTINGS
from automotive_env.validators.signals import SIGNALS

BRIGHTNESS = "centerInformationDisplay.brightness_settings.brightness_level"

BOTH_WAYS = [
    ("system", "screen_brightness", "255", BRIGHTNESS, 100),
    ("system", "screen_brightness", "0", BRIGHTNESS, 0),
    ("system", "screen_brightness_mode", "1", "centerInformationDisplay.brightness_settings.auto_brightness", True),
    ("system", "time_12_24", "12", "environment.time_display_format", "12-hour format"),
    ("system", "system_locales", "zh-CN", "environment.language", "Chinese"),
    ("system", "system_locales", "de-DE", "environment.language", "German"),
    ("system", "system_locales", "ar-AE", "environment.language", "Arabic"),
    ("system", "screen_off_timeout", "120000", "system.screen_timeout", 2),
    ("global", "wifi_on", "0", "system.wifi", False),
    ("global", "bluetooth_on", "0", "bluetooth.is_enabled", False),
    ("global", "zen_mode", "1", "system.do_not_disturb", True),
    ("global", "airplane_mode_on", "1", "system.airplane_mode", True),
    ("global", "mobile_data", "0", "system.mobile_data", False),
    ("secure", "location_mode", "0", "system.location", False),
    ("secure", "ui_night_mode", "2", "system.night_mode", "night"),
]


@pytest.mark.parametrize(("namespace", "key", "text", "path", "value"), BOTH_WAYS)
def test_a_setting_writes_the_car(car, namespace, key, text, path, value):
    assert car.world.get(path) != value
    car.out("settings", "put", namespace, key, text)
    assert car.world.get(path) == value


@pytest.mark.parametrize(("namespace", "key", "text", "path", "value"), BOTH_WAYS)
def test_the_car_writes_a_setting(car, namespace, key, text, path, value):
    assert car.out("settings", "get", namespace, key) != f"{text}\n"
    car.world.set(path, value)
    assert car.out("settings", "get", namespace, key) == f"{text}\n"


def test_every_signal_with_a_setting_is_shown():
    homes = {(signal.setting.namespace, signal.setting.key) for signal in SIGNALS.values() if signal.setting}
    assert homes <= CAR.keys()
    for path, _ in CAR.values():
        paths.read(VirtualDevice().world, path)


def test_what_was_written_stays_as_written_until_the_car_says_otherwise(car):
    car.out("settings put system screen_brightness 100")
    assert car.world.get(BRIGHTNESS) == 39
    assert car.out("settings get system screen_brightness") == "100\n"
    car.world.set(BRIGHTNESS, 40)
    assert car.out("settings get system screen_brightness") == "102\n"
    car.world.set(BRIGHTNESS, 39)
    assert car.out("settings get system screen_brightness") == "100\n"


@pytest.mark.parametrize(
    ("namespace", "key", "text"),
    [
        ("system", "screen_brightness", "256"),
        ("system", "screen_brightness", "-1"),
        ("system", "screen_brightness", "bright"),
        ("system", "time_12_24", "13"),
        ("global", "wifi_on", "on"),
        ("system", "screen_off_timeout", "99999999999999999999"),
    ],
)
def test_a_value_that_does_not_fit_changes_nothing(car, namespace, key, text):
    before = car.world.snapshot()
    ran = car.run("settings", "put", namespace, key, text)
    assert ran.status == 255
    assert f"java.lang.IllegalArgumentException: Invalid value: {text} for setting: {key}" in ran.err
    assert car.world.snapshot() == before


@pytest.mark.parametrize(("text", "minutes"), [("15000", 1), ("60001", 2), ("2147483647", 60)])
def test_the_screen_sleeps_after_whole_minutes(car, text, minutes):
    car.out(f"settings put system screen_off_timeout {text}")
    assert car.world.system.screen_timeout == minutes
    assert car.out("settings get system screen_off_timeout") == f"{text}\n"
    car.world.system.screen_timeout = 5
    assert car.out("settings get system screen_off_timeout") == "300000\n"


def test_users_have_settings_of_their_own_but_share_the_global_ones(car):
    car.out("settings put --user 0 secure mine zero")
    car.out("settings put --user 10 secure mine ten")
    assert car.out("settings get --user 0 secure mine") == "zero\n"
    assert car.out("settings get --user current secure mine") == "ten\n"
    assert car.out("settings --user 10 get secure mine") == "ten\n"
    assert car.out("settings get secure mine") == "ten\n"
    car.out("settings put --user 0 global all both")
    assert car.out("settings get --user 10 global all") == "both\n"


def test_user_0_does_not_show_the_car(car):
    car.out("settings put --user 0 system screen_brightness 7")
    assert car.world.get(BRIGHTNESS) == 50
    assert car.out("settings get --user 0 system screen_brightness") == "7\n"
    assert car.out("settings get --user 10 system screen_brightness") == "127\n"


def test_missing_and_deleted(car):
    assert car.out("settings get system nothing") == "null\n"
    assert car.out("settings delete system nothing") == "Deleted 0 rows\n"
    assert car.out("settings get global window_animation_scale") == "1.0\n"
    assert car.out("settings delete global window_animation_scale") == "Deleted 1 rows\n"
    assert car.out("settings get global window_animation_scale") == "null\n"
    car.out("settings put global window_animation_scale 0.0")
    assert car.out("settings get global window_animation_scale") == "0.0\n"


def test_what_the_car_shows_cannot_be_deleted(car):
    assert car.out("settings delete global wifi_on") == "Deleted 0 rows\n"
    assert car.out("settings get global wifi_on") == "1\n"


def test_a_list_is_sorted_and_complete(car):
    car.out("settings put global zz last")
    lines = car.run("settings list global").lines
    assert lines == sorted(lines)
    assert lines[-2:] == ["zen_mode=0", "zz=last"]
    assert "wifi_on=1" in lines


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("settings", "Bad arguments"),
        ("settings fetch system x", "Invalid command: fetch"),
        ("settings reset global trusted_defaults", "Invalid command: reset"),
        ("settings get user x", "Invalid namespace 'user'"),
        ("settings get system", "Bad arguments"),
        ("settings get system a b", "Too many arguments"),
        ("settings get --user x system a", "Error: Invalid user: x"),
    ],
)
def test_wrong_use(car, line, says):
    ran = car.run(line)
    assert (ran.status, ran.err) == (255, f"{says}\n")


def test_what_is_kept_is_bounded(car):
    for number in range(MAX_SETTINGS):
        car.device.settings.put("global", f"k{number}", "")
    with pytest.raises(ValueError, match="too many"):
        car.device.settings.put("global", "one_more", "")
    with pytest.raises(ValueError, match="too many"):
        car.device.settings.put("global", "k1", "x" * 30_000)


def test_save_and_load(car):
    settings = car.device.settings
    settings.put("global", "mine", "1")
    settings.delete("global", "adb_enabled")
    kept = settings.save()
    settings.put("global", "mine", "2")
    settings.put("global", "adb_enabled", "1")
    settings.load(kept)
    assert (settings.get("global", "mine"), settings.get("global", "adb_enabled")) == ("1", None)


def test_a_change_has_its_cause(car):
    causes = []
    car.world.listeners.append(lambda cause, before: causes.append((cause.kind, cause.name)))
    car.out("settings put global wifi_on 0")
    assert causes == [("setup", "settings put")]
