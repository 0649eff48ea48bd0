"""Which properties of the vehicle HAL are facts of the car, and how the one is written as the other.

Everything that both know stands in one table, `FACTS`: what signals name (`automotive_env.validators.signals`) and what else the
car has (`_OWN`). To mirror a further property add a row to `_OWN`. A property that is in no row lives in the HAL's own store.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from automotive_env.car.calls.level import LevelProperty
from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.device import SEATS
from automotive_env.car.core.values import Scalar
from automotive_env.car.core.world import INDEX, SCHEMA, World
from automotive_env.car.driving import charging, temperature
from automotive_env.car.vhal.properties import AndroidRelease, AreaType, RawPropertyValue, VehicleProperty, area_bits, catalogue
from automotive_env.emulator.virtual.vhal import property_codecs as codecs
from automotive_env.emulator.virtual.vhal.property_codecs import (
    FLAG_CODEC,
    STATE,
    PropertyCodec,
    centred,
    follows,
    graded,
    one_of,
    single,
)
from automotive_env.validators.signals import KM_PER_HOUR, LIGHT_SWITCH, SIGNALS, TENTHS, WHEEL_AREAS, Signal

SETUP = ChangeCause("setup", "vhal")
"""What changes the car through its HAL."""
SEAT = {1: SEATS[0], 4: SEATS[1], 16: SEATS[2], 64: SEATS[3]}
"""Seat areas and doors: the car's third row has no area, Android's ROW_2_CENTER no seat."""
STORED: Mapping[str, RawPropertyValue] = {"CABIN_LIGHTS_STATE": 0, "CABIN_LIGHTS_SWITCH": 0}
"""Properties that no fact mirrors, where the emulator's default does not suit the car: a dark cabin."""
WINDOW = {16: SEATS[0], 64: SEATS[1], 256: SEATS[2], 1024: SEATS[3]}


@dataclass(frozen=True, slots=True)
class MirroredProperty:
    """A property and the car's paths that say the same.

    Attributes:
        property: its name.
        paths: what it is made of; "{}" stands for the place.
        codec: how their values make its value, and back.
        places: bit of an area -> the place in the car; None for what the whole car has once, which every area shows.
    """

    property: str
    paths: tuple[str, ...]
    codec: PropertyCodec
    places: Mapping[int, str] | None = None


@dataclass(frozen=True, slots=True)
class AreaMirror:
    """One area of one property.

    Attributes:
        groups: the paths at each place of the area; the first is read, all are written.
        codec: how values of paths and of the property make each other.
    """

    groups: tuple[tuple[str, ...], ...]
    codec: PropertyCodec

    @property
    def slots(self) -> tuple[int, ...]:
        """The slots of the car that the value depends on."""
        return tuple(INDEX[path] for path in self.groups[0])

    @property
    def writable(self) -> bool:
        """Whether the car can be told."""
        return self.codec.decode is not None

    def read(self, world: World) -> RawPropertyValue:
        """The value of the property."""
        return self.codec.encode(*(_quantity(world, path) for path in self.groups[0]))

    def write(self, world: World, raw: RawPropertyValue) -> None:
        """Bring the car to a value of the property."""
        assert self.codec.decode is not None
        with world.changing(SETUP):
            for group in self.groups:
                held = [_quantity(world, path) for path in group]
                for path, value in zip(group, self.codec.decode(raw, *held), strict=True):
                    _put(world, path, value)


def _quantity(world: World, path: str) -> Scalar:
    """The value at a path; of a level that is kept in several units, the quantity in its base unit."""
    slot = INDEX[path]
    prop = SCHEMA[slot].prop
    if isinstance(prop, LevelProperty):
        return prop.read(world.values, slot)
    value: Scalar = world.values[slot]  # type: ignore[assignment]
    return value


def _put(world: World, path: str, value: Scalar) -> None:
    prop = SCHEMA[INDEX[path]].prop
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if _quantity(world, path) == value:
        return
    if isinstance(prop, LevelProperty) and prop.as_given and isinstance(value, (int, float)):
        prop.turn(world, INDEX[path], value)
    else:
        world.set(path, value)


def _of_signal(signal: Signal) -> MirroredProperty:
    """What the signal table says, for every place that is like the one it names."""
    assert signal.vhal is not None
    codec = single(signal.vhal.coding)
    seat = next((seat for seat in SEATS if seat in signal.world), None)
    if seat:
        places = WINDOW if signal.vhal.property.startswith("WINDOW") else SEAT
        return MirroredProperty(signal.vhal.property, (signal.world.replace(seat, "{}"),), codec, places)
    if signal.vhal.area in ("FRONT_WINDSHIELD", "REAR_WINDSHIELD"):
        return MirroredProperty(signal.vhal.property, (signal.world,), codec, {area_bits(AreaType.WINDOW)[signal.vhal.area]: ""})
    if signal.vhal.area in WHEEL_AREAS.values():
        return MirroredProperty(signal.vhal.property, (signal.world,), codec, {area_bits(AreaType.WHEEL)[signal.vhal.area]: ""})
    return MirroredProperty(signal.vhal.property, (signal.world,), codec)


