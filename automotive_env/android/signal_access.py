"""Reading and writing the car of an Android device by signals, through a shell on it.

A car with our vendor properties has a property for every signal. On any other one a signal is read and written where the platform
keeps it, and what surrounds the car is kept here. See `automotive_env.validators.signals`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from automotive_env.android import stock_events, vendor, vhal
from automotive_env.android.abilities import DeviceAbilities
from automotive_env.android.batch import refused, run_all
from automotive_env.android.bulk_read import bulk_read
from automotive_env.android.features import DeviceFeatures, find_features
from automotive_env.android.notice_readings import NOTIFICATIONS, end_alert, standing_alerts
from automotive_env.android.shell import DeviceFault, DeviceShell, ShellReply, ValueUnavailable
from automotive_env.android.signal_bindings import SignalBinding
from automotive_env.android.state import DeviceCarState, StockSignalReader, VendorPropertyReader
from automotive_env.car.core.change import Change
from automotive_env.car.core.values import Scalar, StateValue
from automotive_env.car.core.world import INDEX, start_values
from automotive_env.car.vhal.properties import RawPropertyValue
from automotive_env.episode.observation import DrivingState, GpsFix, NetworkStatus
from automotive_env.episode.vehicle_facts import GEAR, PATHS, SPEED, driving_state, vehicle_facts
from automotive_env.validators import signals as s
from automotive_env.validators.signals import SIGNALS, Signal
from automotive_env.windscreen import outside
from automotive_env.windscreen.outside import OutsideScene, outside_of

_BY_PATH = {signal.world: signal for signal in SIGNALS.values()}
_NETWORKS = (s.WIFI, s.MOBILE_DATA, s.AIRPLANE_MODE, s.BLUETOOTH)
_FIX = tuple(
    Signal(f"road.gps.{name}", f"road.gps.{name}", service=f"gps_{name}")
    for name in ("latitude", "longitude", "altitude", "bearing", "accuracy")
)
_FACTS = tuple(_BY_PATH[path] for path in PATHS if path in _BY_PATH)
_OUTSIDE = tuple(_BY_PATH[path] for path in outside.PATHS if path in _BY_PATH and path not in PATHS)
PAUSES = (0.0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Seconds before each check whether a service has done what it was told: radios and players need up to a few seconds."""
DARK = ("night", "tunnel")
"""Light around the car in which its sensor asks for the night theme."""


@dataclass(frozen=True, slots=True)
class VehicleObservation:
    """What an observation says beside the screen; see `automotive_env.episode.observation.Observation`."""

    vehicle: Mapping[str, str]
    gps: GpsFix
    network: NetworkStatus
    driving_state: DrivingState
    time: str
    app: str
    outside: OutsideScene


_CLIMATE = tuple(signal for signal in SIGNALS.values() if signal.world.startswith("airConditioner."))
"""What a device may tell only while the climate is on."""


