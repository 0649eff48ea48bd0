"""The doors in the vehicle app: one chosen from the six, its opening and its locks."""

from __future__ import annotations

from automotive_env.headunit.bind import bind
from automotive_env.headunit.parts.vehicle_view import PLACES, car_view, locked, opening
from automotive_env.headunit.pictures.open_car import paint_car
from automotive_env.headunit.rendering.node import Column, Grid, Node, Row
from automotive_env.headunit.rendering.theme import TARGET
from automotive_env.headunit.screen import View
from automotive_env.headunit.touch import Handler, Touch, call, switched
from automotive_env.headunit.widgets.api_slider import ApiSlider
from automotive_env.headunit.widgets.button import Button
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.list_view import SwitchRow
from automotive_env.headunit.widgets.picture import Picture
from automotive_env.headunit.widgets.text import Text
from automotive_env.world.device import SEATS

LOCK = "door.carcontrol_carDoor_lock_switch"
CHILD_LOCK = "door.carcontrol_carDoor_mode_childSafetyLock"


def doors(car: View) -> Node:
    """The section."""
    chosen = car.local("door", SEATS[0])
    picture = Card(Picture(paint_car, car_view(), grow=1.0), padding=12, width=340)
    name = next(name for seat, name, _ in PLACES if seat == chosen)
    return Row(Column(_which(chosen), _all(), grow=1.0), picture, _one(chosen, name), grow=1.0)


def _which(chosen: str) -> Node:
    buttons = [_choice(seat, name, id, seat == chosen) for seat, name, id in PLACES]
    return Card(Grid(*buttons, columns=2, gap=8, grow=1.0), padding=12, grow=1.0)


def _choice(seat: str, name: str, id: str, chosen: bool) -> Button:
    at = f"door.doors.{seat}"
    button = Button(
        lambda touch: touch.remember("door", seat),
        id=f"door_{id}",
        text=name,
        selected=chosen,
        icon_size=40,
        icon=bind(f"{at}.status", f"{at}.is_locked", to=_icon),
        description=bind(f"{at}.status", f"{at}.is_locked", to=_words),
    )
    button.role = "android.widget.RadioButton"
    return button


def _icon(status: str, locked: bool) -> str:
    return "door_open" if status == "open" else "lock" if locked else "door_front"


def _words(status: str, locked: bool) -> str:
    return f"Door {status}, {'locked' if locked else 'unlocked'}"


def _all() -> Node:
    """The locks of all doors at once."""
    return Row(
        Button(
            call(LOCK, switch=True, position=list(SEATS)),
            id="doors_lock_all",
            text="Lock all",
            description="Lock all doors",
            icon="lock",
            wide=True,
            icon_size=36,
            grow=1.0,
        ),
        Button(
            call(LOCK, switch=False, position=list(SEATS)),
            id="doors_unlock_all",
            text="Unlock all",
            description="Unlock all doors",
            icon="lock_open",
            wide=True,
            icon_size=36,
            grow=1.0,
        ),
        height=TARGET + 8,
    )


def _one(seat: str, name: str) -> Node:
    """The door that was chosen."""
    at, position = f"door.doors.{seat}", [seat]
    slider = ApiSlider(
        f"{at}.angle",
        f"{name} opening",
        "door.carcontrol_carDoor_angle_set",
        {"position": position},
        id="door_angle",
        says=opening,
    )
    return Card(
        Row(Text(f"{name} door", weight="medium"), padding=(12, 4)),
        SwitchRow(f"{at}.status", "Door open", id="door_open", icon="door_open", on="open", on_tap=_swings(seat), grow=1.0),
        Row(slider, padding=(12, 4)),
        SwitchRow(
            f"{at}.is_locked",
            "Door lock",
            locked(f"{at}.is_locked"),
            id="door_lock",
            icon="lock",
            on_tap=switched(f"{at}.is_locked", LOCK, position=position),
            grow=1.0,
        ),
        SwitchRow(
            f"{at}.child_safety_lock_enabled",
            "Child lock",
            id="door_child_lock",
            icon="child_care",
            grow=1.0,
            on_tap=switched(f"{at}.child_safety_lock_enabled", CHILD_LOCK, position=position),
        ),
        gap=10,
        padding=(16, 14),
        grow=1.0,
    )


def _swings(seat: str) -> Handler:
    def act(touch: Touch) -> str | None:
        action = "close" if touch.get(f"door.doors.{seat}.status") == "open" else "open"
        return touch.call("door.carcontrol_carDoor_switch", action=action, position=[seat])

    return act
