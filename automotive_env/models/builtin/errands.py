"""Errands: what takes several steps and a name, a place, a title or a text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from automotive_env.models.builtin.operate import Progress
from automotive_env.models.builtin.planned_action import PlannedAction, open_app, scroll, tap, type_into
from automotive_env.models.builtin.screen import MAX_TOUCHES, Screen
from automotive_env.models.builtin.words import spoken
from automotive_env.observation import Element

_TAIL = re.compile(
    r"(?:[ ,]+(?:please|now|right away|for me|asap|instead|next|today|on (?:the|my) (?:phone|home phone|mobile)|mobile|at work|thanks|"
    r"thank you))+$", re.IGNORECASE
)  # fmt: skip
_MESSAGE = re.compile(
    r"\b(?:text|message|tell|write(?: to)?|reply to|let|send(?: an?)?(?: quick)?(?: message| text| note)?(?: to)?)\s+"
    r"(?P<name>(?!me\b|us\b|it\b|the\b|a\b|an\b|my (?!wife|husband|mom|mum|dad|boss))[\w'’-]+(?: (?-i:[A-Z])[\w’-]*)*)"
    r"(?:\s+(?:a |an )?(?:message|text))?"
    r"(?:,?\s+(?:and (?:let|tell) (?:him|her|them) (?:know )?)?(?:that|saying|to say|know(?: that)?|telling (?:him|her|them)(?: that)?)\s+|"
    r"\s*[:,]\s*|\s+(?=[\"“'‘]|(?:i|i['’]\w+|we|we['’]\w+|you|my|the)\b)|,?\s+and (?:let|tell) (?:him|her|them) (?:know )?)(?P<text>.+)$",
    re.IGNORECASE,
)
_CALL = re.compile(
    r"\b(?:give (?P<given>[\w'’ ]+?) a (?:call|ring)|(?<!the )(?<!a )(?<!my )(?<!phone )(?:call|ring|phone|dial)(?: up)?\s+"
    r"(?!me\b|it\b|off\b|up\b|volume\b)(?P<name>[^,;!?]+)|(?:a |phone )?call (?:for me )?to (?P<to>[^,;!?]+))", re.IGNORECASE
)  # fmt: skip
_GO = re.compile(
    r"\b(?:navigat\w+|navigation|drive(?: me| us)?|take (?:me|us)|bring (?:me|us)|guide (?:me|us)|guidance|get(?: me| us)?|directions?|"
    r"route(?: me| us)?|head(?:ing)?|go(?:ing)?|lead (?:me|us)|way|send (?:me|us)|(?:change|set) (?:my |the |our )?(?:final )?"
    r"(?:navigation )?(?:destination|route)(?: from \w+)?)\s+(?:there\s+|now\s+)?(?:straight |back |over )?(?:to|for|towards)\s+(?P<to>[^,;!?]+)|"
    r"\b(?:take|bring|get|drive|guide|navigate|go|head)(?: me| us)? (?P<home>home)\b(?! screen)", re.IGNORECASE
)  # fmt: skip
_FIND = re.compile(
    r"\b(?:find|show|look for|where is|where's|need|get to|looking for)\b.*?\b(?:nearest|closest|nearby|some|an?)\s+(?P<to>[^,;!?]+)", re.I
)
_PLAY = re.compile(
    r"\b(?:play|put on|listen to|hear)\s+(?:me\s+)?(?:(?:the|a|some|my|that)\s+)?(?:(?:song|track|album|station|podcast|radio station)\s+"
    r"(?:called\s+|named\s+)?)?(?P<name>[^,;!?]+)", re.IGNORECASE
)  # fmt: skip
_ANY = frozenset(
    "some the any a an my more it this that something anything again next previous last another music song songs track tracks tune tunes one "
    "of favorites favourites on audio media nice good playing list playlist radio podcast mode in order shuffle repeat video film movie "
    "episode and please downloaded now loud louder".split()
)
"""Words that ask for any music; what consists of them is no title."""
_NO_PLACE = frozenset("max sleep bed song track one number contact message sport eco comfort snow off on list beginning music".split())
_NEAR = re.compile(r"\b(?:the|nearest|closest|next|nearby|around here|around|near (?:me|here|by)|from here|close by)\b ?", re.IGNORECASE)
_KINDS = {"gas station": "fuel station", "petrol station": "fuel station", "charger": "charging station"}
_KEYS = dict(zip("0123456789*#", "zero one two three four five six seven eight nine star pound".split(), strict=True))


@dataclass(frozen=True, slots=True)
class Errand:
    """What is to be done, with whom or what, and a text."""

    kind: Literal["call", "message", "go", "play", "dial"]
    name: str
    text: str = ""

    @property
    def app(self) -> str:
        return {"go": "maps", "play": "media"}.get(self.kind, "phone")


def errand(clause: str) -> Errand | None:
    """The errand in a clause."""
    said = _TAIL.sub("", clause.strip().rstrip(".!?").replace("’", "'"))
    if found := _MESSAGE.search(said):
        return Errand("message", _clean(found["name"]), found["text"].strip(" '\"“”"))
    if found := _CALL.search(said):
        who = _clean(found["given"] or found["to"] or found["name"])
        digits = "".join(word for word in spoken(who) if word.isdigit())
        if digits and len(digits) >= len(who.replace(" ", "")) // 4:
            return Errand("dial", digits)
        return Errand("call", who) if who and len(who.split()) < 5 else None
    if found := _GO.search(said) or _FIND.search(said):
        where = _clean(_NEAR.sub("", found.groupdict().get("home") or found["to"]))
        where = _KINDS.get(where.lower(), where)
        number = where[:1].isdigit() and len(where.split()) < 3
        if where and not number and len(where.split()) < 8 and not {*where.lower().split()} & _NO_PLACE:
            return Errand("go", where)
    if found := _PLAY.search(said):
        title = _clean(found["name"])
        return Errand("play", title) if not {*title.lower().split()} <= _ANY else None
    return None


def _clean(name: str) -> str:
    return re.sub(r"^(?:to |my |the |our |an? )+", "", _TAIL.sub("", name.strip(" .'\"")), flags=re.IGNORECASE).strip()


def run(one: Errand, screen: Screen) -> Progress:
    """The next step of an errand."""
    if one.app != screen.app and not (one.kind == "play" and screen.app == "radio") and not screen.did("open_app"):
        return open_app(one.app, f"{one.name} is found in {one.app}")
    return {"call": _call, "message": _message, "go": _go, "play": _play, "dial": _dial}[one.kind](one, screen)


def _once(element: Element, screen: Screen, reason: str) -> PlannedAction | bool:
    return element.enabled and len(screen.touches(element)) < MAX_TOUCHES and tap(element, reason)


def _named(part: str, screen: Screen) -> Element | None:
    return next((one for one in screen.elements if one.clickable and part in one.name), None)


def _scrolled(screen: Screen, what: str) -> Progress:
    return scroll("down", f"{what} is not in sight") if screen.may_scroll else False


def _person(one: Errand, screen: Screen) -> Progress:
    """The way to the page of a person; None where it is in front."""
    shown = screen.labelled(one.name, lambda e: not e.clickable and ("contact_name" in e.name or "thread_title" in e.name))
    line = screen.labelled(one.name, lambda e: e.clickable and "contact_item" in e.name)
    if shown and (line is None or line.selected or screen.touches(line)):
        return None
    if line is not None:
        return _once(line, screen, f"{line.label} is in sight")
    tab = _named("phone_contacts", screen)
    if tab is not None and not tab.selected:
        return _once(tab, screen, "the contacts are there")
    return _scrolled(screen, one.name)


def _call(one: Errand, screen: Screen) -> Progress:
    if screen.did("click", "call_button"):
        return True
    way = _person(one, screen)
    button = _named("call_button", screen)
    return way if way is not None else button is not None and _once(button, screen, f"this is the page of {one.name}")


def _message(one: Errand, screen: Screen) -> Progress:
    if screen.did("input_text") or screen.did("click", "quick_reply"):
        return True
    field = next((e for e in screen.elements if e.editable and "message" in e.name), None)
    ready = screen.labelled(one.text, lambda e: e.clickable and "quick_reply" in e.name, 0.7)
    thread = screen.labelled(one.name, lambda e: "thread_title" in e.name)
    if thread is not None and ready is not None:
        return _once(ready, screen, f'"{ready.label}" says it')
    if thread is not None and field is not None:
        return not screen.moving and type_into(field, f"{one.text[:1].upper()}{one.text[1:]}", f"I write to {one.name}")
    way = _person(one, screen)
    button = _named("message_button", screen)
    return way if way is not None else button is not None and _once(button, screen, f"this is the page of {one.name}")


def _dial(one: Errand, screen: Screen) -> Progress:
    if screen.did("click", "call_button"):
        return True
    pads = {key: e for key, name in _KEYS.items() if (e := next((e for e in screen.elements if e.clickable and e.name == name), None))}
    if not pads:
        tab = _named("dialpad", screen)
        return tab is not None and _once(tab, screen, "numbers are typed there")
    typed = "".join(key for step in screen.steps for key, name in _KEYS.items() if step.verb == "click" and step.name == name)
    if typed == one.name:
        button = _named("call_button", screen)
        return button is not None and _once(button, screen, f"{typed} is typed")
    return tap(pads[one.name[len(typed)]], f"{one.name} is to be dialled") if one.name.startswith(typed) else False


def _go(one: Errand, screen: Screen) -> Progress:
    if screen.did("click", "start"):
        return True
    start = next((e for e in screen.elements if e.clickable and e.enabled and "start" in e.name and "button" in e.name), None)
    if start is not None and screen.did("click", "item", "result"):
        return _once(start, screen, f"{one.name} is chosen, so I start the route")
    if screen.did("click", "item", "result"):
        return True
    results = [e for e in screen.elements if e.clickable and not e.editable and ("item" in e.name or "result" in e.name)]
    line = screen.labelled(one.name, lambda e: e in results, 1.0 if not screen.did("input_text") else 0.5)
    if line is None and screen.did("input_text"):
        line = next(iter(results), None)
    if line is not None:
        return _once(line, screen, f'"{line.label}" is the destination')
    field = next((e for e in screen.elements if e.editable), None)
    if field is None or screen.did("input_text"):
        return False
    if screen.moving or not field.enabled:
        near = screen.labelled(one.name, lambda e: e in results, 0.5)
        return _once(near, screen, f'"{near.label}" is the nearest') if near else _scrolled(screen, one.name)
    return type_into(field, one.name, f"{one.name} is not among the suggestions, so I type it")


def _play(one: Errand, screen: Screen) -> Progress:
    if screen.did("click", "item"):
        return True
    title, _, artist = one.name.partition(" by ")
    lines = [e for e in screen.elements if e.clickable and not e.editable and "item" in e.name]
    found = screen.labelled(title, lambda e: e in lines, 0.75) or next(
        (e for e in lines if {*spoken(artist or title)} <= {*spoken(f"{e.text} {e.description}")}), None
    )
    if found is not None:
        return _once(found, screen, f'"{found.label}" is in sight')
    if screen.may_scroll:
        return _scrolled(screen, title)
    for page in ("media_library", "shelf_songs", "media_local", "media_podcasts"):
        tab = _named(page, screen)
        if tab is not None and not tab.selected and not screen.touches(tab):
            return _once(tab, screen, f"{title} may be there")
    if screen.app == "media" and not any(step.data.get("app_name") == "radio" for step in screen.steps):
        return open_app("radio", f"{title} may be a station")
    return False
