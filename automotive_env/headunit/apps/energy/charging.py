"""The page of the energy app on charging: how far, when, and ready for which departure."""

from __future__ import annotations

from automotive_env.car.driving.charging import STATE, charge_seconds, charge_state
from automotive_env.car.driving.energy import DAYS
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.touch import go
from automotive_env.headunit.kit.widgets.button import Button, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import SwitchRow
from automotive_env.headunit.kit.widgets.slim_slider import SlimSlider
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.pictures.town.journey import lasts
from automotive_env.headunit.shared.care_words import minutes
from automotive_env.headunit.shared.time_picker import FORMAT, TIMES

LETTERS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
WORDS = {
    "unplugged": "Not plugged in",
    "full": "Charged to the limit",
    "off": "Plugged in, does not charge",
}


def charging_words(*values: object) -> str:
    """What charging does, from the values at `CHARGING`."""
    *known, power, form = values
    state, told = charge_state(*known), dict(zip(STATE, map(str, known), strict=True))  # type: ignore[arg-type]
    if state == "waiting":
        return f"Waits until {minutes(int(told['energy.off_peak_start']), str(form))}"
    if state == "charging":
        seconds = charge_seconds(float(told["road.fuel_level"]), float(told["energy.charge_limit"]), float(str(power)))
        return f"Charging, {lasts(seconds)} left"
    return WORDS[state]


CHARGING = (*STATE, "energy.charge_power", FORMAT)


def charging_state() -> Bind[str]:
    """What charging does now."""
    return bind(*CHARGING, to=charging_words)


def charging() -> LayoutNode:
    """The section."""
    return Row(Column(_now(), _departure(), grow=1.0), _plan(), grow=1.0)


def _now() -> LayoutNode:
    plugged = "energy.is_plugged_in", "road.gear"
    icon = bind(*plugged, to=lambda on, gear: "battery_charging_full" if on and gear == "park" else "ev_station")
    state = Text(charging_state(), id="charge_state", description="Charging", weight="medium", grow=1.0)
    return Card(
        Row(Icon(icon, ink="accent"), state, gap=16, height=44),
        SlimSlider("energy.charge_limit", "Charge limit", id="charge_limit", icon="battery_full", step=5),
        SwitchRow("energy.charging_on", "Charge when plugged in", id="charging_on", icon="bolt", height=TARGET),
        gap=8, padding=16, grow=1.0,
    )  # fmt: skip


def _time(key: str, id: str) -> Button:
    path, title = TIMES[key]
    words = bind(path, FORMAT, to=minutes)
    told = bind(path, FORMAT, to=lambda now, form: f"{title} {minutes(now, form)}")
    return Button(go("time", key), id=id, text=words, description=told, size=28, width=200, height=TARGET)


def _departure() -> LayoutNode:
    return Card(
        Row(
            SwitchRow("energy.departure_on", "Departure", id="departure", icon="schedule", grow=1.0, height=TARGET),
            _time("departure", "departure_time"), height=TARGET,
        ),
        SwitchRow(
            "energy.preconditioning", "Warm or cool the cabin first", id="preconditioning", icon="thermostat", height=TARGET
        ),
        gap=8, padding=16,
    )  # fmt: skip


def _plan() -> LayoutNode:
    days = [
        ToggleButton(f"energy.off_peak_days.{day}", id=f"day_{day}", text=letters, description=day.capitalize(), grow=1.0,
               height=TARGET)
        for day, letters in zip(DAYS, LETTERS, strict=True)
    ]  # fmt: skip
    return Card(
        SwitchRow("energy.off_peak_on", "Charge in cheap hours", id="off_peak", icon="account_balance_wallet", height=TARGET),
        Row(Text("Cheap hours begin", grow=1.0), _time("start", "off_peak_start"), height=TARGET),
        Row(Text("Cheap hours end", grow=1.0), _time("end", "off_peak_end"), height=TARGET),
        Row(*days, gap=8, height=TARGET),
        Text("On other days the car charges at once.", size=SECONDARY, ink="quiet", lines=2),
        gap=14, padding=20, grow=1.0,
    )  # fmt: skip
