"""Commands and services of the display: input, screencap, uiautomator, wm, ime, and what dumpsys says."""

from __future__ import annotations

import asyncio
import re
import struct
from xml.etree import ElementTree

import numpy as np
import pytest
from ui_device import Printed, Script, element, field_of, hierarchy, process, rpc, run, selector, start

from automotive_env.emulator.virtual.device import DISPLAY, VirtualDevice
from automotive_env.emulator.virtual.packages import InstalledPackage
from automotive_env.emulator.virtual.services.package import PackageService
from automotive_env.emulator.virtual.services.platform import Clipboard
from automotive_env.episode.imaging import decode
from automotive_env.headunit.kit.widgets.slider import HELD_STEPS

JAR = "/data/local/tmp/u2.jar"


def test_taps_and_swipes(device: VirtualDevice) -> None:
    x, y = element(device, "media_nav").box.center
    assert run(device, f"input tap {x}.7 {y}").status == 0
    assert device.world.system.foreground_app == "media"
    device.head_unit.open_app("phone")
    before = device.head_unit.elements()
    left, top, _, bottom = element(device, "contact_list").box
    assert run(device, f"input touchscreen -d 0 swipe {left + 90} {bottom - 60} {left + 90} {top + 60} 300").status == 0
    assert device.head_unit.elements() != before
    run(device, f"input draganddrop {left + 90} {top + 60} {left + 90} {bottom - 60}")
    assert device.head_unit.elements() == before


def test_a_swipe_that_stays_presses_long(device: VirtualDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[int, int]] = []
    monkeypatch.setattr(device.head_unit, "long_press", lambda x, y: done.append((x, y)))
    run(device, "input swipe 300 300 300 300 800")
    assert done == [(300, 300)]


def test_a_button_that_is_held_runs_on(device: VirtualDevice) -> None:
    def shown() -> float:
        return float(element(device, "hvac_temperature_text").text.rstrip("°"))

    device.head_unit.open_app("climate")
    x, y = element(device, "hvac_increase_button").box.center
    before = shown()
    run(device, f"input tap {x} {y}")
    once = shown() - before
    assert once > 0
    run(device, f"input swipe {x} {y} {x} {y} 800")
    assert shown() - before == once * (1 + HELD_STEPS)


def test_text_and_keys(device: VirtualDevice) -> None:
    device.head_unit.tap(*field_of(device).box.center)
    run(device, "input text Main%sroad")
    run(device, "input keyevent 62 KEYCODE_8 A DEL")
    assert element(device, "search_edit_text").text == "Main road 8"
    refused = run(device, "input text Zürich")
    assert refused.status == 255
    assert "NullPointerException" in refused.err
    assert element(device, "search_edit_text").text == "Main road 8"
    device.service(Clipboard).text = "!"
    run(device, "input keyevent PASTE")
    assert element(device, "search_edit_text").text == "Main road 8!"
    assert "Unknown command: roll" in run(device, "input roll 1 1").err
    run(device, "input keyevent --longpress KEYCODE_BACK")
    assert not element(device, "search_edit_text").focused
    assert run(device, "input keyevent HOME").status == 0
    assert device.world.system.foreground_app == "home"


@pytest.mark.parametrize(
    "line",
    [
        "input",
        "input fly 1 2",
        "input tap 1",
        "input tap a b",
        "input tap 1 2 3",
        "input swipe 1 2 3",
        "input tap nan 1",
        "input tap inf 1",
        "input -d 5 tap 1 1",
        "input -d",
        "input text",
        "input keyevent",
    ],
)
def test_wrong_input_says_so_and_does_nothing(device: VirtualDevice, line: str) -> None:
    before = device.version
    ran = run(device, line)
    assert (ran.status, bool(ran.err), ran.out) == (255, True, b"")
    assert device.version == before


@pytest.mark.parametrize("line", ["input keyevent 9999", "input keyevent KEYCODE_ANY", "input keyevent 26"])
def test_what_a_car_has_no_use_for_does_nothing(device: VirtualDevice, line: str) -> None:
    before = device.version
    assert run(device, line) == (0, b"", "")
    assert device.version == before


