"""Selectors: every field, steps to children and siblings, and patterns that would take for ever."""

from __future__ import annotations

import contextlib
import time

import pytest
from cases import cases
from ui_device import hierarchy, selector, then

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.uiautomator.hierarchy import AccessibilityNode
from automotive_env.emulator.virtual.uiautomator.selector import AutomationError, count, find, find_all, instance, parse
from automotive_env.episode.observation import Box, Element

LONG_STEPS = {"mask": 0, "childOrSibling": ["child"] * 15, "childOrSiblingSelector": [selector(textMatches=".{0,999}b")] * 15}


def _node(parent: AccessibilityNode | None, role: str, **facts: object) -> AccessibilityNode:
    element = Element(0, f"android.widget.{role}", package="com.example.app", box=Box(0, 0, 9, 9), **facts)  # type: ignore[arg-type]
    node = AccessibilityNode(element, len(parent.children) if parent else 0, parent)
    if parent:
        parent.children.append(node)
    return node


@pytest.fixture
def root() -> AccessibilityNode:
    """Two lists of two lines each, and a field."""
    root = _node(None, "FrameLayout")
    for name in ("left", "right"):
        held = _node(root, "ListView", resource_id=f"com.example.app:id/{name}", scrollable=True)
        _node(held, "Button", text=f"First {name}", clickable=True, description="Line one")
        _node(held, "Switch", text=f"Second {name}", clickable=True, checkable=True, checked=name == "right", long_clickable=True)
    _node(root, "EditText", text="two\nlines", clickable=True, editable=True, focused=True, selected=True)
    _node(root, "TextView", text="Off", enabled=False)
    return root


def _texts(root: AccessibilityNode, given: dict[str, object]) -> list[str]:
    return [node.element.text for node in find_all(parse(given), root)]


ALL = ["", "", "First left", "Second left", "", "First right", "Second right", "two\nlines", "Off"]


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"text": "First left"}, ["First left"]),
        ({"text": "first left"}, []),
        ({"textContains": "FIRST"}, ["First left", "First right"]),
        ({"textStartsWith": "second"}, ["Second left", "Second right"]),
        ({"textMatches": "First"}, []),
        ({"textMatches": "First .*"}, ["First left", "First right"]),
        ({"textMatches": "two.lines"}, ["two\nlines"]),
        ({"className": "android.widget.Switch"}, ["Second left", "Second right"]),
        ({"classNameMatches": ".*\\.(Button|Switch)"}, ["First left", "Second left", "First right", "Second right"]),
        ({"description": "Line one"}, ["First left", "First right"]),
        ({"descriptionContains": "ONE"}, ["First left", "First right"]),
        ({"descriptionStartsWith": "line"}, ["First left", "First right"]),
        ({"descriptionMatches": "Line \\w+"}, ["First left", "First right"]),
        ({"checkable": True}, ["Second left", "Second right"]),
        ({"checked": True}, ["Second right"]),
        ({"checkable": True, "checked": False}, ["Second left"]),
        ({"clickable": True, "checkable": False}, ["First left", "First right", "two\nlines"]),
        ({"longClickable": True}, ["Second left", "Second right"]),
        ({"scrollable": True}, ["", ""]),
        ({"enabled": False}, ["Off"]),
        ({"focusable": False, "enabled": True}, ["", "", ""]),
        ({"focused": True}, ["two\nlines"]),
        ({"selected": True}, ["two\nlines"]),
        ({"packageName": "com.example.app"}, ALL),
        ({"packageName": "com.example"}, []),
        ({"packageNameMatches": "com\\..*"}, ALL),
        ({"resourceId": "com.example.app:id/left"}, [""]),
        ({"resourceIdMatches": ".*:id/(left|right)"}, ["", ""]),
        ({"index": 1, "clickable": True}, ["Second left", "Second right"]),
    ],
)
def test_fields(root: AccessibilityNode, fields: dict[str, object], wanted: list[str]) -> None:
    assert sorted(_texts(root, selector(**fields))) == sorted(wanted)


def test_only_fields_of_the_mask_count(root: AccessibilityNode) -> None:
    assert len(_texts(root, {"mask": 0, "text": "nowhere"})) == len(list(root.walk()))


def test_instances_count_in_drawing_order(root: AccessibilityNode) -> None:
    lines = selector(textMatches="(First|Second) .*")
    found = [find(parse({**lines, "mask": lines["mask"] + 0x1000000, "instance": number}), root) for number in range(5)]
    assert [node.element.text if node else None for node in found] == [
        "First left",
        "Second left",
        "First right",
        "Second right",
        None,
    ]
    assert count(parse(lines), root) == 4
    assert count(instance(parse(lines), 3), root) == 1
    assert count(instance(parse(lines), 4), root) == 0


