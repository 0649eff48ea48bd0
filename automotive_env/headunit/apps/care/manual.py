"""The manual: a list of all lamps that can be searched, and a page of each."""

from __future__ import annotations

from automotive_env.car.driving.warning_lamps import LAMPS
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, go
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.kit.widgets.text_field import TextField
from automotive_env.headunit.language.translate import TABLES, VerbatimText, translate
from automotive_env.headunit.shared.lamp_sign import LampIcon, LampItem
from automotive_env.headunit.shared.manual_texts import MANUAL, ManualPageText
from automotive_env.place.town.search import folded

FIELD = "manual_edit_text"
COLOURS = {"red": "Red lamp", "amber": "Amber lamp", "green": "Green lamp", "blue": "Blue lamp"}


def _matches(text: ManualPageText, query: str) -> bool:
    """Whether all words of a query begin words of a page, in any language."""
    said = [part for english in text[:3] for part in (english, *(translate(english, language) for language in TABLES))]
    words = [word for part in said for word in folded(part).split()]
    asked = folded(query)
    return all(any(word.startswith(part) for word in words) for part in asked.split()) or any(query in part for part in said)


def found(query: str, powertrain: str) -> list[str]:
    """Names of the lamps of a car whose pages a query finds; all of them if it is empty."""
    there = [name for name, lamp in LAMPS.items() if lamp.powertrain in ("", powertrain)]
    return [name for name in there if not query.strip() or _matches(MANUAL[name], query.strip())]


class ManualScreen(Screen):
    """All lamps, the most urgent first; opened with what is searched, too."""

    name = "manual"
    title = "Manual"
    samples = ((), ("fog",), ("qwerty",))

    def build(self, car: BuildContext) -> LayoutNode:
        query = car.args[0] if car.args else ""
        field = TextField(id=FIELD, hint=VerbatimText(query) if query else "Search the manual", on_submit=_search)
        names = found(query, car.get("energy.powertrain"))
        if not names:
            return page("Manual", field, empty_card("search", f"The manual has nothing about “{query}”."), nested=True)
        rows = [
            LampItem(LAMPS[name].icon, LAMPS[name].colour, MANUAL[name].title, MANUAL[name].means, id="lamp_item",
                     trailing_icon="chevron_right", on_tap=go("lamp", name))
            for name in names
        ]  # fmt: skip
        return page("Manual", field, ListView(*rows, id="lamp_list"), nested=True)


def _search(touch: TouchEvent, text: str) -> str | None:
    if not text.strip():
        return "type what to look for first"
    touch.remember(FIELD, "")
    touch.go("manual", text.strip())
    return None


class LampScreen(Screen):
    """What a lamp means; opened with its name."""

    name = "lamp"
    title = "Lamp"
    samples = (("tyre_pressure",), ("seat_belt",), ("high_beam",))

    def build(self, car: BuildContext) -> LayoutNode:
        (name,) = car.args
        lamp, text = LAMPS[name], MANUAL[name]
        lit = bind(*lamp.paths, to=lambda *values: "It is on now." if lamp.lit(*values) else "It is off now.")
        sign = Column(
            Spacer(), Row(Spacer(), LampIcon(lamp.icon, lamp.colour, size=220), Spacer(), height=220),
            Text(COLOURS[lamp.colour], id="lamp_colour", align="center", weight="medium"),
            Text(lit, id="lamp_state", size=SECONDARY, ink="quiet", align="center", grow=0.0), Spacer(), gap=16, grow=1.0,
        )  # fmt: skip
        facts = Card(
            Spacer(),
            _fact("info", "What it means", text.means, "lamp_means"),
            Spacer(),
            _fact("build", "What to do", text.advice, "lamp_advice"),
            Spacer(),
            _fact("directions_car", "May I drive on?", text.drive, "lamp_drive"),
            Spacer(), gap=5, padding=(36, 12), grow=1.0,
        )  # fmt: skip
        if car.width < car.height:
            return page(text.title, Column(Card(sign), facts, gap=24, grow=1.0), nested=True)
        return page(text.title, Row(Card(sign, width=420), facts, gap=24, grow=1.0), nested=True)


def _fact(icon: str, question: str, answer: str, id: str) -> LayoutNode:
    heading = Row(Icon(icon, size=36, ink="accent"), Text(question, size=SECONDARY, ink="quiet"), gap=14, height=40)
    return Column(heading, Text(answer, id=id, lines=5), gap=6)
