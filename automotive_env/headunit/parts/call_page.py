"""The page of a call: who it is, and what can be done."""

from __future__ import annotations

from automotive_env.headunit.parts.call_controls import PHONE, RedButton, answer_button, decline_button, hang_up
from automotive_env.headunit.parts.person import Avatar
from automotive_env.headunit.rendering.node import Column, Node, Row, Spacer
from automotive_env.headunit.touch import Touch
from automotive_env.headunit.widgets.api_slider import ApiSlider
from automotive_env.headunit.widgets.button import Toggle
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.text import Text


def _hands_free(touch: Touch) -> str | None:
    return touch.call(f"{PHONE}_call_handsFree_switch", switch=not touch.get("conversation.hands_free"))


def _mute(touch: Touch) -> str | None:
    return touch.call("system.mute_switch", switch=not touch.get("system.muted"))


def call_page(who: str, number: str, state: str) -> Node:
    """The call with somebody, in the state "ringing" or "active"."""
    ringing = state == "ringing"
    status = Text("Incoming call" if ringing else "On the line", id="call_status", ink="accent", weight="medium")
    where = Text(number, id="phone_number", ink="quiet") if number else None
    return Column(
        Spacer(),
        Row(Spacer(), Avatar(who, 216, rings=("card", "tint")), Spacer()),
        Text(who, id="contact_name", size=56, weight="medium", align="center"),
        Row(Spacer(), status, where, Spacer(), gap=24),
        Spacer(),
        _ringing() if ringing else _talking(),
        padding=(48, 24),
        gap=8,
    )


def _ringing() -> Row:
    return Row(Spacer(), decline_button(112, width=360), answer_button(112, width=360), Spacer(), gap=48, height=112)


def _talking() -> Card:
    free = Toggle(
        "conversation.hands_free", id="hands_free_button", icon="volume_up", text="Hands-free", on_tap=_hands_free,
        width=220, height=112,
    )  # fmt: skip
    mute = Toggle("system.muted", id="mute_button", icon="volume_off", text="Mute", on_tap=_mute, width=180, height=112)
    end = RedButton(
        hang_up, id="end_call_button", icon="call_end", text="End call", wide=True, size=32, radius=56, width=300, height=112
    )
    volume = ApiSlider(
        "environment.volume", "Call volume", f"{PHONE}_soundVolume_set", id="volume_seek_bar", icon="speaker", grow=1.0
    )
    return Card(Row(free, mute, volume, end, gap=32, height=112), padding=24, height=160)