def test_pictures(device: VirtualDevice) -> None:
    png = run(device, "screencap -p").out
    assert png == device.frame_png()
    assert np.array_equal(decode(png), device.frame())
    assert run(device, f"screencap -p -d {DISPLAY}").out == png
    raw = run(device, "screencap").out
    assert struct.unpack("<IIII", raw[:16]) == (1408, 792, 1, 1)
    pixels = np.frombuffer(raw[16:], np.uint8).reshape(792, 1408, 4)
    assert np.array_equal(pixels[:, :, :3], device.frame())
    assert (pixels[:, :, 3] == 255).all()
    assert run(device, "screencap /sdcard/a.png") == (0, b"", "")
    assert run(device, "screencap -p /sdcard/b") == (0, b"", "")
    assert device.files.read("/sdcard/a.png") == device.files.read("/sdcard/b") == png


@pytest.mark.parametrize(
    "line", ["screencap -d 0", "screencap -p -d 1", "screencap -x", "screencap -d", "screencap a b", "screencap /no/a"]
)
def test_pictures_that_cannot_be_had(device: VirtualDevice, line: str) -> None:
    ran = run(device, line)
    assert ran.status == 1
    assert ran.err
    assert ran.out == b""


def test_dumps_of_the_platform(device: VirtualDevice) -> None:
    assert run(device, "uiautomator dump") == (0, b"UI hierchary dumped to: /sdcard/window_dump.xml\n", "")
    root = ElementTree.fromstring(device.files.read("/sdcard/window_dump.xml"))
    assert [root.tag, root[0].get("package"), len(root)] == ["hierarchy", "com.android.car.carlauncher", 1]
    xml, _, said = run(device, "uiautomator dump --compressed /dev/tty").text.rpartition("UI hierchary")
    assert said == " dumped to: /dev/tty\n"
    assert ElementTree.fromstring(xml)[0].get("package") == "com.android.car.carlauncher"
    assert "--windows is not supported" in run(device, "uiautomator dump --windows").err
    assert run(device, "uiautomator dump /none/at.xml").status == 1
    assert run(device, "uiautomator events").status == 1


def test_one_automation_at_a_time(device: VirtualDevice) -> None:
    device.files.write(JAR, b"jar")

    async def both() -> None:
        serving = process(device, "app_process", "/", "com.wetest.uia2.Main", "-p", "9008", env={"CLASSPATH": JAR})
        server = asyncio.create_task(start(serving))
        await asyncio.sleep(0)
        assert "tcp:9008" in device.sockets
        second = process(device, "app_process", "/", "com.wetest.uia2.Main", "-p", "9009", env={"CLASSPATH": JAR})
        ran = await start(second)
        assert ran.status == 1
        assert "already registered" in ran.text
        assert (await start(process(device, "uiautomator", "dump"))).status == 1
        assert not device.files.exists("/sdcard/window_dump.xml")
        handler, output = device.sockets["tcp:9008"], Printed()
        await handler(Script(b"GET /stop HTTP/1.1\r\n\r\n"), output)
        assert b"200 OK" in output.data
        assert (await server).status == 0
        assert device.sockets == {}
        late = Printed()
        await handler(Script(b"GET /ping HTTP/1.1\r\n\r\n"), late)  # on a connection from before
        assert late.data == b""
        again = asyncio.create_task(start(serving))
        await asyncio.sleep(0)
        again.cancel()  # as adbd does when the client has gone
        await asyncio.gather(again, return_exceptions=True)
        assert device.sockets == {}
        assert (await start(process(device, "uiautomator", "dump"))).status == 0

    asyncio.run(both())


@pytest.mark.parametrize(
    "line", ["app_process / com.wetest.uia2.Main", "app_process / com.example.Main", "app_process", "app_process /"]
)
def test_other_programs_are_not_there(device: VirtualDevice, line: str) -> None:
    ran = run(device, line)
    assert ran.status == 134
    assert "ClassNotFoundException" in ran.err


