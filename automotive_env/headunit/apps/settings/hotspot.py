"""The hotspot of the car: its name and its password."""

from __future__ import annotations

from automotive_env.car.systems.networks import MAX_NETWORK_NAME, MAX_PASSWORD, MIN_PASSWORD
from automotive_env.headunit.apps.settings.connection_parts import facts_card
from automotive_env.headunit.apps.settings.settings_page import on_off, switch
from automotive_env.headunit.apps.settings.text_dialog import NameDialog, TextDialog, opens
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent
from automotive_env.headunit.kit.widgets.list_view import ListItem, SwitchRow
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.language.translate import VerbatimText

NAME, PASSWORD = "networks.hotspot_name", "networks.hotspot_password"


def hotspot_switch() -> SwitchRow:
    """The switch of the hotspot."""
    line = on_off("system.hotspot", "Shares internet")
    return switch("system.hotspot", "Hotspot", line, "hotspot", "wifi_tethering", "system.hotspot_switch")


class HotspotScreen(Screen):
    """The switch, and what other devices need to join."""

    name = "hotspot"
    title = "Hotspot"

    def build(self, car: BuildContext) -> LayoutNode:
        name, password = car.text(NAME), car.text(PASSWORD)
        rows = (
            hotspot_switch(),
            ListItem("Name", VerbatimText(name), id="hotspot_name", icon="badge", trailing_icon="edit",
                     on_tap=opens("hotspot_name", text=name)),
            ListItem("Password", VerbatimText(password), id="hotspot_password", icon="key", trailing_icon="edit",
                     on_tap=opens("hotspot_password", text=password)),
        )  # fmt: skip
        internet = bind("system.mobile_data", "system.airplane_mode", to=_internet)
        hint = Text(internet, id="hotspot_text", size=SECONDARY, ink="quiet", grow=1.0)
        known = facts_card(car, *rows)
        return page("Hotspot", known, Row(hint, padding=(20, 0)), None if known.grow else Spacer(), nested=True)


def _internet(data: bool, airplane: bool) -> str:
    if airplane:
        return "Airplane mode is on, so there is no internet to share."
    return "It shares mobile data." if data else "Mobile data is off, so there is no internet to share."


class HotspotNameDialog(NameDialog):
    """Changes the name of the hotspot."""

    name = "hotspot_name"
    title = "Name of the hotspot"
    path = NAME
    longest = MAX_NETWORK_NAME


class HotspotPasswordDialog(TextDialog):
    """Changes the password of the hotspot."""

    name = "hotspot_password"
    title = "Password of the hotspot"
    hint = "Password"

    def advice(self) -> str:
        return f"It has {MIN_PASSWORD} to {MAX_PASSWORD} characters."

    def take(self, touch: TouchEvent, text: str) -> str:
        if not MIN_PASSWORD <= len(text) <= MAX_PASSWORD:
            return f"A password has {MIN_PASSWORD} to {MAX_PASSWORD} characters."
        touch.set(PASSWORD, text)
        return ""


__all__ = ["HotspotNameDialog", "HotspotPasswordDialog", "HotspotScreen", "hotspot_switch"]
