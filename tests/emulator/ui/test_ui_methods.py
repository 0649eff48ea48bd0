"""Methods of the UI automation server, as a client calls them."""

from __future__ import annotations

import asyncio
import json
import time
from base64 import b64decode

import numpy as np
import pytest
from ui_device import element, field_of, hierarchy, rpc, selector, then

from automotive_env.car.owner.events import happen
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.uiautomator.automation import UiAutomation
from automotive_env.emulator.virtual.uiautomator.selector import AutomationError
from automotive_env.emulator.virtual.uiautomator.server import answer, call
from automotive_env.episode.imaging import decode

CONTACTS = "com.android.car.dialer:id/contact_list"
FIELD = selector(className="android.widget.EditText")


def test_device_info(device: VirtualDevice) -> None:
    info = rpc(device, "deviceInfo")
    assert (info["displayWidth"], info["displayHeight"], info["displayRotation"]) == (1408, 792, 0)
    assert (info["currentPackageName"], info["sdkInt"], info["screenOn"]) == ("com.android.car.carlauncher", 34, True)


def test_a_click_falls_where_it_is_sent(device: VirtualDevice) -> None:
    x, y = element(device, "media_nav").box.center
    assert rpc(device, "click", x + 0.5, y + 0.5) is True
    assert device.world.system.foreground_app == "media"
    assert rpc(device, "click", 700, 790) is True  # nothing is there, and yet the touch is delivered
    assert rpc(device, "click", 1408, 10) is False
    assert rpc(device, "click", -1, 10) is False


def test_a_long_touch_presses_long(device: VirtualDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, int, int]] = []
    monkeypatch.setattr(device.head_unit, "tap", lambda x, y: done.append(("tap", x, y)))
    monkeypatch.setattr(device.head_unit, "long_press", lambda x, y: done.append(("long", x, y)))
    rpc(device, "click", 10, 20, 399)
    rpc(device, "click", 10, 20, 400)
    rpc(device, "swipe", 10, 20, 12, 20, 10)
    rpc(device, "swipe", 10, 20, 12, 20, 100)
    assert done == [("tap", 10, 20), ("long", 10, 20), ("tap", 10, 20), ("long", 10, 20)]


