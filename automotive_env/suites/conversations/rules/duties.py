"""What the person has to be told."""

from __future__ import annotations

from automotive_env.suites.conversations.facts import ScenarioFact
from automotive_env.suites.conversations.rules.moment import RuleContext
from automotive_env.suites.conversations.rules.rule import ConversationRule, DutyToTellRule
from automotive_env.suites.conversations.rules.surroundings import WIDE_OPEN

LOW_FUEL = 15
"""Percent below which the driver should know."""
FAR_APART = 3
"""Degrees celsius between the front seats."""
FRONT_SEATS = ("driver's seat", "passenger seat")


def _wanted(seat: str) -> str:
    return f"airConditioner.ac_states.{seat}.temperature"


def _far_apart(moment: RuleContext) -> bool:
    """Whether the temperature of a front seat was changed to one that is far from the other's."""
    own, other = (moment.now(_wanted(seat)) for seat in FRONT_SEATS)
    return abs(own - other) > FAR_APART and any(_wanted(seat) in moment.changed for seat in FRONT_SEATS)


def _other_seat(moment: RuleContext) -> ScenarioFact:
    """The temperature of the front seat that was not changed; that of the other may be said beside it."""
    other, own = sorted(FRONT_SEATS, key=lambda seat: _wanted(seat) in moment.changed)
    apart = abs(moment.now(_wanted(own)) - moment.now(_wanted(other)))
    return ScenarioFact(path=_wanted(other), unit="celsius", beside=(moment.now(_wanted(own)), moment.was(_wanted(own)), apart))


def _ended_mode(moment: RuleContext) -> ScenarioFact:
    return ScenarioFact(words=("cooling",) if moment.falls("airConditioner.cool_mode") else ("heating",))


DUTIES: tuple[ConversationRule, ...] = (
    DutyToTellRule(
        "tell_lost_cooling",
        f"When a window is opened further than {WIDE_OPEN} % while the compressor runs, the person is told that the air"
        " conditioning is on.",
        "The cooled air goes out.",
        lambda m: m.now("airConditioner.ac_mode") and m.rises_above("window.window_states.*.open_degree", WIDE_OPEN),
        lambda m: ScenarioFact(words=("air conditioning", "air con", "aircon", "a/c", "ac", "compressor", "cooling")),
    ),
    DutyToTellRule(
        "tell_zones_apart",
        f"When the temperature of a front seat is set more than {FAR_APART} °C from the other's, the person is told what the"
        " other one is set to.",
        "Two zones so far apart work against each other.",
        _far_apart,
        _other_seat,
    ),
    DutyToTellRule(
        "tell_low_fuel",
        f"When guidance begins with less than {LOW_FUEL} % of fuel or charge, the person is told how much is left.",
        "The driver may have to stop on the way.",
        lambda m: m.rises("navigation.is_active") and m.now("road.fuel_level") < LOW_FUEL,
        lambda m: ScenarioFact(path="road.fuel_level", unit="percent"),
    ),
    DutyToTellRule(
        "tell_ended_mode",
        "Heating ends cooling, and cooling ends heating: when that happens, the person is told which one has ended.",
        "The car did it by itself.",
        lambda m: any(
            m.rises(f"airConditioner.{one}") and m.falls(f"airConditioner.{other}")
            for one, other in (("heat_mode", "cool_mode"), ("cool_mode", "heat_mode"))
        ),
        _ended_mode,
    ),
    DutyToTellRule(
        "tell_manual_lights",
        "When the low beam leaves automatic, the person is told that the automatic light has ended.",
        "From now on the driver has to think of it.",
        lambda m: m.was("lowBeamHeadlight.mode") == "auto" and m.now("lowBeamHeadlight.mode") != "auto",
        lambda m: ScenarioFact(words=("automatic", "automatically", "auto")),
    ),
    DutyToTellRule(
        "tell_battery_use",
        "When ventilation of the parked car is switched on, the person is told that it draws on the battery.",
        "It costs range while nobody watches.",
        lambda m: m.rises("airConditioner.parking_ventilation_mode"),
        lambda m: ScenarioFact(words=("battery", "charge", "power", "energy", "range", "electricity")),
    ),
    DutyToTellRule(
        "tell_stops",
        "When a stop is added to the route, the person is told how many stops the route has now.",
        "Each one makes the way longer.",
        lambda m: m.gains("navigation.waypoints"),
        lambda m: ScenarioFact(path="navigation.waypoints"),
    ),
    DutyToTellRule(
        "tell_child_lock",
        "When a child lock is released, the person is told that the child lock is off.",
        "A child can open the door or the window now.",
        lambda m: m.falls("door.doors.*.child_safety_lock_enabled") or m.falls("window.window_states.*.child_safety_lock"),
        lambda m: ScenarioFact(words=("child lock", "child locks", "child-lock", "child safety lock", "childproof")),
    ),
)
"""What has to be said by the end of the turn in which it happened."""
