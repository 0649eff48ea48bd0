"""Scenes: what is true around a task, drawn so that place, date, time of day, weather and traffic fit together.

Light follows from the sun over the place, temperature from its climate and the month; snow and frost need the cold for it, speeds
the kind of road; songs, people and habits are those of the life that is drawn with it. The same random generator draws the same
scene, on every backend.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, Literal, TypedDict, TypeVar, Unpack

from automotive_env.car.content.content import CarContent, content_for
from automotive_env.car.content.music import Album
from automotive_env.car.devices.music import Track
from automotive_env.car.devices.radio import Station
from automotive_env.errors import UsageError
from automotive_env.place.climate import typical_temperature
from automotive_env.place.place import Place
from automotive_env.place.places import nearest_place, place_by_name
from automotive_env.place.rules import speed_limit, units
from automotive_env.place.sun import daylight_at
from automotive_env.place.surroundings import LIGHT, ROAD_TYPES, WEATHER
from automotive_env.place.town.geocoding import town_of
from automotive_env.place.town.kinds_of_road import on_road
from automotive_env.place.town.points_of_interest import PointOfInterest, points_of_interest

T = TypeVar("T")
Ending = Literal["act", "refrain", "decline", "answer"]
"""What is right: do something; leave everything as it is and say so; say that it cannot or must not be done; answer."""
START_APPS = ("home", "home", "home", "media", "maps", "climate", "phone", "vehicle", "settings")
"""Apps that may be in front at the start; the home screen more often than the rest."""
ATTEMPTS = 300
"""Dates and times that are tried before a place cannot have a scene."""
ROADS = {"residential": (10, 30), "urban": (20, 50), "rural": (50, 90), "motorway": (80, 120)}
"""Kind of road -> the speeds, in km/h, at which a car usually drives there."""
LIVES = 1_000_000
"""Lives are drawn from the seeds below."""
KM_PER_DEGREE = 111.2
OUT_OF_TOWN_KM = (9.0, 14.0)
"""How far from the centre rural roads and motorways are."""
POSITION_TRIES = 40
"""Positions that are drawn until one is in the country of the place: a town at a border has most of its roads in another."""
FAIR = ("clear", "cloudy")
"""Weather in which nothing falls."""
FAIR_SKIES = {"arid": 8}
"""How often the sky is clear where it is so more often than elsewhere."""
CAREFUL = {"snow": 60, "hail": 60, "heavy rain": 90}
"""Km/h that drivers do not exceed in a weather, whatever the law allows."""


class SceneImpossible(Exception):
    """A place cannot have such a scene; the message says what did not fit."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The conditions around the car when an episode begins. JSON values only.

    Attributes:
        place: name of the city.
        latitude, longitude, altitude: position of the car, degrees and metres.
        time: local date and time, "2025-04-13 12:00:00".
        light: "day", "dusk", "night" or "tunnel".
        weather: as `road.weather`.
        outside: temperature outside, celsius.
        visibility: metres.
        road: kind of road.
        speed: km/h; 0 is parked.
        app: app in front.
        scrolled: whether its page has been scrolled down.
        theme: "auto", "day" or "night".
        distance_unit: "kilometer" or "mile", as the displays measure.
        temperature_unit: "celsius" or "fahrenheit", likewise.
        clock: "12-hour format" or "24-hour format", as the displays write it.
        language: "English", or another one of the owner's that the displays speak.
        track: number of the song that is loaded, and `plays` whether it plays.
        volume: per cent.
        powertrain: what the car runs on, "electric" or "combustion".
        messages: earlier messages, (contact, text), that are unread in the notification centre.
        life: seed of whose car it is (`automotive_env.car.owner.life`); 0 is the default car.
    """

    place: str = "Berlin"
    latitude: float = 52.52
    longitude: float = 13.405
    altitude: float = 34.0
    time: str = "2025-04-13 12:00:00"
    light: str = "day"
    weather: str = "clear"
    outside: int = 15
    visibility: int = 10_000
    road: str = "parking"
    speed: int = 0
    app: str = "home"
    scrolled: bool = False
    theme: str = "auto"
    distance_unit: str = "kilometer"
    temperature_unit: str = "celsius"
    clock: str = "24-hour format"
    language: str = "English"
    track: int = 0
    plays: bool = False
    volume: int = 50
    powertrain: str = "electric"
    messages: tuple[tuple[str, str], ...] = ()
    life: int = 0

    @property
    def content(self) -> CarContent:
        """Whose car it is, and what they have in it."""
        return content_of(self.life, place_by_name(self.place))

    @property
    def small_talk(self) -> tuple[str, ...]:
        """Messages that ask for nothing; those that no earlier message says come first."""
        told = {text for _, text in self.messages}
        return tuple(sorted(self.content.small_talk, key=told.__contains__))

    @property
    def moving(self) -> bool:
        """Whether the car drives."""
        return self.speed > 0

    def to_json(self) -> dict[str, Any]:
        """The scene as JSON."""
        plain = {part.name: getattr(self, part.name) for part in fields(self)}
        return plain | {"messages": [list(message) for message in self.messages]}


class SceneAttributes(TypedDict, total=False):
    """Attributes of a `Scene` as they must be."""

    clock: str
    distance_unit: str
    language: str
    messages: tuple[tuple[str, str], ...]
    plays: bool
    powertrain: str
    temperature_unit: str
    theme: str
    volume: int


class Conditions(SceneAttributes, total=False):
    """What a scene has to fit; whatever is not named is drawn as it usually is in the place.

    Attributes:
        outside: temperatures that will do, celsius, ends included.
        light: kinds of light that will do, of "day", "dusk", "night" and "tunnel".
        weather: what will do, of `WEATHER`; fair weather or, more seldom, rain or fog by default.
        moving: whether the car drives.
        roads: kinds of road that will do where it drives, of `ROAD_TYPES`.
        speed: km/h, ends included; what is usual on the road, and within its limit, by default.
        visibility: metres, ends included; what the weather gives by default.
        hours: from which hour of the day on, and up to which, 24 at most.
        minutes: past the hour at most; times are quarters of an hour.
        apps: apps that may be in front.
    """

    outside: tuple[int, int]
    light: Sequence[str]
    weather: Sequence[str]
    moving: bool
    roads: Sequence[str]
    speed: tuple[int, int]
    visibility: tuple[int, int]
    hours: tuple[int, int]
    minutes: int
    apps: Sequence[str]


def _check_words(conditions: Conditions) -> None:
    """Refuse words that no scene has, which would otherwise never be drawn."""
    for name, words, known in (
        ("light", conditions.get("light"), LIGHT),
        ("weather", conditions.get("weather"), WEATHER),
        ("roads", conditions.get("roads"), ROAD_TYPES),
    ):
        unknown = next((word for word in words or () if word not in known), None)
        if unknown is not None:
            raise UsageError(f"a condition has {name} {unknown!r}; allowed: {', '.join(known)}")


def content_of(life: int, place: Place) -> CarContent:
    """What a life has in a car in a place."""
    return content_for(life, place.country, place.name)


class Draw:
    """Draws all parts of an instance from one random generator.

    Attributes:
        rng: the generator.
        place: where the instance takes place.
        ending: the right ending.
        life: seed of whose car it is.
        displays: the place whose units the displays use (default: `place`).
    """

    def __init__(self, rng: Random, place: Place, ending: Ending = "act", displays: Place | None = None) -> None:
        self.rng = rng
        self.place = place
        self.ending: Ending = ending
        self.displays = displays or place
        self.life = rng.randrange(1, LIVES)

    @property
    def content(self) -> CarContent:
        """Whose car it is, and what they have in it."""
        return content_of(self.life, self.place)

    def lives(self) -> Iterator[int]:
        """An endless sequence of seeds of lives; a task that needs a certain kind sets `life` to one before it draws."""
        while True:
            yield self.rng.randrange(1, LIVES)

    def choice(self, options: Sequence[T]) -> T:
        """One of several."""
        return self.rng.choice(options)

    def integer(self, low: int, high: int, step: int = 1) -> int:
        """A whole number from an inclusive range."""
        return self.rng.randrange(low, high + 1, step)

    def maybe(self, probability: float = 0.5) -> bool:
        """True with a probability."""
        return self.rng.random() < probability

    def person(self, *, but: Sequence[str] = ()) -> str:
        """A person in the phone book, by name; not a firm."""
        return self.choice([one.name for one in self.content.people if one.name not in but and not one.is_firm])

    def song(self) -> Track:
        """A song with a unique title in the library."""
        titles = [one.title for one in self.content.songs]
        return self.choice([one for one in self.content.songs if titles.count(one.title) == 1])

    def album(self) -> Album:
        """An album of the library."""
        return self.choice(self.content.albums)

    def station(self) -> Station:
        """A station that can be received here."""
        return self.choice(self.content.stations)

    def place_of(self, scene: Scene, *categories: str) -> PointOfInterest:
        """A named place of the town around the car, of one of these categories (`place.town.points_of_interest`)."""
        known = points_of_interest(town_of(scene.latitude, scene.longitude, scene.place)).values()
        return self.choice([one for one in known if one.is_named and one.category in categories])

    def time(self, first: int = 6, last: int = 22, minutes: int = 15) -> tuple[int, int]:
        """A time of day, from one hour to another inclusive, in steps of a number of minutes."""
        return divmod(self.integer(60 * first, 60 * last, minutes), 60)

    def scene(self, **conditions: Unpack[Conditions]) -> Scene:
        """Draw a scene that the place can have.

        Raises:
            SceneImpossible: the place cannot have it.
            UsageError: a condition has a word that no scene has.
        """
        _check_words(conditions)
        outside, light, weather = conditions.get("outside"), conditions.get("light"), conditions.get("weather")
        (first, last), minutes = conditions.get("hours", (0, 24)), conditions.get("minutes", 59)
        tunnel = light is not None and "tunnel" in light and (len(light) == 1 or self.maybe())
        for _ in range(ATTEMPTS):
            when = datetime(2025, 1, 1) + timedelta(minutes=15 * self.rng.randrange(365 * 96))
            if not first <= when.hour < last or when.minute > minutes:
                continue
            if not tunnel and light is not None and daylight_at(self.place, when) not in light:
                continue
            celsius = self._temperature(when)
            if outside is not None and not outside[0] <= celsius <= outside[1]:
                continue
            sky = [kind for kind in self._skies(celsius) if weather is None or kind in weather]
            if sky:
                chosen = self.choice(sky)
                return self._scene(when, "tunnel" if tunnel else daylight_at(self.place, when), celsius, chosen, conditions)
        parts = [f"{outside[0]} to {outside[1]} °C"] if outside else []
        parts += [" or ".join(kinds) for kinds in (light, weather) if kinds]
        raise SceneImpossible(f"{self.place.name} has no {' with '.join(parts) or 'temperatures'}")

    def _scene(self, when: datetime, light: str, celsius: int, weather: str, conditions: Conditions) -> Scene:
        drives = conditions["moving"] if "moving" in conditions else self.maybe()
        road = self.choice(conditions.get("roads", ("urban", "rural", "motorway"))) if drives else "parking"
        latitude, longitude = self._position(road)
        sight = self.integer(*conditions.get("visibility", _visibility(weather)))
        counted, content = units(self.displays).value, self.content
        writers = self.rng.sample([person.name for person in content.people], self.integer(0, 3))
        scene = Scene(
            place=self.place.name,
            latitude=latitude,
            longitude=longitude,
            altitude=self.place.altitude,
            time=when.strftime("%Y-%m-%d %H:%M:%S"),
            light=light,
            weather=weather,
            outside=celsius,
            visibility=sight,
            road=road,
            speed=self._speed(road, conditions.get("speed"), weather, sight) if drives else 0,
            app=self.choice(conditions.get("apps", START_APPS)),
            scrolled=self.maybe(0.2),
            distance_unit=counted.distance,
            temperature_unit=counted.temperature,
            clock=counted.clock,
            theme=content.owner.theme,
            language=content.owner.language,
            track=self.integer(0, 9),
            plays=self.maybe(0.3),
            volume=content.owner.volume,
            powertrain=content.owner.powertrain,
            messages=tuple(zip(writers, self.rng.sample(content.small_talk, len(writers)), strict=True)),
            life=self.life,
        )
        fixed: dict[str, Any] = {name: value for name, value in conditions.items() if name in SceneAttributes.__annotations__}
        return replace(scene, **fixed)

    def _temperature(self, when: datetime) -> int:
        """Celsius at a date and time: the mean of the month, warmer in the afternoon, with weather on top."""
        mean = typical_temperature(self.place, when.month)
        if mean is None:
            raise SceneImpossible(f"the temperatures of {self.place.name} are not known")
        swing = self.place.daily_range / 2
        of_day = swing * math.cos(math.tau * (when.hour - 15) / 24)
        strays = swing / 2
        return round(mean + of_day + max(-2 * strays, min(2 * strays, self.rng.gauss(0, strays))))

    def _skies(self, celsius: int) -> list[str]:
        """Weathers that can be at a temperature; fair ones more often."""
        cold = self.place.january is not None and self.place.july is not None and min(self.place.january, self.place.july) <= 2
        skies = ["clear"] * FAIR_SKIES.get(self.place.climate, 3) + ["cloudy", "cloudy"]
        if celsius > 1:
            skies += ["rain", "heavy rain"]
        if celsius <= 0 and cold:
            skies += ["snow", "snow"]
        if -4 <= celsius <= 16:
            skies += ["fog"]
        return skies

    def _position(self, road: str) -> tuple[float, float]:
        """Around the centre, or out of town for roads that are there; on a road of the kind, as the map draws it.

        Raises:
            SceneImpossible: nothing as far out belongs to the country of the place.
        """
        for _ in range(POSITION_TRIES):
            kilometres = self.rng.uniform(*OUT_OF_TOWN_KM) if road in ("rural", "motorway") else self.rng.uniform(0, 4)
            bearing = self.rng.uniform(0, math.tau)
            north = kilometres * math.cos(bearing) / KM_PER_DEGREE
            east = kilometres * math.sin(bearing) / (KM_PER_DEGREE * math.cos(math.radians(self.place.latitude)))
            latitude, longitude = round(self.place.latitude + north, 5), round(self.place.longitude + east, 5)
            if nearest_place(latitude, longitude).country == self.place.country:
                return on_road(latitude, longitude, road)
        raise SceneImpossible(f"the land around {self.place.name} belongs to another country")

    def _speed(self, road: str, wanted: tuple[int, int] | None, weather: str, sight: int) -> int:
        if wanted:
            return self.integer(*wanted)
        low, high = ROADS[road]
        limit = speed_limit(self.place, road, weather, sight) if road in ("urban", "rural", "motorway") else None
        if limit is not None and limit.kmh is not None:
            high = min(high, limit.kmh)
        high = min(high, CAREFUL.get(weather, high), max(30, sight))
        return self.integer(min(low, high), high)


def _visibility(weather: str) -> tuple[int, int]:
    return {"fog": (40, 400), "snow": (300, 2_000), "heavy rain": (300, 1_500), "rain": (1_500, 6_000)}.get(
        weather, (8_000, 15_000)
    )
