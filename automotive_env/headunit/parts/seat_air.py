"""The second page of the climate: the unit of each seat, and the air of the whole cabin."""

from __future__ import annotations

from collections.abc import Callable

from automotive_env.headunit.bind import Bind, bind, equals
from automotive_env.headunit.parts.cabin_air import cabin_air
from automotive_env.headunit.parts.climate_controls import temperature_buttons
from automotive_env.headunit.rendering.node import Column, Grid, Node, Row
from automotive_env.headunit.rendering.theme import MARGIN, SECONDARY, TARGET
from automotive_env.headunit.screen import Screen, View
from automotive_env.headunit.touch import Touch, call
from automotive_env.headunit.widgets.button import Button, Toggle
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.pills import choices, pills
from automotive_env.headunit.widgets.slider import step_buttons
from automotive_env.headunit.widgets.text import Text
from automotive_env.world.device import SEATS
from automotive_env.world.devices.air_conditioner import OUTLETS, SWEEPS

AC = "airConditioner"
CABIN = "cabin"
NAMES = dict(zip(SEATS, ("Driver", "Passenger", "Rear left", "Rear right", "Third left", "Third right"), strict=True))
IDS = ("air_driver", "air_passenger", "air_second_left", "air_second_right", "air_third_left", "air_third_right")
PAGES = (*zip(SEATS, NAMES.values(), IDS, strict=True), (CABIN, "Cabin", "air_cabin"))
OUTLET_TEXTS = ("Face", "Feet", "Window", "Face & feet", "Face & window", "Feet & window", "In turn")
VENTS = (("up", "arrow_upward"), ("down", "arrow_downward"), ("left", "arrow_back"), ("right", "arrow_forward"))
TEMPERATURE = ("seat_temperature_less", "seat_temperature_value", "seat_temperature_more")
FAN = ("seat_fan_less", "seat_fan_value", "seat_fan_more")


def _to_panel(touch: Touch) -> None:
    touch.back()
    touch.set(f"{AC}.ac_view_open", True)


def _outlet(seat: str, outlet: str, text: str) -> Toggle:
    path = f"{AC}.ac_states.{seat}.outlet_modes.{outlet}"

    def act(touch: Touch) -> str | None:
        return touch.call(f"{AC}.outlet_mode", switch=not touch.get(path), mode=outlet, position=seat)

    id = f"outlet_{outlet.replace(' ', '_')}"
    return Toggle(path, id=id, text=text, description=f"Air to {outlet}", on_tap=act, enabled=_runs(seat))


def _everywhere(seat: str) -> Button:
    all_open = bind(*(f"{AC}.ac_states.{seat}.outlet_modes.{outlet}" for outlet in OUTLETS), to=lambda *opened: all(opened))

    def act(touch: Touch) -> str | None:
        return touch.call(f"{AC}.outlet_mode", switch=not all_open.now(touch.values), mode="all", position=seat)

    return Button(act, id="outlet_all", text="All", description="Air everywhere", selected=all_open, enabled=_runs(seat))


def _sweep(seat: str, mode: str) -> Button:
    """A pattern of the vents; a touch on the one that goes ends it."""
    path = f"{AC}.ac_states.{seat}.sweeping_mode"

    def act(touch: Touch) -> str | None:
        return touch.call(f"{AC}.sweeping_mode", switch=touch.get(path) != mode, mode=mode, position=seat)

    id = f"sweep_{mode.lower().replace(' ', '_')}"
    return Button(act, id=id, text=mode, selected=equals(path, mode), enabled=_runs(seat))


def _vent(seat: str, direction: str, icon: str) -> Button:
    return Button(
        call(f"{AC}.outlet_direction_switch", position=seat, direction=direction),
        id=f"vent_{direction}",
        icon=icon,
        text=direction.capitalize(),
        description=f"Vents {direction}",
        selected=equals(f"{AC}.ac_states.{seat}.outlet_direction", direction),
        enabled=_runs(seat),
        icon_size=36,
        width=92,
    )


def _runs(seat: str) -> Bind[bool]:
    return equals(f"{AC}.ac_states.{seat}.is_on", True)


def _blows(seat: str) -> Callable[[Touch, float], str | None]:
    return lambda touch, speed: touch.call(f"{AC}.wind_speed_set", position=seat, value=int(speed))


def _steps(lower: Button, value: Text | Button, higher: Button) -> Card:
    lower.width = higher.width = TARGET + 4
    value.grow = 1.0
    return Card(Row(lower, value, higher, gap=4, height=TARGET), padding=(12, 12), grow=1.0)


class SeatAirScreen(Screen):
    """The air at one seat, or of the whole cabin; chosen at the top."""

    name = "seat_air"
    title = "Air"
    samples = ((), (SEATS[5],), (CABIN,))

    def build(self, car: View) -> Node:
        shown = str(car.local("page", car.args[0] if car.args else SEATS[2]))
        arrow = Button(
            _to_panel,
            id="car_ui_toolbar_nav_icon_container",
            icon="arrow_back",
            description="Back",
            look="plain",
            width=TARGET,
        )
        title = Text(self.title, id="car_ui_toolbar_title", size=40, weight="medium", grow=1.0)
        toolbar = Row(arrow, title, pills(*choices("page", shown, PAGES), width=1080), height=TARGET + 4, gap=12)
        content = cabin_air() if shown == CABIN else self.unit(shown)
        return Column(toolbar, content, padding=(MARGIN + 8, 16))

    def unit(self, seat: str) -> Node:
        """The unit of a seat."""
        return Column(self.main(seat), Row(self.outlets(seat), self.sweeps(seat), grow=1.0), grow=1.0)

    def main(self, seat: str) -> Node:
        """What is needed most."""
        side, at = NAMES[seat].lower(), f"{AC}.ac_states.{seat}"
        power = Toggle(f"{at}.is_on", id="seat_power", icon="power_settings_new", text="Power", icon_size=36, width=124)
        lock = Toggle(f"{at}.child_safety_lock", id="child_lock", icon="child_care", text="Child lock", icon_size=36, width=148)
        fan = step_buttons(
            f"{at}.wind_speed",
            f"{side} fan",
            ids=FAN,
            says=lambda speed: f"Fan {speed:.0f}",
            enabled=_runs(seat),
            on_step=_blows(seat),
        )
        vents = Row(*(_vent(seat, *vent) for vent in VENTS), gap=8)
        warm = _steps(*temperature_buttons(seat, 40, TEMPERATURE))
        return Row(power, lock, warm, _steps(*fan), vents, height=100)

    def outlets(self, seat: str) -> Node:
        """Where the air goes; several at once."""
        parts = [_outlet(seat, *outlet) for outlet in zip(OUTLETS, OUTLET_TEXTS, strict=True)]
        grid = Grid(*parts, _everywhere(seat), columns=3, gap=8, grow=1.0)
        return Card(Text("Air to", size=SECONDARY, ink="quiet"), grid, gap=10, padding=(12, 14), width=600)

    def sweeps(self, seat: str) -> Node:
        """How the vents move; one at a time."""
        grid = Grid(*(_sweep(seat, mode) for mode in SWEEPS), columns=3, gap=8, grow=1.0)
        return Card(Text("Vents move", size=SECONDARY, ink="quiet"), grid, gap=10, padding=(12, 14), grow=1.0)
