"""The incoming call: on top of whatever app is in front, until it is answered or declined."""

from __future__ import annotations

from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.shared.call_controls import answer_button, decline_button
from automotive_env.headunit.shared.person import Avatar

CALL_HEIGHT = 96
"""Of the banner, which lies over a bar: nothing of an app is covered."""


class IncomingCallPanel(Screen):
    """Who calls, and the two things that can be done about it."""

    name = "incoming_call"
    window = "HeadsUpNotification"
    ink = None

    def build(self, car: BuildContext) -> LayoutNode:
        who = car.text("conversation.current_contact") or "Unknown caller"
        words = Column(
            Text(who, id="caller_name", size=32, weight="medium"),
            Text("Incoming call", id="call_status", size=SECONDARY, ink="quiet"),
            gap=2,
            grow=1.0,
            height=72,
        )
        face = Avatar(who, 72)
        line = Row(face, words, decline_button(80, width=204), answer_button(80, width=204), gap=16, height=CALL_HEIGHT)
        line.optional = ((face,),)
        return Card(line, padding=(20, 0), radius=24, ink="raised", floats=True)
