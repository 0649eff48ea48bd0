"""Errands: what takes several steps and a name, a place, a title or a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from automotive_env.models.builtin.operate import OperationProgress, touch
from automotive_env.models.builtin.screen import ReadScreen, act, tap
from automotive_env.models.builtin.words import STOP, TABLES, words_in

_TAIL = re.compile(r"(?:[ ,]+(?:please|now|right away|for me|instead|next|today|on (?:the|my) (?:home )?phone|thanks?))+$", re.I)
_HEAD = re.compile(r"^(?:to |my |the |our |an? )+", re.I)
_MESSAGE = re.compile(
    r"\b(?:text|message|tell|write(?: to)?|reply to|let|send(?: an?)?(?: quick)?(?: message| text| note)?(?: to)?)\s+"
    r"(?P<name>(?!me\b|us\b|it\b|the\b|an?\b)(?:my )?[\w'-]+(?: (?-i:[A-Z])\w*)*)(?: an?)?(?: message| text)?"
    r"(?:,? (?:that|saying|to say|know(?: that)?|and (?:let|tell) \w+(?: know)?) |\s*[:,]\s*|\s+(?=[\"“']|(?:i|we|you|my|the)\b))"
    r"(?P<text>.+)$", re.I
)  # fmt: skip
_CALL = re.compile(
    r"\bgive (?P<given>[\w' ]+?) a (?:call|ring)|\b(?:(?<!the )(?<!a )(?<!my )(?:call|ring|phone|dial)(?: up)?|"
    r"call (?:for me )?(?:to|with)|(?:talk|speak) (?:to|with))\s+(?!me\b|it\b|off\b|volume\b)(?P<name>[^,;!?]+)", re.I
)  # fmt: skip
_GO = re.compile(
    r"\b(?:navigat\w+|drive(?: me| us)?|(?:take|bring|guide|lead) (?:me|us)|guidance|get(?: me| us)?|directions?|"
    r"route|head(?:ing)?|go(?:ing)?|way|(?:change|set) (?:my |the )?(?:destination|route))"
    r"\s+(?:there\s+|back\s+)?(?:to|for|towards)\s+(?P<to>[^,;!?]+)|"
    r"\b(?:take|bring|get|drive|guide|navigate|go|head)(?: me| us)? (?P<home>home)\b(?! screen)|"
    r"\b(?:find|show|look(?:ing)? for|where is|where's|need|get to)\b.*?\b(?:nearest|closest|some|an?)\s+(?P<find>[^,;!?]+)", re.I
)  # fmt: skip
_PLAY = re.compile(
    r"\b(?:play|put on|listen to|hear)\s+(?:(?:me|the|an?|some|my|that)\s+)*(?:(?:song|track|album|(?:radio )?station|podcast)\s+"
    r"(?:called\s+|named\s+)?)?(?P<name>[^,;!?]+)", re.I
)  # fmt: skip
_NEAR = re.compile(r"\b(?:the|nearest|closest|next|nearby|around here|around|near (?:me|here|by)|from here|close by)\b ?", re.I)
_ANY, _NO_PLACE = words_in("any_music") | STOP, words_in("no_place")
_NUMBERS = TABLES["sets"]["numbers"].split()
_APPS = {"call": "phone", "dial": "phone", "message": "phone", "go": "maps", "play": "media"}
_BUTTONS = {"call": "call_button", "message": "message_button", "go": "start"}
_ENDS = {"call": "call_button", "dial": "call_button", "message": "quick_reply", "go": "start", "play": "item"}
_LINE = re.compile(r"(?!app_).*(?:item|result)")
_TABS = ("phone_contacts", "media_library", "shelf_songs", "media_local", "media_podcasts")


@dataclass(frozen=True, slots=True)
class WishedErrand:
    """What is to be done ("call", "dial", "message", "go" or "play"), with whom or what, and a text."""

    kind: str
    name: str
    text: str = ""


def errand(clause: str) -> WishedErrand | None:
    """The errand in a clause."""
    said = _TAIL.sub("", clause.strip().rstrip(".!?").replace("’", "'"))
    if found := _MESSAGE.search(said):
        return WishedErrand("message", _clean(found["name"]), found["text"].strip(" '\"“”"))
    if found := _CALL.search(said):
        who = _clean(found["given"] or found["name"])
        if who.isdigit():
            return WishedErrand("dial", who)
        return WishedErrand("call", who) if 0 < len(who.split()) < 5 else None
    if found := _GO.search(said):
        where = _clean(_NEAR.sub("", found["home"] or found["to"] or found["find"]))
        count = len(where.split())
        if 0 < count < 8 and not (where[0].isdigit() and count < 3) and not {*where.lower().split()} & _NO_PLACE:
            return WishedErrand("go", where)
    found = _PLAY.search(said)
    return WishedErrand("play", _clean(found["name"])) if found and not {*found["name"].lower().split()} <= _ANY else None


def _clean(name: str) -> str:
    return _HEAD.sub("", _TAIL.sub("", name.strip(" .'\""))).strip()


def run(one: WishedErrand, screen: ReadScreen) -> OperationProgress:
    """The next step of an errand: the line with the name, then the button that does it."""
    app = _APPS[one.kind]
    if app != screen.app and not screen.did("open_app"):
        return act("open_app", f"{one.name} is found in {app}", app_name=app)
    if screen.did("click", _ENDS[one.kind]) or (one.kind == "message" and screen.did("input_text")):
        return True
    if one.kind == "dial":
        return _dial(one.name, screen)
    if screen.labelled(one.name, (e for e in screen.elements if e.name == "thread_title")):
        return _write(one, screen)
    if not any(_LINE.match(step.name) and not step.failed for step in screen.steps):
        return _find(one, screen)
    ready = next((e for e in screen.elements if e.clickable and _BUTTONS.get(one.kind, "-") in e.name), None)
    return touch(ready, screen, f"{one.name} is chosen") if ready else one.kind in ("go", "play")


def _dial(digits: str, screen: ReadScreen) -> OperationProgress:
    """Type a number on the dial pad, then call it."""
    names = {name: str(digit) for digit, name in enumerate(_NUMBERS[:10])}
    typed = "".join(names.get(step.name, "") for step in screen.steps if step.verb == "click" and not step.failed)
    wanted = "call_button" if typed == digits else next(name for name in names if digits[len(typed) :].startswith(names[name]))
    pad = any(e.name in names for e in screen.elements)
    ready = next((e for e in screen.elements if e.name == (wanted if pad else "phone_dialpad")), None)
    return tap(ready, f"{digits} is to be dialled") if ready else False


def _find(one: WishedErrand, screen: ReadScreen) -> OperationProgress:
    """Choose the line that says the name; where none is in sight, type it, look further down, or on another tab."""
    lines, typed = (
        [e for e in screen.elements if e.clickable and not e.editable and _LINE.match(e.name)],
        screen.did("input_text"),
    )
    title = one.name.partition(" by ")[0]
    field = next((e for e in screen.elements if e.editable and e.enabled and one.kind == "go" and not screen.moving), None)
    line = screen.labelled(title, lines, 1.0 if field and not typed else 0.5)
    if line := line or (lines[0] if lines and typed else None):
        return touch(line, screen, f"this is {one.name}")
    if field and not typed:
        return act("input_text", f"{one.name} is not suggested, so I type it", index=field.index, text=one.name, submit=True)
    if screen.may_scroll:
        return act("scroll", f"{one.name} is not in sight", direction="down")
    tabs = (e for e in screen.elements if e.name in _TABS and e.clickable and not e.selected)
    tab = next((e for e in tabs if not screen.touches(e)), None)
    return touch(tab, screen, f"{one.name} may be there") if tab else False


def _write(one: WishedErrand, screen: ReadScreen) -> OperationProgress:
    ready = screen.labelled(one.text, (e for e in screen.elements if e.clickable and "quick_reply" in e.name), 0.7)
    field = next((e for e in screen.elements if e.editable and "message" in e.name), None)
    if ready or field is None or screen.moving:
        return touch(ready, screen, f"this says it to {one.name}") if ready else False
    return act("input_text", f"I write to {one.name}", index=field.index, text=one.text[:1].upper() + one.text[1:], submit=True)
