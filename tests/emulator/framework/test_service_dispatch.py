import pytest

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import SystemService, services

OURS = [name for name in services() if "/" not in name]
"""All but the vehicle HAL, which only root finds."""


def test_both_commands_list_the_same_services(car):
    listed = car.run("dumpsys -l").lines
    assert listed[0] == "Currently running services:"
    assert {f"  {name}" for name in OURS} <= set(listed)
    assert car.run("cmd -l").lines == listed


def test_a_service_that_is_not_there(car):
    dump, command = car.run("dumpsys nothing"), car.run("cmd nothing")
    assert (dump.status, dump.err) == (0, "Can't find service: nothing\n")
    assert (command.status, command.err) == (20, "cmd: Can't find service: nothing\n")


def test_cmd_without_a_service_says_so(car):
    ran = car.run("cmd")
    assert ran.status == 20
    assert "No service specified" in ran.err


@pytest.mark.parametrize("name", OURS)
def test_every_service_dumps_and_refuses_what_it_does_not_know(car, name):
    assert car.run("dumpsys", name).status == 0
    ran = car.run("cmd", name, "no-such-command")
    assert ran.status != 0
    assert ran.err or ran.out


def test_dumpsys_alone_dumps_all(car, monkeypatch):
    class Loud(SystemService):
        name = "loud"

        async def dump(self, process: ShellProcess) -> int:
            return await process.print("LOUD")

    monkeypatch.setattr(car.device, "services", {"loud": Loud(car.device), "quiet": SystemService(car.device)})
    assert "DUMP OF SERVICE loud:\nLOUD\n" in car.out("dumpsys")
    assert "DUMP OF SERVICE quiet:" in car.out("dumpsys")


def test_arguments_reach_the_service_and_its_status_comes_back(car, monkeypatch):
    class Echo(SystemService):
        async def command(self, process: ShellProcess) -> int:
            await process.print(repr(process.argv))
            return 7

    monkeypatch.setitem(car.device.services, "echo", Echo(car.device))
    ran = car.run("cmd", "echo", "a b", "-c")
    assert (ran.status, ran.out) == (7, "['echo', 'a b', '-c']\n")


def test_dumpsys_takes_its_options_before_the_name(car):
    assert car.out("dumpsys -t 5 power") == car.out("dumpsys power")


def test_a_snapshot_holds_what_services_keep(car):
    device: VirtualDevice = car.device
    car.run("cmd notification post -t Title TAG text")
    car.run("settings put global mine 1")
    car.run("am start -n com.android.car.seats/.MainActivity")
    before = [car.run("dumpsys", name).out for name in OURS]
    device.save("kept")
    for line in (
        "cmd notification post -t Other TAG2 text",
        "settings put global mine 2",
        "am force-stop com.android.car.seats",
        "logcat -c",
    ):
        car.run(line)
    device.load("kept")
    assert [car.run("dumpsys", name).out for name in OURS] == before
    assert car.out("settings get global mine") == "1\n"
    assert "com.android.car.seats" in car.run("logcat -d").out


def test_service_says_what_is_there(car):
    assert car.out("service check notification") == "Service notification: found\n"
    assert car.out("service check nothing") == "Service nothing: not found\n"
    refused = car.run("service call statusbar 1")
    assert (refused.status, refused.err) == (10, "service: call is not supported on this device: use cmd and dumpsys\n")


def test_what_the_opened_centre_shows_is_unread_until_it_is_opened_itself(car):
    car.world.system.notify("system", "Title", "text")
    car.out("cmd statusbar expand-notifications")
    assert car.world.system.notification_center_open
    assert not car.world.system.notifications[-1].read
    car.out("cmd statusbar collapse")
    assert not car.world.system.notification_center_open


def test_svc_switches(car):
    car.out("svc wifi disable")
    car.out("svc data disable")
    car.out("svc bluetooth enable")
    system = car.world.system
    assert (system.wifi, system.mobile_data, car.world.bluetooth.is_enabled) == (False, False, True)
    assert car.run("svc nothing enable").status == 1
