"""The wireless networks in range, and the search for them."""

from __future__ import annotations

from automotive_env.car.content.networks import WifiNetworkInRange
from automotive_env.car.systems import wifi
from automotive_env.headunit.apps.settings.connection_parts import beside, more_button, search_button
from automotive_env.headunit.apps.settings.settings_page import on_off, switch
from automotive_env.headunit.apps.settings.wifi_network import AIRPLANE, WIFI, NetworkItem, saved_names, standing, wifi_works
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.shared.player import offered

SEARCHING = "networks.search_seconds"


def open_networks(touch: TouchEvent) -> None:
    """Show the networks, and look for more."""
    wifi.search(touch.world)
    touch.go("wifi_networks")


class WifiNetworksScreen(Screen):
    """The networks at the left, the one in use first; Wi-Fi and the search at the right."""

    name = "wifi_networks"
    title = "Wi-Fi networks"

    def build(self, car: BuildContext) -> LayoutNode:
        return page("Wi-Fi networks", beside(car, self.networks(car), *self.side(car)), nested=True)

    def networks(self, car: BuildContext) -> LayoutNode:
        """What is known to be in range, and what is saved."""
        if car.get(AIRPLANE):
            return empty_card("flight", "Airplane mode is on. Turn it off to use Wi-Fi.")
        if not car.get(WIFI):
            return empty_card("wifi_off", "Wi-Fi is off. Turn it on to see networks.")
        saved, current = saved_names(car), car.text("networks.current")
        around = offered(car).networks
        shown = wifi.listed(around, saved, int(car.get("networks.found")))
        ordered = sorted(shown, key=lambda one: (one.name != current, one.name not in saved))
        away = [name for name in saved if all(one.name != name for one in around)]
        rows = [self.row(car, one.name, one) for one in ordered]
        rows += [self.row(car, name, None) for name in away]
        if not rows:
            return empty_card("wifi_find", "No networks yet. Search for networks nearby.")
        return ListView(*rows, id="network_list")

    def row(self, car: BuildContext, name: str, network: WifiNetworkInRange | None) -> LayoutNode:
        """A network, and the way to its page."""
        current = network is not None and car.text("networks.current") == name
        item = NetworkItem(network, name, standing(car, name, network), current=current)
        return Row(item, more_button("wifi_network", name), gap=8, height=92)

    def side(self, car: BuildContext) -> tuple[LayoutNode, ...]:
        """The switch and the search."""
        search = search_button(wifi.search, "wifi_find", searching=bool(car.get(SEARCHING)))
        found = Text(
            bind(SEARCHING, "networks.found", to=_progress), id="search_text", size=SECONDARY, ink="quiet", align="center",
            grow=0.0,
        )  # fmt: skip
        power = switch(WIFI, "Wi-Fi", on_off(WIFI), "wifi", "wifi", "system.wifi_switch")
        power.grow, power.height = 0.0, 92
        return (power, search, found) if wifi_works(car) else (power,)


def _progress(left: float, found: int) -> str:
    if left:
        return f"{found} networks so far"
    return f"{found} networks found"


__all__ = ["WifiNetworksScreen", "open_networks"]
