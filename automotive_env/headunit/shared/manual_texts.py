"""What the manual says of each lamp."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

STOP = "No. Stop where it is safe."
CARE = "Yes, carefully and not far."
YES = "Yes, you may."


class ManualPageText(NamedTuple):
    """A page of the manual.

    Attributes:
        title: name of the lamp.
        means: what it says.
        advice: what to do.
        drive: whether one may drive on.
    """

    title: str
    means: str
    advice: str
    drive: str


LOW, SAVE = "Less than 15 % is left.", "Plan a stop soon, drive evenly and use the Eco drive mode."
MANUAL: Mapping[str, ManualPageText] = {
    "seat_belt": ManualPageText(
        "Seat belt", "Someone is not wearing a seat belt.", "Stop where it is safe and fasten all belts.", STOP
    ),
    "door": ManualPageText(
        "Door open",
        "A door is not closed.",
        "Stop where it is safe and close the doors.",
        STOP,
    ),
    "hazard": ManualPageText(
        "Hazard lights",
        "All direction indicators flash to warn others.",
        "Use them if you break down or stop at a traffic jam. Switch them off before you drive on.",
        CARE,
    ),
    "collision": ManualPageText(
        "Collision warning off",
        "The car does not warn of a collision.",
        "Switch the warning on under Lights & assistance.",
        YES,
    ),
    "tyre_pressure": ManualPageText(
        "Tyre pressure",
        "At least one tyre has lost air.",
        "Slow down and avoid sharp bends. Inflate the tyre at the next station, then reset the monitor.",
        CARE,
    ),
    "low_charge": ManualPageText("Low battery", LOW, SAVE, YES),
    "low_fuel": ManualPageText("Low fuel", LOW, SAVE, YES),
    "speed_warning": ManualPageText(
        "Speed warning", "You are driving faster than the speed you set.", "Slow down, or set another speed.", YES
    ),
    "ice": ManualPageText(
        "Ice on the road", "The road may be frozen.", "Slow down, keep your distance, brake and steer gently.", CARE
    ),
    "blind_spot": ManualPageText(
        "Blind spot warning off",
        "The car does not warn of cars beside it.",
        "Look over your shoulder, or switch the warning on.",
        YES,
    ),
    "rear_fog": ManualPageText(
        "Rear fog light", "The rear fog light is on.", "Use it in thick fog only: it dazzles those behind you.", YES
    ),
    "front_defroster": ManualPageText(
        "Windscreen defroster", "Warm air clears the windscreen.", "Switch it off once the glass is clear, to save energy.", YES
    ),
    "rear_defroster": ManualPageText(
        "Rear window heater", "The rear window is heated.", "Switch it off once the glass is clear, to save energy.", YES
    ),
    "child_lock": ManualPageText(
        "Child lock", "Rear doors cannot be opened from inside.", "Leave it on with children in the rear seats.", YES
    ),
    "front_wiper": ManualPageText("Windscreen wiper", "The front wiper is on.", "Switch it off when the glass is dry.", YES),
    "rear_wiper": ManualPageText("Rear wiper", "The rear wiper is on.", "Switch it off when the glass is dry.", YES),
    "low_beam": ManualPageText("Low beam", "The headlights are on.", "Use them at night, in tunnels and in bad weather.", YES),
    "position_lamps": ManualPageText(
        "Position lamps", "The position lamps are on.", "They are for parking. Drive with low beam.", YES
    ),
    "tail_lamps": ManualPageText("Tail lamps", "The tail lamps are on.", "They come on with the low beam.", YES),
    "front_fog": ManualPageText(
        "Front fog lights", "The front fog lights are on.", "Use them in fog, heavy rain or snow only.", YES
    ),
    "auto_high_beam": ManualPageText(
        "Automatic high beam",
        "The high beam dips automatically for other traffic.",
        "In bends and fog, dip it yourself.",
        YES,
    ),
    "lane_keeping": ManualPageText(
        "Lane keeping", "The car helps you stay in your lane.", "Keep your hands on the wheel: it helps, it does not drive.", YES
    ),
    "high_beam": ManualPageText("High beam", "The high beam is on.", "Dip it for oncoming traffic and for cars ahead.", YES),
}
"""Name of a lamp, as in `vehicle.warning_lamps` -> its page."""
