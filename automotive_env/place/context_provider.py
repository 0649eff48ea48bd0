"""Context queries: facts about a position that an assistant can look up, as short statements with a source.

`OfflineContext` is the default: shipped tables, no network. `recorded` has the replay, `live` the real geocoder.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from automotive_env.episode.observation import GpsFix
from automotive_env.errors import UsageError
from automotive_env.place import rules
from automotive_env.place.climate import season, typical_temperature
from automotive_env.place.conduct_rules import SERVICES
from automotive_env.place.country import Country, local
from automotive_env.place.place import Place
from automotive_env.place.places import distance, is_within, nearest_place, place_at, place_by_name
from automotive_env.place.rules import one_of
from automotive_env.place.sun import clock_time
from automotive_env.place.surroundings import LIGHT, ROAD_TYPES, WEATHER

MAX_STATEMENT_CHARACTERS = 1_000
"""Characters of a statement, at most: ten rules of a sentence each."""
NEAR_M = 10_000.0
"""Metres from the centre of a city up to which a position is said to be in it."""


class ContextTopic(StrEnum):
    """What can be asked about a place."""

    LOCATION = "location"
    SPEED_LIMITS = "speed_limits"
    LIGHT_RULES = "light_rules"
    WEATHER = "weather"
    CLIMATE = "climate"
    UNITS = "units"
    EMERGENCY = "emergency"
    TRAFFIC_CUSTOMS = "traffic_customs"
    SEASON = "season"


@dataclass(frozen=True, slots=True)
class ContextMoment:
    """What a car may look up on a network about here and now; the harness hands it over.

    Attributes:
        weather: one of the world's `WEATHER`.
        light: one of the world's `LIGHT`.
        visibility: metres.
        road_type: one of the world's `ROAD_TYPES`.
        outside_temperature: °C.
        time: local date and time, "2025-04-13 12:00:00".

    Raises:
        UsageError: one of them is not allowed.
    """

    weather: str = "clear"
    light: str = "day"
    visibility: float = 10_000
    road_type: str = "urban"
    outside_temperature: float = 15.0
    time: str = "2025-04-13 12:00:00"

    def __post_init__(self) -> None:
        one_of("weather", self.weather, WEATHER)
        one_of("light", self.light, LIGHT)
        one_of("road type", self.road_type, ROAD_TYPES)
        clock_time(self.time)

    @property
    def month(self) -> int:
        """The month, 1..12."""
        return clock_time(self.time).month

    @property
    def hour(self) -> float:
        """The hour of the day with its minutes as a fraction, 0..24."""
        clock = clock_time(self.time)
        return clock.hour + clock.minute / 60

    def to_json(self) -> dict[str, Any]:
        """The moment as JSON."""
        return dataclasses.asdict(self)


@dataclass(frozen=True, slots=True)
class ContextStatement:
    """What was found out.

    Attributes:
        topic: what it is about.
        text: the rules as they are, a sentence each, never what to do; at most `MAX_STATEMENT_CHARACTERS` characters.
        source: law, official body or table it comes from.
    """

    topic: ContextTopic
    text: str
    source: str

    def __post_init__(self) -> None:
        if len(self.text) > MAX_STATEMENT_CHARACTERS:
            raise ValueError(f"a statement has at most {MAX_STATEMENT_CHARACTERS} characters, not {len(self.text)}")

    def to_json(self) -> dict[str, str]:
        """The statement as JSON."""
        return {"topic": str(self.topic), "text": self.text, "source": self.source}


class ContextProvider(Protocol):
    """A provider of facts about positions."""

    def ask(self, fix: GpsFix, topic: ContextTopic, moment: ContextMoment) -> ContextStatement | None:
        """What is known of a topic at a position; None where nothing is.

        Raises:
            EnvironmentFault: the provider could not be asked.
        """
        ...


class OfflineContext:
    """Answers from the shipped tables; weather only from what it is handed. The same question has the same answer."""

    def ask(self, fix: GpsFix, topic: ContextTopic, moment: ContextMoment) -> ContextStatement | None:
        """What is known of a topic in the place that `place_at` finds; only weather at sea and where the country is not known."""
        try:
            place = place_at(fix.latitude, fix.longitude)
        except UsageError:
            return _weather(nearest_place(fix.latitude, fix.longitude), moment) if topic is ContextTopic.WEATHER else None
        if topic is ContextTopic.LOCATION:
            city = place_by_name(place.name)
            return _location(place, _away(fix, city))
        return _ANSWERS[topic](place, moment)


def _away(fix: GpsFix, city: Place) -> str:
    """How a position lies to a city, in words."""
    line = fix.latitude, fix.longitude, city.latitude, city.longitude
    return "In" if is_within(NEAR_M, *line) else f"About {distance(*line) / 1_000:.0f} km from"


def _location(place: Place, where: str) -> ContextStatement:
    facts = local(place)
    text = f"{where} {place.name}, {facts.general.name} ({place.country}). Official languages: {_languages(facts)}."
    return ContextStatement(ContextTopic.LOCATION, text, "shipped table of places")


def _languages(facts: Country) -> str:
    return ", ".join(facts.general.languages)


def _speed_limits(place: Place, moment: ContextMoment) -> ContextStatement | None:
    here = rules.speed_limit(place, moment.road_type, moment.weather, moment.visibility)
    others = [
        f"{road} {limit.words}"
        for road in ROAD_TYPES
        if road != moment.road_type and (limit := rules.speed_limit(place, road, moment.weather, moment.visibility))
    ]
    source = local(place).speed.source
    elsewhere = f"{'Other roads' if here else f'Roads in {place.name}'}: {', '.join(others)}." if others else ""
    return _statement(ContextTopic.SPEED_LIMITS, [here.statement if here else "", elsewhere], source)


def _light_rules(place: Place, moment: ContextMoment) -> ContextStatement | None:
    asked = {
        "low beam now": rules.low_beam_required(
            place, moment.light, moment.weather, moment.visibility, moment.road_type, moment.month
        ),
        "low beam in tunnels": rules.low_beam_required(place, "tunnel", month=moment.month),
        "the rear fog light": rules.rear_fog_light_allowed(place, 0, "fog"),
        "front fog lights": rules.front_fog_lights_allowed(place, 0, "fog"),
        "high beam in town": rules.high_beam_allowed(place, "urban"),
        "high beam outside towns": rules.high_beam_allowed(place, "rural"),
        "high beam with traffic ahead": rules.high_beam_allowed(place, moment.road_type, oncoming=True),
    }
    known = [*filter(None, asked.values()), *filter(None, [rules.running_lights_suffice(place, moment.road_type)])]
    unknown = ", ".join(what for what, ruling in asked.items() if ruling is None)  # silence could be taken for "no duty"
    told = [*(ruling.statement for ruling in known), f"No rule is known here for {unknown}." if unknown else ""]
    return _statement(ContextTopic.LIGHT_RULES, told, local(place).lights.source or known[0].source)


def _weather(place: Place, moment: ContextMoment) -> ContextStatement:
    celsius = moment.outside_temperature
    seen = f"visibility {moment.visibility:g} m, light: {moment.light}"
    text = f"Weather here: {moment.weather}, {seen}, {_degrees(place, celsius)} outside."
    return ContextStatement(ContextTopic.WEATHER, text, "network weather at the position")


def _degrees(place: Place, celsius: float) -> str:
    if local(place).units.temperature == "celsius":
        return f"{celsius:.0f} °C"
    return f"{celsius * 9 / 5 + 32:.0f} °F ({celsius:.0f} °C)"


def _climate(place: Place, moment: ContextMoment) -> ContextStatement:
    usual = typical_temperature(place, moment.month)
    degrees = "" if usual is None else f"; a mean of about {_degrees(place, usual)} is usual in this month"
    height = f" It lies {place.altitude:.0f} m above sea level." if place.altitude >= 500 else ""
    return ContextStatement(
        ContextTopic.CLIMATE, f"The climate of {place.name} is {place.climate}{degrees}.{height}", "shipped table of places"
    )


def _units(place: Place, moment: ContextMoment) -> ContextStatement:
    ruling = rules.units(place)
    return ContextStatement(ContextTopic.UNITS, ruling.statement, ruling.source)


def _emergency(place: Place, moment: ContextMoment) -> ContextStatement | None:
    asked = [rules.emergency_number(place, service) for service in SERVICES]
    return _statement(ContextTopic.EMERGENCY, [ruling.statement for ruling in asked if ruling], local(place).general.source)


def _customs(place: Place, moment: ContextMoment) -> ContextStatement | None:
    asked = (
        rules.driving_side(place),
        rules.turn_on_red(place),
        rules.horn_allowed(place, moment.road_type, moment.hour),
        rules.handheld_phone_allowed(place),
        rules.idling_allowed(place, 0),
        rules.child_seat_required(place, 0, 0),
        rules.camera_warning(place),
        rules.emission_zone(place),
    )
    source = local(place).conduct.source or local(place).general.source
    return _statement(ContextTopic.TRAFFIC_CUSTOMS, [ruling.statement for ruling in asked if ruling], source)


def _season(place: Place, moment: ContextMoment) -> ContextStatement | None:
    now, tyres = season(place, moment.month), rules.winter_tyres(place)
    said = f"It is {now} in {place.name}."
    return _statement(
        ContextTopic.SEASON, [said, tyres.statement if tyres else ""], tyres.source if tyres else "calendar and hemisphere"
    )


def _statement(topic: ContextTopic, sentences: Iterable[str], source: str) -> ContextStatement | None:
    """The sentences, each once; None where there are none."""
    text = " ".join(dict.fromkeys(filter(None, sentences)))
    return ContextStatement(topic, text, source) if text else None


_ANSWERS: dict[ContextTopic, Callable[[Place, ContextMoment], ContextStatement | None]] = {
    ContextTopic.SPEED_LIMITS: _speed_limits,
    ContextTopic.LIGHT_RULES: _light_rules,
    ContextTopic.WEATHER: _weather,
    ContextTopic.CLIMATE: _climate,
    ContextTopic.UNITS: _units,
    ContextTopic.EMERGENCY: _emergency,
    ContextTopic.TRAFFIC_CUSTOMS: _customs,
    ContextTopic.SEASON: _season,
}
