"""Devices that are slow, gone, or talk nonsense: every time a fault that says what is wrong, and soon."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import started
from shared_devices import PLAYED, SharedHost

from automotive_env.android import link as link_module
from automotive_env.android import screen as screen_module
from automotive_env.android.controller import AndroidController
from automotive_env.android.link import DeviceLink
from automotive_env.android.shell import ConnectionLost, DeviceFault
from automotive_env.android.windows import read_windows
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.emulator.virtual.process import ShellProcess, commands
from automotive_env.emulator.virtual.uiautomator.server import methods
from automotive_env.episode.action import Call, Click, NavigateHome, OpenApp
from automotive_env.validators import signals as s

Connect = Callable[..., AndroidController]
Patch = pytest.MonkeyPatch


def wifi(car: AndroidController) -> int:
    return next(e.index for e in car.observe().elements if e.name == "wifi_toggle")


@pytest.fixture(autouse=True)
def no_other_server(monkeypatch: Patch) -> None:
    """adbutils would start a server of its own on the user's port."""

    def start(*arguments: object, **options: object) -> None:
        raise AssertionError(f"a process was started: {arguments}")

    monkeypatch.setattr("adbutils._adb.subprocess.run", start)


def test_headless_loads_no_adb() -> None:
    code = (
        "import sys, automotive_env.episode.headless, automotive_env.android.link, automotive_env.android.screen;"
        "sys.exit(any(name.split('.')[0] in ('adbutils', 'uiautomator2', 'lxml', 'requests') for name in sys.modules))"
    )
    with started([sys.executable, "-c", code]) as process:
        assert process.wait(60) == 0


# Nobody there


def test_without_a_server_it_says_so_and_starts_none() -> None:
    with pytest.raises(DeviceFault, match=r"the ADB server at 127\.0\.0\.1:1 stopped; run adb"):
        AndroidController("emulator-5554", adb_port=1)


def test_an_unknown_device_is_named(host: VirtualHost) -> None:
    with pytest.raises(DeviceFault, match=r"no-such-car.*not found"):
        AndroidController("no-such-car", adb_port=host.adb_port)


# Pictures


def whole(process: ShellProcess) -> bytes:
    return process.device.frame_png()


@pytest.mark.parametrize(
    ("pictures", "fault"),
    [
        ([lambda png: png[:-20], lambda png: png], ""),
        ([lambda png: b"[Warning] Multiple displays were found\n" + png], ""),
        ([lambda png: png[:-20]], "no complete picture in 3 attempts"),
        ([lambda png: b""], "no complete picture"),
        ([lambda png: b"Capturing failed: Unable to get handle to display."], "Capturing failed"),
    ],
    ids=["cut once", "warned", "cut short", "empty", "refused"],
)
def test_pictures_are_whole_or_a_fault(
    pictures: list[Callable[[bytes], bytes]], fault: str, virtual_car: AndroidController, monkeypatch: Patch
) -> None:
    waiting = list(pictures)

    async def screencap(process: ShellProcess) -> int:
        shape = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        await process.stdout.write(shape(whole(process)))
        return 0

    car = virtual_car
    expected = car.observe().screenshot
    monkeypatch.setitem(commands(), "screencap", screencap)
    if fault:
        with pytest.raises(DeviceFault, match=fault):
            car.observe()
    else:
        assert (car.observe().screenshot == expected).all()


def test_a_damaged_picture_is_a_fault_when_it_is_looked_at(virtual_car: AndroidController, monkeypatch: Patch) -> None:
    async def screencap(process: ShellProcess) -> int:
        png = bytearray(whole(process))
        png[200:260] = bytes(60)
        await process.stdout.write(bytes(png))
        return 0

    monkeypatch.setitem(commands(), "screencap", screencap)
    seen = virtual_car.observe()
    with pytest.raises(DeviceFault, match="damaged"):
        _ = seen.screenshot


# Rest


def test_a_screen_that_keeps_changing_is_a_fault(virtual_car: AndroidController, monkeypatch: Patch) -> None:
    async def screencap(process: ShellProcess) -> int:
        world = process.device.world
        world.system.wifi = not world.system.wifi
        await process.stdout.write(whole(process))
        return 0

    car = virtual_car
    monkeypatch.setitem(commands(), "screencap", screencap)
    monkeypatch.setattr(screen_module, "REST_SECONDS", 0.0)
    with pytest.raises(DeviceFault, match="the screen does not settle"):
        car.observe()