class SignalAccess:
    """The car of one device.

    Attributes:
        features: what the device can do.
        kept: what surrounds a car that has no property for it: name of the signal -> value. Part of every snapshot.
    """

    def __init__(
        self, shell: DeviceShell, features: DeviceFeatures | None = None, *, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Get to know a device.

        Args:
            shell: on the device, as root.
            features: what it can do, asked now where it is None.
            sleep: waits for some seconds.

        Raises:
            DeviceFault: it is no Android car.
        """
        self._shell = shell
        self._sleep = sleep
        self.features = features or find_features(shell)
        self.kept: dict[str, Scalar] = {}
        self._moved: dict[tuple[int, int], RawPropertyValue] = {}
        """Properties that events have set: id and area -> what they were before. No signal tells them."""
        self._last: dict[Signal, Scalar] = {}
        """What was last read or written: a property of a unit that is off keeps its value, but a device does not tell it."""
        self._abilities = DeviceAbilities(self.features)
        self._binding = self._abilities.binding
        self._state = DeviceCarState(VendorPropertyReader(shell).read if self.features.vendor else self._stock_values().read)

    def _stock_values(self) -> StockSignalReader:
        followed = [signal for signal in SIGNALS.values() if signal is not s.CLOCK]  # which always goes on
        return StockSignalReader(self._shell, {signal.world: bound for signal in followed if (bound := self._binding(signal))})

    def supports(self, signal: Signal) -> bool:
        """Whether the device has a signal, or it is about what surrounds the car."""
        return self._abilities.supports(signal)

    def takes(self, signal: Signal, value: Scalar) -> bool:
        """Whether a command can give a signal a value."""
        return self._abilities.takes(signal, value)

    def plays(self, event: str) -> bool:
        """Whether the device can play an event."""
        return self._abilities.plays(event)

    # Reading

    def read(self, signal: Signal) -> Scalar:
        """The value of a signal.

        Raises:
            DeviceFault: the device lacks it or does not tell.
        """
        return self.read_many([signal])[signal]

    def read_many(self, signals: Iterable[Signal]) -> dict[Signal, Scalar]:
        """The values of signals, in one round trip; where one is not available now, the last one that was read or written.

        Raises:
            DeviceFault: the device lacks one or does not tell.
        """
        values = self._values_or_faults(signals)
        for signal, value in values.items():
            if isinstance(value, ValueUnavailable):
                value = values[signal] = self._last.get(signal, value)
            if isinstance(value, DeviceFault):
                raise value
        self._last |= _values(values)
        return _values(values)

    def read_told(self, signals: Iterable[Signal]) -> dict[Signal, Scalar]:
        """The values of those signals that the device has and tells now."""
        return _values(self._values_or_faults(signals))

    def _values_or_faults(self, signals: Iterable[Signal]) -> dict[Signal, Scalar | DeviceFault]:
        """The value of each signal, or why it is not told."""
        wanted = {signal: self._binding(signal) for signal in signals}
        told = bulk_read(self._shell, {signal: bound for signal, bound in wanted.items() if bound})
        return {signal: self._named(signal, told[signal]) if bound else self._unbound(signal) for signal, bound in wanted.items()}

    def _unbound(self, signal: Signal) -> Scalar | DeviceFault:
        return self._surrounding(signal) if signal.surroundings or signal.extra else self._lacks(signal)

    def _named(self, signal: Signal, told: Scalar | DeviceFault) -> Scalar | DeviceFault:
        return type(told)(f"signal {signal.name}: {told}") if isinstance(told, DeviceFault) else told

    def _lacks(self, signal: Signal) -> DeviceFault:
        return DeviceFault(f"this device has no signal {signal.name}")

    def _surrounding(self, signal: Signal) -> Scalar:
        start = start_values()[INDEX[signal.world]]
        assert start is None or isinstance(start, (bool, int, float, str))
        return self.kept.get(signal.name, start)

    # Writing

    def write(self, signal: Signal, value: Scalar) -> None:
        """Set a signal; the caller reads back. A service that is told to do it is given some seconds.

        Raises:
            DeviceFault: the device lacks it or does not take the value; says what was asked and answered.
        """
        binding = self._binding(signal)
        if binding is None and not signal.surroundings:
            raise self._lacks(signal)
        if signal is s.CLIMATE_POWER and not value:
            self._last |= self.read_told(filter(self.supports, _CLIMATE))
        if binding is None:
            self._keep(signal, value)
        elif reason := self._written(binding, signal, value):
            raise DeviceFault(f"signal {signal.name} = {value!r}: {reason}")
        self._last[signal] = value
        for beside in (Signal(path, path) for path in signal.also):
            if self.takes(beside, value):
                self.write(beside, value)

    def _written(self, binding: SignalBinding, signal: Signal, value: Scalar) -> str:
        """Have a value set, and wait for it where that takes time; returns why it is not."""
        refusal = self._ordered(binding, value)
        if isinstance(refusal, ValueUnavailable):
            refusal = self._ordered_with_power(binding, value)
        if refusal:
            return str(refusal)
        return self._awaited(binding, signal, value) if binding.settles else ""

    def _ordered_with_power(self, binding: SignalBinding, value: Scalar) -> DeviceFault | None:
        """Have a value set with the climate on meanwhile: a device does not take some values while it is off."""
        power = self._binding(s.CLIMATE_POWER)
        if power is None or binding == power:
            return ValueUnavailable("it is not available now")
        return self._ordered(power, True) or self._ordered(binding, value) or self._ordered(power, False)

    def _ordered(self, binding: SignalBinding, value: Scalar) -> DeviceFault | None:
        """Have a value set; returns why it is not."""
        try:
            orders = binding.writes(value)
        except ValueError as error:
            return DeviceFault(str(error))
        for order, reply in zip(orders, run_all(self._shell, orders), strict=True):
            if not binding.was_written(reply):
                fault = refused(order, reply)
                return ValueUnavailable(str(fault)) if vhal.is_unavailable(reply.text) else fault
        return None

    def _awaited(self, binding: SignalBinding, signal: Signal, value: Scalar) -> str:
        """Wait until what a service was told to do shows; returns why it does not, after all of `PAUSES`."""
        reply = ShellReply("")
        for pause in PAUSES:
            self._sleep(pause)
            reply = self._shell.run(binding.query)
            with suppress(ValueError):
                if signal.holds(binding.read(reply.text), value):
                    return ""
        return f"set, but unchanged after {sum(PAUSES):g} s: {refused(binding.query, reply)}"

    def _keep(self, signal: Signal, value: Scalar) -> None:
        self.kept[signal.name] = value
        if signal is s.LIGHT:
            self._tell_sensor()

    def _tell_sensor(self) -> None:
        """Set the light sensor of the device to the light around the car."""
        sensor = self.features.properties.get("NIGHT_MODE")
        if sensor:
            self._shell.run(vhal.put(sensor.id, 0, self._surrounding(s.LIGHT) in DARK))

    def put_back_around(self, kept: Mapping[str, Scalar]) -> None:
        """Put back what surrounds the car and what events did to it beside its signals.

        Args:
            kept: `kept` of the moment that is put back.

        Raises:
            DeviceFault: the device does not take a value.
        """
        light = self._surrounding(s.LIGHT)
        self.kept.clear()
        self.kept.update(kept)
        if self._surrounding(s.LIGHT) != light:
            self._tell_sensor()
        for (number, area), raw in list(self._moved.items()):
            self._order(vhal.put(number, area, raw), "putting it back")
            del self._moved[number, area]

    def end_alerts(self) -> None:
        """Mark the posted safety alerts of a stock device as over, so that they are not read as raised.

        Raises:
            DeviceFault: the device does not tell them, or does not take what ends them.
        """
        if self.features.vendor:
            return  # its last alert is part of the car's state, which is restored
        reply = self._shell.run(NOTIFICATIONS)
        alerts = standing_alerts(reply.text)
        if alerts is None:
            raise refused(NOTIFICATIONS, reply)
        orders = [end_alert(alert.tag) for alert in alerts]
        for order, answer in zip(orders, run_all(self._shell, orders), strict=True):
            if answer.status:
                raise refused(order, answer)

    # Everything

    def everything(self) -> dict[str, StateValue]:
        """All that the device tells of the car: path in the state core -> value; in one round trip."""
        return self._state.everything()

    def changes(self) -> list[Change]:
        """What changed since the last call; the first one returns no changes. In one round trip."""
        return self._state.changes()

    # Events

    def happen(self, event: str, details: Mapping[str, str | float]) -> tuple[str, ...]:
        """Let something happen to the driver; see `automotive_env.car.owner.events`.

        Returns:
            Commands that the emulator's console is still to be given, such as "gsm call 42055501".

        Raises:
            DeviceFault: the device cannot play the event.
        """
        if self.features.vendor:
            self._order(vhal.put(vendor.EVENT, 0, json.dumps({"event": event, **details})), event)
            return ()
        plan = stock_events.plan(event, details, self.features)
        for signal, value in plan.signals.items():
            if self.takes(signal, value):
                self.write(signal, value)
        for name, place, raw in plan.properties:
            self._move(stock_events.place_of(self.features, name, place), raw, event)
        for command in plan.commands:
            if (reply := self._shell.run(command)).status:
                raise refused(command, reply)
        return plan.console

    def _move(self, place: tuple[int, int], raw: RawPropertyValue, event: str) -> None:
        """Set a property that no signal tells, and remember what it was."""
        before = vhal.parse_values(self._shell.run(vhal.get(place[0])).text).get(place)
        self._order(vhal.put(*place, raw), event)
        if before is not None:
            self._moved.setdefault(place, before)

    def _order(self, command: str, event: str) -> None:
        reply = self._shell.run(command)
        if not vhal.was_put(reply.text):
            raise DeviceFault(f"event {event}: {refused(command, reply)}")

    # Observations

    def moment(self) -> VehicleObservation:
        """What an observation says beside the screen, in one round trip; what the device does not tell is left out or empty.

        Raises:
            DeviceFault: the device is gone.
        """
        told = self._state.everything() if self.features.vendor else self._facts()
        wifi, mobile, airplane, bluetooth = (told.get(signal.world) is True for signal in _NETWORKS)
        return VehicleObservation(
            vehicle=vehicle_facts(told.get),
            gps=_gps(told),
            network=NetworkStatus(wifi, mobile, airplane, bluetooth),
            driving_state=driving_state(told.get(GEAR), told.get(SPEED)),
            time=str(told.get(s.CLOCK.world) or ""),
            app=str(told.get(s.FOREGROUND_APP.world) or ""),
            outside=outside_of(told.get),
        )

    def _facts(self) -> dict[str, StateValue]:
        """What a stock device tells of what an observation says: path in the state core -> value."""
        return {
            signal.world: value
            for signal, value in self.read_told((*_FACTS, *_OUTSIDE, *_NETWORKS, *_FIX, s.FOREGROUND_APP)).items()
        }


def _gps(told: Mapping[str, StateValue]) -> GpsFix:
    """The last position; zero latitude and longitude if a stock device never had one."""
    parts = [told.get(signal.world) for signal in _FIX]
    return GpsFix(*(part if isinstance(part, (int, float)) else 0.0 for part in parts))


def _values(told: Mapping[Signal, Scalar | DeviceFault]) -> dict[Signal, Scalar]:
    return {signal: value for signal, value in told.items() if not isinstance(value, DeviceFault)}
