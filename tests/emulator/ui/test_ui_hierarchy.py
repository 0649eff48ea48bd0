"""What is shown, as trees and as XML: everything that the head unit says of its elements is said, and nothing else."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from cases import cases
from shared_devices import shared_device
from ui_device import element, hierarchy, rpc, run

from automotive_env.android.touch import page
from automotive_env.android.tree import elements, parse
from automotive_env.android.windows import parse_windows
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.uiautomator.hierarchy import PROLOG, escaped, rich_dump, stock_dump
from automotive_env.episode.observation import Element
from automotive_env.headunit.gallery import bring, entries
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.widgets.text_field import TextField

SCREENS = [pytest.param(entry, id=f"{entry.app}-{entry.screen}-{number}") for number, entry in enumerate(entries())]


def _facts(xml: str) -> list[dict[str, str]]:
    """Attributes of all nodes but the roots of windows, in the order of the document."""
    roots = list(ElementTree.fromstring(xml))
    return [dict(node.attrib) for root in roots for node in root.iter("node") if node is not root]


def _said(element: Element) -> dict[str, str]:
    """What a dump must say of an element."""
    e = element
    flags = {
        "clickable": e.clickable,
        "long-clickable": e.long_clickable,
        "checkable": e.checkable,
        "checked": e.checked,
        "selected": e.selected,
        "enabled": e.enabled,
        "focused": e.focused,
        "scrollable": e.scrollable,
    }
    texts = {"text": e.text, "content-desc": e.description, "hint": e.hint, "resource-id": e.resource_id, "package": e.package}
    box = f"[{e.box.left},{e.box.top}][{e.box.right},{e.box.bottom}]"
    ranged = {"range": " ".join(map(repr, e.range))} if e.range else {}
    words = {name: str(flag).lower() for name, flag in flags.items()}
    return {**texts, **words, **ranged, "class": e.class_name, "bounds": box, "display-id": str(e.display)}


@cases("entry", SCREENS)
def test_every_screen_is_dumped_as_it_is(entry: ScreenEntry) -> None:
    device = shared_device()
    bring(device.head_unit, entry)
    shown = device.head_unit.elements()
    dumped = _facts(rpc(device, "dumpWindowHierarchy", False, 50))
    wanted = [_said(element) for element in shown]
    assert [{name: node.get(name) for name in said} for node, said in zip(dumped, wanted, strict=True)] == wanted
    assert [node.get("range") for node in dumped] == [said.get("range") for said in wanted]


@pytest.mark.parametrize("entry", SCREENS[::4])
@pytest.mark.parametrize("size", [SIZES[0], *(pytest.param(size, marks=pytest.mark.sweep) for size in SIZES[1:])])
def test_a_client_sees_the_elements_of_the_head_unit(entry: ScreenEntry, size: tuple[int, int]) -> None:
    device = VirtualDevice(size=size)
    bring(device.head_unit, entry)
    roots = parse(rpc(device, "dumpWindowHierarchy", False, 50))
    windows = parse_windows(run(device, "dumpsys window windows").text)
    assert elements(roots, windows) == device.head_unit.elements()


def test_fields_alone_are_of_the_class_that_can_be_edited() -> None:
    assert TextField.role == "android.widget.EditText"
    for entry in entries():
        device = shared_device()
        bring(device.head_unit, entry)
        for shown in device.head_unit.elements():
            assert shown.editable == (shown.class_name == "android.widget.EditText"), shown


def test_what_is_in_a_list_is_below_it(device: VirtualDevice) -> None:
    device.head_unit.open_app("phone")
    lists = [node for window in hierarchy(device).shown for node in window.root.walk() if node.element.scrollable]
    assert lists
    for node in lists:
        assert node.children
        assert all(child.element.box.top >= node.element.box.top for child in node.children)
        assert [child.index for child in node.children] == list(range(len(node.children)))


def test_attributes_stand_in_the_order_of_the_server(device: VirtualDevice) -> None:
    line = next(line for line in rpc(device, "dumpWindowHierarchy", False).split("\r\n") if 'id/hvac"' in line)
    order = "index text resource-id class package content-desc checkable checked clickable enabled focusable focused scrollable"
    more = "long-clickable password selected visible-to-user bounds drawing-order hint display-id"
    assert list(ElementTree.fromstring(line.strip()).attrib) == f"{order} {more}".split()
    assert rpc(device, "dumpWindowHierarchy", False).startswith(f'{PROLOG}\r\n<hierarchy rotation="0">\r\n  <node index="0"')


def test_stock_dump_has_the_attributes_of_android(device: VirtualDevice) -> None:
    xml = stock_dump(hierarchy(device).active)
    order = "index text resource-id class package content-desc checkable checked clickable enabled focusable focused scrollable"
    assert list(ElementTree.fromstring(xml)[0].attrib) == [*order.split(), "long-clickable", "password", "selected", "bounds"]


def test_a_nameless_button_is_called_not_accessible(device: VirtualDevice) -> None:
    nodes = _facts(rpc(device, "dumpWindowHierarchy", False))
    assert not any(node["text"] or node["content-desc"] for node in nodes if "NAF" in node)
    silent = [node for node in nodes if node["clickable"] == "true" and not node["text"] and not node["content-desc"]]
    assert all("NAF" in node for node in silent)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('a & "b" <c>', 'a & "b" <c>'),
        ("two\nlines\tand\rmore", "two\nlines\tand\rmore"),
        ("bell\x07 null\x00 \ufffe", "bell. null. ."),
        ("\ud83d alone", ". alone"),
        ("Zürich 中文 🚗 \u202e", "Zürich 中文 🚗 \u202e"),
    ],
)
def test_any_text_makes_valid_xml(text: str, wanted: str) -> None:
    node = ElementTree.fromstring(f'<node text="{escaped(text)}" />'.encode())
    assert node.get("text") == wanted


def test_depth_is_limited(device: VirtualDevice) -> None:
    device.head_unit.open_app("phone")
    assert _facts(rpc(device, "dumpWindowHierarchy", False, 1)) == []
    whole = len(_facts(rpc(device, "dumpWindowHierarchy", False, 50)))
    assert 0 < len(_facts(rpc(device, "dumpWindowHierarchy", False, 2))) < whole
    assert rpc(device, "dumpWindowHierarchy", False, 0).endswith('<hierarchy rotation="0" />')


def test_only_the_active_window(device: VirtualDevice) -> None:
    packages = {node["package"] for node in _facts(rpc(device, "dumpWindowHierarchy", False, 50, True))}
    assert packages == {"com.android.car.carlauncher"}
    device.head_unit.open_app("climate")
    packages = {node["package"] for node in _facts(rpc(device, "dumpWindowHierarchy", False, 50, True))}
    assert packages == {"com.android.systemui"}


def test_the_hierarchy_is_kept_until_something_changes(device: VirtualDevice) -> None:
    before = hierarchy(device)
    assert hierarchy(device) is before
    device.world.set("road.outside_temperature", 31)
    after = hierarchy(device)
    assert after is not before
    assert "31 °C" in rich_dump(after.shown)
    device.head_unit.open_app("media")
    assert hierarchy(device) is not after


def test_a_covered_window_has_no_tree_but_is_listed_as_hidden(device: VirtualDevice) -> None:
    device.head_unit.open_app("maps")
    device.head_unit.tap(*element(device, "hvac").box.center)
    assert [window.title for window in hierarchy(device).shown] == [
        "TopCarSystemBar",
        "BottomCarSystemBar",
        "SystemUIOverlayWindow",
    ]
    assert 'package="com.android.car.maps"' not in rpc(device, "dumpWindowHierarchy", False)
    maps = next(part for part in run(device, "dumpsys window").text.split("  Window #") if "accessibilityTitle=Maps}" in part)
    assert "isVisible=false" in maps


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_low_list_is_scrolled_the_way_that_was_asked_for(size: tuple[int, int]) -> None:
    device = VirtualDevice(size=size)
    device.world.call("navigation.navigation_route_plan", {"address": "Airport"})
    device.head_unit.open_app("maps")
    held = element(device, "destination_list")
    assert held.box.height < 130
    first = device.head_unit.elements()
    assert device.head_unit.scroll("up") == "the list ends here"
    assert device.head_unit.scroll("down") == ""
    assert device.head_unit.elements() != first
    x1, y1, x2, y2 = page("up", held, device.head_unit.elements())
    rpc(device, "swipe", x1, y1, x2, y2, 100)
    assert device.head_unit.elements() == first
