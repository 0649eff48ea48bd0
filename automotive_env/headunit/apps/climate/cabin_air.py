"""Where the air of the whole cabin comes from, how it is cleaned, and when it goes on its own."""

from __future__ import annotations

from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.touch import switched
from automotive_env.headunit.kit.widgets.button import OptionButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import SwitchRow
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.shared.climate_controls import POWER

AC = "airConditioner"
ANY_RUNS = bind(*POWER, to=lambda *runs: any(runs))
CIRCULATION = (
    ("internal circulation", "Inside", "recirculation_internal", "car_fan_recirculate"),
    ("external circulation", "Outside", "recirculation_external", "airwave"),
    ("automatic circulation", "Automatic", "recirculation_automatic", "auto_mode"),
    ("off", "Off", "recirculation_off", "close"),
)
PURIFICATION = (
    ("air purification", "Filter", "purification_air", "air_purifier_gen"),
    ("ion purification", "Ions", "purification_ion", "blur_circular"),
    ("off", "Off", "purification_off", "close"),
)
SWITCHES = (
    ("defrost_mode", "defrost_mode_switch", "Window drying", "Clears all windows", "defrost_mode", "cool_to_dry"),
    (
        "parking_ventilation_mode",
        "parking_ventilation",
        "Parking ventilation",
        "Airs the parked car",
        "parking_ventilation",
        "local_parking",
    ),
    ("auto_defog_mode", "auto_defog_switch", "Auto defog", "When windows mist up", "auto_defog", "windshield_defrost_auto"),
    ("energy_saving_mode", "energy_saving_mode", "Energy saving", "Gentler, uses less", "energy_saving", "energy_savings_leaf"),
)


def _kinds(title: str, path: str, options: tuple[tuple[str, str, str, str], ...], grow: float) -> LayoutNode:
    """The kinds of something, of which one is chosen."""
    parts = [
        OptionButton(
            path, value, id=id, icon=icon, text=text, description=f"{title}: {text.lower()}", enabled=ANY_RUNS, wide=False
        )
        for value, text, id, icon in options
    ]
    return Card(Text(title, size=SECONDARY, ink="quiet"), Row(*parts, gap=8, grow=1.0), gap=12, padding=20, grow=grow)


def cabin_air() -> LayoutNode:
    """The page of the whole cabin."""
    kinds = Row(
        _kinds("Air from", f"{AC}.circulation_mode", CIRCULATION, 4.0),
        _kinds("Air cleaning", f"{AC}.purification_mode", PURIFICATION, 3.0),
        grow=1.0,
    )
    rows = [
        SwitchRow(f"{AC}.{flag}", title, line, id=id, icon=icon, on_tap=switched(f"{AC}.{flag}", f"{AC}.{api}"), enabled=ANY_RUNS)
        for flag, api, title, line, id, icon in SWITCHES
    ]
    return Column(kinds, Card(Grid(*rows, columns=2, row_height=96, gap=12), padding=12), grow=1.0)
