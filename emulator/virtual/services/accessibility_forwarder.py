"""android_env's Accessibility Forwarder: an app that sends the trees of all windows to the host by gRPC, again and again.

The app itself cannot run here, so the device does what it does: once its accessibility service is enabled and broadcasts have
told it where to and that trees are wanted, it sends one every 0.1 s, whether or not something has changed. The messages are
`AndroidAccessibilityForest` of android_env, whose .proto files number the fields.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.grpc_services.wire import ProtoValue, encode, packed
from automotive_env.emulator.virtual.intents import AndroidIntent
from automotive_env.emulator.virtual.services.accessibility import Accessibility
from automotive_env.emulator.virtual.services.logcat import log
from automotive_env.emulator.virtual.uiautomator.hierarchy import AccessibilityNode, AccessibilityWindow
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


def _window(window: AccessibilityWindow, active: bool) -> bytes:
    kind = APPLICATION if window.is_activity else INPUT_METHOD if window.screen == "keyboard" else SYSTEM
    nodes = list(window.root.walk())
    numbers = {id(node): number for number, node in enumerate(nodes, 1)}
    tree = encode({1: [encode(_node(node, numbers, window)) for node in nodes]})
    placed: dict[int, ProtoValue] = {1: _rect(window.box), 3: window.id, 4: window.number, 5: window.title, 6: kind}
    return encode({**placed, 8: active, 9: active, 11: tree})


def _node(node: AccessibilityNode, numbers: dict[int, int], window: AccessibilityWindow) -> dict[int, ProtoValue]:
    e = node.element
    ancestor, depth = node.parent, 0
    while ancestor:
        ancestor, depth = ancestor.parent, depth + 1
    texts: dict[int, ProtoValue] = {3: e.class_name, 4: e.description, 5: e.hint, 6: e.package, 7: e.text, 10: e.resource_id}
    facts: dict[int, ProtoValue] = {
        12: e.checkable, 13: e.checked, 14: e.clickable, 15: e.editable, 16: e.enabled, 17: node.focusable, 18: e.focused,
        19: e.long_clickable, 21: e.scrollable, 22: e.selected, 23: True,
    }  # fmt: skip
    below = packed([numbers[id(child)] for child in node.children])
    return {1: numbers[id(node)], 2: _rect(e.box), **texts, 11: window.id, **facts, 25: below, 27: depth, 30: node.index}


PACKAGE = "com.google.androidenv.accessibilityforwarder"
_ACTION = "accessibility_forwarder.intent.action."
HOST = "10.0.2.2"
"""What a device calls the machine that its emulator runs on; no other is reached from here."""
METHOD = "/android_env.A11yService/SendForest"
PERIOD = 0.1
"""Seconds between two trees."""
TIMEOUT = 1.0
"""Seconds that the host has for taking one."""
_OPTIONS = (("grpc.max_reconnect_backoff_ms", 1_000), ("grpc.enable_http_proxy", 0))


class AccessibilityForwarder:
    """The forwarder of one device. Like an app that runs, it is not part of a snapshot."""

    def __init__(self, device: VirtualDevice) -> None:
        self._device = device
        self._wanted = False
        self._port = 0
        self._sending: asyncio.Task[None] | None = None
        self._forest: tuple[tuple[int, int], bytes] = ((-1, -1), b"")

    def hear(self, intent: AndroidIntent) -> None:
        """Do what a broadcast says, if it is meant for the forwarder."""
        if intent.component and intent.component.partition("/")[0] != PACKAGE:
            return
        action = intent.action.removeprefix(_ACTION)
        if action == "SET_GRPC":
            self._connect(intent.extras.get("host", HOST), intent.extras.get("port", ""))
        elif action in ("ENABLE_ACCESSIBILITY_TREE_LOGS", "DISABLE_ACCESSIBILITY_TREE_LOGS"):
            self._wanted = action.startswith("ENABLE")

    def _connect(self, host: str, port: str) -> None:
        """Send to this machine from now on, and nowhere else."""
        if self._sending:
            self._sending.cancel()
            self._sending = None
        if host != HOST or not (port.isascii() and port.isdigit() and 1 <= int(port[:6]) <= 65_535):
            log(self._device, "AccessibilityForwarder", f"trees are sent to a port of {HOST}, not to {host[:40]}:{port[:10]}")
            return
        self._sending = asyncio.get_running_loop().create_task(self._send(int(port)))

    async def _send(self, port: int) -> None:
        try:
            import grpc
        except ModuleNotFoundError:
            log(self._device, "AccessibilityForwarder", "no tree is sent: the extra grpc is not installed")
            return
        async with grpc.aio.secure_channel(f"127.0.0.1:{port}", grpc.local_channel_credentials(), options=_OPTIONS) as channel:
            send = channel.unary_unary(METHOD)
            while True:
                await asyncio.sleep(PERIOD)
                if self._wanted and PACKAGE in (self._device.settings.get("secure", "enabled_accessibility_services") or ""):
                    try:
                        await send(self._tree(), timeout=TIMEOUT)
                    except grpc.aio.AioRpcError:
                        await asyncio.sleep(TIMEOUT)  # whoever asked has gone, or is busy

    def _tree(self) -> bytes:
        """All windows, encoded; the same bytes until something changes."""
        if self._forest[0] != self._device.version:
            encoded = forest(self._device)
            self._forest = self._device.version, encoded
        return self._forest[1]
