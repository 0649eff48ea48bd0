import base64
import re

import pytest

from automotive_env.android.dumpsys import top_activity
from automotive_env.emulator.virtual.packages import foreground, full, short, system_packages
from automotive_env.emulator.virtual.shell.tools import CommandUsageError
from automotive_env.headunit.registry import apps

SETTINGS = "com.android.car.settings"
# As adbutils and uiautomator2 read it.
RESUMED = re.compile(r"mResumedActivity: ActivityRecord\{.*?\s+(?P<package>[^\s]+)/(?P<activity>[^\s]+)\s.*?\}")
TOP = re.compile(r"ACTIVITY (?P<package>[^\s]+)/(?P<activity>[^/\s]+) \w+ pid=(?P<pid>\d+)")
# As the notes on Android 12 and later spell it.
LATER = re.compile(r"topResumedActivity=ActivityRecord\{\w+ u10 ([\w.]+)/([\w.$]+) t\d+\}")
LATEST = re.compile(r"ResumedActivity: ActivityRecord\{\w+ u10 ([\w.]+)/([\w.$]+) t\d+\}")


def test_starting_a_component_shows_its_app(car):
    out = car.out("am start -n com.android.car.media/.MediaActivity")
    assert out == "Starting: Intent { cmp=com.android.car.media/.MediaActivity }\n"
    assert car.world.system.foreground_app == "media"


@pytest.mark.parametrize("app", sorted(set(apps()) - {"climate"}))
def test_every_app_is_in_front_under_its_package(car, app):
    package = system_packages()[apps()[app].package]
    assert "Status: ok" in car.run("am", "start", "-W", "-n", f"{package.name}/{package.activities[0].name}").lines
    assert car.world.system.foreground_app == app
    out = car.out("dumpsys activity activities")
    for pattern in (RESUMED, LATER, LATEST):
        match = pattern.search(out)
        assert match
        assert match[1] == package.name
    assert top_activity(out) == (package.name, short(foreground(car.device)).partition("/")[2])
    top = TOP.search(car.out("dumpsys activity top"))
    assert top
    assert (top["package"], top["activity"]) == (package.name, short(foreground(car.device)).partition("/")[2])


def test_waiting_reports_how_it_went(car):
    lines = car.run("am start -W -n com.android.car.radio/.RadioActivity").lines
    assert lines[1:] == [
        "Status: ok",
        "LaunchState: COLD",
        "Activity: com.android.car.radio/.RadioActivity",
        "TotalTime: 0",
        "WaitTime: 0",
        "Complete",
    ]


@pytest.mark.parametrize("name", ["WifiSettingsActivity", "NetworkAndInternetActivity", "WifiTetherActivity"])
def test_of_activities_with_one_screen_the_one_started_is_in_front(car, name):
    component = f"{SETTINGS}/.common.CarSettingActivities${name}"
    car.out("am", "start", "-n", component)
    assert short(foreground(car.device)) == component
    assert "not started" in car.run("am", "start", "-n", component).err


def test_what_is_in_front_is_not_started_again(car):
    car.out("am start -n com.android.car.radio/.RadioActivity")
    again = car.run("am start -W -n com.android.car.radio/.RadioActivity")
    assert again.status == 0
    assert again.err == "Warning: Activity not started, its current task has been brought to the front\n"
    assert "LaunchState: WARM" in again.out


@pytest.mark.parametrize(
    ("action", "screen"),
    [
        ("android.settings.SETTINGS", "settings_display"),
        ("android.settings.DISPLAY_SETTINGS", "settings_display"),
        ("android.settings.SOUND_SETTINGS", "settings_sound"),
        ("android.settings.WIFI_SETTINGS", "settings_network"),
        ("android.settings.BLUETOOTH_SETTINGS", "settings_bluetooth"),
        ("android.settings.LOCALE_SETTINGS", "settings_units"),
        ("android.settings.DATE_SETTINGS", "settings_date"),
        ("android.settings.LOCATION_SOURCE_SETTINGS", "settings_apps"),
    ],
)
def test_actions_of_the_settings_open_their_page(car, action, screen):
    car.out("am", "start", "-a", action)
    assert (car.world.system.foreground_app, car.world.system.foreground_screen) == ("settings", screen)
    assert foreground(car.device).startswith(f"{SETTINGS}/{SETTINGS}.common.CarSettingActivities$")


