"""The page of the maps on the route: where it begins, its stops, where it ends."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.car.devices.navigation import HERE, Waypoint
from automotive_env.headunit.apps.maps.map_results import submit
from automotive_env.headunit.apps.maps.map_words import written
from automotive_env.headunit.apps.maps.place_suggestions import line, offered, take
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchHandler, back, go
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.pills import choices, pills
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.kit.widgets.text_field import TextField

NAV = "navigation"
FIELD = "stop_edit_text"
TABS = (
    ("stop", "Add stop", "route_add_stop"),
    ("end", "Destination", "route_change_end"),
    ("start", "Start", "route_change_start"),
)
HINTS: Mapping[str, str] = {"stop": "Stop where?", "end": "Where to instead?", "start": "Start where?"}


def _delete(stop: Waypoint) -> TouchHandler:
    return lambda touch: touch.call(f"{NAV}.navigation_midWay_delete", number=stop.index)


class RouteStopsScreen(Screen):
    """The route at the left, places for it at the right."""

    name = "stops"
    title = "Route"

    def build(self, car: BuildContext) -> LayoutNode:
        route = car.get(f"{NAV}.current_route")
        if not car.get(f"{NAV}.is_active") or route is None:
            return page("Route", self.nothing(), nested=True)
        tab = car.local("tab", "stop")
        content = Row(self.route(car, route.departure, route.destination), self.places(car, tab), gap=24, grow=1.0)
        return page("Route", content, actions=(pills(*choices("tab", tab, TABS), width=600),), nested=True)

    def nothing(self) -> LayoutNode:
        """What stands there while no guidance runs."""
        lost = Text("There is no route. Choose a destination first.", id="empty_text", ink="quiet", align="center")
        choose = Button(back, id="choose_button", text="Choose a destination", look="filled", size=28, width=400, height=88)
        return Card(
            Spacer(), Row(Spacer(), Icon("alt_route", size=72, ink="faint"), Spacer()), lost, Row(Spacer(), choose, Spacer()),
            Spacer(), grow=1.0,
        )  # fmt: skip

    def route(self, car: BuildContext, start: str, end: str) -> LayoutNode:
        """Start, stops and destination, and the way to what the route keeps off."""
        rows: list[LayoutNode] = [
            ListItem(written(start) if start != HERE else start, "Start", id="route_start", icon="my_location", height=92)
        ]
        rows += [self.stop(stop) for stop in car.records(f"{NAV}.waypoints", Waypoint)]
        rows.append(ListItem(written(end), "Destination", id="destination_text", icon="flag", height=92))
        ways = Button(go("preview", end), id="routes_button", icon="route", text="Routes", wide=True, height=76)
        return Card(ListView(*rows, id="route_list"), ways, padding=20, gap=12, grow=1.0)

    def stop(self, stop: Waypoint) -> LayoutNode:
        """A stop, and the button that takes it off the route."""
        delete = Button(
            _delete(stop), id="stop_delete_button", icon="delete", description=f"Delete {stop.location}", width=92, height=92
        )
        item = ListItem(written(stop.location), f"Stop {stop.index + 1}", id="stop_item", icon="place", grow=1.0, height=92)
        return Row(item, delete, gap=8, height=92)

    def places(self, car: BuildContext, tab: str) -> LayoutNode:
        """Where one could go, start, or stop on the way."""
        items = [line(car, name, take(tab, name), id="place_item", height=84) for name in offered(car)]
        field = TextField(id=FIELD, hint=HINTS[tab], on_submit=submit(tab, FIELD))
        note = None
        if tab == "end" and car.records(f"{NAV}.waypoints", Waypoint):
            note = Text(
                "A new destination takes the stops off the route.", id="replaces_text", size=SECONDARY, ink="quiet", lines=2
            )
        return Card(field, note, Column(ListView(*items, id="place_list"), grow=1.0), padding=16, gap=12, width=600)


__all__ = ["RouteStopsScreen"]
