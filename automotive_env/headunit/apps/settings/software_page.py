"""The page of the settings on the software of the car: what is installed, what there is, and when it is installed."""

from __future__ import annotations

from automotive_env.car.systems import software_update
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import Grid, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Dialog, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, back, go
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.page import dialog, page
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.progress_line import ProgressBarWidget
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.pictures.emblem import paint_emblem
from automotive_env.headunit.shared.care_words import moment

VERSION, NEWEST, PLANNED = "software.version", "software.newest", "software.scheduled_for"
NOW, FORMAT = "environment.timestamp", "environment.time_display_format"
NOTES = (
    "Maps find charging stations with free plugs.",
    "Voice guidance says the lane earlier.",
    "Cheap hours can be chosen for each day.",
    "Corrections for Bluetooth calls.",
)
HOURS = (20, 21, 22, 23, 0, 1, 2, 3, 4, 5)
ICONS = {"searching": "search", "available": "update", "installing": "download", "failed": "error"}


def _words(state: str, problem: str, planned: str, newest: str, now: str, form: str) -> str:
    """How things stand."""
    if planned:
        return f"Planned for {moment(planned, now, form)}"
    return {
        "idle": "Search for updates when the car is online.",
        "searching": "Searching…",
        "current": "The software is up to date.",
        "available": f"Version {newest} is available.",
        "installing": "Installing. Leave the car parked.",
        "failed": software_update.WHY.get(problem, ""),
    }[state]


def _sign(state: str) -> LayoutNode:
    """What goes on; the emblem of the car while nothing does."""
    icon = ICONS.get(state)
    return Icon(icon, size=64, ink="accent") if icon else PictureWidget(paint_emblem, None, radius=0, width=88, height=88)


def _doing(act: TouchHandler, id: str, text: str, icon: str, *, filled: bool = False) -> Button:
    return Button(
        act, id=id, text=text, icon=icon, wide=True, size=28, look="filled" if filled else "raised", grow=1.0, height=80
    )


def _line(*buttons: Button) -> Row:
    return Row(*buttons, height=80)


def _search(touch: TouchEvent) -> None:
    software_update.search(touch.world)


def _install(touch: TouchEvent) -> None:
    software_update.install(touch.world)


def _postpone(touch: TouchEvent) -> None:
    software_update.postpone(touch.world)
    touch.back()


def _cancel(touch: TouchEvent) -> None:
    software_update.cancel(touch.world)


class SoftwareUpdateScreen(Screen):
    """What is installed at the left with what can be done, what is new at the right."""

    name = "software"
    title = "Software update"

    def build(self, car: BuildContext) -> LayoutNode:
        state, planned = str(car.get("software.state")), bool(car.get(PLANNED))
        words: Bind[str] = bind("software.state", "software.problem", PLANNED, NEWEST, NOW, FORMAT, to=_words)
        version = bind(VERSION, to=lambda version: f"Version {version}")
        part = bind("software.state", "software.since", NOW, to=software_update.progress)
        left = Card(
            Spacer(),
            Row(Spacer(), _sign(state), Spacer()),
            Text(version, id="installed_version", size=40, weight="medium", align="center", grow=0.0),
            Text("is installed", size=SECONDARY, ink="quiet", align="center"),
            Text(words, id="update_state", description="Software update", align="center", lines=2, height=80, grow=0.0),
            ProgressBarWidget(part) if state == "installing" else None,
            Spacer(),
            *self.actions(state, planned),
            gap=6, padding=(24, 16), grow=1.0,
        )  # fmt: skip
        return page("Software update", Row(left, self.news(state), gap=20, grow=1.0), nested=True)

    def actions(self, state: str, planned: bool) -> tuple[LayoutNode, ...]:
        """What can be done now."""
        if planned:
            return (_line(_doing(_cancel, "cancel_update_button", "Cancel the plan", "close")),)
        if state in ("searching", "installing"):
            return ()
        if state == "available":
            tonight = _doing(go("update_time"), "schedule_update_button", "At a time", "schedule")
            return (
                _line(_doing(_install, "install_button", "Install now", "download", filled=True), tonight),
                _line(_doing(_postpone, "later_button", "Ask later", "hourglass_empty")),
            )
        again = "Search again" if state == "failed" else "Search for updates"
        return (_line(_doing(_search, "search_update_button", again, "search", filled=True)),)

    def news(self, state: str) -> LayoutNode | None:
        """The release notes."""
        if state not in ("available", "installing"):
            return None
        title = Text(bind(NEWEST, to=lambda version: f"New in version {version}"), id="notes_title", weight="medium", grow=0.0)
        notes = [Row(Icon("check", size=36, ink="accent"), Text(note, lines=2, grow=1.0), gap=14, height=84) for note in NOTES]
        return Card(title, *notes, Spacer(), gap=8, padding=28, width=640)


class UpdateTimeDialog(Dialog):
    """The hours at which an update can be installed."""

    name = "update_time"
    title = "Install at"

    def build(self, car: BuildContext) -> LayoutNode:
        hours = Grid(*(self.hour(hour, str(car.get(FORMAT))) for hour in HOURS), columns=5, row_height=80, gap=12)
        close = Button(back, id="update_time_close", text="Cancel", size=28, width=200)
        return dialog("When should it be installed?", "Park the car by then. The update takes 20 minutes.", close,
                      content=(Row(hours, height=172),), width=960)  # fmt: skip

    def hour(self, hour: int, form: str) -> Button:
        """One hour."""
        text = moment(f"2025-01-01 {hour:02}:00:00", "2025-01-01 00:00:00", form).removeprefix("Today, ")
        return Button(_plan(hour), id=f"update_hour_{hour}", text=text, size=28)


def _plan(hour: int) -> TouchHandler:
    def act(touch: TouchEvent) -> None:
        touch.back()
        software_update.plan(touch.world, hour)

    return act