@pytest.mark.parametrize(
    ("line", "app"),
    [
        ("am start -a android.intent.action.VIEW -d geo:52.5,13.4?q=cafe", "maps"),
        ("am start -a android.intent.action.VIEW -d google.navigation:q=Berlin", "maps"),
        ("am start geo:0,0", "maps"),
        ("am start -a android.intent.action.DIAL -d tel:+49123", "phone"),
        ("am start -a android.intent.action.DIAL", "phone"),
        ("am start -a android.intent.action.SENDTO -d smsto:+49123", "messages"),
        ("am start -a android.car.intent.action.MEDIA_TEMPLATE -e x com.foo/.Bar", "media"),
        ("am start -a android.intent.action.MAIN -c android.intent.category.APP_MAPS", "maps"),
        ("am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -p com.android.car.seats", "seats"),
        ("am start com.android.car.vehicle", "vehicle"),
        ("am start com.android.car.radio/.RadioActivity", "radio"),
        ("cmd activity start-activity -n com.android.car.carlauncher/.AppGridActivity", "home"),
        ("monkey -p com.android.car.energy -c android.intent.category.LAUNCHER 1", "energy"),
        ("monkey -p com.android.car.energy 1", "energy"),
    ],
)
def test_intents_find_their_app(car, line, app):
    car.out(line)
    assert car.world.system.foreground_app == app


def test_home_is_an_intent_too(car):
    car.out("am start -n com.android.car.radio/.RadioActivity")
    car.out("am start -a android.intent.action.MAIN -c android.intent.category.HOME")
    assert car.world.system.foreground_app == "home"


def test_the_app_grid_has_its_activity(car):
    car.out("am start -n com.android.car.carlauncher/.GASAppGridActivity")
    assert car.world.system.foreground_screen == "apps"
    assert foreground(car.device).endswith(".GASAppGridActivity")


def test_an_activity_that_does_not_exist(car):
    ran = car.run("am start -n com.foo/.Bar")
    assert ran.out == "Starting: Intent { cmp=com.foo/.Bar }\n"
    assert ran.err == "Error type 3\nError: Activity class {com.foo/com.foo.Bar} does not exist.\n"


def test_an_intent_that_nobody_answers(car):
    ran = car.run("am start -a com.foo.NOTHING")
    assert ran.err == "Error: Activity not started, unable to resolve Intent { act=com.foo.NOTHING }\n"
    assert car.world.system.foreground_app == "home"


def test_systemui_has_no_activity(car):
    assert "does not exist" in car.run("am start -n com.android.systemui/.Climate").err
    assert car.run("monkey -p com.android.systemui 1").err == "** No activities found to run, monkey aborted.\n"


def test_monkey_starts_the_app_and_touches_nothing(car):
    assert "Events injected: 1\n" in car.out("monkey -p com.android.car.radio -c android.intent.category.LAUNCHER -v 1")
    assert car.world.system.foreground_app == "radio"
    refused = car.run("monkey -p com.android.car.media --throttle 9 60")
    assert (refused.status, refused.err) == (
        252,
        "** Error: COUNT must be 1: random touches are not supported on this device\n",
    )
    assert car.world.system.foreground_app == "radio"


def test_a_panel_is_no_activity(car):
    car.out("am start -n com.android.car.radio/.RadioActivity")
    car.device.head_unit.open_app("climate")
    assert foreground(car.device) == "com.android.car.radio/com.android.car.radio.RadioActivity"


def test_force_stop_goes_home_from_the_app_in_front_only(car):
    car.out("am start -n com.android.car.radio/.RadioActivity")
    car.out("am force-stop com.android.car.media")
    car.out("am kill com.android.car.radio")
    assert car.world.system.foreground_app == "radio"
    car.out("am force-stop com.android.car.radio")
    assert car.world.system.foreground_app == "home"


def test_restart_stops_first(car):
    car.out("am start -n com.android.car.radio/.RadioActivity")
    out = car.out("am start -S -W -n com.android.car.radio/.RadioActivity")
    assert out.startswith("Stopping: com.android.car.radio\nStarting: ")
    assert "LaunchState: COLD" in out


def test_users(car):
    assert car.out("am get-current-user") == "10\n"


def test_a_broadcast_that_nobody_hears(car):
    out = car.out("am broadcast -a com.foo.THING --es a b --ei n 3 --ez on true")
    assert out == "Broadcasting: Intent { act=com.foo.THING flg=0x400000 (has extras) }\nBroadcast completed: result=0\n"


