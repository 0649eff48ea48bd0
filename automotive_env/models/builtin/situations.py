"""What drivers mean when they only say how they feel or what they see: situations, and what helps."""

from __future__ import annotations

import re

from automotive_env.models.builtin.functions import NAMED
from automotive_env.models.builtin.intent import Do, Intent


def intent(do: Do, name: str, text: str = "", *, value: float | None = None, place: str = "", why: str = "") -> Intent:
    """An intent about a function by its name."""
    function = NAMED[name]
    return Intent(do, function.name, function.home, function.via, place, value, "percent" if value is not None else "", text, why)


def _go(where: str) -> Intent:
    return Intent("go", "destination", "maps", text=where)


def _warn(kind: str, message: str) -> Intent:
    return Intent("warn", "safety alert", text=f"{kind}: {message}")


_LOW_BEAM, _SNOW = intent("choose", "low beam", "on"), intent("choose", "drive mode", "snow")
_POWER, _WARMER = intent("on", "climate power"), intent("more", "temperature")
_SLOW = _warn("ice", "The road may be slippery, drive slowly and keep your distance.")
_BREAK = _warn("fatigue", "You seem tired, take a break at the next safe place.")
_BLIND = r"(can ?not|can barely|can hardly|hard to|barely|hardly|difficult to|could not) (see|make out)"
_MIST = r"(fog\w*|mist\w*|steam\w*|condensation|ice|icy|iced|frost\w*|frozen)"
_GLASS = r"(windscreen|windows?|glass|panes?|mirrors?)"

