"""Whatever a client sends, the server answers; whatever a field holds, a dump says it."""

from __future__ import annotations

import asyncio
import json
from unicodedata import category
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared_devices import shared_device
from ui_device import MASKS, Printed, Script, rpc, selector

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.uiautomator.automation import UiAutomation
from automotive_env.emulator.virtual.uiautomator.hierarchy import AccessibilityNode, escaped
from automotive_env.emulator.virtual.uiautomator.selector import AutomationError, count, parse
from automotive_env.emulator.virtual.uiautomator.server import UiAutomatorServer, answer, methods
from automotive_env.episode.observation import Element

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*MASKS, "mask", "childOrSibling"]), inner, max_size=3)
    ),
    max_leaves=6,
)
SELECTORS = st.sampled_from([
    selector(), selector(clickable=True, instance=2), selector(text="nowhere"), selector(className="android.widget.EditText"),
    {"mask": 1}, "object-1", None,
])  # fmt: skip
SMALL = st.sampled_from(
    [0, 1, 2, 5, 50, 300.7, 1407, -1, True, False, None, 1e300, 10**400, "", "up", "x", "back", [1, 2, 300, 4]]
)
WAITS = ("waitForExists", "waitUntilGone", "takeScreenshot")
QUICK = settings(max_examples=2 * settings().max_examples, suppress_health_check=[HealthCheck.function_scoped_fixture])


@QUICK
@given(body=st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_body_is_answered(device: VirtualDevice, body: bytes) -> None:
    said = json.loads(asyncio.run(answer(UiAutomation(device), body)))
    assert ("result" in said) != ("error" in said)


@settings(QUICK, max_examples=4 * settings().max_examples)
@given(name=st.sampled_from(sorted(set(methods()) - set(WAITS))), parameters=st.lists(SELECTORS | SMALL, max_size=5))
def test_any_parameters_are_answered(device: VirtualDevice, name: str, parameters: list[object]) -> None:
    body = json.dumps({"id": 1, "method": name, "params": parameters}).encode()
    said = json.loads(asyncio.run(answer(UiAutomation(device), body)))
    assert ("result" in said) != ("error" in said)
    ElementTree.fromstring(rpc(device, "dumpWindowHierarchy", False))


@QUICK
@given(value=JSON)
def test_any_value_is_a_selector_or_refused(value: object) -> None:
    try:
        steps = parse(value)
    except AutomationError:
        return
    assert steps


@settings(QUICK, max_examples=3 * settings().max_examples)
@given(pattern=st.text(alphabet="ab.*+?(){}[]|\\^$,2:=<i", max_size=24))
def test_any_pattern_is_quick_or_refused(pattern: str) -> None:
    texts = AccessibilityNode(Element(0, "a" * 40 + "b" * 5, "a" * 2000))
    try:
        count(parse(selector(classNameMatches=pattern, textMatches=pattern)), texts)
    except AutomationError:
        return


@QUICK
@given(
    parts=st.lists(
        st.sampled_from([b"GET /ping HTTP/1.1\r\n", b"\r\n", b"Content-Length: 3\r\n", b"abc", b"\xff", b"POST "]), max_size=8
    )
)
def test_any_bytes_end(device: VirtualDevice, parts: list[bytes]) -> None:
    async def serve() -> None:
        await asyncio.wait_for(UiAutomatorServer(UiAutomation(device)).serve(Script(*parts), Printed()), 5)

    asyncio.run(serve())


@QUICK
@given(text=st.text())
def test_any_text_is_said(text: str) -> None:
    read = ElementTree.fromstring(f'<node text="{escaped(text)}" />'.encode()).get("text")
    assert read is not None
    assert len(read) == len(text)
    assert all(one == other or other == "." for other, one in zip(read, text, strict=True))


@settings(QUICK, max_examples=settings().max_examples)
@given(text=st.text(min_size=1, max_size=120))
def test_any_text_is_typed_and_drawn(text: str) -> None:
    device = shared_device()
    device.head_unit.open_app("maps")
    field = selector(className="android.widget.EditText")
    try:
        done = rpc(device, "setText", field, text)
    except AutomationError:
        assert any("\ud800" <= sign <= "\udfff" for sign in text)
        return
    unwritable = any(category(sign) == "Cc" and not sign.isspace() for sign in text)  # no keyboard has a key for it
    assert done is not unwritable
    assert (rpc(device, "getText", field) == text) is done
    assert device.frame().shape == (792, 1408, 3)


@pytest.mark.parametrize("name", sorted(methods()))
def test_every_method_refuses_too_many_parameters_or_takes_any(device: VirtualDevice, name: str) -> None:
    body = json.dumps({"id": 1, "method": name, "params": [None] * 12}).encode()
    assert json.loads(asyncio.run(answer(UiAutomation(device), body)))["error"]["code"] in (-32602, -32001)
