import re

from automotive_env.android import dumpsys
from automotive_env.car.owner.events import happen


def test_wifi(car):
    lines = car.run("cmd wifi status").lines
    assert lines[0] == "Wifi is enabled"
    assert any(re.fullmatch('Wifi is connected to ".+"', line) for line in lines)
    car.out("cmd wifi set-wifi-enabled disabled")
    assert car.world.system.wifi is False
    assert car.run("cmd wifi status").lines[0] == "Wifi is disabled"
    assert car.out("settings get global wifi_on") == "0\n"
    assert car.run("cmd wifi set-wifi-enabled maybe").status == 255


def test_airplane_mode(car):
    assert car.out("cmd connectivity airplane-mode") == "disabled\n"
    assert car.out("cmd connectivity airplane-mode enable") == ""
    assert car.world.system.airplane_mode is True
    assert car.out("cmd connectivity airplane-mode") == "enabled\n"
    assert car.out("settings get global airplane_mode_on") == "1\n"
    assert car.run("cmd connectivity airplane-mode maybe").status == 255


def test_hotspot(car):
    assert dumpsys.hotspot(car.out("dumpsys wifi")) is False
    assert car.out("cmd wifi start-softap Car wpa2 12345678") == "Soft AP started successfully\n"
    assert car.world.system.hotspot is True
    assert "Dump of SoftApManager id=1\ncurrent StateMachine mode: StartedState\n" in car.out("dumpsys wifi")
    assert dumpsys.hotspot(car.out("dumpsys wifi")) is True
    assert car.out("cmd wifi stop-softap") == "Soft AP stopped successfully\n"
    assert car.world.system.hotspot is False


def test_bluetooth(car):
    car.out("cmd bluetooth_manager enable")
    assert car.world.bluetooth.connection_state == "CONNECTED"
    car.out("cmd bluetooth_manager disable")
    assert car.world.bluetooth.is_enabled is False


def test_networks_are_listed(car):
    known = car.world.networks.saved[0].name
    assert known in car.out("cmd wifi list-networks")
    assert car.run("cmd wifi connect-network x open").status == 255


def test_what_is_paired(car):
    told = car.out("dumpsys bluetooth_manager")
    assert "enabled: true" in told
    assert "Robin's phone (Connected)" in told
    car.out("settings put --user 10 secure bluetooth_name Roadster")
    assert car.world.pairing.car_name == "Roadster"


def test_no_call(car):
    assert dumpsys.call_state(car.out("dumpsys telecom")) == "idle"


def test_a_call_comes_in_and_is_answered(car):
    happen(car.world, "incoming call", contact="Mum")
    out = car.out("dumpsys telecom")
    assert "mCalls: \n    [Call id=TC@1, state=RINGING, " in out
    assert "handle=tel:**********68, vidst=" in out
    assert "010068" not in out
    assert dumpsys.call_state(out) == "ringing"
    car.world.call("conversation.conversation_phone_answer", {})
    assert dumpsys.call_state(car.out("dumpsys telecom")) == "active"


def test_a_stranger_has_no_number(car):
    happen(car.world, "incoming call", contact="Somebody")
    assert "handle=null" in car.out("dumpsys telecom")


def test_power_and_battery(car):
    out = car.out("dumpsys power")
    assert "  mWakefulness=Awake\n" in out
    assert "mHoldingDisplaySuspendBlocker=true" in out
    assert "  level: 100\n" in car.out("dumpsys battery")
    assert car.run("cmd battery set level 30").err == "No shell command implementation.\n"


def test_changes_are_set_up_and_say_by_what(car):
    causes = []
    car.world.listeners.append(lambda cause, before: causes.append((cause.kind, cause.name)))
    for line in (
        "svc wifi disable",
        "cmd bluetooth_manager disable",
        "cmd car_service day-night-mode night",
    ):
        car.out(line)
    assert causes == [
        ("setup", "svc wifi"),
        ("setup", "bluetooth_manager disable"),
        ("setup", "car_service day-night-mode"),
    ]
