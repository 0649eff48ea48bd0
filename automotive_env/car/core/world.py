"""The car: a flat list of immutable values under one schema, changed only by calls, by touch and by set-up.

    >>> car = World()
    >>> car.airConditioner.switch(position=["driver's seat"], switch=True).success
    True
    >>> car.airConditioner.temperature_set(position=["driver's seat"], value=22).success
    True
    >>> before = car.snapshot()
    >>> car.set("fogLight.front_light.is_on", True)
    >>> car.diff(before)
    {'fogLight.front_light.is_on': (False, True)}
    >>> car.restore(before)

Worlds are independent values: thousands live in one process, nothing is shared but the declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import compress
from operator import is_not
from typing import Any

from automotive_env.car.calls.api import Api, CallResult
from automotive_env.car.calls.look_ups import SearchableEnvironment
from automotive_env.car.core.change import DIRECT, Change, ChangeCause
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused, StateError, shown, suggest
from automotive_env.car.core.store import StateStore, StateValues
from automotive_env.car.core.structure import PropertySlot
from automotive_env.car.core.values import StateValue
from automotive_env.car.devices import DEVICES
from automotive_env.car.devices.air_conditioner import AirConditioner
from automotive_env.car.devices.bluetooth import Bluetooth
from automotive_env.car.devices.center_information_display import CenterInformationDisplay
from automotive_env.car.devices.conversation import ConnectedPhone
from automotive_env.car.devices.door import Door
from automotive_env.car.devices.fog_light import FogLight
from automotive_env.car.devices.foot_pedal import FootPedal
from automotive_env.car.devices.front_trunk import FrontTrunk
from automotive_env.car.devices.fuel_port import FuelPort
from automotive_env.car.devices.hazard_light import HazardLight
from automotive_env.car.devices.head_up_display import HeadUpDisplay
from automotive_env.car.devices.high_beam_headlight import HighBeamHeadlight
from automotive_env.car.devices.instrument_panel import InstrumentPanel
from automotive_env.car.devices.low_beam_headlight import LowBeamHeadlight
from automotive_env.car.devices.music import Music
from automotive_env.car.devices.navigation import Navigation
from automotive_env.car.devices.overhead_screen import OverheadScreen
from automotive_env.car.devices.position_light import PositionLight
from automotive_env.car.devices.radio import Radio
from automotive_env.car.devices.reading_light import ReadingLight
from automotive_env.car.devices.rearview_mirror import RearviewMirror
from automotive_env.car.devices.seat import Seat
from automotive_env.car.devices.steering_wheel import SteeringWheel
from automotive_env.car.devices.sunroof import Sunroof
from automotive_env.car.devices.sunshade import Sunshade
from automotive_env.car.devices.tail_light import TailLight
from automotive_env.car.devices.trunk import Trunk
from automotive_env.car.devices.video import Video
from automotive_env.car.devices.window import Window
from automotive_env.car.devices.wiper import Wiper
from automotive_env.car.driving.assistance import Assistance
from automotive_env.car.driving.cabin import Cabin
from automotive_env.car.driving.energy import Energy
from automotive_env.car.driving.road import RoadState
from automotive_env.car.driving.service import ServiceReminders
from automotive_env.car.driving.tyres import TyrePressureMonitor
from automotive_env.car.systems.drivers import Drivers
from automotive_env.car.systems.handset import Handset
from automotive_env.car.systems.maps_app_state import MapsAppState
from automotive_env.car.systems.networks import Networks
from automotive_env.car.systems.pairing import Pairing
from automotive_env.car.systems.software import Software
from automotive_env.car.systems.system import AndroidSystemState

PARTS: tuple[type[Device], ...] = (
    SearchableEnvironment, RoadState, AndroidSystemState, Assistance, Cabin, MapsAppState, Handset, Drivers, Networks, Pairing,
    Energy, TyrePressureMonitor, ServiceReminders, Software,
)  # fmt: skip
"""Modules of the car that are not among the devices of the public VehicleWorld interface."""

MODULES: Mapping[str, type[Device]] = {kind.module: kind for kind in (*DEVICES, *PARTS)}
"""All modules by name."""


def _build_schema() -> tuple[PropertySlot, ...]:
    return tuple(
        PropertySlot(f"{name}.{slot.path}", f"{name}.{slot.pattern}", slot.key, slot.prop)
        for name, kind in MODULES.items()
        for slot in kind.slots
    )


SCHEMA: tuple[PropertySlot, ...] = _build_schema()
"""Every property of the car, in the order of the values."""

INDEX: Mapping[str, int] = {slot.path: position for position, slot in enumerate(SCHEMA)}
"""Path -> slot."""

_BASES: dict[str, int] = {}
_base = 0
for _name, _kind in MODULES.items():
    _BASES[_name] = _base
    _base += _kind._size


def slot_of(path: str) -> int:
    """The slot of a path.

    Raises:
        StateError: there is no such property.
    """
    try:
        return INDEX[path]
    except (KeyError, TypeError):
        raise StateError(f"there is no property {shown(path, 120)}{suggest(path, INDEX)}") from None


@cache
def start_values() -> StateValues:
    """The values every world begins with."""
    values: list[StateValue] = []
    for slot in SCHEMA:
        try:
            values.append(slot.prop.check(slot.prop.start))
        except StateError as error:
            raise StateError(f"{slot.path}: {error}") from None
    return tuple(values)


def start_overrides(module: str, name: str) -> dict[int, StateValue]:
    """What a named start state of a module changes: slot -> value.

    Raises:
        StateError: there is no such start state, or it does not fit the schema.
    """
    kind = MODULES[module]
    if name == "default":
        return {}
    if name not in kind.starts:
        known = ", ".join(["default", *kind.starts])
        raise StateError(f"{module} has no start state {shown(name)}; it has: {known}")
    overrides: dict[int, StateValue] = {}
    for pattern, value in kind.starts[name].items():
        shared = pattern.startswith(f"{SearchableEnvironment.module}.")
        offsets = kind.offsets.get(pattern, {}).values()
        slots = [_BASES[module] + offset for offset in offsets] or [INDEX[pattern if shared else f"{module}.{pattern}"]]
        for slot in slots:
            overrides[slot] = SCHEMA[slot].prop.check(value)
    return overrides


class World(StateStore):
    """One car.

    Attributes:
        schema: the declaration of each slot, in the order of `values`.
    """

    airConditioner: AirConditioner
    bluetooth: Bluetooth
    centerInformationDisplay: CenterInformationDisplay
    conversation: ConnectedPhone
    door: Door
    fogLight: FogLight
    footPedal: FootPedal
    frontTrunk: FrontTrunk
    fuelPort: FuelPort
    hazardLight: HazardLight
    highBeamHeadlight: HighBeamHeadlight
    HUD: HeadUpDisplay
    instrumentPanel: InstrumentPanel
    lowBeamHeadlight: LowBeamHeadlight
    music: Music
    navigation: Navigation
    overheadScreen: OverheadScreen
    positionLight: PositionLight
    radio: Radio
    readingLight: ReadingLight
    rearviewMirror: RearviewMirror
    seat: Seat
    steeringWheel: SteeringWheel
    sunroof: Sunroof
    sunshade: Sunshade
    tailLight: TailLight
    trunk: Trunk
    video: Video
    window: Window
    wiper: Wiper
    environment: SearchableEnvironment
    road: RoadState
    system: AndroidSystemState
    assistance: Assistance
    handset: Handset
    cabin: Cabin
    maps: MapsAppState
    drivers: Drivers
    networks: Networks
    pairing: Pairing
    energy: Energy
    tyres: TyrePressureMonitor
    service: ServiceReminders
    software: Software

    schema = SCHEMA

    def __init__(self, starts: Mapping[str, str] | None = None) -> None:
        """Make a car.

        Args:
            starts: module -> name of its start state, such as {"music": "init1"}; "default" where a module is not named.
        """
        super().__init__(start_values())
        for name, kind in MODULES.items():
            setattr(self, name, kind(self, _BASES[name]))
        for module, start in (starts or {}).items():
            for slot, value in start_overrides(module, start).items():
                self.assign(slot, value)

    # Reading and writing by path

    def get(self, path: str) -> StateValue:
        """The value at a path.

        Raises:
            StateError: there is no such property.
        """
        return self.values[slot_of(path)]

    def set(self, path: str, value: Any, cause: ChangeCause = DIRECT) -> None:
        """Write a value; a level also writes what says the same in other units.

        Raises:
            StateError: there is no such property, or the value does not fit. Nothing was changed.
        """
        slot = slot_of(path)
        with self.changing(cause):
            try:
                SCHEMA[slot].prop.put(self, slot, value)
            except StateError as error:
                raise StateError(f"{path} {error}") from None

    def device(self, module: str) -> Device:
        """A module by name.

        Raises:
            StateError: there is no such module.
        """
        if not isinstance(module, str) or module not in MODULES:
            raise StateError(f"there is no module {shown(module)}{suggest(module, MODULES)}")
        device: Device = self.module(module)
        return device

    # Calls

    def call(self, name: Any, arguments: Any, cause: ChangeCause | None = None) -> CallResult:
        """Call an API by its full name, such as "airConditioner.temperature_set", with JSON arguments.

        Never raises on what is asked: an unknown name or a bad argument is a `CallResult` without success, and changes nothing.
        """
        api = all_apis().get(name) if isinstance(name, str) else None
        if api is None:
            return CallResult(False, f"there is no API {shown(name, 120)}{suggest(name, _apis_near(name))}")
        if not isinstance(arguments, Mapping):
            return CallResult(False, f"the arguments of {name} must be an object, not {type(arguments).__name__}")
        return api.run(self.module(api.module), arguments, cause or api.cause)

    def misfit(self, name: str, arguments: Mapping[str, Any]) -> str:
        """Why no car has such a call: the API is unknown, or the arguments do not fit it. Empty where one has."""
        api = all_apis().get(name)
        if api is None:
            return self.call(name, arguments).message
        try:
            api.checked(self.module(api.module), arguments)
        except (CallRefused, StateError) as why:
            return str(why)
        return ""

    # Snapshots

    def restore(self, snapshot: StateValues) -> None:
        """Go back to a snapshot of any world.

        Raises:
            StateError: the snapshot is not one of this schema.
        """
        if len(snapshot) != len(SCHEMA):
            raise StateError(f"the snapshot has {len(snapshot)} values, the car has {len(SCHEMA)}")
        self.values[:] = snapshot
        self._snapshot = tuple(snapshot)
        self.version += 1
        for listener in self.listeners:
            listener(DIRECT, {})

    def diff(self, before: StateValues, after: StateValues | None = None) -> dict[str, tuple[StateValue, StateValue]]:
        """What differs between a snapshot and another one (or now): path -> (before, after), in schema order."""
        now = self.values if after is None else after
        return {
            SCHEMA[slot].path: (before[slot], now[slot])
            for slot in compress(range(len(SCHEMA)), map(is_not, before, now))
            if before[slot] != now[slot]
        }


def changes(cause: ChangeCause, before: Mapping[int, StateValue], world: World) -> list[Change]:
    """The changes that a listener was told of, without values that ended as they began."""
    return [
        Change(SCHEMA[slot].path, old, world.values[slot], cause)
        for slot, old in sorted(before.items())
        if old != world.values[slot]
    ]


@cache
def all_apis() -> Mapping[str, Api]:
    """Every API by its full name."""
    return {f"{module}.{name}": api for module, kind in MODULES.items() for name, api in kind.apis.items()}


def _apis_near(name: object) -> list[str]:
    """The APIs that may be meant by a wrong name: those of its module, or all."""
    module = name.partition(".")[0] if isinstance(name, str) else ""
    return [full for full, api in all_apis().items() if module not in MODULES or module == api.module]
