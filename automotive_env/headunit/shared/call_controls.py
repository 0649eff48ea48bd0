"""Controls of calls that stand in more than one place."""

from __future__ import annotations

from automotive_env.car.devices.conversation import Contact
from automotive_env.car.systems.bluetooth_devices import no_calls
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.widget import WidgetState

PHONE = "conversation.conversation"
"""What the names of the phone's APIs begin with."""


class AcceptCallButton(Button):
    """Begins or takes a call."""

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        if state.enabled:
            brush.panel("go", radius=self.radius)
            self.content(state, brush, "on_go")
        else:
            super().paint(state, brush)


class EndCallButton(Button):
    """Ends or declines a call."""

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        brush.panel("stop", radius=self.radius)
        self.content(state, brush, "on_go")


def digits(number: str) -> str:
    """What identifies a phone number, however it is written."""
    return "".join(sign for sign in number if sign in "0123456789*#")


def dial(whom: str, line: str = "") -> TouchHandler:
    """Call a contact, on one of their lines where it is named, or a number that is in the phone book or is not."""

    def act(touch: TouchEvent) -> str | None:
        if missing := no_calls(touch.world):
            return missing
        contacts: tuple[Contact, ...] = touch.get("conversation.contacts")
        for contact in contacts:
            if contact.name == whom or (digits(whom) and digits(contact.phone_number) == digits(whom)):
                refusal = touch.call(f"{PHONE}_phone_call", contact=contact.name)
                if line and not refusal:
                    touch.set("handset.line", line)
                return refusal
        return _dial_number(touch, whom)

    return act


def redial(touch: TouchEvent) -> str | None:
    """Call again who was called last."""
    return no_calls(touch.world) or touch.call(f"{PHONE}_phone_redial")


def _dial_number(touch: TouchEvent, number: str) -> str | None:
    """Call a number that no contact has: the API takes contacts only."""
    if touch.get("conversation.call_state") != "idle":
        return "a call is under way; end it first"
    if not digits(number):
        return f"there is no number of {number}"
    touch.set("conversation.current_contact", number)
    touch.set("conversation.last_called_contact", number)
    touch.set("conversation.call_state", "active")
    touch.world.handset.dial(number)
    touch.world.environment.claim_sound("conversation")
    return None


def answer(touch: TouchEvent) -> str | None:
    """Take the call that comes in, and show it."""
    return touch.call(f"{PHONE}_phone_answer") or touch.open("phone")


def hang_up(touch: TouchEvent) -> str | None:
    """End the call, or decline the one that comes in."""
    return touch.call(f"{PHONE}_phone_hangup")


def answer_button(height: int, width: int | None = None) -> Button:
    """Takes the call that comes in."""
    return AcceptCallButton(
        answer, id="answer_button", icon="call", text="Answer", wide=True, size=28, icon_size=40, radius=height // 2,
        width=width, height=height,
    )  # fmt: skip


def decline_button(height: int, width: int | None = None) -> Button:
    """Sends the caller away."""
    return EndCallButton(
        hang_up, id="decline_button", icon="call_end", text="Decline", wide=True, size=28, icon_size=40, radius=height // 2,
        width=width, height=height,
    )  # fmt: skip
