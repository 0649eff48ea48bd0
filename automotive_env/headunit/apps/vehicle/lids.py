"""The lids in the vehicle app: front luggage lid, tailgate, filler flap."""

from __future__ import annotations

from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.touch import call, switched
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import SwitchRow
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.pictures.open_car import paint_car
from automotive_env.headunit.shared.powertrain import EnergyLook
from automotive_env.headunit.shared.vehicle_view import action, car_view, locked, opening

FRONT = ("open", "Open"), ("closed", "Close")
TAIL = ("open", "Open"), ("closed", "Close"), ("paused", "Hold")
ACTIONS = {"open": "open", "closed": "close", "paused": "pause"}


def lids(look: EnergyLook) -> LayoutNode:
    """The section."""
    left = Column(
        _lid("front_trunk", "frontTrunk", "Front lid", "open_degree_value", FRONT),
        SwitchRow(
            "fuelPort.is_open",
            look.flap,
            bind("fuelPort.is_open", to=lambda opened: "Opened" if opened else "Closed"),
            id="fuel_port_open",
            icon=look.station_icon,
            on_tap=switched("fuelPort.is_open", "fuelPort.switch"),
            height=92,
        ),
        grow=1.0,
    )
    right = Column(
        _lid("trunk", "trunk", "Tailgate", "current_open_degree_percentage", TAIL),
        SwitchRow(
            "fuelPort.is_locked",
            look.flap_lock,
            locked("fuelPort.is_locked"),
            id="fuel_port_lock",
            icon="lock",
            on_tap=switched("fuelPort.is_locked", "fuelPort.lock_switch"),
            height=92,
        ),
        grow=1.0,
    )
    picture = Card(PictureWidget(paint_car, car_view(), grow=1.0), padding=12, width=340)
    return Row(left, picture, right, grow=1.0)


def _lid(id: str, module: str, name: str, level: str, states: tuple[tuple[str, str], ...]) -> LayoutNode:
    api = f"{module}.carcontrol_{module}"
    does = [
        action(
            f"{module}.state",
            state,
            text,
            f"{id}_{ACTIONS[state]}",
            f"{text} the {name.lower()}",
            call(f"{api}_switch", action=ACTIONS[state]),
        )
        for state, text in states
    ]
    lock = SwitchRow(
        f"{module}.is_locked",
        f"{name} lock",
        locked(f"{module}.is_locked"),
        id=f"{id}_lock",
        icon="lock",
        on_tap=switched(f"{module}.is_locked", f"{api}_lock_switch"),
        grow=1.0,
    )
    return Card(
        Row(Text(name, weight="medium"), padding=(12, 4)),
        Row(*does, gap=8, height=TARGET),
        Row(
            ApiSlider(f"{module}.{level}", f"{name} opening", f"{api}_openDegree_set", id=f"{id}_opening", says=opening),
            padding=(12, 4),
        ),
        lock,
        gap=12,
        padding=(16, 14),
        grow=1.0,
    )
