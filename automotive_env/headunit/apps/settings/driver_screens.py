"""Screens around a driver: what their profile holds, a name for it, and the question before it is deleted."""

from __future__ import annotations

from typing import Any

from automotive_env.car.driving.temperature import wanted
from automotive_env.car.systems.driver_profiles import (
    POSITIONS,
    SETTINGS,
    add_driver,
    delete_driver,
    rename_driver,
    save_positions,
    switch_driver,
)
from automotive_env.car.systems.drivers import GUEST, Driver, DriverFavorite
from automotive_env.car.systems.language import LANGUAGES
from automotive_env.headunit.apps.settings.settings_drivers import THEMES
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.node import Grid, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, go, set_up
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.text_field import TextField
from automotive_env.headunit.kit.widgets.wording import driver_name
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.shared.confirm import ConfirmDialog
from automotive_env.headunit.shared.person import Avatar

FIELD = "driver_name_edit_text"
FAVORITES = ("maps.favorites", "handset.favorites")


def _profile(car: BuildContext, name: str) -> Driver | None:
    """The profile of a name; of who drives, with what is set now."""
    profile = next((one for one in car.records("drivers.profiles", Driver) if one.name == name), None)
    if profile is None or name != car.text("drivers.active"):
        return profile
    return profile.but(**{field: car.get(path) for field, path in SETTINGS.items()})


class DriverScreen(Screen):
    """One driver: who it is and what can be done at the left, what is stored at the right."""

    name = "driver"
    title = "Driver"
    samples = (("Robin",), ("Sofia",), ("Guest",))

    def build(self, car: BuildContext) -> LayoutNode:
        name = str(car.args[0])
        profile = _profile(car, name)
        if profile is None:
            return page("Driver", Spacer(), Text("This profile is gone.", id="empty_text", ink="quiet", align="center"), Spacer(),
                        nested=True)  # fmt: skip
        drives = name == car.text("drivers.active")
        content = Row(self.person(profile, drives), self.stored(car, profile, drives), gap=20, grow=1.0)
        return page(driver_name(name), content, actions=() if name == GUEST else self.actions(name, drives), nested=True)

    def actions(self, name: str, drives: bool) -> tuple[LayoutNode, ...]:
        """Rename and delete."""
        rename = Button(
            _rename(name), id="rename_driver_button", icon="edit", text="Rename", wide=True, icon_size=36,
            height=TARGET,
        )  # fmt: skip
        delete = Button(
            go("delete_driver", name), id="delete_driver_button", icon="delete", text="Delete", wide=True, icon_size=36,
            height=TARGET,
        )  # fmt: skip
        return (rename,) if drives else (rename, delete)

    def person(self, profile: Driver, drives: bool) -> Card:
        """Who it is, and what can be done."""
        name = profile.name
        says: Any = "Not at the wheel"
        if drives:
            says = "Nothing is stored for a guest" if name == GUEST else bind(
                *POSITIONS.values(), "drivers.profiles",
                to=lambda *values: "Seat and mirrors are as stored" if _as_stored(name, values) else "Seat or mirrors have moved",
            )  # fmt: skip
        return Card(
            Spacer(),
            Row(Spacer(), Avatar(name, 96), Spacer()),
            Text(driver_name(name), id="profile_name", size=40, weight="medium", align="center"),
            Text(says, id="profile_state", size=SECONDARY, ink="quiet", align="center", grow=0.0),
            Spacer(),
            *self.buttons(name, drives),
            gap=10,
            padding=20,
            width=500,
        )

    def buttons(self, name: str, drives: bool) -> tuple[Button, ...]:
        """Switch to somebody else; store and restore for who drives."""
        if not drives:
            switch = _wide(lambda touch: switch_driver(touch.world, name), "switch_driver_button", "Switch driver", "person")
            switch.look = "filled"
            return (switch,)
        restore = _wide(
            lambda touch: switch_driver(touch.world, name), "restore_seat_button", "Restore seat and mirrors", "history"
        )
        if name == GUEST:
            return (restore,)
        save = _wide(lambda touch: save_positions(touch.world), "save_seat_button", "Store seat and mirrors", "save")
        save.look = "filled"
        return save, restore

    def stored(self, car: BuildContext, profile: Driver, drives: bool) -> Card:
        """What the profile holds."""
        if drives:
            places, people = (len(car.get(path)) for path in FAVORITES)
            station = car.get("radio._current_station")
            tuned = station.frequency_value if station else ""
        else:
            kept = [one for one in car.records("drivers.favorites", DriverFavorite) if one.driver == profile.name]
            places = sum(one.kind == "place" for one in kept)
            people, tuned = len(kept) - places, profile.station
        unit = "Kilometres" if profile.distance_unit == "kilometer" else "Miles"
        facts = (
            ("Seat", f"Back {profile.seat_distance:.0f} % · up {profile.seat_height:.0f} %", "airline_seat_recline_normal"),
            ("Recline", f"{profile.backrest:.0f} % · headrest {profile.headrest:.0f} %", "airline_seat_recline_extra"),
            ("Left mirror", f"Up {profile.left_mirror_height:.0f} % · out {profile.left_mirror_turn:.0f} %", "flip"),
            ("Right mirror", f"Up {profile.right_mirror_height:.0f} % · out {profile.right_mirror_turn:.0f} %", "flip"),
            ("Temperature", wanted(profile.temperature, profile.temperature_unit), "thermostat"),
            ("Theme", THEMES.get(profile.theme, ""), "dark_mode"),
            ("Units", f"{unit}, {profile.time_format[:2]} h", "straighten"),
            ("Language", VerbatimText(LANGUAGES[profile.language].own_name), "translate"),
            ("Favourites", f"Places: {places} · people: {people}", "star"),
            ("Station", tuned or "Not chosen", "radio"),
        )
        items = [ListItem(title, line, id="profile_fact", icon=icon, height=78) for title, line, icon in facts]
        return Card(Grid(*items, columns=2, row_height=78, gap=8), padding=20, grow=1.0)


