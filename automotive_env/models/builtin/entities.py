"""Intents with a named entity: calls, messages, numbers to dial, destinations, titles, warnings."""

from __future__ import annotations

import re

from automotive_env.models.builtin.intent import Intent
from automotive_env.models.builtin.words import normal

_QUOTED = re.compile(r"[\"“”«]([^\"“”«»]{1,120})[\"“”»]|(?:^|\s)[‘']([^'’]{2,120})['’](?=\W|$)")
_TAIL = re.compile(
    r"(?:[ ,]+(?:please|now|right away|immediately|on (?:the|my) (?:phone|mobile)|for me|again|quickly|asap|with the car|"
    r"instead|next))+$",
    re.IGNORECASE,
)
SECOND_COMMAND = re.compile(
    r"[,;]?\s+(?:and then|and|then)\s+(?=(?:turn|switch|set|put|open|close|play|call|navigate|make|mute|start|stop)\b)",
    re.IGNORECASE,
)
"""Where a second command begins."""
_NAME = r"(?P<name>[^,;!?]+)"

_MESSAGE = re.compile(
    r"\b(?:text|message|tell|write(?: to)?|answer|reply to|let|send(?: an?)?(?: quick)?(?: message| text| note)? to|"
    r"send)\s+"
    r"(?P<name>(?!me\b|us\b|it\b|the\b)[\w.'’-]+(?: (?-i:[A-Z])[\w.'’-]*)*)"
    r"(?:\s+(?:a |an )?(?:message|text|sms|note))?"
    r"(?:\s+(?:that|saying|to say|know(?: that)?|with(?: the words)?|telling (?:him|her|them)(?: that)?)\s+|\s*[:,]\s*|"
    r"\s+(?=[\"“'‘]|(?:i|we|you|my|the)\b))(?P<text>.+)$",
    re.IGNORECASE,
)
_REPLY = re.compile(
    r"\b(?:reply|answer|write|say|text|send)\s+[\"“'‘](?P<text>.+)[\"”'’]\s+to\s+(?P<name>[\w. ]+)$", re.IGNORECASE
)
_CALL = re.compile(
    rf"(?<!the )(?<!my )(?<!this )(?<!incoming )"
    rf"\b(?:call|ring|phone|telephone|give|dial|(?:speak|talk)(?: to| with))(?: up)?\s+(?!me\b|it\b|off\b|the car\b|up\b){_NAME}",
    re.IGNORECASE,
)
_GIVE = re.compile(r"\s+(?:a|an)\s+(?:call|ring|buzz)\b.*$", re.IGNORECASE)
_GO = re.compile(
    r"\b(?:navigat\w+|navigation|drive(?: me| us)?|take (?:me|us)|bring (?:me|us)|guide (?:me|us)|get (?:me|us)|directions?|"
    r"route(?: me| us)?|head(?:ing)?|go(?:ing)?|lead (?:me|us)|(?:set|change|make) (?:a |the |my |our )?(?:course|"
    r"destination|route)|way|get)"
    rf"\s+(?:there\s+)?(?:straight |back |directly |over )?(?:to|for|towards)\s+{_NAME}",
    re.IGNORECASE,
)
_HOME = re.compile(
    r"\b(?:take|bring|get|drive|guide|navigate|go|head(?:ing)?)(?: me| us)? (?P<name>home)\b(?! ?(?:screen|page))", re.I
)
_FIND = re.compile(
    r"\b(?:find|show|search(?: for)?|where is|look for)\b.*?\b(?:nearest|closest|next|an?|nearby)\s+(?P<name>[^,;!?]+)",
    re.IGNORECASE,
)
_PLAY = re.compile(
    r"\b(?:play|put on|listen to)\s+(?:me\s+)?(?:(?:the|a|that|this|my)\s+)?(?:(?:song|track|title|tune|album|"
    rf"piece|number)\s+(?:called\s+|named\s+)?)?{_NAME}",
    re.IGNORECASE,
)
_ANY = (
    "some the any a my more it something anything again next previous last another music song songs track tracks tune tunes "
    "playback one from of favorites favourites on audio media nice good playing list playlist radio mode in order shuffle repeat"
)
_ANY_MUSIC = re.compile(rf"^(?:(?:{'|'.join(_ANY.split())})\W*)+$", re.IGNORECASE)
"""Words that ask for any music; what consists of them is no title."""
_WARN = re.compile(
    r"\b(?:warn|alert|caution|remind)\s+(?:me|us|the driver|everyone|everybody|people)?\s*"
    r"(?:about|of|that|because of|for|when|if|against)\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_HAZARDS = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"speed|too fast|limit", "speed limit"),
        (r"\bic[ey]|slip|frost|frozen|freez|snow", "ice"),
        (r"\bfog|\bmist", "fog"),
        (r"visib|see\b|dark", "poor visibility"),
        (r"lane|drift", "lane"),
        (r"tired|fatigue|sleep|drows|break", "fatigue"),
        (r"tyre|pressure", "tyres"),
        (r"fuel|tank|charge|battery", "fuel"),
        (r"belt", "seat belt"),
    )
)
"""What drivers are warned of, in short; the car says which kinds of alert it has when it is told one that it lacks."""
_NO_PLACE = re.compile(
    r"^(?:\d|the (?:next|previous|last|home screen)|sleep|bed|full|max|min|sport|eco|snow|comfort|off|on\b)", re.IGNORECASE
)
_NUMBER = re.compile(r"^[\d +*#()-]+$")


