"""One wireless network: its line in a list, its page, the question for its password and the one before it is forgotten."""

from __future__ import annotations

from automotive_env.car.content.networks import WifiNetworkInRange
from automotive_env.car.systems import wifi
from automotive_env.car.systems.networks import MIN_PASSWORD, SavedNetwork
from automotive_env.episode.observation import Box
from automotive_env.headunit.apps.settings.connection_parts import action_button, beside, facts_card
from automotive_env.headunit.apps.settings.text_dialog import TextDialog, opens
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.node import LayoutNode
from automotive_env.headunit.kit.rendering.theme import ColourRole
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, go
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.restrictions import Restriction
from automotive_env.headunit.shared.confirm import ConfirmDialog
from automotive_env.headunit.shared.player import offered

WIFI, AIRPLANE = "system.wifi", "system.airplane_mode"
AWAY = "Saved. The car can connect when this network is in range."
STRENGTHS = ("No signal", "Weak signal", "Fair signal", "Good signal", "Strong signal")


def wifi_works(car: BuildContext) -> bool:
    """Whether Wi-Fi is on and may be."""
    return bool(car.get(WIFI)) and not car.get(AIRPLANE)


def saved_names(car: BuildContext) -> list[str]:
    """The networks that the car knows, the one joined last first."""
    return [network.name for network in reversed(car.records("networks.saved", SavedNetwork))]


def standing(car: BuildContext, name: str, network: WifiNetworkInRange | None) -> str:
    """How the car stands with a network, which may be out of range."""
    if network is None:
        return "Saved · Not in range"
    strength = STRENGTHS[network.bars]
    if car.text("networks.current") == name and wifi_works(car):
        return "Connected" if network.internet else "Connected, no internet"
    if name in saved_names(car):
        return f"Saved · {strength}"
    return f"{'Password needed' if network.security else 'No password'} · {strength}"


def join(name: str) -> TouchHandler:
    """A handler that joins a network; where its password is not known, it is asked for."""

    def act(touch: TouchEvent) -> str | None:
        network = wifi.network(touch.world, name)
        known = network is None or not network.security or touch.world.networks.knows(name)
        return wifi.join(touch.world, name) if known or not wifi.works(touch.world) else opens("wifi_password", name)(touch)

    return act


def _leave(touch: TouchEvent) -> None:
    wifi.leave(touch.world)


class NetworkItem(ListItem):
    """A line of the list of networks: bars of the signal, the name, how the car stands with it."""

    def __init__(self, network: WifiNetworkInRange | None, name: str, line: str, *, current: bool) -> None:
        super().__init__(
            VerbatimText(name), line, id="network_item", trailing_icon="lock" if network and network.security else "",
            selected=current, on_tap=go("wifi_network", name) if current else join(name), grow=1.0, height=92,
        )  # fmt: skip
        self.bars = network.bars if network else 0

    def lead(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> int:
        bottom = brush.box.height // 2 + 20
        for bar in range(4):
            left = 30 + 12 * bar
            lit: ColourRole = "accent" if ink == "text" else ink
            height = 13 + 9 * bar if bar < self.bars else 6
            brush.panel(lit, Box(left, bottom - height, left + 8, bottom), radius=3)
        return 100


class WifiNetworkScreen(Screen):
    """What there is to know about a network, and what can be done; opened with its name."""

    name = "wifi_network"
    title = "Network details"
    samples = (("Robin's phone",), ("Maple House",))

    def build(self, car: BuildContext) -> LayoutNode:
        (name,) = car.args
        network = next((one for one in offered(car).networks if one.name == name), None)
        current = network is not None and car.text("networks.current") == name and wifi_works(car)
        act = action_button(_leave, "disconnect_button", "Disconnect", "wifi_off")
        if not current:
            act = action_button(join(name), "connect_button", "Connect", "wifi")
            act.look = "filled"
        forget = action_button(go("forget_network", name), "forget_button", "Forget", "delete")
        buttons = (act if network else None, forget if name in saved_names(car) else None)
        about = self.facts(car, network, current=current) if network else empty_card("wifi_off", AWAY)
        return page(VerbatimText(name), beside(car, about, *buttons), nested=True)

    def facts(self, car: BuildContext, network: WifiNetworkInRange, *, current: bool) -> LayoutNode:
        """How the car stands with a network in range, and how it is reached."""
        security = f"{network.security} with a password" if network.security else "None, so others can listen in"
        facts = (
            ("Connection", standing(car, network.name, network), "wifi", "network_status"),
            ("Signal", STRENGTHS[network.bars], "cell_tower", "network_signal"),
            ("Security", security, "lock" if network.security else "lock_open", "network_security"),
            ("Address", network.address if current else "Not connected", "lan", "network_address"),
        )
        return facts_card(car, *(ListItem(title, line, id=id, icon=icon) for title, line, icon, id in facts))


class WifiPasswordDialog(TextDialog):
    """Asks for the password of a network; opened with its name."""

    name = "wifi_password"
    title = "Password"
    samples = (("Robin's phone",),)
    hint = "Password"
    action = "Connect"

    def about(self, car: BuildContext) -> str:
        return f"Password of {car.args[0]}"

    def advice(self) -> str:
        return f"It has at least {MIN_PASSWORD} characters."

    def take(self, touch: TouchEvent, text: str) -> str:
        return wifi.join(touch.world, touch.entry.args[0], text)


class ForgetNetworkDialog(ConfirmDialog):
    """Asks for confirmation before a network is forgotten; opened with its name."""

    name = "forget_network"
    title = "Forget network"
    restricted_by = Restriction.NO_SETUP
    samples = (("Robin's phone",),)
    keep_id = "keep_network_button"
    go_id = "confirm_forget_button"
    go = "Forget"

    def question(self, car: BuildContext) -> tuple[str, str]:
        return "Forget this network?", f"The car will ask for the password of {car.args[0]} again."

    def act(self, touch: TouchEvent) -> str | None:
        touch.world.networks.forget(touch.entry.args[0])
        return None


__all__ = ["ForgetNetworkDialog", "NetworkItem", "WifiNetworkScreen", "WifiPasswordDialog", "saved_names", "standing"]
