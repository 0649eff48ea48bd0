"""The page of the energy app on the last trips: a chart of what they used, and a list."""

from __future__ import annotations

from datetime import date

from automotive_env.car.content.trips import last_trips
from automotive_env.car.devices.instrument_panel import KILOMETERS_PER_MILE
from automotive_env.car.owner.life import commute
from automotive_env.headunit.apps.energy.trip_chart import paint_trips
from automotive_env.headunit.apps.maps.map_words import TOWN
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row, Spacer, in_order
from automotive_env.headunit.kit.rendering.theme import DECLARED_WIDTH, SECONDARY
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.pictures.town.journey import far, lasts
from automotive_env.headunit.shared.care_words import TODAY, moment
from automotive_env.headunit.shared.powertrain import POWERTRAIN

UNIT, FORMAT = "environment.unit_system", "environment.time_display_format"
LITRES_PER_KWH = 0.34
"""Fuel that takes a car as far as a kilowatt hour does."""
MPG = 235.2
"""Miles per US gallon at a litre for 100 km."""
CHARTED = 12
"""Trips that the chart shows."""


def consumption(kwh: float, unit: str, powertrain: str = "electric") -> str:
    """Energy for a distance, given kilowatt hours for 100 km: "21.4 kWh/100 km", "2.9 mi/kWh", "7.3 l/100 km" or "32 mpg"."""
    if powertrain == "combustion":
        litres = kwh * LITRES_PER_KWH
        return f"{MPG / litres:.0f} mpg" if unit == "mile" else f"{litres:.1f} l/100 km"
    return f"{100 / kwh / KILOMETERS_PER_MILE:.1f} mi/kWh" if unit == "mile" else f"{kwh:.1f} kWh/100 km"


def trips(car: BuildContext) -> LayoutNode:
    """The section."""
    today, unit, form = car.follow(TODAY), str(car.get(UNIT)), str(car.get(FORMAT))
    town, powertrain = car.follow(TOWN), str(car.get(POWERTRAIN))
    known = last_trips(town.life, date.fromisoformat(today), commute(town, str(car.get("road.country"))))
    rows = [
        ListItem(
            moment(trip.began, today, form),
            " · ".join((far(1_000 * trip.km, unit), lasts(60 * trip.minutes), consumption(trip.consumption, unit, powertrain))),
            id="trip_item", icon="route",
        )
        for trip in known
    ]  # fmt: skip
    shown = known[:CHARTED][::-1]
    first, last = (Text(text, size=SECONDARY, ink="quiet") for text in ("Older", "Latest"))
    mean = sum(trip.consumption * trip.km for trip in known) / sum(trip.km for trip in known)
    chart = Card(
        Text("Average", size=SECONDARY, ink="quiet"),
        Text(consumption(mean, unit, powertrain), id="average_consumption", description="Average consumption", size=40,
             weight="medium"),
        PictureWidget(paint_trips, tuple(round(trip.consumption, 1) for trip in shown), radius=0, grow=1.0),
        in_order(Row(first, Spacer(), last, height=32)),
        gap=8, padding=24, width=520 if car.width >= DECLARED_WIDTH else 400,
    )  # fmt: skip
    return Row(chart, ListView(*rows, id="trip_list"), grow=1.0)