_ROWS: tuple[tuple[str, str, tuple[Intent, ...]], ...] = (
    # glass
    (rf"(rear|behind)\b.*\b{_MIST}|{_MIST}\b.*\b(rear|behind)|{_BLIND}.*(out (of )?the (back|rear)|behind|rear window)",
     "the rear window is not clear", (intent("on", "rear defroster"),)),
    (rf"\b{_GLASS}\b.*\b{_MIST}|{_MIST}\b.*\b{_GLASS}|{_BLIND}.*windscreen(?!.*rain)",
     "the windscreen is not clear", (intent("on", "front defroster"),)),
    (r"(snow|leaves|insects?|bugs|flies|water)\b.*windscreen|windscreen.*(insects?|bugs|flies|leaves|water)|splatter",
     "water or dirt is on the windscreen", (intent("on", "wipers"),)),
    (r"\brain\w*.*(stop|over)|(stop|over).*\brain", "it no longer rains", (intent("off", "wipers"),)),
    (r"\b(rain\w*|drizzl\w*|pouring|splash\w*|spray|sleet|bird|mud\w*|dirt\w*|drops|downpour|shower)\b",
     "water or dirt is on the windscreen", (intent("on", "wipers"),)),
    # light and sight
    (r"(dazzl|blind)\w*.*(oncoming|others?|them|drivers?|traffic|people)|(oncoming|others?|cars?|drivers?|people|they|(every|"
     r"some)(one|body)|towards|ahead|front of).*(flash|dazzl|blind)(?!.*spot)",
     "the own light dazzles others", (intent("off", "high beam"),)),
    (r"(cars?|traffic|trucks?|somebody|someone)\b.*(com\w+ towards|oncoming)|oncoming (car|traffic|vehicle)",
     "the own light dazzles others", (intent("off", "high beam"),)),
    (r"\bfog|\bmist|\bhaz[ey]|\bpea soup", "there is fog outside", (_LOW_BEAM, intent("on", "front fog light"))),
    (r"tunnel|underpass", "a tunnel needs light", (_LOW_BEAM,)),
    (r"(pitch|very|really|completely|totally) (dark|black)|no street ?lights|unlit|see (far|further|farther)",
     "it is very dark outside", (intent("on", "high beam"),)),
    (r"(screen|display|dashboard|map)\b.*(glar|too bright|hurts? my eyes|blind|dazzl)|glar\w+.*(screen|display)",
     "the screen is too bright", (intent("less", "brightness"),)),
    (r"(screen|display)\b.*(too (dark|dim)|(not|hard|difficult|barely|hardly).*(see|read))|(read|see)\b.*\b(screen|display)|"
     r"(dark|dim) (screen|display)",
     "the screen is too dark", (intent("more", "brightness"),)),
    (r"(getting|gets|is|so|too) dark|dusk|nightfall|sunset|sun (is |has )?(going|gone|set)|twilight|\b(at|is) night\b",
     "it is getting dark", (_LOW_BEAM,)),
    # road
    (r"(hands?|feet|toes|fingers|nose)\b.*(\bic[ey]|cold|freez|frozen|numb)", "it is too cold inside", (_POWER, _WARMER)),
    (r"slip\w+|skid|\bic(e|y)\b|snow|slid(e|ing)|no grip|traction", "the road is slippery", (_SNOW, _SLOW)),
    (r"(drift|wander|veer|weav|leav|cross|stay|keep)\w*.*\b(lanes?|lines?|markings?|road)",
     "the car is to stay in its lane", (intent("on", "lane keeping"),)),
    (r"too close|tailgat|rear.?end|(brak|stop)\w+ (suddenly|hard|abruptly)|(hit|bump|crash) (in)?to|(nearly|almost) (hit|"
     r"crash|bump)",
     "distance to others matters", (intent("on", "forward collision warning"),)),
    (r"(chang|switch)\w* lanes?|overtak|(car|what is|anything|nobody).* (beside|next to|alongside) me|not (notice|see) (the|"
     r"a|that) (car|motor|bike|truck)",
     "cars beside may be overlooked", (intent("on", "blind spot warning"),)),
    (r"(sav|stretch|wast|less|econom|burn)\w*.*(fuel|gas|energy|battery|range)|fuel efficien",
     "less energy is to be used", (intent("choose", "drive mode", "eco"),)),
    (r"sluggish|more power|sporty|responsive|accelerat|winding road",
     "a livelier drive is wished", (intent("choose", "drive mode", "sport"),)),
    (r"bumpy|harsh ride|smooth", "a softer drive is wished", (intent("choose", "drive mode", "comfort"),)),
    (r"(told|tell|know|notif|beep)\w*\b.*(limit|too fast)|speeding|\bticket\b",
     "too high a speed is to be noticed", (intent("on", "speed limit warning"),)),
    # body and seat
    (r"(seat|bum|bottom|backside|butt|leather)\b.*(cold|freez|fro[sz]|ic[ey])|(cold|freez\w*|icy).*(seat|bum|bottom|butt|"
     r"leather)",
     "the seat is cold", (intent("on", "seat heater"),)),
    (r"(back|seat|shirt|legs?)\b.*(sweat|sticky|damp|hot)|sweat\w*.*\b(back|seat)\b",
     "the seat is too warm", (intent("on", "seat ventilation"),)),
    (r"(back|shoulders?|spine|muscles?)\b.*(sore|hurt|ache|aching|stiff|pain|kill|tense)|(sore|stiff|aching|tense)\b.*(back|"
     r"shoulder|neck|muscles?)|back ?ache|\bstiff\b",
     "the back needs relief", (intent("on", "seat massage"),)),
    (r"\bneck\b|\bhead\b.*(support|rest)", "the head needs support", (intent("more", "seat headrest"),)),
    (r"leg ?room|\bknees|cramped|squashed|too close to the wheel",
     "there is too little room for the legs", (intent("less", "seat horizontal"),)),
    (r"too far (from|back)", "the seat is too far back", (intent("more", "seat horizontal"),)),
    (r"reach (the )?(pedals?|brake|clutch|wheel)", "the seat is too far back", (intent("more", "seat horizontal"),)),
    (r"(sit|seat)\w*.*too low|(see|look) over (the )?(wheel|dash|bonnet|hood)",
     "the seat is too low", (intent("more", "seat height"),)),
    (r"(sit|seat)\w*.*too high|head.*(roof|ceiling)", "the seat is too high", (intent("less", "seat height"),)),
    # air
    (r"smell|stink|stench|smok[ey]|fumes|exhaust|dust|pollut|pollen|smog|odou?r|manure|allerg",
     "bad air is to stay outside", (intent("on", "recirculation"),)),
    (r"stuffy|stale|fresh air|no air|airless|breath|suffocat|muggy", "fresh air is needed", (intent("off", "recirculation"),)),
    (r"breeze|wind in my hair|air out", "an open window is wished", (intent("set", "window", value=100, place="driver"),)),
    (r"(air|wind|fan|vents?|it)\b.*blow.*(hard|strong|much|face|eyes)|draught|draft|fan\b.*(loud|noisy)",
     "the fan is too strong", (intent("less", "fan speed"),)),
    (r"(child|kid|children|son|daughter|toddler|boy|girl|dog)s?\b.*\b(windows?|buttons?)",
     "children are not to open windows", (intent("on", "window child lock"),)),
    (r"\b(cold|freez\w*|chill\w*|shiver\w*|frozen|numb|goose ?bumps|nippy|feeling in my (fingers|toes|hands|feet)|brr+|"
     r"warmth|warm (air|me))\b",
     "it is too cold inside", (_POWER, _WARMER)),
    (r"\b(hot|sweat\w*|boiling|roasting|baking|melting|scorching|sauna|oven|heat|humid|burning up)\b|(too|so|very|is|am) warm",
     "it is too warm inside", (_POWER, intent("on", "ac"), intent("less", "temperature"))),
    # sound
    (r"(can ?not|can barely|can hardly|hardly|barely|hard to) (hear|understand)|too (quiet|soft)",
     "the sound is too quiet", (intent("more", "volume"),)),
    (r"too (loud|noisy)|my ears|deafening|blaring|head ?ache|so loud", "the sound is too loud", (intent("less", "volume"),)),
    (r"(baby|child|kids?|children|son|daughter|everyone|passengers?|wife|husband|she|he|they)\b.*(asleep|sleep|\bnap|doz|"
     r"nod\w* off)",
     "somebody sleeps", (intent("less", "volume"),)),
    (r"(notifications?|messages?|alerts?|phone|pop ?ups?|dings?|pings?)\b.*(disturb|distract|buzz|annoy|bother|interrupt)|"
     r"distract|\bfocus|concentrat|\b(not|nothing|nobody)\b.*(disturb|interrupt|bother)",
     "quiet is wished", (intent("on", "do not disturb"),)),
    (r"\b(quiet|silence|peace)\b", "silence is wished", (intent("on", "mute"),)),
    (r"(not|no|stop|enough|sick of)\b.*\bmusic|not .*mood for", "no music is wished", (intent("press", "pause"),)),
    (r"bor(ed|ing)|lonely|(so|very) quiet|silent|tunes|entertain|cheer me|music|company|liven",
     "music would help", (intent("press", "play"),)),
    (r"(somebody|someone|call\w*|phone).*(not|no) (talk|now|answer|time)|(can not|do not want to) (talk|answer)",
     "a call disturbs", (intent("press", "decline"),)),
    (r"head ?phones|head ?set|\bpair\w*|connect my phone", "a device is to be connected", (intent("on", "bluetooth"),)),
    (r"(laptop|tablet|computer)\b.*(internet|online|web|connect)|(internet|online)\b.*(laptop|tablet|passengers?)",
     "others need the internet", (intent("on", "hotspot"),)),
    (r"privacy|track(ing|ed)?\b.*\b(me|us)\b|see where (i|we)", "nobody is to know the position", (intent("off", "location"),)),
    (r"(voice|navigation|guidance)\b.*(annoy|shut|talk|quiet|silen)", "the voice disturbs", (intent("off", "voice"),)),
    # way and rest
    (r"\b(low|out|running|short|empty|nearly|fill|need|reserve)\b.*\b(fuel|tank|diesel)\b|(fuel|tank|gas)\b.*(low|empty|"
     r"reserve|light)",
     "fuel is needed", (_go("fuel station"),)),
    (r"re?charg|plug in|low on charge|battery.*(low|empty|flat)|(low|empty|flat).*battery",
     "the battery needs charging", (_go("charging station"),)),
    (r"hungry|starving|\beat\b|food|meal|burger|pizza|lunch|dinner|breakfast|thirsty|coffee|snack",
     "food is wished", (_go("restaurant"),)),
    (r"\b(feel\w*|am|is|getting)\b.{0,12}\b(sick|ill|unwell|faint|dizzy)|injur|chest pain|doctor|bleeding",
     "medical help is needed", (_go("hospital"),)),
    (r"tired|sleepy|drowsy|exhausted|(eyes|eyelids).*(closing|heavy|shut)|nod\w* off|yawn|fall\w* asleep|fatigue",
     "the driver is tired", (_BREAK,)),
    (r"toilet|restroom|bathroom|\bpee\b", "a stop is needed", (_go("rest area"),)),
    (r"(somewhere|place|bed|room) .*(sleep|night|stay)|hotel", "a bed is needed", (_go("hotel"),)),
    (r"(at|to|for) (the )?(office|work)\b", "the way to work is wished", (_go("work"),)),
    (r"stuck in|jam\b|traffic|crawling|standstill", "the traffic is of interest", (intent("on", "traffic"),)),
    (r"\blost\b|not know (the|this|my) (way|area)|next turn|turn next|where (do|should) (i|we) (turn|go)",
     "guidance is needed", (intent("on", "voice"),)),
    (r"\b(way|back|want) home\b|home ?sick", "the way home is wished", (_go("home"),)),
    (r"\bflight|boarding|plane to catch", "the airport is wished", (_go("airport"),)),
    (r"\b(catch|miss|my) .*train\b", "the station is wished", (_go("central station"),)),
    (r"hands? (are |is )?(full|busy)|hands on the wheel", "hands must stay free", (intent("on", "hands free"),)),
)  # fmt: skip

SITUATIONS = tuple((re.compile(pattern), why, intents) for pattern, why, intents in _ROWS)
"""Rows of (pattern, reason, intents that help), more specific ones first; the first pattern that matches is taken."""
