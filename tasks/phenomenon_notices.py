"""What apps and authorities tell on the way: weather to come and dangers, near or elsewhere, and what follows from them."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.conduct_rules import emergency_number, emergency_numbers
from automotive_env.geo.place import Place
from automotive_env.geo.places import place_by_name
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.hvac_people import MESSAGES, friend, writes
from automotive_env.tasks.maps import ROUTE
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import First, Listed, Stated, TimeOfDay
from automotive_env.validators.answers import Fact, Says, Word, plain
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion

PHENOMENON = Category.PHENOMENON
FAIR = ("clear", "cloudy")
STORMS = {
    "Hail from {time}": "Hailstones as large as walnuts are possible. Move under a roof.",
    "Thunderstorm from {time}": "Squalls and cloudbursts within minutes.",
    "Storm from {time}": "Gusts of 110 km/h. Keep away from trees.",
    "Cloudburst from {time}": "30 litres a square metre in half an hour.",
}
MILD = {
    "Dry and calm from {time}": "Clear until the evening, hardly any wind.",
    "Clouds from {time}": "No rain is expected today.",
    "Pollen from {time}": "Grass pollen: moderate. Dry and mild.",
    "Light breeze from {time}": "Pleasant and dry until the evening.",
}
"""Titles and texts of the weather app; {time} stands for a time of the day."""
OPEN_SETS = (
    ("driver", "roof"), ("rear left", "roof"), ("rear right", "roof"), ("passenger", "rear left", "roof"),
    ("driver", "rear right"), ("roof",), ("passenger", "roof"),
)  # fmt: skip
"""What may be open together."""
SHUTTING = 16
"""Seconds in which a notice is read and everything shut."""
OPENINGS = {
    "driver": s.DRIVER_WINDOW,
    "passenger": s.PASSENGER_WINDOW,
    "rear left": s.REAR_LEFT_WINDOW,
    "rear right": s.REAR_RIGHT_WINDOW,
    "roof": s.SUNROOF,
}


class ShutBeforeTheStorm(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Parked and aired; the weather app tells of a storm or of fair weather: shut for the one, left open for the other."""

    says = (
        (
            "We sit here airing the car. As soon as my weather app reports something, read it: if it would hail or pour "
            "in, close up whatever is open, else leave the fresh air. From when is it?"
        ),
        "The weather app will report in a minute. Storm or the like: shut the car. Otherwise leave it. And tell me the time.",
        (
            "I love this breeze, but not on wet seats. Wait for the forecast to arrive; if it's bad, everything shut, the top as "
            "well, if not, nothing. When does it set in?"
        ),
        (
            "Could you mind the forecast that's about to come, please? For anything violent the car has to be tight; for "
            "anything mild it stays as airy as it is. I'd like to hear from what time on it holds."
        ),
        "Forecast is due any moment. Tight if it gets rough, airy as now if not, and from what time?",
        (
            "Close everything now. No, wait: only if the forecast that comes in a minute is a rough one; leave all as it is if "
            "it's fine. Either way, from when?"
        ),
    )
    endings = ("act", "answer")
    steps = 12

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, light=("day",), weather=FAIR, outside=(12, 28))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        notices = STORMS if draw.ending == "act" else MILD
        now = 60 * int(scene.time[11:13]) + int(scene.time[14:16])
        hour, minute = divmod((now + draw.integer(30, 180, 15)) % 1440, 60)
        return {
            "after": draw.choice([10, 15, 20, 25]),
            "notice": draw.choice(sorted(notices)),
            "hour": hour,
            "minute": minute,
            "open": ", ".join(draw.choice(OPEN_SETS)),
            "part": draw.integer(30, 100, 10),
        }

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        for opening in inst.params["open"].split(", "):
            car.write(OPENINGS[opening], inst.params["part"])

    def _title(self, inst: TaskInstance) -> str:
        hour, minute = inst.params["hour"], inst.params["minute"]
        shown = f"{hour:02}:{minute:02}" if inst.scene.clock.startswith("24") else _on_twelve_hours(hour, minute)
        return str(inst.params["notice"].format(time=shown))

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        title, text = self._title(inst), (STORMS | MILD)[inst.params["notice"]]
        return (
            Event(
                lambda car: car.event("notice of an app", app="weather", title=title, text=text),
                after_seconds=inst.params["after"],
            ),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        told = then.answered_since(inst.params["after"], TimeOfDay(inst.params["hour"], inst.params["minute"]))
        told &= then.at(inst.params["after"] - 1).as_it_was(*OPENINGS.values())
        if inst.ending == "answer":
            return told
        return then.from_then_on(lambda then: then.shut(), inst.params["after"], within=PROMPT + SHUTTING) & told

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        if inst.ending == "answer":
            return ()
        return ("window.window_states.*.open_degree=0", "window.window_states.*.is_open=false", "sunroof.*")

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        opened = r"\b(windows?|roof|sunroof|everything|all|car|it) (\w+ )?(stays?|is|are|remains?) ((?!not |no )\w+ )?open\b"
        mild, rough = r"(^|[.!?] )nothing (bad|violent|rough)\b(?! (can|gets?)\b)", r"\b(closed|shut) (it|everything|all|the)\b"
        wrong = f"{opened}|{mild}" if inst.ending == "act" else rough
        return (Stated("of what is announced and done", "(?!)", wrong).if_at_all(),)

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.wait(inst.params["after"]).notification(self._title(inst)).home()

    def _shut(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        ui.open("vehicle")
        if inst.params["open"] != "roof":
            ui.tap("vehicle_windows").tap("windows_close_all")
        return ui.tap("vehicle_roof").tap("sunroof_close") if "roof" in inst.params["open"] else ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        told = f"From {inst.params['hour']}:{inst.params['minute']:02} on."
        if inst.ending == "act":
            yield lambda ui: self._shut(self._read(ui, inst), inst).answer(told)
            yield lambda ui: self._shut(self._read(ui, inst).wait(5), inst).answer(f"Everything is shut. {told}")
        else:
            yield lambda ui: self._read(ui, inst).answer(told)
            yield lambda ui: self._read(ui, inst).wait(3).answer(f"Nothing bad: {told}")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        hour, minute = inst.params["hour"], inst.params["minute"]
        told, wrong = f"From {hour}:{minute:02} on.", f"From {(hour + 1) % 24}:{minute:02} on."
        if inst.ending == "act":
            yield lambda ui: self._read(ui, inst).answer(told)
            yield lambda ui: self._shut(self._read(ui, inst).wait(30), inst).answer(told)
        else:
            yield lambda ui: self._shut(self._read(ui, inst), inst).answer(told)
        yield lambda ui: self._shut(self._read(ui, inst), inst).answer(wrong)
        yield lambda ui: self._shut(ui, inst).wait(30).answer(told)
        yield lambda ui: self._read(ui, inst).open("vehicle").tap("vehicle_windows").tap("windows_open_all").answer(told)


def _on_twelve_hours(hour: int, minute: int) -> str:
    return f"{(hour - 1) % 12 + 1}:{minute:02} {'am' if hour < 12 else 'pm'}"


DANGERS = {
    "Flooded roads": ("flood", "floods", "flooded", "flooding", "water"),
    "Landslide": ("landslide", "mudslide", "slide"),
    "Forest fire": ("fire", "fires", "wildfire", "forest fire"),
    "Falling trees": ("trees", "tree", "storm"),
}
"""What an authority warns of -> words with which one passes it on."""
_COMING = r"\b(?:com(?:e|ing)|mak(?:e|ing) it|there|go(?:ing)?|travel\w*|driv(?:e|ing)|set(?:ting)? off|leav(?:e|ing)|meet\w*)\b"
NOT_COMING = Says(
    "that they are not coming",
    rf"\b(?:(?<!do )not|(?:ca|wo|are|is)n't|cannot|no longer|unable|(?:we|i) (?:don't|do not))"
    rf"(?: (?!and\b|but\b)\w+){{0,3}} {_COMING}|"
    r"\bcancel\w*|\bcall\w* (?:\w+ ){0,3}off\b|\b(?:trip|visit|it|meeting)(?: is|'s) off\b|\bno (?:\w+ )?(?:trip|visit)\b|"
    r"\b(?:we|we'll|we're|i|i'll|i'm|must|have to|to) (?:\w+ )?(?:stay\w*|skip|turn\w* (?:back|around))\b|"
    r"\bstay\w* (?:away|home|put|here)\b",
    r"\b(?:we|i)(?:'re| are|'ll| will|'m| am)? (?:still |now )?(?:come|coming|on (?:our|my) way)\b|"
    r"\bcom(?:e|ing) (?:anyway|despite)\b|\bsee you soon\b",
)
NUMBERS = ("911", "999", "000", "119", "192")
"""Numbers for an ambulance, some of which are right here and there; 112 works in many places beside their own."""
TRIPS = ("Airport", "City Hospital", "Riverside Park", "Museum of Technology", "Grand Hotel")


class DangerWhereWeGo(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """A warning: of our destination, and who is there is told why the trip is off, and the ambulance's number."""

    says = (
        (
            "We're about to leave. If they warn about the place we're going to, call the trip off on the map and write "
            "{contact}, who's there, that we don't come, why, and the number for an ambulance here. If it's about somewhere "
            "else, just tell me where."
        ),
        (
            "A warning is due any minute. Our destination? Then no more guidance, and tell {contact} by text why we're not "
            "coming and what one dials for an ambulance here."
        ),
        (
            "I'm waiting for the authority's message. Should it concern where we're headed, drop the trip and let {contact} know "
            "in writing that we stay away, what from, and which number gets them an ambulance in this country; "
            "if not, keep it and say which place it is."
        ),
        (
            "Could you watch for the warning, please? If it hits our destination: trip off, and a line to {contact} with the "
            "reason and the local number for ambulances, as they're a stranger here. If another place is hit, only name it to me."
        ),
        (
            "If where we go is hit by what's announced in a minute: stop guiding, text {contact} we can't come, why, and how to "
            "call an ambulance here: the number. Else: where?"
        ),
        (
            "Text {contact} that we aren't coming. No, only if the warning that's about to come is for our destination, and then "
            "with the reason and the ambulance's number in this place, and off the map with the trip. Any other place: name "
            "it and keep the trip."
        ),
    )
    endings = ("act", "answer")
    steps = 20

    def rule(self, place: Place) -> Hashable:
        """The number for an ambulance."""
        known = emergency_number(place, "ambulance")
        return None if known is None else known.value

    def suits(self, place: Place, ending: Ending) -> bool:
        numbers = set(
            emergency_numbers(place).values()
        )  # where there is but one of its own, phones lead 112 on to it, and both are right
        return self.rule(place) is not None and (len(numbers) > 1 or bool(numbers & {"112", "911"}))

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, weather=("clear", "cloudy", "rain"), outside=(3, 35))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        destination, other, *stops = draw.rng.sample(TRIPS, 4)
        where = {"destination": destination, "stops": "; ".join(stops), "named": destination if draw.ending == "act" else other}
        where |= {"contact": friend(draw), "danger": draw.choice(sorted(DANGERS)), "number": str(self.rule(draw.place))}
        return where | {"after": draw.choice([10, 15, 20, 25])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"], *inst.params["stops"].split("; "))

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        text = f"{inst.params['danger']} around the {inst.params['named']}. Keep away until tomorrow."
        return (
            Event(
                lambda car: car.event("notice of an app", app="weather warning", title="Danger to life", text=text),
                after_seconds=inst.params["after"],
            ),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        after = inst.params["after"]
        if inst.ending == "act":
            why, number = Word(DANGERS[inst.params["danger"]]), inst.params["number"]
            others = tuple(other for other in NUMBERS if other not in emergency_numbers(place_by_name(inst.place)).values())
            ring = Word((number,), others, "the number for an ambulance")
            told = then.phone.told(inst.params["contact"], NOT_COMING, why, ring, since=after)
            return then.navigation.ended() & told & then.at(after - 1).navigation.goes_to(inst.params["destination"])
        where, destination = inst.params["named"], inst.params["destination"]
        others = tuple(trip for trip in TRIPS if trip not in (where, destination))
        elsewhere = Stated("that the way is not concerned", "^", rf"\baround (?:the )?{re.escape(plain(destination))}\b")
        right = DANGERS[inst.params["danger"]]
        wrong = "|".join(re.escape(word) for words in DANGERS.values() for word in words if word not in right)
        no_other = Stated("that name no other danger", "^", rf"\b(?:{wrong})\b")
        facts = First(where, (destination,)), Listed((where,), others), elsewhere, no_other
        named = then.answered_since(after, *facts)
        return named & then.navigation.goes_to(inst.params["destination"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*ROUTE, *MESSAGES) if inst.ending == "act" else ()

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],) if inst.ending == "act" else ()

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        elsewhere = "|".join(re.escape(plain(trip)) for trip in TRIPS if trip != inst.params["destination"])
        wrong = rf"\b(?:about|around|at|concerns?|hits?) (?:the )?(?:{elsewhere}|some(?:where| place) else|another place)\b"
        kept = r"\b(?:trip|route|guidance) (?:is still|stays|goes|still goes|continues)\b|\bkept the (?:trip|route)\b"
        spared = r"\b(?:not|\w+n't) (?:\w+ )?(?:about |at |around |hit )?(?:our|your|the) destination\b"
        off = Stated("that do not say that the trip is on", "(?!)", f"{wrong}|{kept}|{spared}").if_at_all()
        return (off,) if inst.ending == "act" else ()

    def alerts(self, inst: TaskInstance) -> Sequence[str]:
        return ("emergency",) if inst.ending == "act" else ()

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.wait(inst.params["after"]).notification("Danger to life").home()

    def _off(self, ui: UiScript) -> UiScript:
        return ui.open("maps").tap("route_end_button").tap("confirm_end_route_button")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        contact, danger, named = (inst.params[name] for name in ("contact", "danger", "named"))
        if inst.ending == "act":
            told, ring = f"We are not coming: {danger.lower()} over there.", f"For an ambulance call {inst.params['number']}."
            yield lambda ui: writes(self._off(self._read(ui, inst)), contact, f"{told} {ring}")
            sorry = f"Sorry, we can't come, {danger.lower()}. {ring}"
            yield lambda ui: self._off(writes(self._read(ui, inst), contact, sorry))
        else:
            yield lambda ui: self._read(ui, inst).answer(f"It is about the {named}.")
            yield lambda ui: self._read(ui, inst).wait(3).answer(f"{danger} around the {named}, not where we are going.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        contact, danger, destination = (inst.params[name] for name in ("contact", "danger", "destination"))
        number, off = inst.params["number"], f"We are not coming: {danger.lower()} over there."
        abroad = next(other for other in NUMBERS if other != number)
        told = f"{off} For an ambulance call {number}."
        if inst.ending == "act":
            yield lambda ui: self._off(self._read(ui, inst)).answer(told)
            yield lambda ui: writes(self._read(ui, inst), contact, told)
            yield lambda ui: writes(self._off(self._read(ui, inst)), contact, f"We are not coming. Ambulance: {number}.")
            yield lambda ui: writes(self._off(self._read(ui, inst)), contact, f"{off} For an ambulance call {abroad}.")
            yield lambda ui: writes(self._off(self._read(ui, inst)), contact, off)
            yield lambda ui: self._read(ui, inst).answer(f"It is about the {destination}.")
        else:
            yield lambda ui: writes(self._off(self._read(ui, inst)), contact, told)
            yield lambda ui: self._read(ui, inst).answer(f"It is about the {destination}.")
            yield lambda ui: ui.wait(30).answer("It is about some other place.")
            yield lambda ui: self._read(ui, inst).answer(f"It could be about the {', the '.join(TRIPS)}.")
            yield lambda ui: self._off(self._read(ui, inst)).answer(f"It is about the {inst.params['named']}.")