def _wide(act: TouchHandler, id: str, text: str, icon: str) -> Button:
    return Button(set_up(act), id=id, text=text, icon=icon, wide=True, size=28, height=84)


def _as_stored(name: str, values: tuple[Any, ...]) -> bool:
    *now, profiles = values
    stored = next((one for one in profiles if one.name == name), None)
    return stored is not None and [getattr(stored, field) for field in POSITIONS] == now


class NameDriverScreen(Screen):
    """A field for a name: of a new driver, or opened with one, a new name for that."""

    name = "name_driver"
    title = "Name"
    samples = ((), ("Robin",))

    def build(self, car: BuildContext) -> LayoutNode:
        name = str(car.args[0]) if car.args else ""
        note = "The profile keeps its settings." if name else "The new driver starts with the current settings."
        field = TextField(id=FIELD, hint="Park to write" if car.moving else "Name", icon="person", on_submit=_submit, grow=1.0)
        save = Button(_save, id="save_name_button", text="Save", look="filled", size=28, width=200, height=88)
        card = Card(Row(field, save, height=88), Text(note, size=28, ink="quiet", lines=2))
        return page("Rename" if name else "Add driver", card, Spacer(), nested=True)


def _rename(name: str) -> TouchHandler:
    """Opens the field with the name as it is."""
    return lambda touch: touch.push(ScreenEntry(touch.entry.app, "name_driver", (name,), {FIELD: name}))


def _save(touch: TouchEvent) -> str | None:
    return _submit(touch, str(touch.local(FIELD, "")))


def _submit(touch: TouchEvent, text: str) -> str | None:
    def act(touch: TouchEvent) -> None:
        if not touch.entry.args:
            add_driver(touch.world, text)
            touch.back()
            return
        new = rename_driver(touch.world, str(touch.entry.args[0]), text)
        touch.back()
        touch.back()
        touch.go("driver", new)

    return set_up(act)(touch)


class DeleteDriverDialog(ConfirmDialog):
    """Asks for confirmation before a profile is deleted."""

    name = "delete_driver"
    title = "Delete driver"
    keep_id = "keep_driver_button"
    go_id = "confirm_delete_driver_button"
    samples = (("Sofia",),)

    def question(self, car: BuildContext) -> tuple[str, str]:
        return "Delete this driver?", f"This deletes the seat, mirrors, settings and favourites of {car.args[0]}."

    def act(self, touch: TouchEvent) -> str | None:
        def delete(touch: TouchEvent) -> None:
            delete_driver(touch.world, str(touch.entry.args[0]))
            touch.back()

        return set_up(delete)(touch)


__all__ = ["DeleteDriverDialog", "DriverScreen", "NameDriverScreen"]
