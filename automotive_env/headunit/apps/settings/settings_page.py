"""What the pages of the settings have in common: the sections at the left, and lines of controls."""

from __future__ import annotations

from typing import ClassVar

from automotive_env.car.core.values import StateValue
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.bind import Bind, LiveValue, bind
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import DECLARED_WIDTH, SECONDARY, ColourRole
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, call, switched
from automotive_env.headunit.kit.widgets.button import Button, OptionButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import ListView, SwitchRow
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.registry import apps

RAIL = 584
"""Width of the sections."""


def switch(path: str, title: str, subtitle: str | Bind[str], id: str, icon: str, api: str = "") -> SwitchRow:
    """A line with a switch; with `api`, that is what it calls."""
    return SwitchRow(path, title, subtitle, id=id, icon=icon, on_tap=switched(path, api) if api else None, grow=1.0)


def on_off(path: str, on: str = "On", off: str = "Off") -> Bind[str]:
    """A flag in words."""
    return bind(path, to=lambda now: on if now else off)


def option(path: str, value: StateValue, text: str, id: str, icon: str = "", api: str = "") -> OptionButton:
    """One choice; with `api`, that is what it calls."""
    return OptionButton(path, value, text=text, id=id, icon=icon, on_tap=call(api, mode=value) if api else None, wide=False)


def choice(title: str, line: LiveValue[str], icon: str, *options: OptionButton) -> Row:
    """A line with choices at its end."""
    words = Column(Text(title), Text(line, size=SECONDARY, ink="quiet", grow=0.0), gap=2, grow=1.0, height=72)
    return Row(Icon(icon, ink="accent"), words, Row(*options, gap=8, width=344, height=96), gap=20, grow=1.0)


class SectionButton(Button):
    """The way to a section: its icon, its title; its second line is told, not shown."""

    def least(self) -> int:
        return super().least() + 72

    def content(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> None:
        height = brush.box.height
        brush.icon(state.icon, (44, height // 2), size=40, ink="accent" if ink == "text" else ink)
        brush.text(state.text, Box(80, 0, brush.box.width - 8, height), size=SECONDARY, ink=ink, weight="medium")


class SettingsPage(Screen):
    """A section: its button (the id ends with `key`, `line` says how things are), and its page."""

    key: ClassVar[str]
    icon: ClassVar[str]
    line: ClassVar[LiveValue[str]]
    gap: ClassVar[int] = 16

    def build(self, car: BuildContext) -> LayoutNode:
        pages = [kind for kind in apps()["settings"].screens if issubclass(kind, SettingsPage)]
        sections = [kind.entry(chosen=kind is type(self)) for kind in pages]
        if car.height < car.width < DECLARED_WIDTH:
            rail = Column(ListView(*sections, id="section_list"), width=RAIL // 2)
        else:
            rail = Column(Grid(*sections, columns=2, gap=8, grow=1.0), width=RAIL)
        return page(
            "Settings", Row(rail, Card(*self.content_for(car), gap=self.gap, padding=(24, 20), grow=1.0), gap=20, grow=1.0)
        )

    @classmethod
    def entry(cls, chosen: bool) -> Button:
        """Its button among the sections."""
        return SectionButton(
            cls.show, id=f"section_{cls.key}", icon=cls.icon, text=cls.title, description=cls.line, selected=chosen
        )

    @classmethod
    def show(cls, touch: TouchEvent) -> None:
        """Put the page in the place of the one that is shown."""
        if touch.entry.screen != cls.name:
            touch.back()
            touch.go(cls.name)

    def content_for(self, car: BuildContext) -> tuple[LayoutNode, ...]:
        """What is on its card, where that depends on what the car holds."""
        return self.content()

    def content(self) -> tuple[LayoutNode, ...]:
        """What is on its card."""
        raise NotImplementedError


__all__ = ["SettingsPage", "choice", "on_off", "option", "switch"]
