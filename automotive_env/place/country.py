"""What holds in a country, or in a place that differs from it: general facts, units, speed, lights, conduct.

A fact that is None (absent from the table) is not known or has no general rule; nothing is guessed. Each group names its source
and how sure it is. `countries` has all that was found; `local` leaves out what is of low confidence or doubtful, so that no task
rests on it. All rows were compared with the pages they name in November 2026.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, lru_cache
from typing import Any, Literal

from automotive_env.errors import UsageError
from automotive_env.place.place import Place
from automotive_env.place.places import overrides
from automotive_env.place.table import load

Side = Literal["left", "right"]
TurnOnRed = Literal["allowed", "with sign", "forbidden"]
Horn = Literal["danger only", "danger only in town"]
WinterTyres = Literal["wintry", "wintry season", "dated", "local", "tread", "none"]
CameraWarning = Literal["forbidden", "detectors forbidden", "allowed"]
Confidence = Literal["high", "medium", "low"]
GROUPS = ("general", "units", "speed", "lights", "conduct")
"""The groups of facts about a country."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactGroup:
    """A group of facts.

    Attributes:
        source: law or official body, and year, or the pages that were read.
        confidence: how sure the group is: "high" where sources agree, "medium" where few or older ones stand behind it.
        doubtful: facts of the group on which sources contradict each other.
    """

    source: str = ""
    confidence: Confidence = "low"
    doubtful: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GeneralFacts(FactGroup):
    """Name, side of the road, languages and whom to call.

    Attributes:
        languages: official languages, in English; the most spoken first.
        emergency: service ("any", "police", "ambulance", "fire", "fire and ambulance") -> number. A service named after "any" has
            a number of its own, too.
    """

    name: str
    continent: str
    driving_side: Side
    languages: tuple[str, ...]
    emergency: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class RegionalUnits(FactGroup):
    """What signs and displays use; the values are those of the car's own settings."""

    speed: Literal["km/h", "mph"]
    distance: Literal["kilometer", "mile"]
    temperature: Literal["celsius", "fahrenheit"]
    clock: Literal["12-hour format", "24-hour format"]


@dataclass(frozen=True, slots=True)
class SpeedLimits(FactGroup):
    """General limits of a car without a trailer where no sign says otherwise, in km/h.

    Attributes:
        residential: ordinary residential streets, where they differ from urban roads by rule.
        motorway_unlimited: whether motorways have no limit.
        motorway_advisory: speed advised where they have none.
        motorway_wet: limit of motorways in rain, snow or hail.
        poor_visibility_m: visibility in metres below which `poor_visibility_limit` holds on every road.
        motorway_note: when the limit of motorways holds, where that matters.
    """

    residential: int | None = None
    urban: int | None = None
    rural: int | None = None
    motorway: int | None = None
    motorway_unlimited: bool = False
    motorway_advisory: int | None = None
    motorway_wet: int | None = None
    poor_visibility_m: int | None = None
    poor_visibility_limit: int | None = None
    motorway_note: str = ""


@dataclass(frozen=True, slots=True)
class LightRules(FactGroup):
    """Rules of light. Everywhere: low beam at night, and no high beam towards oncoming traffic.

    Attributes:
        low_beam_by_day: road types on which low beam or daytime running lights must be on by day.
        by_day_months: first and last month of the year in which that holds, ends included; all year where it is None.
        running_lights_by_day: whether daytime running lights do by day in clear air.
        low_beam_at_dusk: whether low beam must be on from sunset to sunrise rather than in the dark only.
        low_beam_in_tunnels: whether it must be on in tunnels by day.
        low_beam_below_m: visibility in metres below which it must be on by day.
        low_beam_in_rain: whether it must be on in rain, by that name or because the wipers run.
        rear_fog: weather -> visibility in metres below which the rear fog light may be on, None where the law gives no
            figure; "any" stands for all weather. Other weather forbids it.
        front_fog: the same for the front fog lights.
        high_beam_in_town: whether high beam is never allowed in built-up areas, on their unlit roads only, or like elsewhere.
        high_beam_oncoming_m: distance of oncoming traffic in metres from which high beam must be off.
    """

    low_beam_by_day: tuple[str, ...] | None = None
    by_day_months: tuple[int, int] | None = None
    running_lights_by_day: bool | None = None
    low_beam_at_dusk: bool | None = None
    low_beam_in_tunnels: bool | None = None
    low_beam_below_m: int | None = None
    low_beam_in_rain: Literal["rain", "wipers"] | None = None
    rear_fog: Mapping[str, int | None] | None = None
    front_fog: Mapping[str, int | None] | None = None
    high_beam_in_town: Literal["never", "unlit roads", "allowed"] | None = None
    high_beam_oncoming_m: int | None = None


