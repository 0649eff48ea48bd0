"""Climate: a panel over the app in front, with the controls and the resource ids of the stock one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.values import StateValue
from automotive_env.car.devices.air_conditioner import OUTLETS
from automotive_env.headunit.apps.climate.seat_air import SeatAirScreen
from automotive_env.headunit.kit.bind import Bind, bind, equals
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, in_order
from automotive_env.headunit.kit.rendering.theme import SECONDARY, ColourRole
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, go, put
from automotive_env.headunit.kit.widgets.button import Button, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.shared.climate_controls import FAN, IDS, POWER, SIDES, TemperaturePickerDialog, temperature_buttons
from automotive_env.headunit.shared.vehicle_view import places

if TYPE_CHECKING:
    from automotive_env.headunit.kit.entry import ScreenEntry

AC = "airConditioner"
RUNS = equals(POWER[0], True)
BY_HAND = bind(POWER[0], f"{AC}.auto_mode", to=lambda runs, auto: runs and not auto)
"""Fan and outlets are the driver's business only while the climate runs and does not regulate itself."""

DIRECTIONS = (
    ("face", "Face", "direction_face", "car_fan_mid_left"),
    ("face and feet", "Face & feet", "direction_face_and_floor", "car_fan_low_mid_left"),
    ("feet", "Feet", "direction_floor", "car_fan_low_left"),
    ("window", "Defrost", "direction_defrost", "car_defrost_left"),
)
FASTEST = 7
"""The highest speed of the fan."""
HEAT_LEVELS = {0: "Off", 1: "Low", 3: "Medium", 5: "High"}


class FanSegmentButton(Button):
    """One step of the fan; all steps up to the speed are lit."""

    def __init__(self, speed: int, id: str) -> None:
        super().__init__(
            _blow(speed),
            id=id,
            text=str(speed),
            description=f"Fan speed {speed}" + (", the highest" if speed == FASTEST else ""),
            enabled=BY_HAND,
            selected=bind(POWER[0], FAN[0], to=lambda runs, now: runs and now == speed),
            height=84,
            grow=1.0,
            radius=18,
        )
        self.lit = bind(POWER[0], FAN[0], to=lambda runs, now: runs and now >= speed)

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        return super().state(values, entry)._replace(shown=self.lit.now(values))

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        lit: ColourRole = "accent" if state.enabled else "line"
        brush.panel(lit if state.shown else "raised", radius=self.radius)
        ink: ColourRole = "text" if not state.shown else "on_accent" if state.enabled else "text"
        self.content(state, brush, ink if state.enabled or state.shown else "faint")
        if state.selected:
            self.mark(brush, ink)


def _blow(speed: int) -> TouchHandler:
    def act(touch: TouchEvent) -> None:
        for path in FAN:
            touch.set(path, speed)

    return act


def _stop(touch: TouchEvent) -> None:
    for path in POWER:
        touch.set(path, False)


def _direct(outlet: str) -> TouchHandler:
    def act(touch: TouchEvent) -> None:
        for seat in SEATS:
            for each in OUTLETS:
                touch.set(f"{AC}.ac_states.{seat}.outlet_modes.{each}", each == outlet)

    return act


def _direction(outlet: str, text: str, id: str, icon: str) -> Button:
    chosen = equals(f"{AC}.ac_states.{SEATS[0]}.outlet_modes.{outlet}", True)
    return Button(_direct(outlet), id=id, text=text, icon=icon, selected=chosen, enabled=BY_HAND, grow=1.0)


def _warmth(seat: str) -> Bind[int]:
    """Level of a seat's heating: 0 off, 1 low, 3 medium, 5 high; levels between count as the next lower one."""
    paths = (f"seat.{seat}.heater.is_on", f"seat.{seat}.heater.temperature_level")
    return bind(*paths, to=lambda on, level: max(step for step in HEAT_LEVELS if step <= level) if on else 0)


def _warmer(seat: str) -> TouchHandler:
    warmth = _warmth(seat)

    def act(touch: TouchEvent) -> None:
        steps = list(HEAT_LEVELS)
        level = steps[(steps.index(warmth.now(touch.values)) + 1) % len(steps)]
        touch.set(f"seat.{seat}.heater.is_on", level > 0)
        if level:
            touch.set(f"seat.{seat}.heater.temperature_level", level)

    return act


def _side(seat: str, where: str) -> Card:
    """The temperature and the warmth of a seat; resource ids and icons are those of its side, "left" or "right"."""
    warmth = _warmth(seat)
    lower, value, higher = temperature_buttons(seat, size=54)
    lower.grow = higher.grow = 1.0
    heat = Button(
        _warmer(seat),
        id=f"seat_heat_level_button_{where}",
        icon=f"seat_heat_{where}",
        text=bind_words(warmth),
        description=Bind(warmth.slots, lambda *now: f"Seat heating {SIDES[seat]}: {HEAT_LEVELS[warmth.to(*now)].lower()}"),
        selected=Bind(warmth.slots, lambda *now: warmth.to(*now) > 0),
        width=116,
        icon_size=56,
        warms=True,
    )
    title = Text(SIDES[seat].capitalize(), size=SECONDARY, ink="quiet")
    return Card(title, Row(Column(higher, value, lower, gap=4, grow=1.0), heat, gap=16, grow=1.0), gap=8, padding=20, width=316)


