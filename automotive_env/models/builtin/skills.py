"""Multi-step skills: calls, messages, dialling, destinations, titles, answers, warnings."""

from __future__ import annotations

import re

from automotive_env.models.builtin.controls import MAX_TOUCHES, Progress
from automotive_env.models.builtin.intent import Intent
from automotive_env.models.builtin.planned_action import PlannedAction, call, say, tap, type_into
from automotive_env.models.builtin.screen import Screen, words_of
from automotive_env.models.builtin.ui_search import may_scroll
from automotive_env.models.builtin.words import keys
from automotive_env.observation import Element

_ALERT = "system.safety_alert"
_KEY_NAMES = "zero one two three four five six seven eight nine star pound"
_DIGITS = dict(zip("0123456789*#", _KEY_NAMES.split(), strict=True))


def phone(intent: Intent, screen: Screen) -> Progress:
    """Call somebody: the contact, then the call button."""
    if _called(screen):
        return True
    return _with_contact(screen, intent.text, "call")


def message(intent: Intent, screen: Screen) -> Progress:
    """Tell somebody something: the contact, the thread, a ready-made reply that says it, or the words themselves."""
    who, _, text = intent.text.partition("\n")
    if any(step.verb == "input_text" and not step.failed for step in screen.steps) or _replied(screen, text):
        return True
    reply = screen.labelled(text, only=lambda e: e.clickable and "reply" in keys(e.name), enough=0.6)
    if reply is not None:
        return _tap_once(reply, screen, f'"{reply.label}" says it')
    field = _field(screen, "message")
    if field is not None and not screen.moving:
        return type_into(field, text, f"I write to {who}")
    return False if field is not None else _with_contact(screen, who, "message")


def _replied(screen: Screen, text: str) -> bool:
    wanted = keys(text)
    return any(
        "reply" in step.words and not step.failed and len(wanted & step.words) >= 0.6 * len(wanted) for step in screen.steps
    )


def _with_contact(screen: Screen, who: str, button: str) -> Progress:
    """The button on the page of a contact, or the way there."""
    on_page = screen.labelled(who, only=lambda e: not e.clickable) or any(keys(who) <= step.words for step in screen.steps)
    found = screen.find(
        button, only=lambda e: e.clickable and not e.checkable and not e.selected and not {"tab", "end"} & words_of(e)
    )
    if on_page and found is not None and not keys(who) <= words_of(found):
        return _tap_once(found, screen, f"this is the page of {who}")
    contact = screen.labelled(who, only=lambda e: e.clickable and not e.editable)
    return _tap_once(contact, screen, f"{contact.label} is in sight") if contact is not None else None


def dial(intent: Intent, screen: Screen) -> Progress:
    """Type a number on the keypad and call it."""
    if _called(screen):
        return True
    keypad = {digit: key for digit in {*intent.text, *"0123456789"} if (key := _key(screen, digit))}
    if not keypad.keys() >= {*intent.text, *"0123456789"}:
        return None
    typed = max(
        (said for e in screen.elements if not e.clickable and intent.text.startswith(said := _digits(e.label))),
        key=len,
        default="",
    )
    if not typed:  # the display may not be an element of its own: count the touches
        typed = intent.text[: sum(step.verb == "click" and step.name in _DIGITS.values() for step in screen.steps)]
    if typed == intent.text:
        button = screen.find("call", only=lambda e: e.clickable and not e.selected and "tab" not in words_of(e))
        return None if button is None else _tap_once(button, screen, f"{intent.text} is typed")
    return tap(keypad[intent.text[len(typed)]], f"{intent.text} is to be dialled, {typed or 'nothing'} is typed")


def _digits(label: str) -> str:
    return re.sub(r"[\s()+-]", "", label)


def _key(screen: Screen, digit: str) -> Element | None:
    for element in screen.elements:
        if element.clickable and (element.name == _DIGITS[digit] or element.text.strip() == digit):
            return element
    return None