@pytest.mark.parametrize("options", ["-p", "-p x", "-p 0", "-p 70000", "-q 5", "-p 9008 5"])
def test_the_port_must_be_one(device: VirtualDevice, options: str) -> None:
    device.files.write(JAR, b"jar")
    running = process(device, *f"app_process / com.wetest.uia2.Main {options}".split(), env={"CLASSPATH": JAR})
    assert asyncio.run(start(running)).status == 1


def test_windows_from_the_top(device: VirtualDevice) -> None:
    device.head_unit.open_app("lights")
    dump = run(device, "dumpsys window windows").text
    heads = re.findall(r"^  Window #(\d) Window\{[0-9a-f]+ u10 (.*)\}:$", dump, re.MULTILINE)
    app = "com.android.car.lights/com.android.car.lights.MainActivity"
    assert heads == [("2", "BottomCarSystemBar"), ("1", "TopCarSystemBar"), ("0", app)]
    assert re.search(r"mCurrentFocus=Window\{\w+ u10 com.android.car.lights/com.android.car.lights.MainActivity\}", dump)
    assert re.search(r"mFocusedApp=ActivityRecord\{\w+ u10 com.android.car.lights/.MainActivity t\d+\}", dump)
    assert "accessibilityTitle=Lights & wipers}" in dump
    assert "frame=[0,80][1408,680]" in dump
    assert "showing=false" in run(device, "dumpsys window policy").text
    assert "Bad window command" in run(device, "dumpsys window nonsense").text


def test_the_focus_is_with_the_panel_or_the_app_never_with_bars(device: VirtualDevice) -> None:
    device.head_unit.tap(*field_of(device).box.center)
    assert "mCurrentFocus=Window{" in run(device, "dumpsys window").text
    assert hierarchy(device).active.title == "Maps"  # with the keyboard above it
    device.world.call("system.safety_alert", {"kind": "ice", "message": "The road may be frozen."})
    assert hierarchy(device).active.title == "Maps"
    device.head_unit.open_app("climate")
    focus = re.search(r"mCurrentFocus=Window\{\w+ u10 (.*)\}", run(device, "dumpsys window").text)
    assert focus
    assert focus[1] == "SystemUIOverlayWindow"


def test_every_window_has_an_id_of_its_own(device: VirtualDevice) -> None:
    device.world.call("system.safety_alert", {"kind": "ice", "message": "The road may be frozen."})
    device.world.set("conversation.call_state", "ringing")
    ids = [window.id for window in hierarchy(device).windows]
    assert len(set(ids)) == len(ids) > 4


def test_the_display(device: VirtualDevice) -> None:
    assert re.search(r".*?orientation=(?P<orientation>\d+)", run(device, "dumpsys display").text)
    assert run(device, "dumpsys SurfaceFlinger --display-id").text.startswith(f"Display {DISPLAY} (HWC display 0): port=0 ")
    assert run(device, "wm size").text == "Physical size: 1408x792\n"
    assert run(device, "wm density").text == "Physical density: 160\n"
    assert run(device, "cmd window size").text == "Physical size: 1408x792\n"


def test_the_display_takes_no_other_size(device: VirtualDevice) -> None:
    assert run(device, "wm size 800x600").status == 255
    assert run(device, "wm density 320").status == 255
    assert run(device, "wm size 1408x792").status == 0
    assert run(device, "wm size reset").status == 0
    assert run(device, "wm size").text == "Physical size: 1408x792\n"
    assert run(device, "wm fly").status == 255