def bind_words(warmth: Bind[int]) -> Bind[str]:
    """The level of a heating as a word."""
    return Bind(warmth.slots, lambda *now: HEAT_LEVELS[warmth.to(*now)])


def _api_toggle(flag: str, api: str, id: str, icon: str, text: str, warms: bool = False) -> ToggleButton:
    """A toggle whose API knows what else it changes."""

    def act(touch: TouchEvent) -> str | None:
        return touch.call(f"{AC}.{api}", switch=not touch.get(f"{AC}.{flag}"))

    return ToggleButton(f"{AC}.{flag}", id=id, icon=icon, text=text, on_tap=act, enabled=RUNS, wide=True, grow=1.0, warms=warms)


class ClimateScreen(Screen):
    """Everything about the air in the car."""

    name = "climate"
    title = "Climate"
    window = "SystemUIOverlayWindow"

    def build(self, car: BuildContext) -> LayoutNode:
        left, center, right = self.middle(car)
        middle: LayoutNode = in_order(Row(left, center, right, grow=1.0))
        if middle.least() > car.width - 64:
            left.width = right.width = None
            left.grow = right.grow = 1.0
            middle = Column(in_order(Row(left, right)), center, grow=1.0)
        return Column(self.modes(), middle, self.extras(), padding=(32, 16))

    def modes(self) -> Row:
        """The row of the main switches."""
        inside, outside = "internal circulation", "external circulation"
        defrosters = f"{AC}.defroster"
        parts = [
            ToggleButton(POWER[0], id="ac_master_switch", icon="power_settings_new", text="Power", writes=POWER),
            ToggleButton(f"{AC}.auto_mode", id="auto_button", icon="thermostat_auto", text="AUTO"),
            ToggleButton(f"{AC}.ac_mode", id="ac_button", icon="snowflake", text="A/C", enabled=RUNS),
            ToggleButton(
                f"{AC}.circulation_mode", id="recycle_air_button", icon="car_fan_recirculate", text="Recirculate",
                on=inside, off=outside, enabled=RUNS,
            ),
            ToggleButton(f"{defrosters}.front", id="defroster_button", icon="front_defroster", text="Front defrost"),
            ToggleButton(f"{defrosters}.rear", id="rear_defroster_button", icon="rear_defroster", text="Rear defrost"),
        ]  # fmt: skip
        for part in parts:
            part.grow = 1.0
        close = Button(
            put(f"{AC}.ac_view_open", False),
            id="hvac_panel_close_button",
            icon="close",
            description="Close climate",
            width=84,
        )
        return Row(*parts, close, gap=12, height=112)

    def middle(self, car: BuildContext) -> tuple[Card, Card, Card]:
        """Temperatures at the sides, where those sit who have them, fan and outlets between them."""
        speeds = [FanSegmentButton(speed, f"fan_speed_{speed}") for speed in range(1, FASTEST)]
        off = Button(
            _stop, id="fan_off", text="OFF", description="Fan off", enabled=BY_HAND, selected=equals(POWER[0], False),
            height=84, grow=1.0, radius=18,
        )  # fmt: skip
        fan = Row(off, *speeds, FanSegmentButton(FASTEST, "fan_max"), gap=4, height=84)
        air = Row(*(_direction(*one) for one in DIRECTIONS), gap=8, grow=1.0)
        label = Text("Fan speed", size=SECONDARY, ink="quiet")
        center = Card(label, fan, Text("Air direction", size=SECONDARY, ink="quiet"), air, gap=10, padding=(16, 18), grow=1.0)
        left, right = (_side(seat, where) for (seat, _, _), where in zip(places(car), ("left", "right"), strict=False))
        return left, center, right

    def extras(self) -> Row:
        """What is needed less often."""
        purifier = ToggleButton(
            f"{AC}.purification_mode", id="purification_button", icon="air_purifier_gen", text="Purify", wide=True, grow=1.0,
            on="air purification", off="off", enabled=RUNS, icon_size=40,
        )  # fmt: skip
        more = Button(go(SeatAirScreen.name), id="hvac_more_button", text="More", width=118)
        return Row(
            _api_toggle("cool_mode", "cool_mode_switch", id="cool_mode_button", icon="mode_cool", text="Cool"),
            _api_toggle("heat_mode", "heat_mode_switch", id="heat_mode_button", icon="mode_heat", text="Heat", warms=True),
            _api_toggle(
                "auto_defog_mode", "auto_defog_switch", id="auto_defog_button", icon="windshield_defrost_auto", text="Auto defog"
            ),
            purifier,
            _api_toggle(
                "energy_saving_mode", "energy_saving_mode", id="energy_saving_button", icon="energy_savings_leaf", text="Eco"
            ),
            more,
            gap=12,
            height=84,
        )


APP = App(
    name="climate",
    title="Climate",
    icon="mode_fan",
    package="com.android.systemui",
    screens=(ClimateScreen, SeatAirScreen, TemperaturePickerDialog),
    aliases=("hvac", "climate control", "air conditioning", "air conditioner", "com.android.systemui.hvac"),
    order=30,
)

__all__ = ["APP", "IDS", "ClimateScreen"]
