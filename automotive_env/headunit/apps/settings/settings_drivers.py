"""The page of the settings about the drivers: who there are, and the way to each profile."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.car.core.values import StateValue
from automotive_env.car.driving.temperature import wanted
from automotive_env.car.systems.drivers import Driver
from automotive_env.headunit.apps.settings.settings_page import SettingsPage
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import go
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.kit.widgets.wording import driver_name
from automotive_env.headunit.shared.person import PersonItem

THEMES = {"auto": "Automatic theme", "day": "Day theme", "night": "Night theme"}


class DriverItem(PersonItem):
    """A driver; the guest has no name of their own."""

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        state = super().state(values, entry)
        return state._replace(text=driver_name(state.text))


class ProfilePage(SettingsPage):
    """Who drives."""

    name = "settings_profile"
    title = "Drivers"
    key = "profile"
    icon = "account_circle"
    line = bind("drivers.active", to=driver_name)

    def content_for(self, car: BuildContext) -> tuple[LayoutNode, ...]:
        active = car.text("drivers.active")
        rows = [self.row(profile, profile.name == active) for profile in car.records("drivers.profiles", Driver)]
        add = Button(
            go("name_driver"), id="add_driver_button", text="Add driver", icon="person_add", wide=True, size=28, grow=1.0
        )
        seats = Button(
            go("seats", app="seats"), id="seats_button", text="Seats", icon="airline_seat_recline_normal", wide=True, size=28,
            grow=1.0,
        )  # fmt: skip
        return Column(ListView(*rows, id="driver_list"), grow=1.0), Row(add, seats, height=88)

    def row(self, profile: Driver, drives: bool) -> DriverItem:
        """One driver."""
        warmth, theme = wanted(profile.temperature, profile.temperature_unit), THEMES.get(profile.theme, "")
        line = "Drives now" if drives else f"{warmth}, {theme}"
        return DriverItem(
            profile.name, line, id="driver_item", trailing_icon="check" if drives else "chevron_right", selected=drives,
            on_tap=go("driver", profile.name), height=88,
        )  # fmt: skip
