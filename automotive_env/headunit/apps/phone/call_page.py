"""The page of a call: who it is, and what can be done."""

from __future__ import annotations

from automotive_env.car.driving.environment import seconds_between
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.touch import TouchEvent, switched
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.button import Button, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.wording import duration
from automotive_env.headunit.shared.call_controls import PHONE, EndCallButton, answer_button, decline_button, hang_up
from automotive_env.headunit.shared.dial_pad import tone_keys
from automotive_env.headunit.shared.person import Avatar


def _keypad(touch: TouchEvent) -> None:
    touch.remember("keypad", not touch.local("keypad", False))


def _time(state: str, held: bool, began: str, now: str) -> str:
    """How the call stands, and for how long it has been going on."""
    if state == "ringing":
        return "Incoming call"
    if held:
        return "On hold"
    seconds = max(0, int(seconds_between(began, now))) if began else 0
    return f"On the line · {duration(seconds)}" if seconds else "On the line"


def call_page(who: str, number: str, state: str, keypad: bool, tones: str) -> LayoutNode:
    """The call with somebody, in the state "ringing" or "active"; with the keys of a phone where they are wanted."""
    status = Text(
        bind("conversation.call_state", "handset.on_hold", "handset.call_began", "environment.timestamp", to=_time),
        id="call_status", ink="accent", weight="medium", align="center", grow=0.0,
    )  # fmt: skip
    where = Text(bind("handset.line", to=lambda line: " · ".join(filter(None, (line, number)))), id="phone_number", ink="quiet",
                 align="center", grow=0.0) if number else None  # fmt: skip
    if keypad and state == "active":
        return Column(Row(_person(who, status, where, tones), Card(tone_keys(), padding=16, width=480), gap=24, grow=1.0),
                      _talking(), padding=(48, 16), gap=12)  # fmt: skip
    return Column(
        Spacer(),
        Row(Spacer(), Avatar(who, 200, rings=("card", "tint")), Spacer()),
        Text(who, id="contact_name", size=56, weight="medium", align="center"),
        status,
        where,
        Spacer(),
        _ringing() if state == "ringing" else _talking(),
        padding=(48, 24),
        gap=8,
    )


def _person(who: str, status: Text, where: Text | None, tones: str) -> Column:
    """Who it is, and the tones that were sent."""
    return Column(
        Spacer(),
        Row(Spacer(), Avatar(who, 112), Spacer()),
        Text(who, id="contact_name", size=48, weight="medium", align="center"),
        status,
        where,
        Text(tones or "No tones sent yet", id="tones_text", size=40 if tones else SECONDARY, ink="text" if tones else "quiet",
             align="center"),
        Spacer(),
        gap=8,
        grow=1.0,
    )  # fmt: skip


def _ringing() -> Row:
    return Row(Spacer(), decline_button(112, width=360), answer_button(112, width=360), Spacer(), gap=48, height=112)


def _talking() -> Card:
    free = ToggleButton(
        "conversation.hands_free", id="hands_free_button", icon="volume_up", text="Hands-free",
        on_tap=switched("conversation.hands_free", f"{PHONE}_call_handsFree_switch"), width=172, height=112,
    )  # fmt: skip
    mute = ToggleButton("handset.microphone_muted", id="mute_button", icon="mic_off", text="Mute", width=132, height=112)
    hold = ToggleButton("handset.on_hold", id="hold_button", icon="pause", text="Hold call", width=140, height=112)
    keys = Button(_keypad, id="keypad_button", icon="dialpad", text="Keypad", width=132, height=112)
    end = EndCallButton(
        hang_up, id="end_call_button", icon="call_end", text="End call", wide=True, size=28, radius=56, width=236, height=112
    )
    volume = ApiSlider(
        "environment.volume", "Call volume", f"{PHONE}_soundVolume_set", id="volume_seek_bar", icon="speaker", grow=1.0
    )
    return Card(Row(free, mute, hold, keys, volume, end, gap=16, height=112), padding=24, height=160)
