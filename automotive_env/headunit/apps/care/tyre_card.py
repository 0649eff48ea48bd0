"""The tyres: their pressures around the car, what they should have, and the reset after inflating."""

from __future__ import annotations

from automotive_env.car.driving.road import WHEELS
from automotive_env.car.driving.sensors import FLAT_BAR
from automotive_env.car.driving.tyres import MISSING_BAR, PRESSURE_UNITS, RECOMMENDED, recommended, tyre_path
from automotive_env.headunit.apps.care.tyre_picture import paint_tyres
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.brush import TextAlign
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.screen import BuildContext, Dialog
from automotive_env.headunit.kit.touch import TouchEvent, back, go
from automotive_env.headunit.kit.widgets.button import Button, OptionButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.page import dialog
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.restrictions import Restriction
from automotive_env.headunit.shared.care_words import pressure
from automotive_env.headunit.shared.confirm import ConfirmDialog

UNIT, LOAD = "tyres.pressure_unit", "tyres.load"
PRESSURES = tuple(map(tyre_path, WHEELS))
LOADS = {"light": "Half load", "full": "Full load"}


def verdict(load: str, *bars: float) -> str:
    """What the pressures, in the order of `WHEELS`, say as a whole."""
    if any(bar < FLAT_BAR for bar in bars):
        return "Low pressure: inflate now"
    short = any(bar < recommended(wheel, load) - MISSING_BAR for wheel, bar in zip(WHEELS, bars, strict=True))
    return "Inflate at the next stop" if short else "All tyres are fine"


def _wanted(load: str, unit: str) -> str:
    front, rear = RECOMMENDED[load]
    return f"Recommended: front {pressure(front, unit)}, rear {pressure(rear, unit)}"


def _low(load: str, *bars: float) -> tuple[bool, ...]:
    return tuple(bar < recommended(wheel, load) - MISSING_BAR for wheel, bar in zip(WHEELS, bars, strict=True))


def _corner(wheel: str) -> LayoutNode:
    path, id = tyre_path(wheel), f"tyre_{wheel.replace(' ', '_')}"
    value: Bind[str] = bind(path, UNIT, to=pressure)
    words = bind(path, LOAD, to=lambda bar, load: _word(bar, recommended(wheel, load)))
    align: TextAlign = "right" if wheel.endswith("left") else "left"
    return Column(
        Text(value, id=id, description=f"Pressure {wheel}", weight="medium", align=align, grow=0.0),
        Text(words, size=SECONDARY, ink="quiet", align=align, grow=0.0),
        gap=2,
    )


def _word(bar: float, wanted: float) -> str:
    return "Low" if bar < FLAT_BAR else "A bit low" if bar < wanted - MISSING_BAR else "Fine"


def tyre_card() -> LayoutNode:
    """The card."""
    left, right = (
        Column(Spacer(), _corner(f"front {side}"), Spacer(), Spacer(), _corner(f"rear {side}"), Spacer(), width=150)
        for side in ("left", "right")
    )
    picture = PictureWidget(paint_tyres, bind(LOAD, *PRESSURES, to=_low), radius=0, grow=1.0)
    loads = [OptionButton(LOAD, load, id=f"load_{load}", text=text, height=TARGET) for load, text in LOADS.items()]
    reset = Button(
        go("reset_tyres"), id="reset_tyres_button", text="Reset", description="Reset after inflating", grow=1.0, height=TARGET
    )
    words = Column(
        Text(bind(LOAD, *PRESSURES, to=verdict), id="tyre_state", description="Tyres", weight="medium", grow=0.0),
        Text(bind(LOAD, UNIT, to=_wanted), id="tyre_recommended", size=SECONDARY, ink="quiet", grow=0.0),
        gap=2, grow=1.0, height=TARGET,
    )  # fmt: skip
    unit = Button(
        go("pressure_unit"), id="pressure_unit_button", text=bind(UNIT), description="Unit of tyre pressures", size=28, width=104,
        height=TARGET,
    )  # fmt: skip
    return Card(
        Row(words, unit, height=TARGET),
        Row(left, picture, right, gap=8, grow=1.0),
        Row(*loads, reset, gap=8, height=TARGET),
        gap=8, padding=20, width=620,
    )  # fmt: skip


class ResetTyresDialog(ConfirmDialog):
    """Asks whether the tyres were inflated."""

    name = "reset_tyres"
    title = "Reset the tyre monitor"
    restricted_by = Restriction.NO_SETUP
    keep_id = "reset_tyres_cancel"
    keep = "Cancel"
    go_id = "reset_tyres_confirm"
    go = "Reset"

    def question(self, car: BuildContext) -> tuple[str, str]:
        return "Are all tyres inflated?", "The car will use the current pressures as its reference."

    def go_button(self) -> Button:
        return Button(self.confirmed, id=self.go_id, text=self.go, look="filled", size=28, width=200)

    def act(self, touch: TouchEvent) -> None:
        touch.world.tyres.reset()


class PressureUnitDialog(Dialog):
    """The units of pressures."""

    name = "pressure_unit"
    title = "Unit of tyre pressures"

    def build(self, car: BuildContext) -> LayoutNode:
        units = [OptionButton(UNIT, unit, id=f"pressure_{unit.lower()}", text=unit, height=TARGET) for unit in PRESSURE_UNITS]
        close = Button(back, id="pressure_unit_close", text="Done", look="filled", size=28, width=200)
        return dialog(self.title, "", close, content=(Row(*units, gap=12, height=TARGET),))
