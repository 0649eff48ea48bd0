"""Driving restrictions, as bits of Android Automotive: none when parked, no video when idling, all when moving."""

from __future__ import annotations

from enum import IntFlag

from automotive_env.car.driving.road import DrivingState


class Restriction(IntFlag):
    """One thing that is forbidden or limited; the values are those of the platform."""

    NO_DIALPAD = 1
    NO_FILTERING = 2
    LIMIT_STRING_LENGTH = 4
    NO_KEYBOARD = 8
    NO_VIDEO = 16
    LIMIT_CONTENT = 32
    NO_SETUP = 64
    NO_TEXT_MESSAGE = 128


NOTHING = Restriction(0)
EVERYTHING = Restriction(255)
MAX_STRING_CHARACTERS = 120
"""Characters of a text under `LIMIT_STRING_LENGTH`."""
MAX_LIST_ITEMS = 21
"""Items of a list under `LIMIT_CONTENT`."""

_OF: dict[DrivingState, Restriction] = {"parked": NOTHING, "idling": Restriction.NO_VIDEO, "moving": EVERYTHING}


def restrictions_of(state: DrivingState) -> Restriction:
    """What is forbidden in a driving state."""
    return _OF[state]


def shortened(text: str) -> str:
    """The text, cut where it is longer than `MAX_STRING_CHARACTERS`."""
    return text if len(text) <= MAX_STRING_CHARACTERS else text[: MAX_STRING_CHARACTERS - 1].rstrip() + "…"
