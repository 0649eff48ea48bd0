"""The roof in the vehicle app: the sunroof and the sunshades under it."""

from __future__ import annotations

from automotive_env.car.core.world import slot_of
from automotive_env.car.devices.sunroof import STATES
from automotive_env.headunit.apps.vehicle.roof_picture import RoofPictureState, paint_roof
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, call, switched
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.button import ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import SwitchRow
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.shared.vehicle_view import action, opening, quantities

SWITCH = "sunroof.carcontrol_sunroof_switch"
SHADE_SWITCH = "sunshade.carcontrol_sunshade_switch"
WORDS = {
    "open": ("Open", "Open the sunroof"),
    "close": ("Close", "Close the sunroof"),
    "Tilt": ("Tilt", "Tilt the sunroof"),
    "pause": ("Hold", "Hold the sunroof where it stands"),
}


def roof() -> LayoutNode:
    """The section."""
    picture = Card(PictureWidget(paint_roof, _view(), grow=1.0), padding=12, width=340)
    left = Column(_sunroof(), _closing(), grow=1.0)
    right = Column(_shade("front row", "Front"), _shade("rear row", "Rear"), grow=1.0)
    return Row(left, picture, right, grow=1.0)


def _view() -> Bind[RoofPictureState]:
    shades = [f"sunshade.{row}_row_status.open_degree_value" for row in ("front", "rear")]
    levels = quantities("sunroof.open_degree_percentage", *shades)
    return Bind(
        (slot_of("sunroof.state"), *levels.slots), lambda state, *given: RoofPictureState(state == "tilted", *levels.to(*given))
    )


def _sunroof() -> LayoutNode:
    does = [
        action("sunroof.state", STATES[word], text, f"sunroof_{word.lower()}", says, call(SWITCH, action=word))
        for word, (text, says) in WORDS.items()
    ]
    slider = ApiSlider(
        "sunroof.open_degree_percentage",
        "Sunroof opening",
        "sunroof.carcontrol_sunroof_openDegree_set",
        id="sunroof_opening",
        says=opening,
        grow=1.0,
    )
    return Card(
        Text("Sunroof", weight="medium"),
        Grid(*does, columns=2, row_height=TARGET, gap=8),
        slider,
        gap=16,
        padding=(24, 20),
        grow=1.0,
    )


def _closing() -> LayoutNode:
    path = "sunshade.leave_and_lock_auto_close_enabled"
    api = "sunshade.carcontrol_sunshade_mode_leaveAndLockAutoCloseCurtain"
    return SwitchRow(
        path, "Close on lock", "Sunshades", id="sunshade_auto_close", icon="car_lock", on_tap=switched(path, api), height=92
    )


def _shade(row: str, name: str) -> LayoutNode:
    id = name.lower()
    at = f"sunshade.{id}_row_status"
    switch = SwitchRow(
        f"{at}.is_open",
        f"{name} sunshade",
        bind(f"{at}.is_open", to=lambda out: "Opened" if out else "Closed"),
        id=f"sunshade_{id}",
        icon="roller_shades",
        on_tap=_shades(f"{at}.is_open", "close", "open", row),
        grow=1.0,
    )
    hold = ToggleButton(
        f"{at}.is_paused",
        id=f"sunshade_{id}_hold",
        icon="pause",
        description=f"Hold the {id} sunshade where it stands",
        on_tap=_shades(f"{at}.is_paused", "open", "pause", row),
        icon_size=36,
        width=TARGET,
        height=TARGET,
    )
    slider = ApiSlider(
        f"{at}.open_degree_value",
        f"{name} opening",
        "sunshade.carcontrol_sunshade_openDegree_set",
        {"position": row},
        id=f"sunshade_{id}_opening",
        says=opening,
        grow=1.0,
    )
    return Card(switch, Row(slider, hold, gap=16, padding=(12, 0), height=TARGET + 4), gap=16, padding=(16, 20), grow=1.0)


def _shades(path: str, when_on: str, when_off: str, row: str) -> TouchHandler:
    """Do one thing while a flag is on, and another while it is off."""

    def act(touch: TouchEvent) -> str | None:
        return touch.call(SHADE_SWITCH, action=when_on if touch.get(path) else when_off, position=row)

    return act