def test_children_and_siblings(root: AccessibilityNode) -> None:
    right = selector(resourceId="com.example.app:id/right")
    assert _texts(root, then(right, "child", clickable=True)) == ["First right", "Second right"]
    assert _texts(root, then(then(right, "child", text="First right"), "sibling", checkable=True)) == ["Second right"]
    assert _texts(root, then(selector(text="Off"), "sibling", className="android.widget.EditText")) == ["two\nlines"]
    assert _texts(root, then(right, "child", text="First left")) == []
    assert _texts(root, then(selector(), "sibling", text="Off")) == []  # a root has no siblings
    second = then(selector(scrollable=True), "child", clickable=True, instance=2)
    node = find(parse(second), root)
    assert node is not None
    assert node.element.text == "First right"


def test_many_steps_take_no_longer(root: AccessibilityNode) -> None:
    given = selector()
    for _ in range(15):
        given = then(given, "sibling")
    assert find_all(parse(given), root) == []
    given = selector(clickable=True)
    for _ in range(15):
        given = then(given, "sibling", clickable=True)
    assert count(parse(given), root) >= 1


@cases(
    "given",
    [
        None,
        [],
        7,
        {"mask": "1"},
        {"mask": 1},
        {"mask": 1, "text": 5},
        {"mask": 1, "text": "x" * 1001},
        {"mask": 0x800000, "index": "0"},
        {"mask": 0x1000000, "instance": -1},
        {"mask": True},
        {"mask": 1 << 40},
        {"mask": 0, "childOrSibling": ["child"], "childOrSiblingSelector": []},
        {"mask": 0, "childOrSibling": ["uncle"], "childOrSiblingSelector": [{"mask": 0}]},
        {"mask": 0, "childOrSibling": ["child"], "childOrSiblingSelector": ["x"]},
        {"mask": 0, "childOrSibling": ["child"] * 16, "childOrSiblingSelector": [{"mask": 0}] * 16},
        {"mask": 4, "textMatches": "("},
        {"mask": 4, "textMatches": "(a)\\1"},
        {"mask": 4, "textMatches": "(?=a)a"},
        {"mask": 4, "textMatches": "a" * 1001},
        {"mask": 4, "textMatches": "[a-z&&[^b]]"},
        {"mask": 4, "textMatches": "((a{100}){100}){100}"},
        {
            "mask": 4,
            "textMatches": ".",
            "childOrSibling": ["child"] * 15,
            "childOrSiblingSelector": [{"mask": 4, "textMatches": ".{0,999}b"}] * 15,
        },
        {"mask": 4, "textMatches": "\ud800"},
    ],
)
def test_what_is_no_selector_is_refused(given: object) -> None:
    with pytest.raises(AutomationError):
        parse(given)


@cases(
    ("pattern", "text"),
    [
        ("\\(a\\)+", "(a)))"), ("(?i)ok", "OK"), ("(ab)?c", "abc"), ("[^]]+x", "aax"), ("\\d{4}-\\d{2}", "2025-04"),
        ("(a+)+b", "aaab"), ("(a|b)*", "abba"), ("t.*.*.*.*s", "two\nlines"), ("机.*", "机场"),
    ],
)  # fmt: skip
def test_patterns_fit_the_whole_of_a_text(pattern: str, text: str) -> None:
    given = parse(selector(textMatches=pattern))
    assert find(given, _node(None, "Button", text=text))
    assert not find(given, _node(None, "Button", text=f"\n{text}!"))


def test_no_pattern_holds_the_device_up() -> None:
    root = _node(None, "FrameLayout")
    for _ in range(300):
        _node(root, "Button", text="a" * 1000 + "c")
    for pattern in ("(a+)+b", "(a|a)*b", "(?:a|a){2,}b", "a?" * 30 + "a" * 30, "(.*a){40}b", "(a|b|ab)*c{500}"):
        given = parse(then(selector(textMatches=pattern), "sibling", textMatches=pattern))
        start = time.thread_time()
        with contextlib.suppress(AutomationError):  # refused: too much work
            find_all(given, root)
        assert time.thread_time() - start < 5


def test_selectors_see_the_active_window_only(device: VirtualDevice) -> None:
    bar = parse(selector(resourceId="com.android.systemui:id/hvac"))
    assert find(bar, hierarchy(device).active.root) is None
    device.head_unit.open_app("climate")
    panel = parse(selector(resourceId="com.android.systemui:id/ac_master_switch"))
    assert find(panel, hierarchy(device).active.root) is not None