def test_keyboards(device: VirtualDevice) -> None:
    stock, other = "com.android.inputmethod.latin/.LatinIME", "com.github.uiautomator/.AdbKeyboard"
    assert run(device, "ime list -s -a").text == f"{stock}\n"
    assert run(device, f"ime set {other}").status == 255
    packages = device.services["package"]
    assert isinstance(packages, PackageService)
    packages.installed["com.github.uiautomator"] = InstalledPackage(
        "com.github.uiautomator", 10_200, "/data/app/x.apk", system=False
    )
    assert run(device, "ime list -s -a").text == f"{stock}\n{other}\n"
    assert run(device, "ime list -s").text == f"{stock}\n"
    assert run(device, f"ime enable {other}").text == f"Input method {other}: now enabled for user #10\n"
    assert run(device, f"ime set {other}").text == f"Input method {other} selected for user #10\n"
    assert device.settings.get("secure", "default_input_method") == other
    assert run(device, "ime list").text == f"{stock}\n{other}\n"
    assert run(device, f"ime disable {other}").status == 0
    assert device.settings.get("secure", "default_input_method") == stock
    assert run(device, "ime dance").status == 255


def test_whether_the_keyboard_is_shown(device: VirtualDevice) -> None:
    field = field_of(device)
    assert "mInputShown=false" in run(device, "dumpsys input_method").text
    device.head_unit.tap(*field.box.center)
    assert "mInputShown=true" in run(device, "dumpsys input_method").text
    assert "LatinIME" in run(device, "dumpsys input_method").text


def test_the_clipboard_is_part_of_a_snapshot(device: VirtualDevice) -> None:
    rpc(device, "setClipboard", None, "before")
    device.save("now")
    rpc(device, "setClipboard", None, "after")
    device.load("now")
    assert device.service(Clipboard).text == "before"


def test_accessibility_says_what_is_connected(device: VirtualDevice) -> None:
    assert "connected=false" in run(device, "dumpsys accessibility").text
    assert "title=BottomCarSystemBar" in run(device, "dumpsys accessibility").text
    assert rpc(device, "exist", selector())


def test_the_search_of_the_maps_is_seen_while_a_route_runs(device: VirtualDevice) -> None:
    device.world.call("navigation.navigation_route_plan", {"address": "Airport"})
    assert run(device, "am start -n com.android.car.maps/.MainActivity").status == 0
    x, y = element(device, "search_edit_text").box.center
    run(device, f"input tap {x} {y}")
    run(device, "input text technology")
    field = element(device, "search_edit_text")
    assert (field.text, field.focused) == ("technology", True)
    keys = [shown.box.top for shown in device.head_unit.elements() if shown.name.startswith("key_")]
    assert field.box.bottom <= min(keys)
    run(device, "input keyevent 66")
    assert element(device, "result_item").text == "Museum of Technology"
    assert device.world.navigation.current_route
    assert device.world.navigation.current_route.destination == "Airport"


def test_what_is_selected_is_replaced(device: VirtualDevice) -> None:
    device.head_unit.tap(*field_of(device).box.center)
    run(device, "input text Main%sroad")
    run(device, "input keycombination 113 29")  # as AndroidWorld clears a text
    run(device, "input keyevent 67")
    assert element(device, "search_edit_text").text == ""
    run(device, "input text airport")
    run(device, "input keycombination -t 50 CTRL_LEFT A")
    run(device, "input text museum")
    assert element(device, "search_edit_text").text == "museum"
    run(device, "input keycombination SHIFT_LEFT KEYCODE_S")
    assert element(device, "search_edit_text").text == "museumS"
    run(device, "input keyevent DEL")
    assert element(device, "search_edit_text").text == "museum"
    assert run(device, "input keycombination 113").status == 255


def test_a_finger_whose_moves_come_one_by_one(device: VirtualDevice) -> None:
    field = field_of(device)
    x, y = field.box.center
    for line in (f"DOWN {x} {y}", f"MOVE {x + 2} {y}", f"UP {x + 2} {y}"):
        assert run(device, f"input motionevent {line}").status == 0
    assert element(device, "search_edit_text").focused
    run(device, "input keyevent BACK")
    for line in (f"down {x} {y}", "CANCEL", f"UP {x} {y}"):
        assert run(device, f"input motionevent {line}").status == 0
    assert not element(device, "search_edit_text").focused
    for wrong in ("", " SIDEWAYS 1 1", " DOWN 1", " UP x y"):
        assert run(device, f"input motionevent{wrong}").status == 255