def test_picture_and_tree_are_of_one_moment(virtual_car: AndroidController, cars_host: SharedHost, monkeypatch: Patch) -> None:
    """Something opens while the first picture is taken: the second one counts."""
    taken: list[int] = []

    async def screencap(process: ShellProcess) -> int:
        picture = whole(process)
        if not taken:
            process.device.head_unit.open_app("seats")
        taken.append(1)
        await process.stdout.write(picture)
        return 0

    car = virtual_car
    car.act(NavigateHome(), car.observe())
    monkeypatch.setitem(commands(), "screencap", screencap)
    seen = car.observe()
    assert (seen.app, len(taken)) == ("seats", 2)
    assert (seen.screenshot == cars_host.call(lambda host: host.devices[PLAYED].frame().copy())).all()


def test_a_clock_that_ticks_does_not_matter(virtual_car: AndroidController, monkeypatch: Patch) -> None:
    async def screencap(process: ShellProcess) -> int:
        process.device.world.environment.advance(60)
        await process.stdout.write(whole(process))
        return 0

    monkeypatch.setitem(commands(), "screencap", screencap)
    monkeypatch.setattr(screen_module, "REST_SECONDS", 0.0)
    assert virtual_car.observe().elements


# Frozen


def test_a_frozen_app_is_a_fault_in_time(connect: Connect, monkeypatch: Patch) -> None:
    async def never(*parameters: object) -> str:
        await asyncio.Event().wait()
        return ""

    car = connect()
    car.observe()
    monkeypatch.setitem(methods(), "dumpWindowHierarchy", never)
    for asked in (car.link, car.link._adb):
        monkeypatch.setattr(asked, "patience", 0.5)
    with pytest.raises(DeviceFault, match=r"did not answer 'dumpWindowHierarchy' within 0\.5 s"):
        car.observe()
    with pytest.raises(DeviceFault):
        car.act(NavigateHome(), None)
    monkeypatch.undo()
    assert car.observe().elements


@pytest.mark.parametrize(
    "tree", ["", "ERROR: could not get idle state.", "<hierarchy><node", None], ids=["empty", "text", "cut", "none"]
)
def test_a_tree_that_is_none_is_a_fault(tree: str | None, virtual_car: AndroidController, monkeypatch: Patch) -> None:
    car = virtual_car
    monkeypatch.setitem(methods(), "dumpWindowHierarchy", lambda *parameters: tree)
    with pytest.raises(DeviceFault, match="tree"):
        car.observe()


def test_a_service_that_hangs_is_a_fault_in_time(connect: Connect, host: VirtualHost, monkeypatch: Patch) -> None:
    async def never(process: ShellProcess) -> int:
        await asyncio.Event().wait()
        return 0

    car = connect()
    monkeypatch.setitem(commands(), "dumpsys", never)
    monkeypatch.setattr(screen_module, "read_windows", lambda shell, patience: read_windows(shell, 0.5))
    with pytest.raises(DeviceFault, match=r"did not answer 'dumpsys window windows' within 0\.5 s"):
        car.observe()  # the first time, when the windows are not known yet
    monkeypatch.undo()
    assert car.observe().elements


# Gone


def test_a_device_that_comes_back_is_found_again(connect: Connect, host: VirtualHost) -> None:
    car = connect()
    before = car.observe().elements
    host.drop(host.serials[0])
    back = threading.Timer(0.3, host.reconnect, host.serials)
    back.start()
    assert car.observe().elements == before
    back.join()
    assert car.read(s.GEAR) == "park"
    assert car.act(OpenApp(app_name="climate"), car.observe()).done
    assert car.observe().app == "climate"


def test_a_device_that_stays_away_is_a_fault(connect: Connect, host: VirtualHost, monkeypatch: Patch) -> None:
    monkeypatch.setattr(link_module, "BACK_SECONDS", 0.3)
    car = connect()
    host.drop(host.serials[0])
    try:
        with pytest.raises(ConnectionLost, match=host.serials[0]):
            car.observe()
        with pytest.raises(DeviceFault):
            car.read(s.GEAR)
    finally:
        host.reconnect(host.serials[0])
    assert car.observe().elements
    assert car.read(s.GEAR) == "park"


