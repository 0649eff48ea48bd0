"""Why some properties have no control on the head unit, or none for some of their values: pattern of paths -> reason.

A property that its declaration says no API sets (`read_only`) needs no line here; neither does what the road adds.
A line that is not needed any more fails a test.
"""

from __future__ import annotations

from collections.abc import Mapping

_UNIT = "the unit of the last call; touch sets the value in its base unit"
_STRENGTH = "the same strength in another unit; touch sets its level"
_ALERTS = "kept by the car about its alerts"

UNPLACED: Mapping[str, str] = {
    "maps.route_kind": "chosen in the preview of routes, which needs a destination",
    "maps.takes_detour": "chosen when the car offers a detour because of traffic ahead",
    "*.angle_unit": _UNIT,
    "*.open_degree_unit": _UNIT,
    "*.brightness_unit": _UNIT,
    "*.current_unit": _UNIT,
    "*.airflow_value": _STRENGTH,
    "*.airflow_unit": _STRENGTH,
    "*.intensity_value": _STRENGTH,
    "*.intensity_unit": _STRENGTH,
    "wiper.*.speed_setting.unit": _UNIT,
    "seat.*.heater.temperature_value": "the level says how warm the seat gets; touch sets that",
    "*.sweeping_mode": "patterns that a driver cannot tell apart; touch sets one of each kind",
    "conversation.call_state": "incoming calls come from outside",
    "fogLight.last_position": "the fog light of the last call",
    "video.local_videos": "given with the car; it is browsed, not edited",
    "system.alert_shown": _ALERTS,
    "system.last_alert*": _ALERTS,
    "system.next_notification": "a counter",
}
