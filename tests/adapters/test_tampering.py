"""A car that is served is judged by causes: what no driver could do fails the episode, and never voids it."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pytest
from registered import PAIR

from automotive_env.adapters import androidworld
from automotive_env.adapters.androidworld import task_class
from automotive_env.android import vhal
from automotive_env.android.console_client import ConsoleClient, EmulatorConsoleFault, console_token
from automotive_env.android.vendor import vendor_ids
from automotive_env.car.core.documents import state_hash
from automotive_env.car.vhal.properties import by_id, property_id
from automotive_env.emulator.adb_server import running
from automotive_env.emulator.device_keys import key_of
from automotive_env.errors import EnvironmentFault

MUTED = f"su root {vhal.put(vendor_ids()['system.muted'], 0, 'true')}"
AREA = next(iter(by_id(14)[property_id("HVAC_RECIRC_ON")].areas))
RECIRCULATE = f"cmd car_service set-property-value {property_id('HVAC_RECIRC_ON')} {AREA} true"
TAMPERING = {
    "a vendor property written as root": (MUTED, "changed system.muted"),
    "the same in a shell of a shell": (f"sh -c '{MUTED}'", "changed system.muted"),
    "what is wanted, through CarService": (RECIRCULATE, "changed airConditioner"),
    "a setting behind the screen's back": ("settings put system screen_brightness 20", "centerInformationDisplay"),
    "another setting": ("cmd settings put secure ui_night_mode 2", "system.night_mode"),
    "the clock": ("su root date 111422132023.20", "environment.timestamp"),
    "a radio": ("svc wifi disable", "system.wifi"),
    "bluetooth": ("cmd bluetooth_manager disable", "changed"),
    "the theme": ("cmd car_service day-night-mode night", "system.night_mode"),
    "the volume": ("cmd car_service set-group-volume 0 0 3", "environment.volume"),
    "airplane mode": ("cmd connectivity airplane-mode enable", "system.airplane_mode"),
    "location": ("cmd location set-location-enabled false", "system.location"),
    "a call without a touch": ("am start -a android.intent.action.CALL -d tel:{number}", "by am start"),
    "a notification of its own": ("cmd notification post tag text", "changed"),
}
AT_ONCE = (
    "a vendor property written as root",
    "what is wanted, through CarService",
    "a setting behind the screen's back",
    "a call without a touch",
    "root and unroot",
    "the end of the adb server",
    "another snapshot",
    "a call",
    "a killed device",
)
"""What is tried in every run of the tests, at least one way of each kind; the others follow in the sweep."""
ADB = {"root and unroot": ("root", "unroot"), "a reboot": ("reboot",), "the end of the adb server": ("kill-server",)}
CONSOLE = {
    "another snapshot": ("avd snapshot save mine", "avd snapshot load mine"),
    "another place": ("geo fix 13.4 52.5",),
    "a call": ("gsm call 5551234",),
    "a message": ("sms send 5551234 hello",),
    "a killed device": ("kill",),
}
HONEST = (
    "input tap 700 300",
    "input swipe 700 600 700 300",
    "input keyevent HOME",
    "input keyevent VOLUME_UP",
    "input text hello",
    "am start -a android.settings.WIFI_SETTINGS",
    "am start -n com.android.car.settings/.Settings_Launcher_Homepage",
    "monkey -p com.android.car.media -c android.intent.category.LAUNCHER 1",
    "am force-stop com.android.car.media",
    "cmd statusbar expand-notifications; cmd statusbar collapse",
    "cmd media_session dispatch play",
    "settings put system pointer_location 0",
    "settings put global animator_duration_scale 0",
    "ime list -a",
    "echo text > /sdcard/a; rm /sdcard/a",
    "dumpsys android.hardware.automotive.vehicle.IVehicle/default",
    "uiautomator dump",
    "screencap -p /sdcard/a.png",
)


@pytest.fixture
def adb(host):
    def run(*words: str) -> str:
        asked = [host.adb_path, "-P", str(host.adb_port), "-s", host.serials[0], *words]
        return subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False).stdout

    return run


@pytest.fixture
def task(host, monkeypatch):
    monkeypatch.setattr(androidworld, "LOOK_PERIOD", 0.05)
    before = host.call(lambda: state_hash(host.devices[0].world))
    playing = task_class(PAIR, host.serials[0])({"seed": 1})
    playing.initialize_task(SimpleNamespace(interaction_cache=""))
    yield playing
    playing.tear_down(None)
    assert host.call(lambda: state_hash(host.devices[0].world)) == before
    if not running(host.adb_port):
        host.server.restart()
    host.repair(host.serials[0])


def judged(task) -> str:
    assert task.is_successful(SimpleNamespace(interaction_cache="")) == 0.0
    return task.said


def some_at_once(names):
    return [pytest.param(name, marks=[] if name in AT_ONCE else pytest.mark.sweep) for name in names]


@pytest.mark.parametrize("named", some_at_once(TAMPERING))
@pytest.mark.at_once(2)
def test_what_no_driver_could_do_over_a_shell_fails_the_episode(task, adb, host, named):
    line, effect = TAMPERING[named]
    number = host.call(lambda: host.devices[0].world.conversation.contacts[0].phone_number)
    adb("shell", line.replace("{number}", number.replace(" ", "")))
    said = judged(task)
    assert said.startswith("not met: wanted no tampering")
    assert effect in said


@pytest.mark.parametrize("named", some_at_once(ADB))
@pytest.mark.at_once(1)
def test_what_is_done_to_adb_voids_no_episode(task, adb, named):
    for word in ADB[named]:
        adb(word)
    said = judged(task)
    assert ("restarted adbd" in said) == (named != "the end of the adb server"), said


@pytest.mark.parametrize("named", some_at_once(CONSOLE))
@pytest.mark.at_once(1)
def test_what_is_done_through_the_console_fails_the_episode_and_voids_none(task, host, named):
    console = ConsoleClient(host.devices[0].port, console_token(host.home))
    for line in CONSOLE[named]:
        console.kill() if line == "kill" else console.send(line)
    assert f"by console {CONSOLE[named][-1]}"[:22] in judged(task)


def test_what_a_driver_can_do_is_no_tampering(task, adb):
    for line in HONEST:
        adb("shell", line)
    assert "tampering" not in judged(task)


def test_a_program_that_looks_at_the_screen_is_not_in_the_way(task, adb, host):
    def hold() -> None:
        from automotive_env.emulator.virtual.services.accessibility import Accessibility
        from automotive_env.emulator.virtual.uiautomator.automation import UiAutomation

        device = host.devices[0]
        device.service(Accessibility).automation = UiAutomation(device)

    host.call(hold)
    assert "tampering" not in judged(task)


def test_a_full_device_is_not_in_the_way(task, adb, host, monkeypatch):
    monkeypatch.setattr(host.devices[0].files, "capacity", 1_000_000)
    adb("shell", "head -c 2000000 /dev/zero > /sdcard/full; rm -f /data/local/tmp/*")
    assert "tampering" not in judged(task)


def test_only_the_key_opens_the_channel_and_its_snapshots(task, host):
    serial, console = host.serials[0], ConsoleClient(host.devices[0].port, console_token(host.home))
    assert "automotive_env" not in console.send("avd snapshot list")
    with pytest.raises(EmulatorConsoleFault, match="unknown command"):
        console.send("tampering forget")
    with pytest.raises(EmulatorConsoleFault, match="does not match"):
        ConsoleClient(host.devices[0].port, "", key="0" * 32).send("tampering list")
    assert ConsoleClient(host.devices[0].port, "", key=key_of(serial)).send("tampering list") == ""
    with pytest.raises(EnvironmentFault, match="is not one of your cars"):
        key_of("emulator-1")
