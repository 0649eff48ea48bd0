"""The offer of a detour: traffic stands on the route ahead, and the driver says whether to go around it."""

from __future__ import annotations

from typing import Any

from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchHandler
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.language.translate import VerbatimText

DETOUR_WIDTH, DETOUR_HEIGHT = 1000, 148
DETOUR_BESIDE = 900
"""Width from which on the words and the buttons stand beside each other."""


def _says(*values: Any) -> str:
    from automotive_env.car.driving.trip import delay, trip_of
    from automotive_env.place.town.guidance import route_of

    *trip, jam = values
    going = trip_of(*trip)
    kept = route_of(going)
    around = route_of(going._replace(wishes=going.wishes._replace(around=jam.road if jam else "")))
    if kept is None or around is None:
        return ""
    saved = round((kept.seconds + delay(kept, jam) - around.seconds - delay(around, jam)) / 60)
    return f"A detour is {saved} min faster." if saved > 0 else "A detour takes longer."


def _answers(take: bool) -> TouchHandler:
    return lambda touch: touch.world.maps.answer_offer(take=take)


class DetourPanel(Screen):
    """What stands in the way, and the two things that can be done about it."""

    name = "detour"
    window = "HeadsUpNotification"
    ink = None

    def build(self, car: BuildContext) -> LayoutNode:
        from automotive_env.car.driving.trip import TRIP

        jam = car.get("maps.jam")
        title = f"Traffic ahead: {jam.minutes} min longer" if jam else "Traffic ahead"
        words = Column(
            Text(title, id="detour_title", weight="medium", grow=0.0),
            Text(VerbatimText(jam.road) if jam else "", id="detour_road", size=SECONDARY, ink="quiet", grow=0.0),
            Text(bind(*TRIP, "maps.jam", to=_says), id="detour_text", size=SECONDARY, ink="quiet", grow=0.0),
            gap=2, grow=1.0, height=104,
        )  # fmt: skip
        keep = Button(_answers(False), id="detour_keep", text="Keep route", size=28, width=190, height=TARGET + 4)
        take = Button(_answers(True), id="detour_take", text="Take detour", look="filled", size=28, width=200, height=TARGET + 4)
        if car.width < DETOUR_BESIDE:
            keep.width = take.width = None
            keep.grow = take.grow = 1.0
        sign = Icon("traffic_jam", size=56, ink="accent")
        line = Row(sign, words, Row(keep, take, gap=16), gap=16, grow=1.0)
        line.optional = ((sign,),)
        return Card(line, padding=(28, 20), radius=40, ink="raised", floats=True)


__all__ = ["DETOUR_BESIDE", "DETOUR_HEIGHT", "DETOUR_WIDTH", "DetourPanel"]