@dataclass(frozen=True, slots=True)
class ConductRules(FactGroup):
    """Other rules that an assistant can break.

    Attributes:
        handheld_phone: whether a driver may hold a phone.
        turn_on_red: turning towards the near side at a red light after a stop.
        horn: what the horn is for; None where only the quiet hours are known.
        horn_quiet_hours: hours of the day between which it must be silent in town, such as (22, 6).
        idling_minutes: how long the engine of a standing car may run without need.
        winter_tyres: demanded when the road is wintry, that within a season, between dates, on signed or mountain roads,
            as a minimum tread, or not.
        winter_period: when, such as "1 November to 15 April".
        child_seat: who needs one: "under_years" and "below_cm"; whoever is past either figure does not.
        camera_warning: whether neither detectors nor maps may warn of speed cameras, detectors alone may not, or both may.
        emission_zones: cities known to have a zone that some cars may not enter; others may have one, too.
    """

    handheld_phone: bool | None = None
    turn_on_red: TurnOnRed | None = None
    horn: Horn | None = None
    horn_quiet_hours: tuple[float, float] | None = None
    idling_minutes: int | None = None
    winter_tyres: WinterTyres | None = None
    winter_period: str | None = None
    child_seat: Mapping[str, int] | None = None
    camera_warning: CameraWarning | None = None
    emission_zones: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Country:
    """All that is known of a country or of one place in it.

    Attributes:
        regions: state, province or the like -> group -> the facts in which it differs from the country.
    """

    code: str
    general: GeneralFacts
    units: RegionalUnits
    speed: SpeedLimits
    lights: LightRules
    conduct: ConductRules
    regions: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict, repr=False, compare=False)


@cache
def countries() -> Mapping[str, Country]:
    """All shipped countries by ISO 3166-1 alpha-2 code."""
    return {code: _country(code, row) for code, row in load("countries").items()}


def _country(code: str, row: Mapping[str, Mapping[str, Any]]) -> Country:
    general, units = GeneralFacts(**_facts(row["general"])), RegionalUnits(**_facts(row["units"]))
    speed, lights, conduct = (
        SpeedLimits(**_facts(row["speed"])),
        LightRules(**_facts(row["lights"])),
        ConductRules(**_facts(row["conduct"])),
    )
    return Country(code, general, units, speed, lights, conduct, row.get("regions", {}))


def _facts(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}


def country(code: str) -> Country:
    """A country by its code; see `local` for what holds in a place.

    Raises:
        UsageError: it is not in the table.
    """
    found = countries().get(code.upper())
    if found is None:
        raise UsageError(f"no facts about country {code[:20]!r}; there are for {', '.join(countries())}")
    return found


@lru_cache(maxsize=1024)
def local(place: Place) -> Country:
    """What surely holds at a place: its country's facts, with those in which its region and the place itself differ.

    Raises:
        UsageError: its country is not in the table.
    """
    here = country(place.country)
    for differing in (here.regions.get(place.region, {}), overrides(place)):
        here = replace(here, **{name: _override(getattr(here, name), facts) for name, facts in differing.items()})
    return replace(here, **{name: _sure(getattr(here, name)) for name in GROUPS})


def _override(group: Any, facts: Mapping[str, Any]) -> Any:
    """A group with a place's own facts; what is inherited keeps its source, after the place's."""
    sources = [source for source in (facts["source"], group.source) if source]
    doubtful = (name for name in group.doubtful if name not in facts)
    return replace(group, **{"doubtful": tuple(doubtful), **_facts(facts), "source": "; else ".join(sources)})


def _sure(group: Any) -> Any:
    """A group without what is of low confidence or doubtful; what a car cannot do without stays."""
    optional = [fact.name for fact in fields(group) if fact.default is None]
    unsure = optional if group.confidence == "low" else [name for name in group.doubtful if name in optional]
    return replace(group, **dict.fromkeys(unsure)) if unsure else group
