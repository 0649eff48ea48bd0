"""What a snapshot puts back: after it is loaded, nothing that a client can ask tells what was done since it was saved."""

from __future__ import annotations

import asyncio
import random

from cases import cases

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.services.accessibility import Accessibility
from automotive_env.emulator.virtual.shell.interpreter import ShellInterpreter
from automotive_env.emulator.virtual.shell.streams import MemoryOutput, ShellInput
from automotive_env.emulator.virtual.uiautomator.automation import UiAutomation
from automotive_env.emulator.virtual.uiautomator.server import call

DOES = """
settings put system screen_brightness 17
settings put secure my_own thing
settings delete global device_name
echo text > /sdcard/note; mkdir -p /data/local/tmp/a/b
rm -rf /sdcard/Download
am start -n com.android.car.media/.MediaActivity
am start -a android.settings.SETTINGS
input tap 700 400
input keyevent HOME
input keyevent VOLUME_UP
cmd notification post -t Title tag 'some text'
cmd notification post -S bigtext -t 'Ice alert' safety_alert:ice 'the road is icy'
cmd car_service day-night-mode night
cmd car_service set-property-value 0x15600503 0x31 24.5
wm size 1408x792
log -t me hello
logcat -c
ime set com.github.uiautomator/.AdbKeyboard
date 020300002031.00
svc wifi disable
dumpsys android.hardware.automotive.vehicle.IVehicle/default --set 0x15200510 -a 0x31 -i 0
cmd statusbar expand-notifications
media dispatch next
""".strip().splitlines()

SEES = """
getprop
settings list system; settings list secure; settings list global
ls -lR /; md5sum /sdcard/* /data/local/tmp/*
ps -A; echo $$; sh -c 'echo $$'
dumpsys activity activities; dumpsys activity top
dumpsys window; dumpsys display; wm size
dumpsys notification --noredact; cmd notification list
dumpsys battery; dumpsys location; dumpsys media_session
dumpsys car_service; dumpsys android.hardware.automotive.vehicle.IVehicle/default
pm list packages; ime list -s
logcat -d; date
uiautomator dump /dev/tty
whoami; id
dumpsys window windows
""".strip().splitlines()


async def said(device: VirtualDevice, line: str) -> str:
    out = MemoryOutput()
    await ShellInterpreter(device, ShellInput(), out, out).run(line)
    return out.data.decode("utf-8", "replace")


async def seen(device: VirtualDevice) -> list[str]:
    return [await said(device, line) for line in SEES]


async def put_back(seed: int) -> None:
    chance, device = random.Random(seed), VirtualDevice(release=(13, 14, 15)[seed % 3])
    for line in chance.sample(DOES, 6):
        await said(device, line)
    await asyncio.sleep(0.05)
    device.save("start")
    device.load("start")  # ends what still runs
    before = await seen(device)
    device.load("start")
    for _ in range(2):
        device.root = chance.random() < 0.5
        for line in chance.sample(DOES, 12):
            await said(device, line)
        device.load("start")
        await asyncio.sleep(0.03)
        for line, first, again in zip(SEES, before, await seen(device), strict=True):
            assert again == first, line
        device.load("start")


@cases("seed", range(6))
def test_nothing_is_left_of_what_was_done_since(seed: int) -> None:
    asyncio.run(put_back(seed))


def test_what_still_runs_writes_nothing_more() -> None:
    async def play() -> None:
        device = VirtualDevice()
        device.files.write("/sdcard/log", b"first\n" * 1000)
        device.save("start")
        running = asyncio.create_task(said(device, "sh -c 'echo second; sleep 0.01; echo third' >> /sdcard/log"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        device.load("start")
        await running
        assert device.files.read("/sdcard/log") == b"first\n" * 1000

    asyncio.run(play())


def test_an_automation_that_goes_on_is_put_back_too() -> None:
    async def play() -> None:
        device = VirtualDevice()
        automation = device.service(Accessibility).automation = UiAutomation(device)
        first = automation.keep(())
        device.save("start")
        second = automation.keep(())
        await call(automation, "injectInputEvent", [0, 700, 400, 0])
        device.load("start")
        assert list(automation.objects) == [first]
        assert automation.keep(()) == second
        assert await call(automation, "injectInputEvent", [1, 700, 400, 0]) is False

    asyncio.run(play())
