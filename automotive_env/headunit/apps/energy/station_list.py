"""The page of the energy app on stations nearby: where the car gets what it runs on."""

from __future__ import annotations

from automotive_env.headunit.apps.maps.map_words import away, here, written
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import LayoutNode
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import go
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.shared.powertrain import EnergyLook, look_of
from automotive_env.place.currency import written_price
from automotive_env.place.town.charging_stations import litre_price, plugs_of
from automotive_env.place.town.guidance import position
from automotive_env.place.town.points_of_interest import PointOfInterest
from automotive_env.place.town.search import in_category

TIMESTAMP, COUNTRY = "environment.timestamp", "road.country"


def stations(car: BuildContext) -> LayoutNode:
    """The section: the nearest first; a touch shows the place as the maps do."""
    trip = here(car)
    at = position(trip.latitude, trip.longitude, trip.bearing).at
    look = look_of(car)
    return ListView(*(_row(place, look) for place in in_category(look.category, trip.town, at)), id="station_list")


def _row(place: PointOfInterest, look: EnergyLook) -> LayoutNode:
    def words(now: str, country: str) -> str:
        if look.category == "fuel":
            return f"{written_price(litre_price(place), country)} per litre"
        plugs = plugs_of(place, now)
        return f"{plugs.power} kW · {written_price(plugs.price, country)} per kWh · {plugs.free} of {plugs.plugs} free"

    return ListItem(
        written(place.name), bind(TIMESTAMP, COUNTRY, to=words), id="station_item", icon=look.station_icon,
        trailing=away(place.name), on_tap=go("place", place.name, app="maps"), height=100,
    )  # fmt: skip