def message_intent(goal: str) -> Intent | None:
    """The message that a goal wants to be sent."""
    text = _without_tail(goal)
    found = _MESSAGE.search(text) or _REPLY.search(text)
    return _message(_clean(found["name"]), _quoted(text) or found["text"]) if found else None


def warning_intent(goal: str) -> Intent | None:
    """What a goal wants people in the car to be warned of."""
    found = _WARN.search(_without_tail(goal))
    if not found or re.search(r"\d", normal(found["what"])):
        return None  # a speed to warn at is a setting
    what = _clean(found["what"])
    hazard = next((name for pattern, name in _HAZARDS if pattern.search(normal(what))), what[:40])
    return Intent("warn", "safety alert", text=f"{hazard}: {f'Attention: {what}'[:110]}.", why=f"a warning of {what} is wished")


def entity_intent(goal: str) -> Intent | None:
    """The call, destination or title in a goal."""
    text = _without_tail(goal)
    for pattern, make in ((_CALL, _call), (_GO, _go), (_HOME, _go), (_FIND, _go), (_PLAY, _play)):
        if (found := pattern.search(text)) and (intent := make(_quoted(text) or found["name"])):
            return intent
    return None


def _without_tail(goal: str) -> str:
    return _TAIL.sub("", goal.strip().rstrip(".!?").replace("’", "'"))


def _quoted(text: str) -> str:
    found = _QUOTED.search(text)
    return (found[1] or found[2]).strip(" .!") if found else ""


def _clean(name: str) -> str:
    return re.sub(r"^(?:to |my |the |our |an? )+", "", _TAIL.sub("", name.strip(" .'\"")), flags=re.IGNORECASE)


def _message(who: str, text: str) -> Intent:
    said = text.strip(" .'\"")
    return Intent("message", "message", "phone", "contacts", text=f"{who}\n{said}", why=f'{who} is to be told "{said}"')


def _call(name: str) -> Intent | None:
    who = _clean(_GIVE.sub("", name))
    digits = normal(who)
    if _NUMBER.match(digits):
        number = re.sub(r"[^\d*#]", "", digits)
        return Intent("dial", "number", "phone", "dialpad|keypad", text=number, why=f"{number} is to be dialled")
    if not who or len(who.split()) > 5:
        return None
    return Intent("call", "call", "phone", "contacts", text=who, why=f"{who} is to be called")


def _go(name: str) -> Intent | None:
    where = _clean(
        re.sub(r"\b(?:nearest|closest|next|nearby|around here|near (?:me|here|by)|from here)\b ?", "", name, flags=re.I)
    )
    if not where or _NO_PLACE.match(name.strip()) or len(where.split()) > 8:
        return None
    return Intent("go", "destination", "maps", text=where, why=f"{where} is the destination wished")


def _play(name: str) -> Intent | None:
    title, _, artist = (_clean(part) for part in name.partition(" by "))
    if _ANY_MUSIC.match(title) or re.match(r"(?:something|anything|some)\b", title, re.IGNORECASE):
        title = artist
    if not title:
        return None
    return Intent("play", "track", "media", "library|favorites|recent", text=title, why=f'"{title}" is to be played')
