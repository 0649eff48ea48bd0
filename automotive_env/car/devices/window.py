"""The side windows."""

from __future__ import annotations

from automotive_env.car.calls.api_factories import adjusts, switches
from automotive_env.car.calls.level import QUARTERS, LevelProperty, LevelRaisedProperty
from automotive_env.car.calls.parameters import REQUIRED, PlacesParameter
from automotive_env.car.core.device import SEATS, Device
from automotive_env.car.core.schema import FlagProperty
from automotive_env.car.core.structure import KeyedStructProperty, Struct

OF_SEATS = PlacesParameter("at which seat", SEATS, REQUIRED)
CRACK = 10
"""Percent by which a closed window opens when no one says how far."""


class OneWindow(Struct):
    """One side window.

    People speak of how high the glass stands, the state says how far the window is open.
    """

    open_degree = LevelProperty(
        "opening of the window",
        start=0,
        percent_open=(0, 100),
        percentage=(100, 0),
        gear=(10, 0),
        centimeter=(50, 0),
        steps={"large": 30, "medium": 10, "little": 15, "tiny": 5},
        presets=QUARTERS,
    )
    is_open = LevelRaisedProperty("window", open_degree, to=CRACK)
    child_safety_lock = FlagProperty("child lock of the window")


class Window(Device, module="window"):
    """The windows of the six seats."""

    window_states = KeyedStructProperty(SEATS, OneWindow, placeholder="<seat>")
    auto_close_on_lock = FlagProperty("closing of the windows when the car is locked")

    starts = {
        "init1": {},
        "init2": {
            "window_states.driver's seat.is_open": True,
            "window_states.driver's seat.open_degree": 15,
            "window_states.passenger seat.is_open": True,
            "window_states.passenger seat.open_degree": 10,
            "window_states.<seat>.child_safety_lock": True,
            "window_states.driver's seat.child_safety_lock": False,
            "auto_close_on_lock": True,
        },
    }

    carcontrol_window_mode_childSafetyLock = switches(
        "window_states.<seat>.child_safety_lock",
        "Locks or unlocks windows against children.",
        position=PlacesParameter("at which seat", SEATS, SEATS),
    )
    carcontrol_window_switch = switches(
        "window_states.<seat>.is_open",
        "Opens closed windows a crack, or closes windows.",
        position=OF_SEATS,
        place_first=True,
        says=("open", "closed"),
    )
    carcontrol_window_height_decrease, carcontrol_window_height_increase, carcontrol_window_height_set = adjusts(
        "window_states.<seat>.open_degree",
        "the glass of windows",
        units=("percentage", "gear", "centimeter"),
        position=OF_SEATS,
        words=("Opens by lowering", "Closes by raising"),
        set_summary="Brings the glass of windows to a height (the highest is closed), or opens windows as far as a preset says.",
    )
    carcontrol_window_mode_leaveAndLockAutoCloseWindow = switches(
        "auto_close_on_lock", "Lets the windows close when the car is left and locked, or not."
    )
