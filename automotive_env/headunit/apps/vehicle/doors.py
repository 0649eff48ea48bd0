"""The doors in the vehicle app: each with its opening and its locks."""

from __future__ import annotations

from automotive_env.car.core.device import SEATS
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, in_order
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, call, switched
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.button import SWITCH, Button, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.pictures.open_car import paint_car
from automotive_env.headunit.shared.legend import legend
from automotive_env.headunit.shared.vehicle_view import car_view, opening, sides

LOCK = "door.carcontrol_carDoor_lock_switch"
CHILD_LOCK = "door.carcontrol_carDoor_mode_childSafetyLock"
SIGNS = (("door_open", "Door"), ("lock", "Lock"), ("child_lock", "Child lock"))
"""What the switches beside each door stand for."""


def doors(car: BuildContext) -> LayoutNode:
    """The section."""
    on_left, on_right = sides(car)
    picture = Card(PictureWidget(paint_car, car_view(), grow=1.0), padding=12, width=196)
    left = Column(_doors(on_left), _all(True, "doors_lock_all", "Lock all", "lock"), grow=1.0)
    right = Column(_doors(on_right), _all(False, "doors_unlock_all", "Unlock all", "lock_open"), grow=1.0)
    return in_order(Row(left, picture, right, grow=1.0))


def _doors(places: tuple[tuple[str, str, str], ...]) -> LayoutNode:
    return Card(legend(*SIGNS), *(_door(*place) for place in places), gap=4, padding=(16, 10), grow=1.0)


def _door(seat: str, name: str, id: str) -> LayoutNode:
    at, position = f"door.doors.{seat}", [seat]
    slider = ApiSlider(
        f"{at}.angle", name, "door.carcontrol_carDoor_angle_set", {"position": position}, id=f"door_angle_{id}", says=opening,
        grow=1.0,
    )  # fmt: skip
    return Row(
        slider,
        _switch(f"{at}.status", f"door_open_{id}", "door_open", f"{name} door open", _swings(seat), on="open", off="closed"),
        _switch(f"{at}.is_locked", f"door_lock_{id}", "lock", f"{name} door lock",
                switched(f"{at}.is_locked", LOCK, position=position)),
        _switch(f"{at}.child_safety_lock_enabled", f"door_child_lock_{id}", "child_lock", f"{name} door child lock",
                switched(f"{at}.child_safety_lock_enabled", CHILD_LOCK, position=position)),
        gap=8, grow=1.0,
    )  # fmt: skip


def _switch(
    path: str, id: str, icon: str, description: str, act: TouchHandler, on: bool | str = True, off: bool | str = False
) -> ToggleButton:
    shown = bind(path, to=lambda locked: "lock" if locked else "lock_open") if icon == "lock" else icon
    return ToggleButton(
        path, on=on, off=off, id=id, icon=shown, description=description, on_tap=act, role=SWITCH, icon_size=40,
        width=TARGET, height=TARGET,
    )  # fmt: skip


def _all(locks: bool, id: str, text: str, icon: str) -> Button:
    """The locks of all doors at once."""
    return Button(
        call(LOCK, switch=locks, position=list(SEATS)), id=id, text=text, description=f"{text} doors", icon=icon, wide=True,
        icon_size=36, height=TARGET + 8,
    )  # fmt: skip


def _swings(seat: str) -> TouchHandler:
    def act(touch: TouchEvent) -> str | None:
        action = "close" if touch.get(f"door.doors.{seat}.status") == "open" else "open"
        return touch.call("door.carcontrol_carDoor_switch", action=action, position=[seat])

    return act
