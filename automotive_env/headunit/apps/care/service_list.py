"""The service: what is due, what was done, and the reset after it was done."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from automotive_env.car.content.service_book import ServiceDueDate, history, reminder, reminders
from automotive_env.car.driving.service import ITEMS, ServiceResetRecord
from automotive_env.headunit.apps.maps.map_results import look_for
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.screen import BuildContext, Dialog, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, back, go
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.kit.widgets.page import dialog, page
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.restrictions import Restriction
from automotive_env.headunit.shared.care_words import TODAY, day, distance

UNIT, MILEAGE = "environment.unit_system", "instrumentPanel.vehicle_mileage"


class ServiceItemLook(NamedTuple):
    """How an item is shown."""

    title: str
    icon: str


LOOKS: Mapping[str, ServiceItemLook] = {
    "oil": ServiceItemLook("Oil and filter", "oil_barrel"),
    "battery": ServiceItemLook("Battery check", "battery_full"),
    "brake fluid": ServiceItemLook("Brake fluid", "water_drop"),
    "wipers": ServiceItemLook("Wiper blades", "front_wiper"),
    "cabin filter": ServiceItemLook("Cabin air filter", "air_purifier"),
    "inspection": ServiceItemLook("Inspection", "check_circle"),
}
SIGNS = {"overdue": "warning", "soon": "schedule", "fine": "chevron_right"}


def _facts(car: BuildContext) -> tuple[int, date, float, tuple[ServiceResetRecord, ...]]:
    """What reminders follow from."""
    today = date.fromisoformat(car.follow(TODAY))
    resets = car.records("service.resets", ServiceResetRecord)
    return int(car.get("system.content_seed")), today, float(car.get(MILEAGE)), resets


def due(known: ServiceDueDate, today: date, mileage: float, unit: str) -> str:
    """When something is due, in words: "By 13 April 2025 or in 3,400 km"."""
    left = known.due_km - mileage
    if known.due < today:
        return f"Overdue since {day(known.due)}"
    if not known.due_km:
        return f"By {day(known.due)}"
    return f"By {day(known.due)} or in {distance(left, unit)}" if left >= 0 else f"Overdue by {distance(-left, unit)}"


def service_card(car: BuildContext) -> LayoutNode:
    """The card."""
    seed, today, mileage, resets = _facts(car)
    unit = str(car.get(UNIT))
    rows = [
        ListItem(LOOKS[each.item].title, due(each, today, mileage, unit), id="service_item", icon=LOOKS[each.item].icon,
                 trailing_icon=SIGNS[each.state(today, mileage)], on_tap=go("reset_service", each.item), height=92)
        for each in reminders(seed, today, mileage, resets)
    ]  # fmt: skip
    driven = bind(MILEAGE, UNIT, to=lambda km, unit: f"Driven {distance(km, unit)}")
    return Card(
        Row(
            Text("Service", weight="medium"), Spacer(),
            Text(driven, id="odometer", size=SECONDARY, ink="quiet", align="right", width=300), height=44,
        ),
        ListView(*rows, id="service_list"),
        Row(
            Button(go("history"), id="history_button", icon="history", text="History", wide=True, grow=1.0, height=TARGET),
            Button(look_for("Workshops"), id="workshop_button", icon="car_repair", text="Find a workshop", wide=True, grow=1.3,
                   height=TARGET),
            height=TARGET,
        ),
        gap=10, padding=20, grow=1.0,
    )  # fmt: skip


class ServiceHistoryScreen(Screen):
    """The service book."""

    name = "history"
    title = "Service history"

    def build(self, car: BuildContext) -> LayoutNode:
        seed, today, mileage, resets = _facts(car)
        unit = str(car.get(UNIT))
        rows = [
            ListItem(LOOKS[entry.item].title, f"{day(entry.done)} · {distance(entry.mileage, unit)}", id="history_item",
                     icon=LOOKS[entry.item].icon)
            for entry in history(seed, today, mileage, resets)
        ]  # fmt: skip
        content = ListView(*rows, id="history_list") if rows else empty_card("history", "Nothing has been done to this car yet.")
        return page("Service history", content, nested=True)


class ResetServiceDialog(Dialog):
    """Asks whether something was done; opened with what."""

    name = "reset_service"
    title = "Reset a reminder"
    restricted_by = Restriction.NO_SETUP
    samples = tuple((item,) for item in ITEMS)

    def build(self, car: BuildContext) -> LayoutNode:
        (item,) = car.args
        seed, today, mileage, resets = _facts(car)
        known = reminder(seed, item, today, mileage, resets)
        keep = Button(back, id="reset_service_cancel", text="Cancel", size=28, width=200)
        done = Button(_reset(item), id="reset_service_confirm", text="Mark as done", look="filled", size=28, width=280)
        last = Text(f"Last done on {day(known.done)}", id="last_done", size=28, ink="quiet")
        plan = Text(due(known, today, mileage, str(car.get(UNIT))), id="due_text", size=28, ink="quiet", lines=2, width=680)
        ask = Text("Reset the reminder once the work is done.", size=28, lines=2, width=680)
        return dialog(LOOKS[item].title, "", keep, done, content=(plan, last, ask))


def _reset(item: str) -> TouchHandler:
    def act(touch: TouchEvent) -> None:
        touch.back()
        touch.world.service.reset(item)

    return act
