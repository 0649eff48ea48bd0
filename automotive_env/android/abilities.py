"""What a device can be asked and told, known from its features alone: nothing is sent to it."""

from __future__ import annotations

from automotive_env.android import stock_events
from automotive_env.android.features import DeviceFeatures
from automotive_env.android.signal_bindings import SignalBinding, binding_of
from automotive_env.car.core.values import Scalar
from automotive_env.car.vhal.properties import catalogue
from automotive_env.validators.signals import Signal


class DeviceAbilities:
    """The signals and events that a device has.

    Attributes:
        features: of the device.
    """

    def __init__(self, features: DeviceFeatures) -> None:
        self.features = features
        self._bindings: dict[Signal, SignalBinding | None] = {}

    def binding(self, signal: Signal) -> SignalBinding | None:
        """Where the device has a signal; None where it lacks it."""
        if signal not in self._bindings:
            self._bindings[signal] = binding_of(signal, self.features)
        return self._bindings[signal]

    def supports(self, signal: Signal) -> bool:
        """Whether the device has a signal or can do without, or it is about what surrounds the car: the controller keeps that."""
        return signal.surroundings or signal.extra or self.binding(signal) is not None

    def takes(self, signal: Signal, value: Scalar) -> bool:
        """Whether a command can give a signal a value."""
        binding = self.binding(signal)
        if binding is None:
            return signal.surroundings
        try:
            return bool(binding.writes(value))
        except ValueError:
            return False

    def plays(self, event: str) -> bool:
        """Whether the device can play an event."""
        return stock_events.can_play(event, self.features)


def stock_image() -> DeviceAbilities:
    """An image of Android Automotive 14 that knows nothing of us; its emulator configuration declares no telephony."""
    return DeviceAbilities(DeviceFeatures(14, 10, properties=catalogue(14), vendor=False, sound_zones=True, telephony=False))
