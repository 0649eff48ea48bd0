"""What a car can do and how drivers ask for it: each function, the words said for it, and the kind of app it is looked for in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Kind = Literal["switch", "level", "choice", "press"]

APPS: dict[str, str] = {
    "climate": "climate hvac ac temperature air fan",
    "seats": "seats seat",
    "media": "media music player audio track favorite playlist library",
    "maps": "maps navigation route destination traffic",
    "phone": "phone dialer telephone calls contacts messages dialpad",
    "lights": "lights light beam wipers",
    "assistance": "driver assistance driving warning",
    "vehicle": "vehicle car windows doors fuel",
    "settings": "settings system display network bluetooth wifi units language",
    "notifications": "notifications notification",
}
"""Kind of app -> words that such an app is usually named with, or that it is about."""


@dataclass(frozen=True)
class Function:
    """Something a car can do.

    Attributes:
        name: what its control is usually called, alternatives parted by "|"; these words are looked for on the screen.
        home: kind of app it is looked for in.
        said: pattern of what drivers say when they mean it.
        kind: how it is operated.
        choices: of a choice: "word on the control=pattern of what drivers say", parted by commas.
        via: words of the page it usually stands on.
    """

    name: str
    home: str
    said: str
    kind: Kind = "switch"
    choices: str = ""
    via: str = ""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What drivers say when they mean it."""
        return re.compile(self.said)

    @cached_property
    def options(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        """Words on the controls of a choice, and what drivers say for each."""
        parts = (part.strip().partition("=") for part in self.choices.split(",") if part)
        return tuple((word, re.compile(said or word)) for word, _, said in parts)


_F = Function
_THE = r"(?:the |my |this |that |our |all |of |incoming |phone )*"
_CLEAR = r"(?:defrost|demist|defog|de.?ice|heat|clear|dry)\w*"
_SOUND = r"(?:it|this|that|(?:the )?(?:music|radio|sound|audio))"

FUNCTIONS: tuple[Function, ...] = (
    # notifications and calls
    _F("clear all", "notifications", rf"(clear|delete|dismiss|remove) {_THE}notifications", "press", via="notifications"),
    _F("dismiss", "", rf"(dismiss|close|hide|remove) {_THE}(safety )?(alert|warning|notification)", "press"),
    _F("end call", "phone", rf"hang up|(end|finish|stop|drop|terminate) {_THE}call", "press"),
    _F("answer", "phone", rf"(answer|accept|take|pick up) {_THE}(call|phone)", "press"),
    _F("decline", "phone", rf"(decline|reject|refuse|dismiss|ignore) {_THE}call", "press"),
    _F("hands free", "phone", r"hands? free|speaker ?phone"),
    # lights and assistance
    _F("rear fog light", "lights", r"(rear|back) fog"),
    _F("front fog light", "lights", r"fog ?(light|lamp)"),
    _F("auto high beam", "lights", r"auto\w* (high|main|full) beam|high beam assist"),
    _F("high beam", "lights", r"(high|main|full) beam|\bbrights\b"),
    _F("low beam height", "lights",
       rf"(headlights?|beams?) (height|level|aim)|(lower|raise) (the |my )*(headlights|beams)|(height|level|aim) {_THE}(head|"
       r"low|beam)", "level"),
    _F("wiper speed", "lights",
       r"wip\w+ (speed|intensity)|speed of (the )?wip|(faster|slower)\b.*\bwip|wip.*\b(faster|slower)", "level"),
    _F("wipers", "lights", r"\bwip(er|e)"),
    _F("lane keeping", "assistance", r"lane (keep|assist|depart|guard|cent)|keep\w* (me |us )?in (the |my )?lane"),
    _F("speed limit warning", "assistance", r"(speed(ing)?|speed limit) (warning|alert|alarm)(?!.*(\d|limit here|local|legal))"),
    _F("speed limit", "assistance",
       r"speed (limit|warning|alert)|limiter|(warn|alert)\w* .*(over|above|faster|exceed).* \d", "level"),
    _F("forward collision warning", "assistance", r"collision|crash warning"),
    _F("blind spot warning", "assistance", r"blind ?spot"),
    _F("drive mode", "assistance",
       r"(driv\w+|snow|winter|eco\w*|sport\w*|comfort) (mode|program)|(mode|in|into|to) (to )?(eco|sport|comfort|snow)\b",
       "choice", "eco=eco|sav, comfort, sport, snow=snow|winter|ice"),
    _F("low beam", "lights",
       r"(low|dipped|driving) (beam|light)|headlight|\blights\b",
       "choice", r"auto=auto, off=\boff\b|\bout\b|disable|deactivate, on="),
    # seats
    _F("seat massage", "seats", r"massag"),
    _F("seat heater", "seats", r"(seats?|bum|backside)[\w ']* (heat|warm)|(heat|warm)\w* [\w ']*(seat|bum|backside)"),
    _F("seat ventilation", "seats", r"seats?[\w ']* (vent|cool|fan)|(vent|cool)\w* [\w ']*seat"),
    _F("seat backrest", "seats", r"back ?rest|reclin|seat ?back|(lean|lie) (me |the seat )?(back|forward)|upright", "level"),
    _F("seat headrest", "seats", r"head ?rest", "level"),
    _F("seat cushion", "seats", r"cushion|thigh", "level"),
    _F("seat height", "seats", r"seat[\w ']* (height|higher|lower|up\b|down\b)|(height|raise|lower)[\w ']* seat", "level"),
    _F("seat horizontal", "seats",
       r"seat[\w ']*(forward|backward|back|closer|position|horizontal)|(move|slide) [\w ']*seat", "level"),
    # windows and doors
    _F("window child lock", "vehicle", r"(child|kid|window)s?'? ?(safety )?lock"),
    _F("auto close on lock", "vehicle", r"(auto\w*|close)[\w ]* (on|when|after|while) (i )?(lock|leav)"),
    # climate
    _F("rear defroster", "climate", rf"rear (window )?{_CLEAR}|{_CLEAR} (the |my )*rear|rear window (heat|clear)"),
    _F("front defroster", "climate", r"defrost|demist|defog|de.?ice|(heat|clear|dry)\w* (up )?(the |my )*windscreen"),
    _F("recirculation|recycle air", "climate", r"recircul|recycl|circulat|air intake"),
    _F("fan speed|fan", "climate", r"\bfan\b|blower|air ?flow (speed|strength)|wind speed", "level"),
    _F("temperature", "climate",
       r"temperature|\b(warm|cool|cold|hott)er\b|\b(cool|warm)\w*\b[\w ]* (down|up)\b|(cool|warm) (this|the|my) (car|cabin)|"
       r"\d degrees|(turn|crank) (up|down) the heat|heat(ing)? (up|down)|less (hot|cold|warm)", "level"),
    _F("auto climate|auto", "climate", r"auto\w* (mode )?(climate|ac\b|air|temperature)|(climate|ac|air)[\w ]* auto|auto mode"),
    _F("ac|cooling compressor", "climate", r"\bac\b|compressor|cooling"),
    _F("climate power|power|master", "climate", r"climate|hvac|ventilation|heating"),
    # maps
    _F("end route", "maps",
       rf"(end|stop|cancel|quit|abort|exit|clear|delete) {_THE}(navigat\w*|route|guidance|trip|directions)", "press"),
    _F("map view", "maps", r"\b[23] ?d\b|[23] dimension", "choice", "2d=2 ?d, 3d=3 ?d"),
    _F("voice guidance", "maps",
       r"(concise|brief|short|detailed|mute\w*|silent)[\w ]* (voice|guidance|prompt|announcement)|(voice|guidance|prompts?|"
       r"directions|announcements)[\w ]* (concise|brief|short|detail|mute|quiet|silent)",
       "choice", "concise=concise|brief|short, detailed=detail, mute=mut|silen|quiet"),
    _F("voice", "maps",
       r"voice (guidance|navigation|prompts?|directions|instructions?)|spoken (directions|guidance)|stop (talking|speaking)"),
    _F("traffic", "maps", r"traffic|congestion"),
    # settings
    _F("auto brightness", "settings", r"(auto\w*|adaptive) (screen |display )?brightness|brightness[\w ]* auto", via="display"),
    _F("brightness", "settings",
       r"brightness|\b(dim|brighten|brighter|darker)\b|(screen|display)[\w ]*(bright|dim|dark)", "level", via="display"),
    _F("night mode", "settings",
       r"\b(night|dark|day|light) (mode|theme)|theme", "choice", r"auto, day=\bday|light, night=night|dark", "display"),
    _F("do not disturb", "settings",
       r"do not disturb|\bdnd\b|(silence|mute) (my |the |all )*(notifications|alerts)", via="sound"),
    _F("mute", "media", r"\bmute|unmute"),
    _F("volume", "media",
       rf"volume|louder|quieter|softer|(turn|crank) {_SOUND} (up|down)|(turn|crank) (up|down) {_SOUND}", "level"),
    _F("hotspot", "settings", r"hot ?spot|tether", via="network"),
    _F("mobile data", "settings", r"(mobile|cellular|cell|phone) data|\b[45]g\b", via="network"),
    _F("airplane mode", "settings", r"(airplane|aeroplane|flight|plane) mode", via="network"),
    _F("bluetooth", "settings", r"bluetooth", via="network"),
    _F("wifi", "settings", r"\bwifi|wireless network", via="network"),
    _F("distance unit", "settings",
       r"kilomet|\bmiles?\b|(distance|length) units?|imperial|metric",
       "choice", r"mile=\bmiles?\b|imperial, kilometer=kilomet|metric", "units"),
    _F("time format", "settings", r"\b(12|24)[ -]?h|am/pm|time format", "choice", r"12=\b12|am/pm, 24=\b24", "units"),
    _F("language", "settings",
       r"language|\bchinese\b|\benglish\b|\bmandarin\b", "choice", "chinese=chinese|mandarin, english", "units"),
    _F("location", "settings", r"(share|use|using|sharing) my (location|position)|\blocation\b", via="apps"),
    _F("screen timeout", "settings", r"(screen|display)[\w ]*(time ?out|sleep|turn off|goes? off)", "level", via="apps"),
    # media
    _F("mode", "media",
       r"shuffl|random|repeat|loop|again and again|over and over|sequential|in order",
       "choice",
       r"shuffle=shuffl|random, single repeat=again and again|over and over|(repeat|loop)\w* (this|one|the|current|"
       r"single|track|song)|single, list repeat=repeat|loop,sequential=sequen|in order"),
    _F("lyrics", "media", r"lyrics|words (of|to) (the|this)|sing(ing)? along|are they singing"),
    _F("next", "media",
       r"(next|skip|another) (this )?(song|track|one|tune|it)|skip\b|(hate|not like) this (song|track)", "press"),
    _F("favorite", "media", r"favou?rites?\b|\bi (like|love) this|(like|save) this (song|track)"),
    _F("prev", "media", r"(previous|last) (song|track|one|tune)|go back (a|one) (song|track)|play that again", "press"),
    _F("pause", "media", r"(pause|stop|halt)( the| this| that)? (music|song|track|playback|playing|radio)|\bpause\b", "press"),
    _F("play", "media",
       r"(play|resume|start|continue|put on)( some| the| my| any)* (music|playback|tunes?|songs?|playing)|play( me)? "
       r"(something|anything)|^(play|resume)$", "press"),
    _F("window", "vehicle", r"windows?\b", "level"),
)  # fmt: skip
"""More specific ones first; the first whose pattern matches is taken."""

NAMED: dict[str, Function] = {function.name.partition("|")[0]: function for function in FUNCTIONS}
