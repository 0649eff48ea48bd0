"""A device that says nonsense is at fault, and that is all that happens."""

from contextlib import suppress
from dataclasses import replace
from math import isfinite

import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st
from signal_shells import DeviceShell, device

from automotive_env.android.features import find_features
from automotive_env.android.shell import DeviceFault, ShellReply
from automotive_env.android.signal_access import SignalAccess
from automotive_env.validators import signals as s
from automotive_env.validators.signals import SIGNALS

Damage = list[tuple[int, int, str]]
PIECES = st.sampled_from(["", "\n", "[", "]", "NaN", "-1", '"', "}", "{", "é", "1e999"])
DAMAGE = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 400), PIECES), max_size=30)


class DamagedShell:
    """A shell whose answers lose and gain some letters; what stands between the answers of a batch may go, too."""

    def __init__(self, inner: DeviceShell, damage: Damage) -> None:
        self.inner = inner
        self.damage = damage

    def run(self, command: str, *, timeout: float = 10.0) -> ShellReply:
        text, status = self.inner.run(command)
        for place, length, piece in self.damage:
            place %= len(text) + 1
            text = text[:place] + piece + text[place + length :]
        return ShellReply(text, status)


def use(access: SignalAccess) -> None:
    """Everything that is asked of a device; only its faults are expected."""
    for ask in (access.everything, access.changes, access.moment, access.end_alerts, lambda: access.read_told(SIGNALS.values())):
        with suppress(DeviceFault):
            ask()
    for signal in SIGNALS.values():
        with suppress(DeviceFault):
            value = access.read(signal)
            assert value is None or isinstance(value, str) or isfinite(value)
    for signal, value in ((s.SPEED, 50), (s.WIFI, False), (s.NIGHT_MODE, "night"), (s.WEATHER, "snow")):
        with suppress(DeviceFault):
            access.write(signal, value)
    with suppress(DeviceFault):
        access.happen("low tyre pressure", {})


@pytest.mark.parametrize("stock", [pytest.param(False, id="ours"), pytest.param(True, id="stock", marks=pytest.mark.sweep)])
@settings(max_examples=settings().max_examples // 5)
@given(damage=DAMAGE)
def test_damaged_answers(stock: bool, damage: Damage) -> None:
    shell = DeviceShell(device(15, stock=stock))
    features = find_features(shell)
    use(SignalAccess(DamagedShell(shell, damage), features, sleep=lambda seconds: None))
    with suppress(DeviceFault):
        find_features(DamagedShell(shell, damage))


@pytest.mark.parametrize("answer", ["", "\n", "error: device offline\n", "0\n", "{}\n" * 2000])
@pytest.mark.parametrize("vendor", [True, False])
def test_the_same_answer_to_everything(answer: str, vendor: bool) -> None:
    class Parrot:
        def run(self, command: str, *, timeout: float = 10.0) -> ShellReply:
            return ShellReply(answer)

    features = replace(find_features(DeviceShell(device(14))), vendor=vendor)
    access = SignalAccess(Parrot(), features, sleep=lambda seconds: None)
    use(access)
    with pytest.raises(DeviceFault):
        access.read(s.FAN_SPEED)
    with pytest.raises(DeviceFault):
        access.write(s.SPEED, 50)
    with pytest.raises(DeviceFault):
        find_features(Parrot())


@cases("value", ["NaN", "Infinity", "1e999", "[1]", "{}", "[" * 5000, '"a', "", '"' + "x" * 30_000 + '"'])
def test_a_vendor_property_that_holds_no_value(value: str) -> None:
    class Other(DeviceShell):
        def run(self, command: str, *, timeout: float = 10.0) -> ShellReply:
            text = super().run(command).text
            return ShellReply(text.replace('stringValue: "clear"}', f"stringValue: {value}}}"))

    access = SignalAccess(Other(device(14)))
    with pytest.raises(DeviceFault, match="weather"):
        access.read(s.WEATHER)
    with pytest.raises(DeviceFault, match="weather"):
        access.everything()


def test_a_device_that_is_gone_is_gone_at_once() -> None:
    class Gone:
        asked = 0

        def run(self, command: str, *, timeout: float = 10.0) -> ShellReply:
            self.asked += 1
            raise DeviceFault("the device is gone")

    gone = Gone()
    access = SignalAccess(gone, find_features(DeviceShell(device(14))), sleep=lambda seconds: None)
    with pytest.raises(DeviceFault, match="gone"):
        access.write(s.WIFI, False)
    with pytest.raises(DeviceFault, match="gone"):
        access.moment()
    assert gone.asked == 2
