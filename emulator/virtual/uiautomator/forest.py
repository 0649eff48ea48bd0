"""Accessibility trees as android_env's messages: `AndroidAccessibilityForest` its .proto files number the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.grpc_services.wire import Value, encode, packed
from automotive_env.emulator.virtual.services.accessibility import Accessibility
from automotive_env.emulator.virtual.uiautomator.hierarchy import Node, Window
from automotive_env.episode.observation import Box

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

APPLICATION, INPUT_METHOD, SYSTEM = 1, 2, 3
"""AndroidAccessibilityWindowInfo.WindowType"""


def forest(device: VirtualDevice) -> bytes:
    """All windows of which something can be seen, from the top down, each with its tree."""
    hierarchy = device.service(Accessibility).hierarchy()
    return encode({1: [_window(window, window is hierarchy.active) for window in reversed(hierarchy.shown)]})


def _rect(box: Box) -> bytes:
    return encode({1: box.left, 2: box.top, 3: box.right, 4: box.bottom})


def _window(window: Window, active: bool) -> bytes:
    kind = APPLICATION if window.is_activity else INPUT_METHOD if window.screen == "keyboard" else SYSTEM
    nodes = list(window.root.walk())
    numbers = {id(node): number for number, node in enumerate(nodes, 1)}
    tree = encode({1: [encode(_node(node, numbers, window)) for node in nodes]})
    placed: dict[int, Value] = {1: _rect(window.box), 3: window.id, 4: window.number, 5: window.title, 6: kind}
    return encode({**placed, 8: active, 9: active, 11: tree})


def _node(node: Node, numbers: dict[int, int], window: Window) -> dict[int, Value]:
    e = node.element
    ancestor, depth = node.parent, 0
    while ancestor:
        ancestor, depth = ancestor.parent, depth + 1
    texts: dict[int, Value] = {3: e.class_name, 4: e.description, 5: e.hint, 6: e.package, 7: e.text, 10: e.resource_id}
    facts: dict[int, Value] = {
        12: e.checkable, 13: e.checked, 14: e.clickable, 15: e.editable, 16: e.enabled, 17: node.focusable, 18: e.focused,
        19: e.long_clickable, 21: e.scrollable, 22: e.selected, 23: True,
    }  # fmt: skip
    below = packed([numbers[id(child)] for child in node.children])
    return {1: numbers[id(node)], 2: _rect(e.box), **texts, 11: window.id, **facts, 25: below, 27: depth, 30: node.index}
