"""Setting up a car for a task: what is true before. Everything written is read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from enum import Enum
from functools import cache
from threading import Lock

from automotive_env.car.content.service_book import mileage_on
from automotive_env.car.core.device import SEATS
from automotive_env.car.core.values import Scalar
from automotive_env.car.core.world import World, start_values
from automotive_env.car.devices.radio import Station
from automotive_env.car.driving.cabin_physics import settle
from automotive_env.car.driving.tyres import unit_in
from automotive_env.car.owner.events import RINGING_SECONDS
from automotive_env.episode.action import OpenApp, Scroll
from automotive_env.episode.controller import Controller
from automotive_env.episode.observation import GpsFix
from automotive_env.errors import EnvironmentFault
from automotive_env.place.place import Place
from automotive_env.place.places import place_by_name
from automotive_env.place.rules import low_beam_required
from automotive_env.place.town.kinds_of_road import on_road
from automotive_env.tasks.kit.scene import FAIR, Scene
from automotive_env.tasks.kit.scene_memory import make_true
from automotive_env.validators import signals as s
from automotive_env.validators.signals import Signal

MESSAGE_SECONDS = 30
"""How long ago the last of the earlier messages came: it is no longer shown on top."""


_MODELLING = Lock()
_model = cache(World)
"""A car to find out on how warm and damp a cabin becomes: one for all, since a new one takes as long as that."""


class Phenomenon(Enum):
    """Something that happens to the driver, and the signals that show it."""

    FOGGED_WINDSCREEN = s.FOGGED_WINDSCREEN
    FOGGED_REAR_WINDOW = s.FOGGED_REAR_WINDOW
    ICY_ROAD = s.ICY_ROAD
    DAZZLED_ONCOMING = s.DAZZLED_ONCOMING
    SMOKE_OUTSIDE = s.SMOKE_OUTSIDE


class CarSetup:
    """What a task's set-up may do to a car."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._known: dict[str, Scalar] = {}
        """What the cabin follows, as far as set-up has told it: path in the state core -> value."""

    def write(self, signal: Signal, value: Scalar) -> None:
        """Set a signal and read it back, as exactly as a device holds it.

        Raises:
            EnvironmentFault: the car does not hold the value.
        """
        self._controller.write(signal, value)
        held = self._controller.read(signal)
        if not signal.holds(held, value):
            raise EnvironmentFault(f"set-up wrote {signal.name} = {value!r}, the car holds {held!r}")

    def place(self, place: Place) -> None:
        """Put the car into a city, where one can park."""
        latitude, longitude = on_road(place.latitude, place.longitude, "parking")
        self._controller.set_gps(GpsFix(latitude, longitude, place.altitude))
        self.write(s.COUNTRY, place.country)
        self.write(s.CITY, place.name)

    def scene(self, scene: Scene) -> None:
        """Make a scene true: what surrounds the car, the air in it, and, as far as the car has them, screens and sounds."""
        self._known |= {
            "environment.timestamp": scene.time,
            "road.gps.latitude": scene.latitude,
            "road.weather": scene.weather,
            "road.light": scene.light,
            "road.outside_temperature": scene.outside,
            "road.speed": scene.speed,
        }
        make_true(scene, self._controller, lambda: self._make_true(scene))

    def _make_true(self, scene: Scene) -> None:
        self.surround(scene)
        self.furnish(scene)
        self._settle({})

    def surround(self, scene: Scene) -> None:
        """Put the car where the scene is: place, weather, light, road, speed, and the lamps that a driver would have on."""
        self.place(replace(place_by_name(scene.place), latitude=scene.latitude, longitude=scene.longitude))
        self.surroundings(
            weather=scene.weather, light=scene.light, visibility=scene.visibility, outside_temperature=scene.outside
        )
        if scene.moving:
            self.drives(scene.speed, scene.road)
        place = place_by_name(scene.place)
        lamps = low_beam_required(place, scene.light, scene.weather, scene.visibility, scene.road)
        if lamps is None or lamps.value or scene.weather not in FAIR:
            self.write(s.LOW_BEAM, "on")

    def furnish(self, scene: Scene) -> None:
        """Set clock, owner, odometer, theme, units, language, song, volume, messages and app, as far as a car has them."""
        if self._controller.supports(s.CLOCK):
            self.write(s.CLOCK, scene.time)
        if scene.life and self._controller.plays("another driver"):
            self.event("another driver", seed=scene.life, powertrain=scene.powertrain)
        elif self._controller.supports(s.ODOMETER):
            self.write(s.ODOMETER, mileage_on(0, date.fromisoformat(scene.time[:10])))
        values: dict[Signal, Scalar] = {
            s.NIGHT_MODE: scene.theme,
            s.DISTANCE_UNIT: scene.distance_unit,
            s.TEMPERATURE_UNIT: scene.temperature_unit,
            s.PRESSURE_UNIT: unit_in(place_by_name(scene.place).country),
            s.TIME_FORMAT: scene.clock,
            s.LANGUAGE: scene.language,
            s.MEDIA_TRACK: scene.track,
            s.MEDIA_PLAYING: scene.plays,
            s.VOLUME: scene.volume,
            s.POWERTRAIN: scene.powertrain,
        }
        for signal, value in values.items():
            if self._controller.takes(signal, value):
                self.write(signal, value)
        messages = scene.messages if self._controller.plays("message") else ()
        for contact, text in messages:
            self.event("message", contact=contact, content=text)
        if messages:
            self._controller.advance(MESSAGE_SECONDS)
        if scene.app != "home":
            self._controller.act(OpenApp(app_name=scene.app), None)
        if scene.scrolled:
            self._controller.act(Scroll(direction="down"), None)

    def drives(self, speed: float, road_type: str) -> None:
        """Let the car drive: km/h on a kind of road."""
        self.write(s.PARKING_BRAKE, False)
        self.write(s.GEAR, "drive")
        self.write(s.SPEED, speed)
        self.write(s.ROAD_TYPE, road_type)

    def parks(self) -> None:
        """Let the car stop and be parked where it is."""
        self.write(s.SPEED, 0)
        self.write(s.GEAR, "park")
        self.write(s.PARKING_BRAKE, True)

    def surroundings(
        self,
        *,
        weather: str = "clear",
        light: str = "day",
        visibility: int = 10_000,
        outside_temperature: float | None = None,
    ) -> None:
        """Set what is around the car: weather, light, visibility in metres, outside temperature in celsius."""
        self.write(s.WEATHER, weather)
        self.write(s.LIGHT, light)
        self.write(s.VISIBILITY, visibility)
        if outside_temperature is not None:
            self.write(s.OUTSIDE_TEMPERATURE, outside_temperature)

    def turns(
        self,
        *,
        weather: str | None = None,
        light: str | None = None,
        visibility: int | None = None,
        outside: float | None = None,
        road: str | None = None,
        speed: float | None = None,
    ) -> None:
        """Let something around the car become different and the rest stay: fog sets in, a tunnel begins, the limit falls.

        Args:
            weather: as `road.weather`.
            light: "day", "dusk", "night" or "tunnel".
            visibility: metres.
            outside: temperature, celsius.
            road: kind of road, which decides on the limit of a place.
            speed: km/h.
        """
        wanted: dict[Signal, Scalar] = {
            s.WEATHER: weather, s.LIGHT: light, s.VISIBILITY: visibility, s.OUTSIDE_TEMPERATURE: outside, s.ROAD_TYPE: road,
            s.SPEED: speed,
        }  # fmt: skip
        for signal, value in wanted.items():
            if value is not None:
                self.write(signal, value)

    def writes(self, contact: str, text: str) -> None:
        """Let a message come in."""
        self.event("message", contact=contact, content=text)

    def happens(self, phenomenon: Phenomenon) -> None:
        """Let the driver and the sensors notice something around the car."""
        self.write(phenomenon.value, True)

    def routes_to(self, destination: str, *stops: str) -> None:
        """Let a route be under way, over these stops, or straight there where none is named."""
        self.write(s.DESTINATION, destination)
        self.write(s.NAVIGATION_ACTIVE, True)
        self.event("stops on the way", stops="; ".join(stops) or "-")

    def event(self, event: str, **details: str | float) -> None:
        """Let something happen that shows on the display, such as "low fuel"; see `automotive_env.car.owner.events`."""
        self._controller.happen(event, details)

    def is_written_to(self, scene: Scene) -> None:
        """Let the first of the phone book write what asks for nothing, in the language of the owner."""
        self.event("message", contact=scene.content.people[0].name, content=scene.small_talk[0])

    def rings(self, contact: str) -> None:
        """Let the phone ring; where somebody talks on it already, whoever calls hears that it is engaged."""
        if self._controller.read(s.CALL_STATE) == "idle":
            self.event("incoming call", contact=contact)

    def rang_in_vain(self, *callers: str) -> None:
        """Let people ring, one after the other, and nobody answer."""
        for caller in callers:
            self.rings(caller)
            self.waits(RINGING_SECONDS + 5)

    def plays_station(self, station: Station) -> None:
        """Let the radio play a station of the city around the car."""
        self.event("radio station", station=station.name, frequency=station.frequency_value)

    def talks_to(self, contact: str) -> None:
        """Let a call be under way."""
        self.write(s.CALL_CONTACT, contact)
        self.write(s.CALL_STATE, "active")

    def hangs_up(self) -> None:
        """Let the call under way end."""
        self.write(s.CALL_STATE, "idle")
        self.write(s.CALL_CONTACT, None)

    def waits(self, seconds: float) -> None:
        """Let time pass: a phone stops ringing, a message goes."""
        self._controller.advance(seconds)

    def cabin(self, celsius: float) -> None:
        """Let it be so warm or cold inside, as far as the car measures it."""
        if self._controller.supports(s.CABIN_TEMPERATURE):
            self.write(s.CABIN_TEMPERATURE, celsius)

    def _settle(self, known: Mapping[str, Scalar]) -> None:
        """Let the cabin be as warm and as damp as it becomes where all this lasts."""
        self._known |= known
        with _MODELLING:
            model = _model()
            model.restore(start_values())
            for path, value in self._known.items():
                model.set(path, value)
            settle(model)
            celsius, dew_point = model.cabin.air_temperature, model.cabin.dew_point
        self.cabin(celsius)
        self.write(s.DEW_POINT, dew_point)

    def climate_runs(self, *, temperature: float = 22, fan: int = 3, auto: bool = False) -> None:
        """Switch the climate on, long ago: degrees celsius wanted on both sides, fan speed 1 to 7, AUTO or not."""
        self.write(s.CLIMATE_POWER, True)
        self.write(s.CLIMATE_AUTO, auto)
        self.write(s.DRIVER_TEMPERATURE, temperature)
        self.write(s.PASSENGER_TEMPERATURE, temperature)
        self.write(s.FAN_SPEED, fan)
        front = {
            f"airConditioner.ac_states.{seat}.{name}": held
            for seat in SEATS[:2]
            for name, held in (("is_on", True), ("temperature", temperature), ("wind_speed", fan))
        }
        self._settle(front | {"airConditioner.auto_mode": auto})