_AC = "airConditioner.ac_states.{}"
_OUTLETS = ("face", "feet", "window", "face and feet", "face and window", "feet and window", "random", "all")
_POSITION = "seat.{}.position"
_SIDES = {1: "left_mirror", 2: "right_mirror"}


def _lamps(name: str, path: str) -> Sequence[MirroredProperty]:
    """A light's switch, and its state, which follows."""
    return MirroredProperty(f"{name}_SWITCH", (path,), single(LIGHT_SWITCH)), MirroredProperty(f"{name}_STATE", (path,), STATE)


_OWN: tuple[MirroredProperty, ...] = (
    # Climate
    MirroredProperty(
        "HVAC_FAN_DIRECTION", tuple(f"{_AC}.outlet_modes.{outlet}" for outlet in _OUTLETS), codecs.FAN_DIRECTION, SEAT
    ),
    MirroredProperty("HVAC_RECIRC_ON", ("airConditioner.circulation_mode",), codecs.INNER_CIRCULATION),
    MirroredProperty("HVAC_AUTO_RECIRC_ON", ("airConditioner.circulation_mode",), codecs.CIRCULATION),
    MirroredProperty("HVAC_SEAT_TEMPERATURE", ("seat.{}.heater.is_on", "seat.{}.heater.temperature_level"), graded(2, 5), SEAT),
    MirroredProperty(
        "HVAC_SEAT_VENTILATION", ("seat.{}.ventilation.is_on", "seat.{}.ventilation.airflow_level"), graded(3, 5), SEAT
    ),
    MirroredProperty("HVAC_STEERING_WHEEL_HEAT", ("steeringWheel.is_heater_on", "steeringWheel.heater_level"), codecs.WHEEL_HEAT),
    MirroredProperty("HVAC_SIDE_MIRROR_HEAT", ("rearviewMirror.heating_enabled",), codecs.LAMP),
    # Seats
    MirroredProperty("SEAT_FORE_AFT_POS", (f"{_POSITION}.horizontal_position",), centred(-10), SEAT),
    MirroredProperty("SEAT_HEIGHT_POS", (f"{_POSITION}.vertical_position",), centred(10), SEAT),
    MirroredProperty("SEAT_DEPTH_POS", (f"{_POSITION}.cushion_length",), centred(10), SEAT),
    MirroredProperty("SEAT_TILT_POS", (f"{_POSITION}.cushion_angle",), centred(10), SEAT),
    MirroredProperty("SEAT_BACKREST_ANGLE_1_POS", (f"{_POSITION}.backrest_angle",), centred(-10), SEAT),
    MirroredProperty("SEAT_HEADREST_HEIGHT_POS_V2", (f"{_POSITION}.headrest_height",), single(TENTHS), SEAT),
    # Windows, doors, mirrors
    MirroredProperty("WINDOW_POS", ("sunroof.state", "sunroof.open_degree_percentage"), codecs.ROOF, {65536: ""}),
    MirroredProperty("WINDOW_LOCK", ("window.window_states.{}.child_safety_lock",), FLAG_CODEC, WINDOW),
    MirroredProperty("DOOR_POS", ("door.doors.{}.status",), codecs.OPEN, SEAT),
    MirroredProperty("DOOR_POS", ("trunk.state",), codecs.OPEN, {0x20000000: ""}),
    MirroredProperty("DOOR_LOCK", ("door.doors.{}.is_locked",), FLAG_CODEC, SEAT),
    MirroredProperty("DOOR_CHILD_LOCK_ENABLED", ("door.doors.{}.child_safety_lock_enabled",), FLAG_CODEC, SEAT),
    MirroredProperty("MIRROR_Z_POS", ("rearviewMirror.{}.height",), centred(3), _SIDES),
    MirroredProperty("MIRROR_Y_POS", ("rearviewMirror.{}.horizontal_position",), centred(-3), {1: "left_mirror"}),
    MirroredProperty("MIRROR_Y_POS", ("rearviewMirror.{}.horizontal_position",), centred(3), {2: "right_mirror"}),
    MirroredProperty("MIRROR_FOLD", ("rearviewMirror.left_mirror.is_open", "rearviewMirror.right_mirror.is_open"), codecs.NOT),
    MirroredProperty("MIRROR_AUTO_FOLD_ENABLED", ("rearviewMirror.auto_fold_enabled",), FLAG_CODEC),
    MirroredProperty("MIRROR_AUTO_TILT_ENABLED", ("rearviewMirror.auto_flip_enabled",), FLAG_CODEC),
    # Lights and wipers
    MirroredProperty("HEADLIGHTS_STATE", ("lowBeamHeadlight.mode", "road.light", "road.weather"), codecs.LOW_BEAM_LIT),
    MirroredProperty("HEADLIGHTS_SWITCH", ("lowBeamHeadlight.mode",), one_of({"off": 0, "on": 1, "auto": 256})),
    MirroredProperty("HIGH_BEAM_LIGHTS_STATE", ("highBeamHeadlight.high_beam_on",), STATE),
    MirroredProperty("FRONT_FOG_LIGHTS_STATE", ("fogLight.front_light.is_on",), STATE),
    MirroredProperty("REAR_FOG_LIGHTS_STATE", ("fogLight.rear_light.is_on",), STATE),
    *_lamps("HAZARD_LIGHTS", "hazardLight.is_active"),
    MirroredProperty("READING_LIGHTS_SWITCH", ("readingLight.{}.is_on",), codecs.LAMP, SEAT),
    MirroredProperty("READING_LIGHTS_STATE", ("readingLight.{}.is_on",), STATE, SEAT),
    MirroredProperty(
        "WINDSHIELD_WIPERS_SWITCH", ("wiper.front_wiper.is_on", "wiper.front_wiper.speed_setting.value"), codecs.WIPER, {1: ""}
    ),
    MirroredProperty("WINDSHIELD_WIPERS_SWITCH", ("wiper.rear_wiper.is_on",), codecs.REAR_WIPER, {2: ""}),
    MirroredProperty("WINDSHIELD_WIPERS_STATE", ("wiper.{}.is_on",), follows(1, 2), {1: "front_wiper", 2: "rear_wiper"}),
    # Driving, energy and displays
    MirroredProperty("PERF_VEHICLE_SPEED_DISPLAY", ("road.speed",), PropertyCodec(KM_PER_HOUR.encode)),
    MirroredProperty("CURRENT_GEAR", ("road.gear",), codecs.CURRENT_GEAR),
    MirroredProperty("EV_BATTERY_LEVEL", ("road.fuel_level",), codecs.scaled(150_000 / 100)),
    MirroredProperty("FUEL_LEVEL_LOW", ("road.fuel_level",), codecs.RESERVE_REACHED),
    MirroredProperty("EV_CHARGE_PORT_OPEN", ("fuelPort.is_open",), FLAG_CODEC),
    MirroredProperty("EV_CHARGE_STATE", charging.STATE, codecs.CHARGE_STATE),
    MirroredProperty("EV_CHARGE_TIME_REMAINING", (*charging.STATE, "energy.charge_power"), codecs.CHARGE_TIME),
    MirroredProperty("EV_BATTERY_INSTANTANEOUS_CHARGE_RATE", (*charging.STATE, "energy.charge_power"), codecs.CHARGE_RATE),
    MirroredProperty("RANGE_REMAINING", ("road.fuel_level", "assistance.drive_mode"), codecs.RANGE),
    MirroredProperty("FUEL_DOOR_OPEN", ("fuelPort.is_open",), FLAG_CODEC),
    MirroredProperty("NIGHT_MODE", ("road.light",), codecs.DARK),
    MirroredProperty(
        "HVAC_TEMPERATURE_DISPLAY_UNITS", (temperature.UNIT,), one_of({temperature.CELSIUS: 48, temperature.FAHRENHEIT: 49})
    ),
    MirroredProperty("DISTANCE_DISPLAY_UNITS", ("environment.unit_system",), one_of({"kilometer": 35, "mile": 36})),
    MirroredProperty("VEHICLE_SPEED_DISPLAY_UNITS", ("environment.unit_system",), one_of({"kilometer": 145, "mile": 144})),
    MirroredProperty("HEAD_UP_DISPLAY_ENABLED", ("HUD.is_on",), FLAG_CODEC),
    # Assistance
    MirroredProperty("LANE_KEEP_ASSIST_STATE", ("assistance.lane_keeping",), follows(-2, 1)),
    MirroredProperty("FORWARD_COLLISION_WARNING_ENABLED", ("assistance.forward_collision_warning",), FLAG_CODEC),
    MirroredProperty("FORWARD_COLLISION_WARNING_STATE", ("assistance.forward_collision_warning",), follows(-2, 1)),
    MirroredProperty("BLIND_SPOT_WARNING_ENABLED", ("assistance.blind_spot_warning",), FLAG_CODEC),
    MirroredProperty("BLIND_SPOT_WARNING_STATE", ("assistance.blind_spot_warning",), follows(-2, 1)),
)

FACTS: tuple[MirroredProperty, ...] = (*(_of_signal(signal) for signal in SIGNALS.values() if signal.vhal), *_OWN)
"""All of them; of two facts about one area of a property the later one holds."""


@cache
def mirrors(release: AndroidRelease) -> Mapping[tuple[int, int], AreaMirror]:
    """The mirrored areas of a release's properties, by property id and area id."""
    known = catalogue(release)
    facts = [fact for fact in FACTS if fact.property in known]
    return dict(chain.from_iterable(_areas(known[fact.property], fact) for fact in facts))


def _areas(prop: VehicleProperty, fact: MirroredProperty) -> list[tuple[tuple[int, int], AreaMirror]]:
    found = []
    for area in prop.areas:
        places = [place for bit, place in fact.places.items() if area & bit] if fact.places else [""]
        if places:
            groups = tuple(tuple(path.format(place) for path in fact.paths) for place in places)
            found.append(((prop.id, area), AreaMirror(groups, fact.codec)))
    return found
