"""Rules of conduct as questions with typed answers: red lights, phone, horn, idling, tyres, children, cameras, zones, numbers."""

from __future__ import annotations

import re
from datetime import date

from automotive_env.place.country import CameraWarning, TurnOnRed, WinterTyres, local
from automotive_env.place.place import Place
from automotive_env.place.ruling import TOWN, LocalRuling, one_of, ruling
from automotive_env.place.surroundings import ROAD_TYPES

SERVICES = ("police", "ambulance", "fire")
"""Whom one can call."""
_MONTHS = ("January", "February", "March", "April", "May", "June",
           "July", "August", "September", "October", "November", "December")  # fmt: skip


def turn_on_red(place: Place) -> LocalRuling[TurnOnRed] | None:
    """Turning towards the near side of the road at a red light, after a stop."""
    facts = local(place)
    value = facts.conduct.turn_on_red
    if value is None:
        return None
    said = {
        "allowed": "is allowed after a full stop unless a sign forbids it",
        "with sign": "is allowed only where a sign or green arrow says so",
        "forbidden": "is forbidden",
    }[value]
    return ruling(value, f"Turning {facts.general.driving_side} on red in {place.name} {said}.", facts.conduct)


def handheld_phone_allowed(place: Place) -> LocalRuling[bool] | None:
    """Whether a driver may hold a phone."""
    conduct = local(place).conduct
    if conduct.handheld_phone is None:
        return None
    may = "may" if conduct.handheld_phone else "must not"
    return ruling(conduct.handheld_phone, f"Drivers in {place.name} {may} hold a phone.", conduct)


def horn_allowed(place: Place, road_type: str, hour: float) -> LocalRuling[bool] | None:
    """Whether the horn may sound where nothing is in danger, at an hour of the day (0..24).

    Raises:
        UsageError: there is no such road type.
    """
    one_of("road type", road_type, ROAD_TYPES)
    conduct, town = local(place).conduct, road_type in TOWN
    quiet = conduct.horn_quiet_hours
    if quiet and town and _between(hour, *quiet):
        said = f"In {place.name} the horn must be silent in town from {_clock(quiet[0])} to {_clock(quiet[1])}."
        return ruling(False, said, conduct)
    if conduct.horn is None:
        return None
    if conduct.horn == "danger only in town":
        return ruling(not town, f"In {place.name} the horn in town may only warn of danger.", conduct)
    return ruling(False, f"In {place.name} the horn may only warn of danger.", conduct)


def _between(hour: float, start: float, end: float) -> bool:
    return start <= hour < end if start < end else hour >= start or hour < end


def _clock(hour: float) -> str:
    return f"{int(hour)}:{round(hour % 1 * 60):02}"


def idling_allowed(place: Place, minutes: float) -> LocalRuling[bool] | None:
    """Whether the engine of a standing car may run that long without need."""
    conduct = local(place).conduct
    most = conduct.idling_minutes
    if most is None:
        return None
    said = f"for more than {most} min" if most else "needlessly"
    return ruling(minutes <= most, f"In {place.name} a standing car's engine must not run {said}.", conduct)


def winter_tyres(place: Place) -> LocalRuling[WinterTyres] | None:
    """When winter tyres are demanded."""
    conduct = local(place).conduct
    if conduct.winter_tyres is None:
        return None
    said = {
        "wintry": "are required on wintry roads",
        "wintry season": "are required on wintry roads",
        "dated": "are required",
        "local": "are required on some roads, by sign or region",
        "tread": "are not as such required, but a deeper tread is",
        "none": "are not required by a general rule",
    }[conduct.winter_tyres]
    period = f" ({conduct.winter_period})" if conduct.winter_period else ""
    return ruling(conduct.winter_tyres, f"In {place.name} winter tyres {said}{period}.", conduct)


def winter_tyres_required(place: Place, day: date, wintry: bool) -> LocalRuling[bool] | None:
    """Whether a car needs winter tyres on a day.

    Args:
        place: where it drives.
        day: which day; the year does not matter.
        wintry: whether there is snow, slush, ice or frost on the road.
    """
    conduct, rule = local(place).conduct, winter_tyres(place)
    if rule is None or rule.value in ("local", "tread"):
        return None
    inside = conduct.winter_period is None or _in_period(day, conduct.winter_period)
    required = {"wintry": wintry, "wintry season": wintry and inside, "dated": inside, "none": False}[rule.value]
    return ruling(required, rule.statement, conduct)


def _in_period(day: date, period: str) -> bool:
    """Whether a day lies in a period such as "1 November to 15 April", ends included."""
    start, end = ((_MONTHS.index(month) + 1, int(number)) for number, month in re.findall(r"(\d+) (\w+)", period))
    here = day.month, day.day
    return start <= here <= end if start <= end else here >= start or here <= end


def child_seat_required(place: Place, years: float, cm: float) -> LocalRuling[bool] | None:
    """Whether a child of an age in years and a height in centimetres needs a child seat."""
    conduct = local(place).conduct
    if conduct.child_seat is None:
        return None
    under, below = conduct.child_seat.get("under_years"), conduct.child_seat.get("below_cm")
    bounds = [f"under {under}"] if under else []
    bounds += [f"below {below} cm"] if below else []
    needed = (under is None or years < under) and (below is None or cm < below)
    return ruling(needed, f"In {place.name} children {' and '.join(bounds)} need a child seat.", conduct)


def camera_warning(place: Place) -> LocalRuling[CameraWarning] | None:
    """What may warn a driver of speed cameras."""
    conduct = local(place).conduct
    if conduct.camera_warning is None:
        return None
    said = {
        "forbidden": "neither detectors nor navigation may warn of speed cameras",
        "detectors forbidden": "devices that detect speed cameras are forbidden",
        "allowed": "devices may warn of speed cameras",
    }[conduct.camera_warning]
    return ruling(conduct.camera_warning, f"In {place.name} {said}.", conduct)


def emission_zone(place: Place) -> LocalRuling[bool] | None:
    """Whether a city has a zone that some cars may not enter; None where none is known of."""
    conduct = local(place).conduct
    if place.name not in (conduct.emission_zones or ()):
        return None
    return ruling(True, f"{place.name} has a low-emission zone: cars without the standard or sticker must stay out.", conduct)


def emergency_numbers(place: Place) -> dict[str, str]:
    """Service -> the number by which it is called in a place, of those that are known."""
    return {service: known.value for service in SERVICES if (known := emergency_number(place, service))}


def numbers_reaching(place: Place, service: str) -> tuple[str, ...]:
    """All numbers by which a service is reached in a place, the one to tell first; none where they are not known."""
    known = local(place).general.emergency or {}
    return tuple(number for called, number in known.items() if called == "any" or service in called)


def emergency_number(place: Place, service: str) -> LocalRuling[str] | None:
    """The number to call for "police", "ambulance" or "fire".

    Raises:
        UsageError: there is no such service.
    """
    one_of("service", service, SERVICES)
    general = local(place).general
    for called, number in (general.emergency or {}).items():
        if called == "any" or service in called:
            whom = "all emergencies" if called == "any" else called
            return ruling(number, f"The emergency number for {whom} in {place.name} is {number}.", general)
    return None
