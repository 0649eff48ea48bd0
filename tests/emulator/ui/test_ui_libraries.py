"""The libraries that people use, unmodified, against a virtual device over ADB."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import adbutils
import numpy as np
import pytest
import uiautomator2
from lxml import etree
from shared_devices import SharedHost, shared_host
from ui_device import element

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.host import VirtualHost

SEARCH = "com.android.car.maps:id/search_edit_text"


@pytest.fixture(scope="session")
def library_host() -> Iterator[SharedHost]:
    with shared_host() as host:
        yield host


def reached(host: VirtualHost) -> adbutils.AdbDevice:
    return adbutils.AdbClient("127.0.0.1", host.adb_port).device(serial=host.serials[0])


@pytest.fixture(scope="session")
def connected(library_host: SharedHost) -> Iterator[Any]:
    connected = uiautomator2.connect(reached(library_host.as_built()))
    connected.settings["wait_timeout"] = 2
    library_host.keep()  # with the library's own files
    yield connected
    connected.stop_uiautomator()


@pytest.fixture
def host(library_host: SharedHost) -> VirtualHost:
    return library_host.as_built()


@pytest.fixture
def adb(host: VirtualHost) -> adbutils.AdbDevice:
    return reached(host)


@pytest.fixture
def car(host: VirtualHost) -> VirtualDevice:
    return host.devices[0]


@pytest.fixture
def d(connected: Any, host: VirtualHost) -> Any:
    return connected


def test_what_the_device_is(d: Any) -> None:
    assert d.info["currentPackageName"] == "com.android.car.carlauncher"
    assert d.window_size() == (1408, 792)
    assert d.app_current()["package"] == "com.android.car.carlauncher"
    assert d.orientation == "natural"


def test_dump_and_xpath(d: Any, car: VirtualDevice) -> None:
    roots = etree.fromstring(d.dump_hierarchy().encode())
    assert roots.tag == "hierarchy"
    assert len(roots.xpath("//node")) == len(car.head_unit.elements()) + 3
    d.xpath('//*[@resource-id="com.android.systemui:id/media_nav"]').click()
    assert car.world.system.foreground_app == "media"
    assert d.xpath('//*[@resource-id="com.android.systemui:id/clock"]').get_text() == "12:00"


def test_click_by_selector_and_by_point(d: Any, host: VirtualHost, car: VirtualDevice) -> None:
    host.call(lambda: car.head_unit.open_app("climate"))
    power = d(resourceId="com.android.systemui:id/ac_master_switch")
    power.click()
    assert power.info["checked"] is True
    assert power.exists
    assert d(resourceIdMatches=".*:id/fan_.*", clickable=True).count > 3
    x, y = element(car, "phone_nav").box.center
    d.click(x, y)
    assert car.world.system.foreground_app == "phone"
    assert d(scrollable=True).child(clickable=True)[1].get_text()
    d.double_click(5, 400)


def test_lists(d: Any, host: VirtualHost, car: VirtualDevice) -> None:
    host.call(lambda: car.head_unit.open_app("phone"))
    contacts = d(scrollable=True)
    lines = contacts.child(clickable=True)
    first = lines.get_text()
    assert contacts.scroll.toEnd()
    assert not d(text=first, clickable=True).exists
    assert contacts.scroll.to(text=first)
    assert contacts.child_by_text(first, clickable=True).info["text"] == first
    assert contacts.fling.forward()
    for _ in range(5):
        contacts.swipe("down")
    assert d(text=first, clickable=True).exists


def test_typing(d: Any, host: VirtualHost, car: VirtualDevice) -> None:
    host.call(lambda: car.head_unit.open_app("maps"))
    d(resourceId=SEARCH).click()
    d.send_keys("Zürich 中文")
    assert d(focused=True).get_text() == "Zürich 中文"
    d(resourceId=SEARCH).set_text("Ünter den Linden")
    assert d(resourceId=SEARCH).get_text() == "Ünter den Linden"
    d.clear_text()
    assert d(resourceId=SEARCH).get_text() == ""
    d.clipboard = "Airport"
    assert d.clipboard == "Airport"
    d.press("back")
    assert not d(focused=True).exists
    d.press("home")
    assert car.world.system.foreground_app == "home"


def test_pictures(d: Any, adb: adbutils.AdbDevice, car: VirtualDevice) -> None:
    assert d.screenshot().size == (1408, 792)
    picture = adb.screenshot(display_id=0, error_ok=False)
    assert np.array_equal(np.asarray(picture), car.frame())


def test_long_click_and_waiting(d: Any, host: VirtualHost, car: VirtualDevice) -> None:
    host.call(lambda: car.head_unit.open_app("seats"))
    d(clickable=True, instance=0).long_click()
    assert d(text="nowhere").wait(timeout=0.1) is False
    assert d(text="nowhere").wait_gone(timeout=60) is True
    with pytest.raises(uiautomator2.UiObjectNotFoundError):
        assert d(text="nowhere").info


def test_who_waits_holds_up_nobody(d: Any, host: VirtualHost, car: VirtualDevice) -> None:
    title = d(resourceId="com.android.car.dialer:id/car_ui_toolbar_title")
    with ThreadPoolExecutor() as threads:
        waiting = threads.submit(title.wait, timeout=60)
        assert d.info["currentPackageName"] == "com.android.car.carlauncher"
        assert not waiting.done()
        d.xpath('//*[@resource-id="com.android.systemui:id/phone_nav"]').click()
        assert waiting.result() is True
    assert car.world.system.foreground_app == "phone"


def test_watchers(d: Any, host: VirtualHost, car: VirtualDevice) -> None:
    alert = {"kind": "ice", "message": "The road may be frozen."}
    host.call(lambda: car.world.call("system.safety_alert", alert))
    assert car.world.system.alert_shown
    closed = next(shown for shown in car.head_unit.elements() if shown.window == "HeadsUpNotification" and shown.clickable)
    d.watcher("alert").when(f'//*[@resource-id="{closed.resource_id}"]').click()
    assert d.watcher.run()
    assert not car.world.system.alert_shown
    d.watcher.remove()


def test_toasts(d: Any, host: VirtualHost, car: VirtualDevice) -> None:
    host.call(lambda: car.head_unit.open_app("climate"))
    host.call(lambda: car.world.call("airConditioner.switch", {"position": ["all"], "switch": False}))
    d(resourceId="com.android.systemui:id/ac_button").click()
    assert "cannot be used now" in d.toast.get_message(wait_timeout=1)
    d.toast.reset()
    assert d.toast.get_message(wait_timeout=0.01) is None


def test_only_one_automation_is_connected(d: Any, adb: adbutils.AdbDevice, car: VirtualDevice) -> None:
    assert d.info
    with pytest.raises(adbutils.AdbError, match="already registered"):
        adb.dump_hierarchy()
    d.stop_uiautomator()
    assert adb.dump_hierarchy().startswith("<?xml")
    assert d.info["screenOn"]  # the library starts its server again


def test_shell_commands_of_the_libraries(adb: adbutils.AdbDevice, car: VirtualDevice) -> None:
    assert tuple(adb.window_size()) == (1408, 792)
    assert adb.app_current().package == "com.android.car.carlauncher"
    x, y = element(car, "media_nav").box.center
    adb.click(x, y)
    assert car.world.system.foreground_app == "media"
    adb.keyevent("HOME")
    assert car.world.system.foreground_app == "home"