def go(intent: Intent, screen: Screen) -> Progress:
    """Start the route to a destination: one that is suggested, or one that is found for the words typed."""
    if _arrived(screen, intent.text):
        return True
    if _chosen(screen, intent.text):
        button = screen.find("start", only=lambda e: e.clickable and e.enabled and "button" in e.name, enough=0.4)
        return True if button is None else _tap_once(button, screen, f"{intent.text} is chosen, so I start the route")
    if any(step.verb == "input_text" and not step.failed for step in screen.steps):
        found = [e for e in screen.elements if e.clickable and not e.editable and "result" in keys(e.name)]
        near = screen.labelled(intent.text, only=lambda e: e in found, enough=0.5) or next(iter(found), None)
        return False if near is None else _tap_once(near, screen, f'"{near.label}" was found for {intent.text}')
    lines = [e for e in screen.elements if e.clickable and not e.editable and not e.checkable]
    exact = screen.labelled(intent.text, only=lambda e: e in lines)
    if exact is not None:
        return _tap_once(exact, screen, f'"{exact.label}" is the destination')
    if may_scroll(screen):
        return None
    field = _field(screen, "search destination|search|destination")
    if field is not None and not screen.moving and field.enabled:
        return type_into(field, intent.text, f"{intent.text} is not among the suggestions, so I type it")
    if field is not None:
        near = screen.labelled(intent.text, only=lambda e: e in lines, enough=0.5)
        return _tap_once(near, screen, f'"{near.label}" is the nearest to {intent.text}') if near is not None else False
    return None


def _chosen(screen: Screen, where: str) -> bool:
    """Whether the line of a destination, or of what was found for it, was tapped."""
    taps = [step for step in screen.steps if step.verb == "click" and not step.failed]
    return any(_named(step.label, where) or "result" in keys(step.name) for step in taps)


def _arrived(screen: Screen, where: str) -> bool:
    """Whether the route was started: the button that starts it was tapped, or it is shown as the destination."""
    taps = [step for step in screen.steps if step.verb == "click" and not step.failed]
    if _chosen(screen, where) and any("start" in keys(step.name) and "button" in step.name for step in taps):
        return True
    return any(not e.clickable and "destination" in keys(e.name) and _named(e.label, where) for e in screen.elements)


def _named(label: str, name: str) -> bool:
    return bool(keys(name)) and keys(name) <= keys(label)


def play(intent: Intent, screen: Screen) -> Progress:
    """Play a title: its line in a list."""
    if any(step.verb == "click" and not step.failed and step.name.endswith("item") for step in screen.steps):
        return True
    lines = [element for element in screen.elements if element.clickable and not element.editable]
    found = screen.labelled(intent.text, only=lambda e: e in lines)
    found = found or next((line for line in lines if keys(intent.text) <= keys(line.description)), None)  # an artist or an album
    return None if found is None else _tap_once(found, screen, f'"{found.label}" is in sight')


def answer(intent: Intent, screen: Screen) -> Progress:
    """Say something."""
    return True if any(step.verb == "answer" for step in screen.steps) else say(intent.text, intent.why)


def warn(intent: Intent, screen: Screen) -> Progress:
    """Warn the driver; a kind of alert that the car does not know is replaced by the nearest that it names."""
    kind, _, text = intent.text.partition(": ")
    tried = [step for step in screen.steps if step.verb == "call" and step.data.get("api") == _ALERT]
    if any(not step.failed for step in tried):
        return True
    if len(tried) >= MAX_TOUCHES:
        return False
    if known := [name for step in tried for name in re.findall(r"'([^']+)'", step.result) if name != kind]:
        about = keys(f"{kind} {text}")
        kind = max(known, key=lambda name: len(keys(name) & about))
    return call(_ALERT, {"kind": kind, "message": text}, intent.why)


def _field(screen: Screen, name: str) -> Element | None:
    fields = [e for e in screen.elements if e.editable]
    return screen.find(name, only=lambda e: e.editable, enough=0.4) or (fields[0] if fields else None)


def _called(screen: Screen) -> bool:
    """Whether the call button was pressed."""
    return any(
        step.verb == "click" and not step.failed and "call" in step.words and "button" in step.name and "end" not in step.words
        for step in screen.steps
    )


def _tap_once(element: Element, screen: Screen, reason: str) -> PlannedAction | bool:
    if not element.enabled or screen.touched(element) >= MAX_TOUCHES:
        return False
    return tap(element, reason)
