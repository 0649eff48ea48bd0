"""What people mean when they only say how they feel or what they see: remarks, and the command that helps."""

from __future__ import annotations

from functools import cache

from automotive_env.models.builtin.words import meant, spoken

_HINTS = """
rear|behind & fog|mist|steam|ice|frost|frozen|condensation|see: turn on the rear defrost
windscreen|window|windows|glass|mirror & fog|mist|steam|ice|icy|frost|frozen|condensation|clear|see: turn on the front defrost
windscreen & see: turn on the front defrost
rain|raining|drizzle|drizzling|pouring|downpour|splash|sleet|drops|muddy|dirt|insects: turn on the front wiper
hand|hands|finger|fingers & cold|freezing|freeze|numb|frozen|ice|icy: turn on the steering wheel heating
seat|bottom|bum|butt|backside|leather & cold|freezing|freeze|frozen|ice: turn on my seat heating
back|seat|shirt|leg|leather & sweat|sweating|sweaty|sticky|damp|hot: turn on my seat ventilation
back|shoulder|spine|muscle|neck & sore|hurt|hurts|ache|aching|aches|stiff|pain|killing|tense: turn on my massage
smell|smells|stink|stinks|stench|smoke|fumes|exhaust|dust|pollen|manure|odour|stinky|reeks: turn on recirculate
stuffy|stale|stagnant|airless|muggy|breathe|suffocating|freshair: turn off recirculate
screen|display|dashboard & dark|dim|read|see & bright|dark|dim|barely|hardly|not: turn up the screen brightness
screen|display & bright|glare|glaring|blinding|dazzling|hurts: turn down the screen brightness
blinding|dazzling|dazzle|flash|flashing & oncoming|driver|drivers|they|other|others|people|everyone: turn off the high beam
sun & eye|eyes|bright|blinding|dazzling|glare|strong|face: close the sunshade
dark|pitch|night|tunnel|dusk|sunset & light|road|outside|out|getting|it|so|tunnel: set the low beam on
foggy|fog|mist & outside|out|road|ahead|there|thick: turn on the front fog light
slippery|icy|ice|snowing|snow|skidding|sliding & road|it|here|out|there|car|outside|we: drive mode snow
cold|freezing|freeze|chilly|shivering|frozen|numb|nippy|cool|goosebumps & rear|back|passenger: warmer in the rear
cold|freezing|freeze|chilly|shivering|frozen|numb|nippy|brr|goosebumps: turn up the temperature
hot|sweating|sweat|sweaty|boiling|roasting|baking|melting|scorching|sauna|oven|warm|burning: turn down the temperature
blow|blowing|draught|draft|windy|blower|fan & hard|strong|much|face|eyes|loud|noisy|draught|draft: turn down the fan
hear|understand & barely|hardly|not: turn up the volume
loud|noisy|ears|deafening|blaring|headache: turn down the volume
asleep|sleeping|nap|napping|dozing: turn down the volume
silence|lonely|bored|boring|quiet & lonely|bored|driving|here|so|boring|too: play music
quiet|silence|peace|shut & please|want|need|some|be|quiet: mute
focus|concentrate|distract|distracting|distracted|disturb|pinging|buzzing|dinging|interrupting: turn on dnd
hungry|starving|eat|food|lunch|dinner|breakfast: navigate to restaurant
coffee|thirsty|tea: navigate to cafe
tank|fuel|gas & low|empty|out|running|nearly|almost|short: navigate to fuel station
battery|charge & low|empty|flat|running|almost|nearly: navigate to charging station
toilet|restroom|bathroom|pee: navigate to rest area
sick|unwell|faint|dizzy|injured|bleeding|doctor|chest: navigate to hospital
home & way|back|want|homesick|head: navigate to home
lane|lines|drifting & drift|drifting|drifted|keep|stay|wander: turn on lane keeping
tailgate|close|brake|braking & car|ahead|front|suddenly|hard: turn on collision warning
overtake|overtaking|beside|alongside|blind & car|spot|me|lane: turn on blind spot warning
waste|wasting|save|saving|stretch|economical & fuel|gas|energy|range|battery|power: drive mode eco
sluggish|sporty|responsive|punch|winding|power & more|feels|feel|road|drive|me|some: drive mode sport
bumpy|harsh|jolting|uncomfortable & ride|road|it|car: drive mode comfort
speeding|ticket|fast & notice|know|tell|keep|always|got|warn|when: turn on the speed warning
cramped|legroom|knees|squashed: slide my seat back
child|children|kid|kids|son|daughter|toddler & window|windows|buttons|playing: turn on the window child lock
broken|breakdown|accident|emergency|stranded & down|see|visible|road|accident|stranded: turn on the hazard light
privacy|spying: turn off location
next & not|stand|hate|bored|sick & song|track|tune|this: next track
"""

TIRED = frozenset("tired sleepy drowsy exhausted yawning nodding eyelids fatigue".split())
"""Words of a driver who should rest."""


@cache
def _rows() -> list[tuple[list[frozenset[str]], str]]:
    rows = (row.rpartition(": ") for row in _HINTS.strip().splitlines())
    return [([frozenset(map(meant, part.split("|"))) for part in groups.split(" & ")], command) for groups, _, command in rows]


def hint(saying: str) -> str:
    """The command that helps with what is said, empty where none is known: the first row of which each group is named."""
    heard = frozenset(map(meant, spoken(saying)))
    return next((command for groups, command in _rows() if all(group & heard for group in groups)), "")
