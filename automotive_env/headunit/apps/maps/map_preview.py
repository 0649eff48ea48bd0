"""The page of the maps on how to get somewhere: three routes, what they are to avoid, and what they look like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from automotive_env.car.driving.trip import HERE, WISHES, wishes_of
from automotive_env.episode.vehicle_facts import RANGE_OF_FULL_TANK
from automotive_env.headunit.apps.maps.map_place import SEEN, replaces
from automotive_env.headunit.apps.maps.map_words import UNIT, here, to_place, written
from automotive_env.headunit.apps.maps.place_suggestions import start
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import remember
from automotive_env.headunit.kit.widgets.button import Button, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.pictures.city_map import LOOK, CityMapWidget, view_of
from automotive_env.headunit.pictures.town.journey import far, lasts
from automotive_env.headunit.pictures.town.view import MapPictureState, fitted
from automotive_env.headunit.shared.powertrain import look_of
from automotive_env.place.currency import written_price
from automotive_env.place.town.guidance import route_of, trip
from automotive_env.place.town.points_of_interest import find_place
from automotive_env.place.town.routing import KINDS as ROUTE_KINDS
from automotive_env.place.town.routing import RoutePlan
from automotive_env.place.town.search import in_category

KINDS = (
    ("fastest", "Fastest", "speed"),
    ("shortest", "Shortest", "straighten"),
    ("no tolls", "Without tolls", "account_balance_wallet"),
)
AVOID = (("tolls", "Tolls"), ("motorways", "Motorways"), ("ferries", "Ferries"))
COUNTRY = "road.country"
RESERVE_KM = 10.0
"""Kilometres of range that are to be left on arrival."""


SAME = "The same as the fastest route"


def _facts(route: RoutePlan, unit: str, country: str) -> str:
    costs = f" · Toll {written_price(route.toll, country)}" if route.toll else ""
    return f"{far(route.metres, unit)}{costs}{' · Ferry' if route.ferry else ''}"


def _seen(kind: str, *names: str) -> Bind[MapPictureState]:
    """The map of a route of a kind."""
    spot, wished = len(HERE), len(HERE) + len(WISHES)

    def to(*values: Any) -> MapPictureState:
        wishes = wishes_of(*values[spot:wished])._replace(kind=kind, around="")  # type: ignore[arg-type]
        return fitted(view_of(trip(*values[:spot], *names, wishes=wishes), *values[wished:]), *SEEN)

    return bind(*HERE, *WISHES, *LOOK, to=to)


class RoutePreviewScreen(Screen):
    """The routes at the left, the map at the right; opened with the name of the destination."""

    name = "preview"
    title = "Routes"
    samples = (("Airport",), ("Grand Hotel",))

    def build(self, car: BuildContext) -> LayoutNode:
        (name,) = car.args
        charge = car.local("charge", "")
        stops = (charge,) if charge else ()
        offered = self.offered(car, *stops, name)
        kind = car.local("kind") if car.local("kind") in offered else "fastest"
        last = self.energy(car, name, charge) or replaces(car, name)
        rows = [
            self.row(each, text, icon, offered[each], kind == each, *stops, name) for each, text, icon in KINDS if each in offered
        ]
        begin = Button(start(name, kind, stops), id="start_button", icon="navigation", text="Go", look="filled", wide=True,
                       size=28, width=240, height=80)  # fmt: skip
        for row in rows:
            row.height = 84 if last else 104
        card = Card(Column(*rows, gap=6), self.avoid(), last, Spacer(), padding=18, gap=10, width=640)
        town = CityMapWidget(_seen(kind, *stops, name), id="route_map", description="Map of the route", grow=1.0)
        return page(written(name), Row(card, town, gap=24, grow=1.0), actions=(begin,), nested=True)

    def offered(self, car: BuildContext, *names: str) -> Mapping[str, bool]:
        """The kinds of routes, and whether each is another one than the fastest; one without tolls only where it saves any."""
        wishes = wishes_of(*[car.get(path) for path in WISHES])._replace(around="")
        going = here(car).to(*names)
        fastest, shortest, free = (route_of(going._replace(wishes=wishes._replace(kind=kind))) for kind in ROUTE_KINDS)
        saves = fastest is not None and free is not None and bool(fastest.toll) and not free.toll
        differs = fastest is not None and shortest is not None and fastest.legs != shortest.legs
        return {"fastest": True, "shortest": differs, **({"no tolls": True} if saves else {})}

    def row(self, kind: str, text: str, icon: str, differs: bool, chosen: bool, *names: str) -> ListItem:
        """A route: what it is, how far, what it costs, how long it takes."""
        facts = to_place(_facts, *names, kind=kind, paths=(UNIT, COUNTRY)) if differs else SAME
        row = ListItem(
            text, facts, id=f"route_{kind.replace(' ', '_')}", icon=icon,
            trailing=to_place(lambda route: lasts(route.seconds), *names, kind=kind), selected=chosen,
            on_tap=remember("kind", kind),
        )  # fmt: skip
        row.role = "android.widget.RadioButton"
        return row

    def avoid(self) -> LayoutNode:
        """What routes keep off."""
        words = Text("Avoid", size=SECONDARY, ink="quiet", width=84)
        toggles = []
        for what, text in AVOID:
            path = f"maps.avoid_{what}"
            said = bind(path, to=lambda on, text=text: f"Avoid {text.lower()} is {'on' if on else 'off'}")
            toggles.append(ToggleButton(path, id=f"avoid_{what}", text=text, description=said, height=76, width=164))
        return Row(words, *toggles, gap=8, height=76)

    def energy(self, car: BuildContext, name: str, charge: str) -> LayoutNode | None:
        """A stop to get energy if the range does not suffice."""
        look = look_of(car)
        if charge:
            return Row(
                Icon(look.station_icon, size=36, ink="accent"),
                Text(written(charge), id="charge_text", size=28),
                gap=12,
                height=76,
            )
        going = here(car)
        route = route_of(going.to(name))
        left = car.get("road.fuel_level") / 100 * RANGE_OF_FULL_TANK[car.get("assistance.drive_mode")]
        if route is None or route.metres / 1_000 + RESERVE_KM <= left:
            return None
        station = in_category(look.category, going.town, find_place(name, going.town).location.point)[0].name
        words = Text("Not enough range.", id="range_warning", size=SECONDARY, lines=2, grow=1.0)
        add = Button(
            remember("charge", station), id="add_charging_button", icon=look.station_icon, text=look.stop, wide=True,
            width=340,
        )  # fmt: skip
        return Row(words, add, gap=12, height=76)


__all__ = ["RoutePreviewScreen"]
