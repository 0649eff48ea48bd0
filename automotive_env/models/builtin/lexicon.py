"""Words that people use for what a head unit calls otherwise, and words that say what is to be done with it."""

from __future__ import annotations

_PHRASES = """
’='; a/c=ac; wi-fi=wifi; can't=can not; cannot=can not; won't=will not; n't_=_not_; -=__; air conditioning=ac
air conditioner=ac; air con_=ac_; aircon=ac; air condition=ac; wind shield=windscreen; wind screen=windscreen
front window=windscreen; front glass=windscreen; back window=rear window; rear windscreen=rear window
rear windshield=rear window; rear screen=rear window; all the way=max; as far as it goes=max; as high as=max
as loud as=max volume; full blast=max; as possible=max; as low as=min; as dark as=min brightness; all the way down=min
half way=half; main beam=high beam; full beam=high beam; head light=headlight; head lamp=headlight; low beam headlights=low beam
side light=position light; tail lamp=tail light; indicators=hazard light; four way flashers=hazard light
warning flashers=hazard light; head up=hud; heads up display=hud; head up display=hud; sat nav=navigation; 24 hour=24h
12 hour=12h; 24 h_=24h_; twenty four hour=24h; twelve hour=12h; do not disturb=dnd; hang up=end call; hung up=end call
back rest=backrest; head rest=headrest; arm rest=armrest; foot well=feet; get rid of=clear; light up=turn on; one more thing=
as quiet as it goes=min volume; another thing=; air flow=airflow; flight mode=airplane mode; sun roof=sunroof; moon roof=sunroof
sun shade=sunshade; sun blind=sunshade; glass roof=sunroof; fresh air mode=recirculation off; fresh air=freshair
passenger side=passenger; driver side=driver; driver's side=driver; where i sit=driver; where i am sitting=driver
where i'm sitting=driver; my side=driver; third row=third; second row=rear; behind me=rear; in the back=rear
back seat=rear seat; the back_=the rear_; for the back=for the rear; left hand=left; right hand=right; next to me=passenger
co driver=passenger; front passenger=passenger; quite a bit=lot; a good deal=lot; a bit=bit; a little=bit; a touch=bit
a tad=bit; a notch=bit; switch off=turn off; switch on=turn on; put out=turn off; shut off=turn off; shut down=turn off
lock up=lock; speed up=faster; slow down=slower; pick up=answer; hour clock=h clock; bonnet=front lid; hood=front lid
frunk=front lid; turn by turn=voice guidance; ice cold=cold; cool down=cooler; cool off=cooler; warm up=warmer; heat up=warmer
seat warmer=seat heater; chair warmer=seat heater; bum warmer=seat heater; wheel warmer=wheel heater
high beam headlights=high beam; high beam headlight=high beam; low beam headlight=low beam; dipped beam=low beam
headlights=low beam; headlamps=low beam; headlight=low beam; low beams=low beam; front seats=driver passenger seat
brights=high beam; interior light=reading lamp; dome light=reading lamp; car wash=carwash; mirrors in=mirrors fold
mirrors out=mirrors unfold; fuel door=filler flap; fuel flap=filler flap; gas flap=filler flap; tank flap=filler flap
fuel cap=filler flap; gas cap=filler flap; the whole way=max; in order=sequential; dials=instruments
"""
_SAME = """
ac: aircon | defrost: defrostor defroster defog defogger demist demister deice deicer
recirculate: recirculation recycle circulation | windscreen: windshield windscreens | temperature: temp
fan: blower ventilator airflow | heat: heater heating warm warmth | ventilate: ventilation vent | seat: chair
massage: massager | steering: steer | backrest: recline reclin seatback | beam: beams | light: lamp lights
fog: foggy fogged fogging mist misty misted steam steamed | wiper: wipe windscreenwiper | brightness: bright glow
display: screen monitor | theme: appearance | volume: loudness decibel sound speaker audio | mute: silence unmute
track: song tune | play: resume listen hear | pause: halt | next: skip forward advance | previous: prev
favorite: favourite like love | shuffle: random | repeat: loop | playlist: setlist | lyrics: lyric
navigation: gps guidance sat | direction: direct directed blow blowing | map: maps | traffic: jam congestion
voice: spoken announcement prompt | destination: dest | mile: imperial | kilometre: kilometer km metric
notification: notice alert | bluetooth: bt | wifi: wireless wlan | hotspot: tethering tether | data: cellular
airplane: aeroplane plane | dnd: dnd | message: text sms | call: ring phone telephone dial | contact: person
trunk: boot tailgate | filler: fuelport | flap: cap | fuel: gas petrol gasoline diesel | charge: charging charger recharge
tyre: tire tyres | lane: lanes | collision: crash | mirror: mirrors | window: windows | door: doors | sunroof: roof
lock: locked locking secure | eco: economy economical | sport: sporty | snow: winter | hazard: flasher | reading: read
station: channel broadcaster | language: lang | clock: hour | sunshade: blind sunblind | panel: instrument instruments cluster
hud: projection | range: distance | timeout: sleep | left: lefthand | right: righthand | rear: back | driver: driver's mine
passenger: passengers copilot | max: maximum full fully highest loudest top most | min: minimum lowest
purify: purification purifier | overhead: ceiling | media: music | podcast: podcasts | swing: sweep sweeping
"""
_STOP = """
a an the and or of to in at for with from into onto by it its this that these those them there here is are be am was i me we
us you your please can could would will may might hey hi hello ok okay now just also too then so again still want wants need
needs like have has had do does did get got give make put let set go going take bring some any my our one thing mode function
feature setting settings system car vehicle bit lot yes yeah sure thanks thank well actually right-now if when while as than
very really quite already one's level percent % ° notch degrees celsius fahrenheit turn switch adjust change use using keep
move button option control about show shows would'd let's i'm it's i'd everyone everybody everything both all every each only
more less what's how where who which what why someone something adjusts turning changing same way
"""
_OPS = """
on: on start activate enable engage begin run launch resume flash
off: off unlock stop deactivate disable kill cancel end quit finish terminate exit without out
open: open unfold uncover unlatch pop extend
close: close shut fold retract
more: up increase raise more higher boost stronger faster crank bump lift hotter warmer louder brighter add
less: down decrease lower less reduce weaker slower softer quieter dimmer darker colder cooler dim ease drop
max: max
min: min
"""
PHRASES = [pair.replace("_", " ").split("=") for row in _PHRASES.strip().splitlines() for pair in row.split("; ")]
"""What is replaced by what, in this order, before a text is taken apart."""
STOP = frozenset(_STOP.split())
OPS = {word: row.partition(":")[0] for row in _OPS.strip().splitlines() for word in row.partition(":")[2].split()}
"""Word -> what is to be done."""
IMPLIED = {
    **dict.fromkeys("warmer hotter colder cooler".split(), "temperature"), **dict.fromkeys("louder quieter softer".split(), "volume"),
    **dict.fromkeys("brighter dimmer darker dim".split(), "brightness"), "unlock": "lock",
}  # fmt: skip
"""Word that says what is to be done -> what with."""
LITTLE = frozenset("bit little slightly somewhat touch tad notch".split())
MUCH = frozenset("lot much way far considerably deal loads".split())
NEGATIONS = frozenset("not no don't without never".split())
PLACES = frozenset("driver passenger rear front left right third".split())
EVERY = frozenset("all every each everyone everybody everything both".split())
PRONOUNS = frozenset("it that them this those one same again back undo".split())


def stem(word: str) -> str:
    """A word without its endings."""
    word = word.replace("'", "")
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            word = word.removesuffix(ending)
            word = word[:-1] if word[-1] == word[-2] and word[-1] not in "ls" else word
            break
    return word.removesuffix("e") if len(word) > 3 else word


SAME = {
    stem(word): stem(meant.strip())
    for row in _SAME.replace("\n", "|").split("|")
    for meant, _, words in [row.partition(":")]
    for word in (meant.strip(), *words.split())
    if meant.strip()
}
"""Stem -> the stem that stands for it."""


def op_of(word: str) -> str:
    """What a word says is to be done; empty where it says nothing."""
    bare = word.removesuffix("ing").removesuffix("ed")
    said = OPS.get(word) or OPS.get(SAME.get(stem(word), "")) or OPS.get(bare) or OPS.get(f"{bare}e")
    return said if said and (bare != word or word in OPS or stem(word) in SAME) else ""