def test_a_swipe_scrolls_a_list_and_drags_a_slider(device: VirtualDevice) -> None:
    device.head_unit.open_app("phone")
    before = device.head_unit.elements()
    left, top, right, bottom = element(device, "contact_list").box
    assert rpc(device, "swipe", (left + right) // 2, bottom - 50, (left + right) // 2, top + 50, 20) is True
    assert device.head_unit.elements() != before
    rpc(device, "swipePoints", [(left + right) // 2, top + 50, 300, 400, (left + right) // 2, bottom - 50], 20)
    assert device.head_unit.elements() == before
    device.head_unit.open_app("settings")
    slider = next(shown for shown in device.head_unit.elements() if shown.range and shown.enabled)
    x, y = slider.box.center
    assert rpc(device, "drag", x, y, slider.box.right - 2, y, 50) is True
    after = element(device, slider.name)
    assert after.range
    assert after.range.value == after.range.high


def test_single_events_of_a_finger(device: VirtualDevice) -> None:
    automation = UiAutomation(device)
    x, y = element(device, "media_nav").box.center
    assert rpc(automation, "injectInputEvent", 1, x, y, 0) is False  # no finger is down
    assert rpc(automation, "injectInputEvent", 0, x, y, 0) is True
    assert device.world.system.foreground_app == "home"
    assert rpc(automation, "injectInputEvent", 2, x + 3, y, 0) is True
    automation.finger.since = time.monotonic()
    assert rpc(automation, "injectInputEvent", 1, x + 3, y, 0) is True
    assert device.world.system.foreground_app == "media"


def test_what_is_told_of_an_object(device: VirtualDevice) -> None:
    device.head_unit.open_app("phone")
    info = rpc(device, "objInfo", selector(resourceId=CONTACTS))
    box = element(device, "contact_list").box
    assert info["bounds"] == info["visibleBounds"] == dict(zip(("left", "top", "right", "bottom"), box, strict=True))
    assert (info["className"], info["scrollable"]) == ("androidx.recyclerview.widget.RecyclerView", True)
    lines = then(selector(resourceId=CONTACTS), "child", clickable=True)
    assert rpc(device, "count", lines) == info["childCount"] > 2
    assert [line["text"] for line in rpc(device, "objInfoOfAllInstances", lines)][:1] == [rpc(device, "getText", lines)]
    assert len(rpc(device, "objInfoOfAllInstances", selector(clickable=True, instance=1))) == 1
    assert rpc(device, "objInfoOfAllInstances", selector(text="nowhere", instance=1)) == []


@pytest.mark.parametrize(
    ("method", "more"),
    [
        ("objInfo", ()), ("getText", ()), ("setText", ("x",)), ("clearTextField", ()), ("longClick", ()),
        ("scrollForward", (True, 10)), ("scrollToEnd", (True, 10, 10)), ("pinchIn", (50, 10)), ("dragTo", (1, 1, 10)),
        ("scrollTo", ({"mask": 0}, True)), ("flingForward", (True,)),
        ("childByText", ({"mask": 0}, "x")),
    ],
)  # fmt: skip
def test_an_object_that_is_not_there(device: VirtualDevice, method: str, more: tuple[object, ...]) -> None:
    with pytest.raises(AutomationError, match="UiObjectNotFoundException"):
        rpc(device, method, selector(text="nowhere"), *more)


def test_objects_are_pressed_long(device: VirtualDevice) -> None:
    device.head_unit.open_app("climate")
    power = selector(resourceId="com.android.systemui:id/ac_master_switch")
    assert rpc(device, "longClick", power) is True
    assert rpc(device, "objInfo", power)["checked"] is True


def test_texts_are_typed(device: VirtualDevice) -> None:
    field_of(device)
    assert rpc(device, "setText", FIELD, "Zürich 中文 🚗") is True
    assert rpc(device, "getText", FIELD) == "Zürich 中文 🚗"
    assert rpc(device, "objInfo", FIELD)["focused"] is True
    assert rpc(device, "setText", FIELD, "x" * 121) is False
    assert rpc(device, "getText", FIELD) == "Zürich 中文 🚗"
    rpc(device, "clearTextField", FIELD)
    assert rpc(device, "getText", FIELD) == ""
    assert rpc(device, "setText", selector(clickable=True, className="android.widget.Button"), "x") is False


def test_no_text_is_typed_while_the_car_moves(device: VirtualDevice) -> None:
    field_of(device)
    device.world.set("road.gear", "drive")
    device.world.set("road.speed", 50)
    found = rpc(device, "exist", FIELD)
    assert not found or rpc(device, "setText", FIELD, "Airport") is False
    assert rpc(device, "count", selector(text="Airport", className="android.widget.EditText")) == 0


def test_the_clipboard_is_pasted_where_the_focus_is(device: VirtualDevice) -> None:
    assert rpc(device, "getClipboard") is None
    rpc(device, "setClipboard", None, "Airport 机场")
    rpc(device, "pasteClipboard")  # nowhere to
    device.head_unit.tap(*field_of(device).box.center)
    rpc(device, "pasteClipboard")
    rpc(device, "pasteClipboard")
    assert rpc(device, "getText", FIELD) == "Airport 机场" * 2
    rpc(device, "clearInputText")
    assert rpc(device, "getText", FIELD) == ""
    assert rpc(device, "getClipboard") == "Airport 机场"


def test_keys_by_name(device: VirtualDevice) -> None:
    device.head_unit.tap(*field_of(device).box.center)
    for code in (29, 30, 62, 8):
        assert rpc(device, "pressKeyCode", code) is True
    assert rpc(device, "pressKeyCode", 31, 1) is True
    assert rpc(device, "getText", FIELD) == "ab 1C"
    assert rpc(device, "pressKey", "del") is True
    assert rpc(device, "getText", FIELD) == "ab 1"
    assert rpc(device, "pressKey", "Back") is True
    assert rpc(device, "objInfo", FIELD)["focused"] is False
    assert rpc(device, "pressKey", "home") is True
    assert device.world.system.foreground_app == "home"
    assert rpc(device, "pressKey", "any") is False


def test_keys_of_the_car(device: VirtualDevice) -> None:
    before = device.world.environment.volume
    rpc(device, "pressKey", "volume_up")
    assert device.world.environment.volume == before + 5
    rpc(device, "pressKey", "volume_down")
    rpc(device, "pressKey", "volume_mute")
    assert (device.world.environment.volume, device.world.system.muted) == (before, True)
    rpc(device, "pressKeyCode", 126)
    track = device.world.music.current_track
    assert device.world.music.is_playing
    rpc(device, "pressKeyCode", 87)
    assert device.world.music.current_track != track
    rpc(device, "pressKeyCode", 88)
    assert device.world.music.current_track == track
    rpc(device, "pressKeyCode", 85)
    assert not device.world.music.is_playing
    rpc(device, "pressKeyCode", 127)
    rpc(device, "pressKeyCode", 26)
    assert not device.world.music.is_playing


def test_keys_of_the_phone(device: VirtualDevice) -> None:
    rpc(device, "pressKeyCode", 5)
    rpc(device, "pressKeyCode", 6)
    assert device.world.conversation.call_state == "idle"
    for last, state in ((5, "active"), (6, "idle")):
        happen(device.world, "incoming call")
        assert device.world.conversation.call_state == "ringing"
        rpc(device, "pressKeyCode", last)
        assert device.world.conversation.call_state == state
        rpc(device, "pressKeyCode", 6)
        assert device.world.conversation.call_state == "idle"


def test_lists_are_scrolled(device: VirtualDevice) -> None:
    device.head_unit.open_app("phone")
    contacts = selector(resourceId=CONTACTS)
    first = rpc(device, "getText", then(contacts, "child", clickable=True))
    assert rpc(device, "scrollBackward", contacts, True, 10) is False
    assert rpc(device, "scrollForward", contacts, True, 10) is True
    assert rpc(device, "exist", then(contacts, "child", text=first)) is False
    assert rpc(device, "scrollToEnd", contacts, True, 500, 10) is True
    assert rpc(device, "scrollForward", contacts, True, 10) is False
    last = rpc(device, "objInfoOfAllInstances", then(contacts, "child", clickable=True))[-1]["text"]
    assert rpc(device, "scrollTo", contacts, selector(text=first), True) is True
    assert rpc(device, "exist", then(contacts, "child", text=first)) is True
    assert rpc(device, "scrollTo", contacts, selector(text=last), True) is True
    assert rpc(device, "scrollTo", contacts, selector(text="nobody"), True) is False
    assert rpc(device, "flingToBeginning", contacts, True, 500) is True
    assert rpc(device, "flingForward", contacts, False) is False  # nothing goes sideways
    assert rpc(device, "scrollForward", then(contacts, "child", clickable=True), True, 10) is False


def test_a_child_is_found_by_what_it_says(device: VirtualDevice) -> None:
    device.head_unit.open_app("phone")
    automation = UiAutomation(device)
    contacts, line = selector(resourceId=CONTACTS), selector(clickable=True)
    texts = [info["text"] for info in rpc(automation, "objInfoOfAllInstances", then(contacts, "child", clickable=True))]
    name = rpc(automation, "childByText", contacts, line, texts[1])
    assert rpc(automation, "objInfo", name)["text"] == texts[1]
    assert rpc(automation, "getText", rpc(automation, "childByInstance", contacts, line, 0)) == texts[0]
    rpc(automation, "scrollToEnd", contacts, True, 9, 9)
    with pytest.raises(AutomationError, match="NotFound"):
        rpc(automation, "childByText", contacts, line, texts[0])
    found = rpc(automation, "childByText", contacts, line, texts[0], True)
    assert rpc(automation, "getText", found) == texts[0]
    assert rpc(automation, "exist", name) is True
    with pytest.raises(AutomationError, match="NotFound"):
        rpc(automation, "exist", "object-99")


def test_two_fingers_are_not_had(device: VirtualDevice) -> None:
    anything = selector()
    points = [{"x": 1, "y": 1}] * 4
    assert rpc(device, "pinchOut", anything, 50, 10) is False
    assert rpc(device, "gesture", anything, *points, 10) is False


def test_toasts(device: VirtualDevice) -> None:
    automation = UiAutomation(device)
    assert rpc(automation, "getLastToast") is None
    device.head_unit.open_app("climate")
    rpc(automation, "click", *element(device, "ac_button").box.center)
    assert "cannot be used now" in rpc(automation, "getLastToast")
    rpc(automation, "clearLastToast")
    assert rpc(automation, "getLastToast") is None
    rpc(automation, "click", *element(device, "ac_button").box.center)
    assert "cannot be used now" in rpc(automation, "getLastToast")


def test_a_toast_is_said_as_it_is_shown(device: VirtualDevice) -> None:
    device.world.set("environment.language", "Chinese")
    device.head_unit.open_app("climate")
    rpc(device, "click", *element(device, "ac_button").box.center)
    toast = next(shown for shown in device.head_unit.elements() if shown.window == "Toast")
    assert rpc(device, "getLastToast") == toast.text
    assert not toast.text.isascii()


def test_the_notification_centre_opens_and_stays(device: VirtualDevice) -> None:
    device.world.call("system.safety_alert", {"kind": "ice", "message": "The road may be frozen."})
    assert rpc(device, "openNotification") is True
    assert rpc(device, "openNotification") is True
    assert device.world.system.notification_center_open
    assert not device.world.system.notifications[-1].read
    assert rpc(device, "openQuickSettings") is False


def test_screenshots_are_of_the_moment(device: VirtualDevice) -> None:
    automation = UiAutomation(device)
    coded = rpc(automation, "takeScreenshot", 1, 80)
    picture = decode(b64decode(coded))
    assert np.abs(picture.astype(int) - device.frame().astype(int)).mean() < 4
    assert rpc(automation, "takeScreenshot", 1, 80) is coded
    device.head_unit.open_app("media")
    assert rpc(automation, "takeScreenshot", 1, 80) != coded
    assert decode(b64decode(rpc(automation, "takeScreenshot", 0.5, 60))).shape == (396, 704, 3)
    with pytest.raises(AutomationError):
        rpc(automation, "takeScreenshot", 0, 80)


def test_waiting_blocks_nobody_and_ends_when_it_comes(device: VirtualDevice) -> None:
    title = selector(text="Phone", resourceId="com.android.car.dialer:id/car_ui_toolbar_title")

    async def wait() -> list[object]:
        automation = UiAutomation(device)
        waiting = asyncio.ensure_future(call(automation, "waitForExists", [title, 60_000]))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        other = await call(automation, "exist", [title])
        device.head_unit.open_app("phone")
        return [other, await waiting, await call(automation, "waitForExists", [title, 0])]

    found = hierarchy(device).windows
    assert found
    assert asyncio.run(wait()) == [False, *([True] * 2)]


def test_waiting_ends_in_time(device: VirtualDevice) -> None:
    nowhere = selector(text="nowhere")
    assert rpc(device, "waitForExists", nowhere, 30) is False
    assert rpc(device, "waitUntilGone", nowhere, 60_000) is True
    assert rpc(device, "waitUntilGone", selector(packageName="com.android.car.carlauncher"), 30) is False


def _answer(device: VirtualDevice, body: bytes) -> dict[str, object]:
    said = json.loads(asyncio.run(answer(UiAutomation(device), body)))
    assert isinstance(said, dict)
    return said


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", -32700),
        (b"{", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b'{"id": 1}', -32600),
        (b'{"id": {}, "method": "exist"}', -32600),
        (b'{"id": 1, "method": "makeToast", "params": ["x", 1000]}', -32601),
        (b'{"id": 1, "method": "__init__"}', -32601),
        (b'{"id": 1, "method": "getUiObject", "params": [{"mask": 0}]}', -32601),
        (b'{"id": 1, "method": "count", "params": []}', -32602),
        (b'{"id": 1, "method": "exist", "params": {"mask": 0}}', -32602),
        (b'{"id": 1, "method": "objInfo", "params": [{"mask": 1, "text": "nowhere"}]}', -32001),
        (b'{"id": 1, "method": "click", "params": [1e400, 5]}', -32001),
        (b'{"id": 1, "method": "click", "params": [NaN, 5]}', -32001),
        (b'{"id": 1, "method": "swipe", "params": [1, 2]}', -32602),
        (b'{"id": 1, "method": "swipePoints", "params": [[1, 2, 3], 5]}', -32001),
        (b'{"id": 1, "method": "takeScreenshot", "params": [true, 5]}', -32001),
        (b'{"id": 1, "method": "setClipboard", "params": ["", 5]}', -32001),
    ],
)
def test_what_cannot_be_done_is_answered_with_an_error(device: VirtualDevice, body: bytes, code: int) -> None:
    before = device.version
    said = _answer(device, body)
    assert isinstance(said["error"], dict)
    assert said["error"]["code"] == code
    assert "result" not in said
    assert device.version == before


def test_a_missing_object_has_the_name_that_clients_know(device: VirtualDevice) -> None:
    said = _answer(device, b'{"jsonrpc": "2.0", "id": 7, "method": "objInfo", "params": [{"mask": 1, "text": "nowhere"}]}')
    assert said["id"] == 7
    assert isinstance(said["error"], dict)
    assert said["error"]["message"] == "androidx.test.uiautomator.UiObjectNotFoundException"


def test_no_parameters_are_an_empty_object(device: VirtualDevice) -> None:
    assert _answer(device, b'{"jsonrpc": "2.0", "id": 1, "method": "openQuickSettings", "params": {}}')["result"] is False