def test_the_keyboard_for_tests_types_once_it_is_chosen(car):
    text = base64.b64encode("Zürich".encode()).decode()
    car.out("am start -n com.android.car.maps/.MainActivity")
    field = next(element for element in car.device.head_unit.elements() if element.class_name.endswith("EditText"))
    car.device.head_unit.tap(*field.box.center)
    line = ("am", "broadcast", "-a", "ADB_KEYBOARD_INPUT_TEXT", "--es", "text", text)
    assert car.out(*line).endswith("result=0\n")
    car.out("settings put secure default_input_method com.github.uiautomator/.AdbKeyboard")
    said = car.out(*line)
    assert re.search(r"result=(-?\d+)", said)[1] == "-1"  # type: ignore[index]
    assert re.search(r'data="([^"]+)"', said)[1] == "success"  # type: ignore[index]
    assert any("Zürich" in element.text for element in car.device.head_unit.elements())
    assert "result=-1" in car.out("am broadcast -a ADB_KEYBOARD_HIDE")
    assert not car.device.head_unit.snapshot().stack[-1].focus
    assert "result=-1" in car.out("am broadcast -a ADB_KEYBOARD_CLEAR_TEXT")
    assert car.device.head_unit.snapshot().stack[-1].focus
    assert not any("Zürich" in element.text for element in car.device.head_unit.elements())
    assert "result=-1" in car.out("am broadcast -a ADB_KEYBOARD_EDITOR_CODE --es code 3")
    assert 'result=0, data="text is not base64' in car.out("am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text !")


def test_the_keyboard_for_tests_does_not_come_back_to_another_screen(car):
    car.out("settings put secure default_input_method com.github.uiautomator/.AdbKeyboard")
    car.out("am start -n com.android.car.maps/.MainActivity")
    field = next(element for element in car.device.head_unit.elements() if element.class_name.endswith("EditText"))
    car.device.head_unit.tap(*field.box.center)
    car.out("am broadcast -a ADB_KEYBOARD_HIDE")
    car.out("am start -n com.android.car.radio/.RadioActivity")
    said = car.out("am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text QQ==")
    assert 'result=0, data="no text field has the focus; tap one first"' in said


def test_a_call_is_placed_to_who_is_in_the_phone_book(car):
    car.out("am start -a android.intent.action.CALL -d tel:%2B44555010068")
    assert (car.world.conversation.call_state, car.world.conversation.current_contact) == ("active", "Mum")


def test_a_call_to_a_stranger_is_not_placed(car):
    car.out("am start -a android.intent.action.CALL -d tel:112")
    assert car.world.conversation.call_state == "idle"
    assert car.world.system.foreground_app == "phone"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("am start -n", 'Error: Argument expected after "-n"'),
        ("am start -n nothing", "Error: Bad component name: nothing"),
        ("am start -f x", "Error: Bad number: x"),
        ("am force-stop", 'Error: Argument expected after "force-stop"'),
        ("am frobnicate", "Unknown command: frobnicate"),
    ],
)
def test_wrong_use(car, line, says):
    ran = car.run(line)
    assert (ran.status, ran.err) == (255, f"{says}\n")


def test_the_log_notes_starts(car):
    assert car.out("logcat -d") == "--------- beginning of main\n"
    car.out("am start -n com.android.car.radio/.RadioActivity")
    last = car.run("logcat -d").lines[-1]
    assert "I ActivityTaskManager: START u10 { cmp=com.android.car.radio/.RadioActivity } from uid 2000" in last
    assert last.startswith("04-13 12:00:00.000 ")
    assert car.run("logcat -d -v brief").lines[-1].startswith("I/ActivityTaskManager(  600): START")
    assert len(car.run("logcat -d -s Other").lines) == 1
    assert len(car.run("logcat -d ActivityTaskManager:W *:S").lines) == 1
    assert len(car.run("logcat -d ActivityTaskManager:I *:S").lines) == 2
    car.out("logcat -c")
    assert len(car.run("logcat -d").lines) == 1


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ("-d -v fancy", 'Invalid parameter "fancy" to -v'),
        ("-d A:Q", "Invalid filter expression 'A:Q'"),
        ("-b nothing -d", "Unknown buffer 'nothing'"),
    ],
)
def test_wrong_options_of_logcat(car, options, fault):
    with pytest.raises(CommandUsageError, match=fault):
        car.run(f"logcat {options}")


def test_names_of_components():
    assert short("com.a.b/com.a.b.c.D") == "com.a.b/.c.D"
    assert short("com.a.b/org.D") == "com.a.b/org.D"
    assert full("com.a.b/.c.D") == "com.a.b/com.a.b.c.D"


def test_the_task_in_front_is_listed_and_makes_room_for_the_home_screen(car):
    car.device.head_unit.open_app("radio")
    (number,) = re.findall(r"taskId=(\d+): com.android.car.radio/", car.out("am stack list"))
    car.out("am stack remove 9999")
    assert "radio" in car.out("am stack list")
    car.out(f"am stack remove {number}")
    assert "radio" not in car.out("am stack list")


def test_tasks_cannot_be_pinned(car):
    assert car.run("am task lock 1").status == 255


def test_no_instrumentation_is_run(car):
    assert car.run("am instrument -w -e debug false com.netease.open.pocoservice/.InstrumentedTestAsLauncher").status == 255