def test_a_server_that_is_killed_is_a_fault_and_the_next_one_is_used(connect: Connect, host: VirtualHost) -> None:
    car = connect()
    car.observe()
    assert host.server
    host.server._end()
    with pytest.raises(ConnectionLost, match=f"the ADB server at 127.0.0.1:{host.adb_port} stopped"):
        car.observe()
    host.server.restart()
    for serial in host.serials:
        host.drop(serial)
        host.reconnect(serial)
    assert car.observe().elements


@pytest.mark.parametrize("happened", [False, True])
def test_a_touch_that_was_lost_is_repeated_only_if_it_did_not_happen(
    happened: bool, virtual_car: AndroidController, monkeypatch: Patch
) -> None:
    car = virtual_car
    car.act(NavigateHome(), car.observe())
    before = car.read(s.WIFI)
    seen = car.observe()
    asked: list[str] = []
    real = DeviceLink.rpc

    def rpc(link: DeviceLink, method: str, *parameters: object) -> object:
        if method == "click":
            asked.append(method)
            if len(asked) == 1:
                if happened:
                    real(link, method, *parameters)
                raise ConnectionLost("the cable was pulled")
        return real(link, method, *parameters)

    monkeypatch.setattr(DeviceLink, "rpc", rpc)
    assert car.act(Click(index=wifi(car)), seen).done
    assert len(asked) == (1 if happened else 2)
    assert car.read(s.WIFI) is not before


def test_a_refused_notification_raises_no_alert(
    virtual_car: AndroidController, cars_host: SharedHost, monkeypatch: Patch
) -> None:
    async def refuse(process: ShellProcess) -> int:
        return await process.print("Error occurred. Check logcat for details. not now") or 1

    car = virtual_car
    notification = cars_host.call(lambda host: host.devices[PLAYED].services["notification"])
    monkeypatch.setattr(notification, "command", refuse)
    alert = Call(api="system.safety_alert", arguments={"kind": "ice", "message": "Ice."})
    with pytest.raises(DeviceFault, match="rejected the notification"):
        car.act(alert, car.observe())
    monkeypatch.undo()
    assert car.act(alert, car.observe()).done


def test_half_a_character_is_refused(virtual_car: AndroidController) -> None:
    car = virtual_car
    before = car.observe().elements
    broken = Call(api="system.safety_alert", arguments={"kind": "ice", "message": "Ice \ud800"})
    outcome = car.act(broken, car.observe())
    assert (outcome.done, "must be text" in outcome.message) == (False, True)
    assert car.observe().elements == before


# Closing


def test_closing_ends_a_call_of_another_thread_and_nothing_connects_again(
    connect: Connect, host: VirtualHost, monkeypatch: Patch
) -> None:
    waits = threading.Event()

    async def never(process: ShellProcess) -> int:
        waits.set()
        await asyncio.sleep(60)
        return 0

    car = connect()
    car.observe()
    monkeypatch.setitem(commands(), "dumpsys", never)
    faults: list[DeviceFault] = []

    def look() -> None:
        try:
            car.observe()
        except DeviceFault as fault:
            faults.append(fault)

    looking = threading.Thread(target=look)
    looking.start()
    assert waits.wait(60)
    car.close()
    looking.join(60)
    assert not looking.is_alive()
    assert len(faults) == 1
    with pytest.raises(DeviceFault, match="was closed; open another"):
        car.observe()
    monkeypatch.undo()
    connect().observe()  # the device is free for the next one


def test_closing_leaves_nothing_open(connect: Connect, host: VirtualHost) -> None:
    if not Path("/proc/self/fd").exists():
        pytest.fail("this test needs Linux, where the files of a process are listed")

    def held(files: int = 0, threads: int = 0) -> tuple[int, int]:
        """Open files and threads, as soon as the device has closed its ends too, which it does on its own thread."""
        deadline = time.monotonic() + 30
        while True:
            now = len(os.listdir("/proc/self/fd")), threading.active_count()
            done = "tcp:9008" not in host.devices[0].sockets and (not files or (now[0] <= files and now[1] <= threads))
            if done or time.monotonic() > deadline:
                return now
            time.sleep(0.02)

    def use() -> None:
        car = connect()
        car.observe()
        car.close()
        car.close()

    use()
    files, threads = held()
    for _ in range(3):
        use()
    after = held(files, threads)
    assert after[0] <= files
    assert after[1] <= threads
    assert "tcp:9008" not in host.devices[0].sockets
