"""Errands: what takes several steps and a name, a place, a title or a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from automotive_env.models.builtin.operate import Progress
from automotive_env.models.builtin.planned_action import act, open_app, scroll, tap
from automotive_env.models.builtin.screen import MAX_TOUCHES, Screen
from automotive_env.models.builtin.words import TABLES, spoken, words_in
from automotive_env.observation import Element

_TAIL = re.compile(
    r"(?:[ ,]+(?:please|now|right away|for me|asap|instead|next|today|on (?:the|my) (?:phone|home phone|mobile)|mobile|at work|"
    r"thanks|thank you))+$", re.IGNORECASE
)  # fmt: skip
_HEAD = re.compile(r"^(?:to |my |the |our |an? )+", re.IGNORECASE)
_MESSAGE = re.compile(
    r"\b(?:text|message|tell|write(?: to)?|reply to|let|send(?: an?)?(?: quick)?(?: message| text| note)?(?: to)?)\s+"
    r"(?P<name>(?!me\b|us\b|it\b|the\b|a\b|an\b|my (?!wife|husband|mom|mum|dad|boss))[\w'’-]+(?: (?-i:[A-Z])[\w’-]*)*)"
    r"(?:\s+(?:a |an )?(?:message|text))?(?:,?\s+(?:that|saying|to say|know(?: that)?|telling (?:him|her|them)(?: that)?)\s+|"
    r"\s*[:,]\s*|\s+(?=[\"“'‘]|(?:i|i['’]\w+|we|we['’]\w+|you|my|the)\b)|"
    r",?\s+and (?:let|tell) (?:him|her|them) (?:know )?)(?P<text>.+)$",
    re.IGNORECASE,
)
_CALL = re.compile(
    r"\b(?:give (?P<given>[\w'’ ]+?) a (?:call|ring)|(?<!the )(?<!a )(?<!my )(?<!phone )(?:call|ring|phone|dial)(?: up)?\s+"
    r"(?!me\b|it\b|off\b|up\b|volume\b)(?P<name>[^,;!?]+)|"
    r"(?:call (?:for me )?(?:to|with)|(?:talk|speak) (?:to|with)|put me through to) (?P<to>[^,;!?]+))", re.IGNORECASE
)  # fmt: skip
_GO = re.compile(
    r"\b(?:navigat\w+|navigation|drive(?: me| us)?|(?:take|bring|guide|lead|send) (?:me|us)|guidance|get(?: me| us)?|directions?|"
    r"route(?: me| us)?|head(?:ing)?|go(?:ing)?|way|(?:change|set) (?:my |the )?(?:final )?(?:navigation )?(?:destination|route)"
    r"(?: from \w+)?)\s+(?:there\s+|now\s+)?(?:straight |back |over )?(?:to|for|towards)\s+(?P<to>[^,;!?]+)|"
    r"\b(?:take|bring|get|drive|guide|navigate|go|head)(?: me| us)? (?P<home>home)\b(?! screen)", re.IGNORECASE
)  # fmt: skip
_FIND = re.compile(
    r"\b(?:find|show|look(?:ing)? for|where is|where's|need|get to)\b.*?\b(?:nearest|closest|nearby|some|an?)\s+(?P<to>[^,;!?]+)",
    re.I,
)
_PLAY = re.compile(
    r"\b(?:play|put on|listen to|hear)\s+(?:me\s+)?(?:(?:the|a|some|my|that)\s+)?(?:(?:song|track|album|station|podcast|"
    r"radio station)\s+(?:called\s+|named\s+)?)?(?P<name>[^,;!?]+)", re.IGNORECASE
)  # fmt: skip
_ANY = frozenset(TABLES["any_music"].split())
_NO_PLACE = words_in("no_place")
_NEAR = re.compile(
    r"\b(?:the|nearest|closest|next|nearby|around here|around|near (?:me|here|by)|from here|close by)\b ?", re.IGNORECASE
)
_KINDS = {"gas station": "fuel station", "petrol station": "fuel station", "charger": "charging station"}
_KEYS = dict(zip("0123456789*#", TABLES["sets"]["keys"].split(), strict=True))


@dataclass(frozen=True, slots=True)
class Errand:
    """What is to be done ("call", "dial", "message", "go" or "play"), with whom or what, and a text."""

    kind: str
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
        digits = "".join(word for word in spoken(f"dial {who}") if word.isdigit())
        if len(digits) > len(who.replace(" ", "")) // 4:
            return Errand("dial", digits)
        return Errand("call", who) if 0 < len(who.split()) < 5 else None
    if found := _GO.search(said) or _FIND.search(said):
        where = _clean(_NEAR.sub("", found.groupdict().get("home") or found["to"]))
        count = len(where.split())
        if 0 < count < 8 and not (where[0].isdigit() and count < 3) and not {*where.lower().split()} & _NO_PLACE:
            return Errand("go", _KINDS.get(where.lower(), where))
    found = _PLAY.search(said)
    return Errand("play", _clean(found["name"])) if found and not {*found["name"].lower().split()} <= _ANY else None


def _clean(name: str) -> str:
    return _HEAD.sub("", _TAIL.sub("", name.strip(" .'\""))).strip()


def run(one: Errand, screen: Screen) -> Progress:
    """The next step of an errand."""
    if one.app != screen.app and not screen.did("open_app"):
        return open_app(one.app, f"{one.name} is found in {one.app}")
    return {"call": _call, "message": _message, "go": _go, "play": _play, "dial": _dial}[one.kind](one, screen)


def _once(element: Element | None, screen: Screen, reason: str) -> Progress:
    usable = element is not None and element.enabled and len(screen.touches(element)) < MAX_TOUCHES
    return tap(element, reason) if element is not None and usable else False


def _named(screen: Screen, *parts: str) -> Element | None:
    return next((one for one in screen.elements if one.clickable and all(part in one.name for part in parts)), None)


def _with(one: Errand, screen: Screen, button: str) -> Progress:
    """A button on the page of a person, or the way there."""
    shown = screen.labelled(one.name, lambda e: not e.clickable and e.name in ("contact_name", "thread_title"))
    line = screen.labelled(one.name, lambda e: e.clickable and "contact_item" in e.name)
    tab = _named(screen, "phone_contacts")
    if shown and (line is None or line.selected or screen.touches(line)):
        return _once(_named(screen, button), screen, f"this is the page of {one.name}")
    if line is None and tab is not None and not tab.selected:
        return _once(tab, screen, "the contacts are there")
    return _once(line, screen, f"{one.name} is in sight") if line else screen.may_scroll and scroll(f"{one.name} is not in sight")


def _call(one: Errand, screen: Screen) -> Progress:
    return screen.did("click", "call_button") or _with(one, screen, "call_button")


def _message(one: Errand, screen: Screen) -> Progress:
    if screen.did("input_text") or screen.did("click", "quick_reply"):
        return True
    ready = screen.labelled(one.text, lambda e: e.clickable and "quick_reply" in e.name, 0.7)
    field = next((e for e in screen.elements if e.editable and "message" in e.name), None)
    if not screen.labelled(one.name, lambda e: e.name == "thread_title"):
        return _with(one, screen, "message_button")
    if ready is not None or field is None or screen.moving:
        return _once(ready, screen, f"this says it to {one.name}")
    return act("input_text", f"I write to {one.name}", index=field.index, text=one.text[:1].upper() + one.text[1:], submit=True)


def _dial(one: Errand, screen: Screen) -> Progress:
    typed = "".join(key for step in screen.steps for key, name in _KEYS.items() if step.verb == "click" and step.name == name)
    key = _KEYS["0" if typed == one.name or not one.name.startswith(typed) else one.name[len(typed)]]
    if screen.did("click", "call_button"):
        return True
    if not any(e.name == key for e in screen.elements):
        return _once(_named(screen, "dialpad"), screen, "numbers are typed there")
    return _once(_named(screen, "call_button"), screen, "it is typed") if typed == one.name else _key(key, screen, one.name)


def _key(name: str, screen: Screen, dialled: str) -> Progress:
    return tap(next(e for e in screen.elements if e.name == name), f"{dialled} is to be dialled")


def _go(one: Errand, screen: Screen) -> Progress:
    start, chosen = _named(screen, "start", "button"), screen.did("click", "item", "result")
    if chosen or screen.did("click", "start"):
        return screen.did("click", "start") or start is None or _once(start, screen, f"{one.name} is chosen")
    lines = [e for e in screen.elements if e.clickable and not e.editable and ("item" in e.name or "result" in e.name)]
    typed, field = screen.did("input_text"), next((e for e in screen.elements if e.editable), None)
    types = field is not None and field.enabled and not screen.moving
    line = screen.labelled(one.name, lambda e: e in lines, 0.5 if typed or not types else 1.0)
    if line is None and typed:
        line = next(iter(lines), None)
    if line is not None or typed or field is None:
        return _once(line, screen, f"this is {one.name}")
    if not types:
        return screen.may_scroll and scroll(f"{one.name} is not in sight")
    return act("input_text", f"{one.name} is not suggested, so I type it", index=field.index, text=one.name, submit=True)


def _play(one: Errand, screen: Screen) -> Progress:
    if screen.did("click", "item"):
        return True
    title, _, artist = one.name.partition(" by ")
    lines = [e for e in screen.elements if e.clickable and not e.editable and "item" in e.name]
    names = {*spoken(artist or title)}
    found = screen.labelled(title, lambda e: e in lines, 0.75)
    found = found or next((e for e in lines if names <= {*spoken(f"{e.text} {e.description}")}), None)
    if found is not None:
        return _once(found, screen, f'"{found.label}" is in sight')
    if screen.may_scroll:
        return scroll(f"{title} is not in sight")
    tabs = (_named(screen, page) for page in ("media_library", "shelf_songs", "media_local", "media_podcasts"))
    tab = next((tab for tab in tabs if tab and not tab.selected and not screen.touches(tab)), None)
    if tab is None and screen.app == "media" and not screen.opened("radio"):
        return open_app("radio", f"{title} may be a station")
    return _once(tab, screen, f"{title} may be there")
