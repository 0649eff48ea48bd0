"""Calls and messages: where things are on the screen, set-ups, and what is written in the language of the displays."""

from __future__ import annotations

from automotive_env.car.content.content import CarContent
from automotive_env.car.content.table import table
from automotive_env.headunit.language.translate import TABLES, translate
from automotive_env.headunit.shared.dial_pad import KEYS
from automotive_env.tasks.kit import Draw
from automotive_env.tasks.kit.call_plan import CallPlan
from automotive_env.tasks.kit.scene import SceneImpossible
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.media import first_name

TALK = ("conversation.call_state=active", "conversation.hands_free=true")
"""What may be different where somebody was to be called."""
_KEY = {sign: name for name, sign, _ in KEYS}


def names(content: CarContent) -> list[str]:
    """Who is in the phone book."""
    return [person.name for person in content.people]


def unmistakable(content: CarContent) -> list[str]:
    """Those of the phone book, but for firms, whose first name is part of nobody else's."""
    people = [person.name for person in content.people if not person.is_firm]
    words = [word for name in names(content) for word in set(name.split())]
    return [name for name in people if words.count(first_name(name)) == 1]


def somebody(draw: Draw) -> dict[str, str]:
    """A person of the phone book, and what the driver calls them."""
    contact = draw.choice(unmistakable(draw.content))
    return {"contact": contact, "name": first_name(contact)}


def someone_unlisted(draw: Draw) -> str:
    """A first name that nobody in the phone book bears."""
    owner, known = draw.content.owner, {word for name in names(draw.content) for word in name.split()}
    free: list[str] = [name for name in table("names")[owner.culture]["given"] if name not in known and name != owner.given_name]
    if not free:
        raise SceneImpossible("every name is in the phone book")
    return draw.choice(free)


def other_than(content: CarContent, *contacts: str) -> str:
    """Somebody else of the phone book."""
    return next(name for name in names(content) if name not in contacts)


def person(ui: UiScript, name: str) -> UiScript:
    """A person of the phone book."""
    return ui.open("phone").tap("phone_contacts").tap("contact_item", name)


def thread(ui: UiScript, name: str) -> UiScript:
    """The messages with somebody who has written."""
    return ui.dismiss().open("messages").tap("message_item", name)


def texted(ui: UiScript, to: str, text: str) -> UiScript:
    """A message typed in a parked car."""
    return person(ui.dismiss(), to).tap("message_button").type("message_edit_text", text)


def replied(ui: UiScript, to: str, reply: str) -> UiScript:
    """One of the quick replies, sent to somebody of the phone book."""
    return person(ui.dismiss(), to).tap("message_button").tap("quick_reply", reply)


def dialled(ui: UiScript, number: str) -> UiScript:
    """A number typed on the dial pad."""
    ui.open("phone").tap("phone_dialpad")
    for sign in number:
        ui.tap(_KEY[sign])
    return ui


def quick(reply: str) -> tuple[str, ...]:
    """A quick reply as the displays of all languages send it, without its full stop."""
    return tuple(dict.fromkeys(translate(reply, language).rstrip(".。") for language in ("English", *TABLES)))


def sent(plan: CallPlan, to: str, text: str) -> CallPlan:
    """A message sent without a screen."""
    return plan.call("conversation.conversation_message_send", contact=to, content=text)
