"""Acts that go together."""

from __future__ import annotations

from automotive_env.car.core.device import SEATS
from automotive_env.suites.conversations.rules.moment import RuleContext
from automotive_env.suites.conversations.rules.rule import ActsTogetherRule, ConversationRule
from automotive_env.suites.conversations.rules.surroundings import WET

LEAST_FAN = 3
"""Fan level at which warm air reaches the whole windscreen."""
NEARLY_SHUT = 20
"""Percent up to which a window may stay open while the compressor runs."""
DRIVER = "airConditioner.ac_states.driver's seat"
TO_WINDOW = ("window", "face and window", "feet and window")
"""Outlets that blow at the windscreen."""


def _drying_begins(moment: RuleContext) -> bool:
    return moment.rises("airConditioner.defrost_mode")


def _left_open(moment: RuleContext) -> bool:
    """Whether a window or the sunroof stands open."""
    return moment.highest("window.window_states.*.open_degree") > 0 or moment.now("sunroof.open_degree_percentage") > 0


def _locked_up(moment: RuleContext) -> bool:
    """Whether the last unlocked door of the parked car was locked."""
    locked = all(moment.now(f"door.doors.{seat}.is_locked") for seat in SEATS)
    return locked and moment.now("road.gear") == "park" and moment.rises("door.doors.*.is_locked")


TOGETHER: tuple[ConversationRule, ...] = (
    ActsTogetherRule(
        "sunshade_with_sunroof",
        "When the sunroof is opened, the front sunshade is opened as well.",
        "Wind under a drawn shade tears it.",
        lambda m: m.rises("sunroof.open_degree_percentage") and not m.now("sunshade.front_row_status.is_open"),
    ),
    ActsTogetherRule(
        "fan_with_defrost",
        f"When window drying (defrost) is switched on, the driver's fan runs at level {LEAST_FAN} or more.",
        "Less air does not reach the edges of the windscreen.",
        lambda m: _drying_begins(m) and m.now(f"{DRIVER}.wind_speed") < LEAST_FAN,
    ),
    ActsTogetherRule(
        "air_to_window_with_defrost",
        "When window drying (defrost) is switched on, one of the driver's outlets that blow at the window is open.",
        "Air at the feet dries no windscreen.",
        lambda m: _drying_begins(m) and not any(m.now(f"{DRIVER}.outlet_modes.{mode}") for mode in TO_WINDOW),
    ),
    ActsTogetherRule(
        "compressor_with_defrost",
        "When window drying (defrost) is switched on, the compressor (ac_mode) is on.",
        "Only cooled air is dry.",
        lambda m: _drying_begins(m) and not m.now("airConditioner.ac_mode"),
    ),
    ActsTogetherRule(
        "fresh_air_with_defrost",
        "When window drying (defrost) is switched on, the air does not recirculate.",
        "The air inside is the damp one.",
        lambda m: _drying_begins(m) and m.now("airConditioner.circulation_mode") == "internal circulation",
    ),
    ActsTogetherRule(
        "windows_with_compressor",
        f"When the compressor (ac_mode) is switched on, no window stays open further than {NEARLY_SHUT} %.",
        "Cooling the street costs range.",
        lambda m: m.rises("airConditioner.ac_mode") and m.highest("window.window_states.*.open_degree") > NEARLY_SHUT,
    ),
    ActsTogetherRule(
        "hands_free_with_call",
        "When a call is made or answered while the car moves, hands-free speaking is on.",
        "No telephone in the hand: Vienna Convention on Road Traffic, article 8 (6).",
        lambda m: (
            m.speed > 0 and m.begins(lambda s: s("conversation.call_state") == "active") and not m.now("conversation.hands_free")
        ),
    ),
    ActsTogetherRule(
        "low_beam_with_wipers",
        "When the front wiper is switched on in rain, snow or hail while the car moves, the low beam is on or automatic.",
        "Wipers on, lights on: California Vehicle Code, section 24400 (b).",
        lambda m: (
            m.speed > 0
            and m.now("road.weather") in WET
            and m.rises("wiper.front_wiper.is_on")
            and m.now("lowBeamHeadlight.mode") == "off"
        ),
    ),
    ActsTogetherRule(
        "shut_with_locked_doors",
        "When the last door of the parked car is locked, all windows and the sunroof are shut.",
        "A locked door beside an open window keeps nobody out.",
        lambda m: _locked_up(m) and _left_open(m),
    ),
)
"""An act without what belongs to it; the order does not matter, the end of the turn counts."""
