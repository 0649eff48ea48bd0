"""The second page of the climate: the unit of each seat, and the air of the whole cabin."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from automotive_env.car.core.device import SEATS
from automotive_env.car.devices.air_conditioner import OUTLETS
from automotive_env.headunit.apps.climate.cabin_air import cabin_air
from automotive_env.headunit.apps.climate.vent_picture import VentPictureState, paint_vents
from automotive_env.headunit.kit.bind import Bind, bind, equals
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, in_order
from automotive_env.headunit.kit.rendering.theme import MARGIN, SECONDARY, TARGET
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, back, call
from automotive_env.headunit.kit.widgets.button import Button, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.pills import choices, pills
from automotive_env.headunit.kit.widgets.slider import step_buttons
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.shared.climate_controls import temperature_buttons
from automotive_env.headunit.shared.vehicle_view import PLACES, places

AC = "airConditioner"
COMBINED = tuple(outlet for outlet in OUTLETS if outlet != "random")
CABIN = "cabin"
NAMES = {seat: text for seat, text, _ in PLACES}
VENTS = (
    ("window", "Windscreen", "car_defrost_left"),
    ("face", "Face", "car_fan_mid_left"),
    ("feet", "Feet", "car_fan_low_left"),
)
"""Outlet, text, icon."""
REAR_VENTS = (("window", "Window", "window_closed"), *VENTS[1:])
"""The same behind the front seats, from where the windscreen is far."""
BLOWS = (
    ("Sweeping", "Swing", "Vents swing from side to side", ("Sweeping", "Free Flow", "Custom Flow", "Smart Flow")),
    ("Blow to Me", "At me", "Vents blow at me", ("Blow to People", "Blow to Me", "Blow Directly")),
    ("Avoid People Blow", "Around me", "Vents blow around me", ("Avoid Direct Blow", "Avoid People Blow")),
)
"""What a touch asks the car for, its text, what it does, and the patterns that count as it."""
AIMS = (("up", "arrow_upward"), ("down", "arrow_downward"), ("left", "arrow_back"), ("right", "arrow_forward"))
TEMPERATURE = ("seat_temperature_less", "seat_temperature_value", "seat_temperature_more")
FAN = ("seat_fan_less", "seat_fan_value", "seat_fan_more")


def _is_rear(seat: str) -> bool:
    return seat not in SEATS[:2]


def _open_vents(seat: str) -> Bind[VentPictureState]:
    """Which vents are open; the car has a flag for each combination."""
    paths = [f"{AC}.ac_states.{seat}.outlet_modes.{outlet}" for outlet in COMBINED]

    def see(*flags: bool) -> VentPictureState:
        open_now = [outlet for outlet, on in zip(COMBINED, flags, strict=True) if on]
        window, face, feet = (any(vent in outlet for outlet in open_now) for vent, _, _ in VENTS)
        return VentPictureState(window, face, feet, rear=_is_rear(seat))

    return bind(*paths, to=see)


def _vent(seat: str, vent: str, text: str, icon: str) -> ToggleButton:
    """Opens or closes one vent and leaves the others as they are."""
    vents = _open_vents(seat)

    def act(touch: TouchEvent) -> str | None:
        now = vents.now(touch.values)
        wanted = {name for name, _, _ in VENTS if getattr(now, name) != (name == vent)}
        if len(wanted) == len(VENTS):
            return touch.call(f"{AC}.outlet_mode", switch=True, mode="all", position=seat)
        for outlet in OUTLETS:
            touch.set(f"{AC}.ac_states.{seat}.outlet_modes.{outlet}", set(outlet.split(" and ")) == wanted)
        return None

    toggle = ToggleButton(
        f"{AC}.ac_states.{seat}.outlet_modes.{vent}", id=f"outlet_{vent}", icon=icon, text=text, on_tap=act,
        description=f"Air to the {text.lower()}", enabled=_runs(seat), grow=1.0,
    )  # fmt: skip
    toggle.selected = Bind(vents.slots, lambda *flags: bool(getattr(vents.to(*flags), vent)))
    toggle.slots = tuple(dict.fromkeys((*toggle.slots, *vents.slots)))
    return toggle


def _in_turn(seat: str) -> ToggleButton:
    """Air from one vent after the other."""
    at = f"{AC}.ac_states.{seat}.outlet_modes"

    def act(touch: TouchEvent) -> None:
        alone = [outlet for outlet in OUTLETS if touch.get(f"{at}.{outlet}")] != ["random"]
        for outlet in OUTLETS:
            touch.set(f"{at}.{outlet}", outlet == "random" and alone)

    return ToggleButton(
        f"{at}.random", id="outlet_random", text="In turn", description="Air from each vent in turn", on_tap=act,
        enabled=_runs(seat), grow=1.0,
    )  # fmt: skip


def _everywhere(seat: str) -> Button:
    all_open = bind(*(f"{AC}.ac_states.{seat}.outlet_modes.{outlet}" for outlet in OUTLETS), to=lambda *opened: all(opened))

    def act(touch: TouchEvent) -> str | None:
        return touch.call(f"{AC}.outlet_mode", switch=not all_open.now(touch.values), mode="all", position=seat)

    return Button(
        act, id="outlet_all", text="Everywhere", description="Air everywhere", selected=all_open, enabled=_runs(seat), grow=1.0
    )


def _blow(seat: str, mode: str, text: str, description: str, alike: Sequence[str]) -> Button:
    """How the vents move; a touch on what goes ends it."""
    path = f"{AC}.ac_states.{seat}.sweeping_mode"

    def act(touch: TouchEvent) -> str | None:
        now = touch.get(path)
        return touch.call(f"{AC}.sweeping_mode", switch=now not in alike, mode=now if now in alike else mode, position=seat)

    id = f"sweep_{mode.lower().replace(' ', '_')}"
    chosen = bind(path, to=lambda now: now in alike)
    return Button(act, id=id, text=text, description=description, selected=chosen, enabled=_runs(seat), grow=1.0)


def _vent_button(seat: str, direction: str, icon: str) -> Button:
    return Button(
        call(f"{AC}.outlet_direction_switch", position=seat, direction=direction),
        id=f"vent_{direction}",
        icon=icon,
        text=direction.capitalize(),
        description=f"Vents {direction}",
        selected=equals(f"{AC}.ac_states.{seat}.outlet_direction", direction),
        enabled=_runs(seat),
        icon_size=36,
        grow=1.0,
    )


def _runs(seat: str) -> Bind[bool]:
    return equals(f"{AC}.ac_states.{seat}.is_on", True)


def _blows(seat: str) -> Callable[[TouchEvent, float], str | None]:
    return lambda touch, speed: touch.call(f"{AC}.wind_speed_set", position=seat, value=int(speed))


def _steps(lower: Button, value: Text | Button, higher: Button) -> Card:
    lower.width = higher.width = TARGET + 4
    value.grow = 1.0
    return Card(Row(lower, value, higher, gap=4, height=TARGET), padding=(12, 12), grow=1.0)


class SeatAirScreen(Screen):
    """The air at one seat, or of the whole cabin; chosen at the top."""

    name = "seat_air"
    title = "Air"
    back_to = f"{AC}.ac_view_open"
    samples = ((), (SEATS[5],), (CABIN,))

    def build(self, car: BuildContext) -> LayoutNode:
        shown = str(car.local("page", car.args[0] if car.args else SEATS[2]))
        arrow = Button(
            back,
            id="car_ui_toolbar_nav_icon_container",
            icon="arrow_back",
            description="Back",
            look="plain",
            width=TARGET,
        )
        title = Text(self.title, id="car_ui_toolbar_title", size=40, weight="medium", grow=1.0)
        pages = (*((seat, text, f"air_{id}") for seat, text, id in places(car)), (CABIN, "Cabin", "air_cabin"))
        toolbar = Row(arrow, title, pills(*choices("page", shown, pages), width=1080), height=TARGET + 4, gap=12)
        content = cabin_air() if shown == CABIN else self.unit(shown)
        return Column(toolbar, content, padding=(MARGIN + 8, 16))

    def unit(self, seat: str) -> LayoutNode:
        """The unit of a seat."""
        return Column(self.main(seat), Row(self.outlets(seat), self.movement(seat), grow=1.0), grow=1.0)

    def main(self, seat: str) -> LayoutNode:
        """What is needed most."""
        side, at = NAMES[seat].lower(), f"{AC}.ac_states.{seat}"
        power = ToggleButton(f"{at}.is_on", id="seat_power", icon="power_settings_new", text="Power", icon_size=36)
        lock = ToggleButton(f"{at}.child_safety_lock", id="child_lock", icon="child_lock", text="Child lock", icon_size=36)
        fan = step_buttons(
            f"{at}.wind_speed",
            f"{side} fan",
            ids=FAN,
            says=lambda speed: f"Fan {speed:.0f}",
            enabled=_runs(seat),
            on_step=_blows(seat),
        )
        warm = _steps(*temperature_buttons(seat, 40, TEMPERATURE))
        return Row(power, lock, warm, _steps(*fan), height=100)

    def outlets(self, seat: str) -> LayoutNode:
        """Where the air goes; several at once."""
        picture = PictureWidget(paint_vents, _open_vents(seat), width=292)
        vents = Row(*(_vent(seat, *vent) for vent in (REAR_VENTS if _is_rear(seat) else VENTS)), gap=8, grow=1.0)
        others = Row(_in_turn(seat), _everywhere(seat), gap=8, height=TARGET)
        return Card(
            Text("Air to", size=SECONDARY, ink="quiet"), Row(picture, Column(vents, others, gap=8, grow=1.0), gap=16, grow=1.0),
            gap=10, padding=(16, 14), width=816,
        )  # fmt: skip

    def movement(self, seat: str) -> LayoutNode:
        """How the vents move, and where they point."""
        blows = Row(*(_blow(seat, *blow) for blow in BLOWS), gap=8, grow=1.0)
        aims = in_order(Row(*(_vent_button(seat, *aim) for aim in AIMS), gap=8, grow=1.0))
        return Card(
            Text("Vents move", size=SECONDARY, ink="quiet"), blows, Text("Vents point", size=SECONDARY, ink="quiet"), aims,
            gap=10, padding=(16, 14), grow=1.0,
        )  # fmt: skip
