"""Speed limits: what a place allows on a kind of road, watched for the driver or given to the car's own warning."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.places import place_by_name
from automotive_env.geo.rules import KMH_PER_MPH, shown_speed, speed_limit, units
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.road import FAIR, ROAD, STREETS, assistance, lights
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import measured
from automotive_env.validators.answers import Amount, Denied, Fact, NoOther, NothingToDo, Presence, Says, said
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion

SPEEDING = (
    "too fast", "over", "above", "exceed", "exceeds", "exceeding", "exceeded", "broke", "break", "breaking", "broken", "speeding",
    "faster", "more than", "beyond", "slow down", "reduce your speed", "not stay within", "didn't stay within", "not within",
)  # fmt: skip
LOOKING_UP = 8
"""Seconds in which an assistant finds out what is allowed here."""
TOO_FAST = Presence(SPEEDING, there=True, means="that the car is too fast")
KEPT_TO_IT = Says(
    "that the limit was kept to",
    r"(?<!not )(?<!n't )(?<!never )\b"
    r"((kept|keep|stuck) to\b|(were|are|stayed|kept|remained) (well )?(below|under|within) (it|that)\b)",
)
AT_THE_LIMIT = Says(
    "that it is at the limit", r"\b(at|match\w*) the (\w+ ){0,2}limit\b", r"\b(not|\w+n't) (\w+ )?(at|match\w*)\b"
)
NOT_WITHIN = Says(
    "that do not say it is kept to",
    "",
    r"(?<!not )(?<!n't )\b(stay|stayed|are|kept|keep|'re) (well )?(within|below|under|to) the (speed )?limit\b",
)
NOT_TOO_FAST = Presence(SPEEDING, there=False, means="that the car is too fast")


def limited(place: Place) -> list[str]:
    """The kinds of road that have one general limit in a place; a street in town has none where small ones have their own."""
    known = {road: speed_limit(place, road) for road in (*STREETS, "residential")}
    allowed = {road: limit.kmh for road, limit in known.items() if limit is not None and limit.kmh}
    return [road for road in STREETS if road in allowed and (road != "urban" or allowed[road] == allowed["residential"])]


def limit_kmh(place: Place, road: str) -> int:
    """The general limit of a kind of road that has one, km/h."""
    limit = speed_limit(place, road)
    assert limit is not None
    assert limit.kmh is not None
    return limit.kmh


def limits(place: Place) -> Hashable:
    """The general limits of a place in towns and out of them; None where it has none."""
    return tuple(limit_kmh(place, road) if road in limited(place) else None for road in STREETS) if limited(place) else None


def told_in(place: Place) -> str:
    """The unit in which people of a place tell speeds, "km/h" or "mph", whatever the displays of a car show."""
    return units(place).value.speed


def in_kmh(speed: float, unit: str) -> float:
    """A speed of a unit in km/h."""
    return speed * KMH_PER_MPH if unit == "mph" else speed


def next_five(speed: float, unit: str, scene: Scene) -> int:
    """What is nearest to a speed of a unit on displays that go by fives."""
    return 5 * round(in_kmh(speed, unit) / in_kmh(5, "mph" if scene.distance_unit == "mile" else "km/h"))


def half_a_step(scene: Scene) -> float:
    """How far off, km/h, a speed of another unit is at most on displays that go by fives."""
    return 4.6 if scene.distance_unit == "mile" else 3.0


def shown_in_miles(kmh: float) -> int:
    """A speed in km/h as the display shows it in mph."""
    return round(kmh / KMH_PER_MPH)


class SpeedingAlert(Task, category=ROAD, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Watching the speed: the car is, or after some seconds gets, faster than allowed in this place; or it never does."""

    says = (
        "We are on {street}. Watch my speed for the next {seconds} seconds and warn me as soon as I'm faster than allowed here.",
        "Keep an eye on the speed limit for {seconds} seconds, please; this is {street}. Tell me right away if I am too fast.",
        "For {seconds} seconds from now, let me know at once if I break the speed limit of this place. We are on {street}.",
        "This is {street}. Make sure for {seconds} seconds that I stay within its speed limit: say so the moment I don't.",
        "Speed watch for {seconds} seconds on {street}: warn me at once if I am too fast, tell me at the end if I was not.",
        "I don't want a ticket. This is {street}: could you watch for {seconds} seconds if I get too fast, and say so at once?",
    )
    endings = ("act", "answer")

    def suits(self, place: Place, ending: Ending) -> bool:
        return bool(limited(place))

    def scene(self, draw: Draw) -> Scene:
        road = draw.choice(limited(draw.place))
        limit = limit_kmh(draw.place, road)
        return draw.scene(moving=True, light=("day",), weather=FAIR, roads=(road,), speed=(limit - 15, limit - 2))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        limit = limit_kmh(draw.place, scene.road)
        drawn = {"street": STREETS[scene.road], "seconds": draw.choice([30, 40, 50]), "limit": limit}
        lamp = draw.choice(["off", "auto", "on"])
        if draw.ending == "answer":
            return drawn | {"fast": 0, "after": 0, "low_beam": "on"}
        return drawn | {"fast": limit + draw.choice([12, 15, 20, 30]), "after": draw.choice([0, 12, 20]), "low_beam": lamp}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, inst.params["low_beam"])
        if inst.params["fast"] and not inst.params["after"]:
            car.drives(inst.params["fast"], inst.scene.road)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        if not inst.params["after"]:
            return ()
        return (Event(lambda car: car.drives(inst.params["fast"], inst.scene.road), after_seconds=inst.params["after"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        watched, limit, fast = 0.8 * inst.params["seconds"], inst.params["limit"], inst.params["fast"]
        if inst.ending == "answer":
            kept_to_it = NothingToDo((Denied(SPEEDING), KEPT_TO_IT))
            told = NoOther(measured(limit, "km/h", 1.7, inst.scene.speed, limit - inst.scene.speed))
            return then.waited(watched) & then.answered_since(watched, NOT_TOO_FAST, kept_to_it, told)
        beside = (fast, fast - limit, inst.scene.speed)
        after = inst.params["after"]

        def warned(then: Episode) -> Criterion:
            last = " ".join(then.log.answers_since(after)[-1:])
            in_miles = "mph" in shown_speed(place_by_name(inst.place), limit)
            told = measured(limit, "km/h", 1.6, *beside) if in_miles else Amount(limit, "km/h", beside=beside)
            other = Says("that name no other limit", "", rf"\blimit(?: here)? (?:is|of) {fast}\b")
            named = said(last, TOO_FAST, NoOther(told), NOT_WITHIN, other)  # how fast one may go need not be told
            return (then.alerts.raised("speed limit", since=after) | named) & ~said(last, Denied(SPEEDING))

        in_time = then.soon(warned, after, within=PROMPT + LOOKING_UP)
        return then.between(s.SPEED, limit + 1, None) & in_time & warned(then)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        limit, fast, seconds = inst.params["limit"], inst.params["fast"], inst.params["seconds"]
        if inst.ending == "answer":
            yield lambda ui: ui.wait(seconds).answer("You stayed within the limit.")
            yield lambda ui: ui.wait(seconds).answer("You did not get too fast, the limit was never broken.")
            yield lambda ui: ui.wait(seconds).answer("You kept to the speed limit.")
            yield lambda ui: ui.wait(seconds).answer(f"The limit is {limit} km/h, and you stayed below it.")
            yield lambda ui: ui.wait(seconds).answer("At no point were you over the limit.")
            yield lambda ui: ui.wait(seconds).answer("You haven't exceeded the speed limit: there was no need to slow down.")
            yield lambda ui: ui.wait(seconds).answer(f"No need for a warning: {limit} km/h are allowed here, and you kept to it.")
            return
        soon = inst.params["after"] or 3
        yield lambda ui: ui.wait(soon).alert("speed limit", "You are faster than this road allows. Slow down.")
        yield lambda ui: ui.wait(soon).answer(f"You are too fast: {fast} km/h where {limit} km/h are allowed.")
        yield lambda ui: ui.wait(soon).answer(f"You didn't stay within the limit of {limit} km/h: you are too fast.")
        sign = shown_speed(place_by_name(inst.place), limit)
        yield lambda ui: ui.wait(soon).answer(f"Slow down, please, the limit is {sign} here.")
        yield (lambda ui: lights(ui.wait(soon)).tap("low_beam_on").alert("speed limit", f"{fast - limit} km/h above the limit!"))

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        limit, seconds = inst.params["limit"], inst.params["seconds"]
        now = inst.params["after"] or 3 if inst.ending == "act" else seconds
        yield lambda ui: ui.wait(now).alert("fatigue", "Time for a break.")
        yield lambda ui: ui.wait(now).tap("notifications")
        yield lambda ui: ui.wait(now).alert("speed limit", "You are well within the limit.")
        yield (
            lambda ui: (
                ui.wait(now)
                .alert("speed limit", "You may be too fast.")
                .alert("ice", "There may be ice.")
                .alert("smoke", "There may be smoke.")
            )
        )
        yield lambda ui: ui.wait(now).answer(f"You are too fast, the limit is {limit + 20} km/h here.")
        if inst.ending == "answer":
            yield lambda ui: ui.answer("You stayed within the limit.").wait(seconds)
            yield lambda ui: ui.wait(now).alert("speed limit", "Slow down.").answer("You are within the limit.")
            yield lambda ui: ui.answer(f"You are too fast, the limit is {limit} km/h.").wait(seconds)
            yield lambda ui: ui.wait(now).answer(f"You are too fast: {limit + 12} km/h where {limit} km/h are allowed.")
        else:
            late = now + PROMPT + LOOKING_UP + 3
            yield lambda ui: ui.wait(late).alert("speed limit", "You are faster than this road allows.")
            yield lambda ui: ui.wait(now).answer("You are within the limit.")
            yield lambda ui: ui.wait(now).alert("speed limit", "Too fast.").answer("You were not too fast.")
            yield lambda ui: ui.wait(now).answer(f"You did not break the limit of {limit} km/h.")
        if inst.params["after"]:
            yield lambda ui: ui.alert("speed limit", "You are too fast.").wait(seconds)
            yield lambda ui: ui.answer(f"You are too fast, the limit is {limit} km/h.").wait(seconds)


class SpeedWarningAtLimit(Task, category=ROAD, dimension=Dimension.DRIVING_ALIGNMENT):
    """The speed warning at the limit of this place, to a step of its control; where it stands there already, it stays."""

    says = (
        "Set the speed warning to the general limit for {street} in this place.",
        "Warn me as soon as I am faster than the law here allows on {street}.",
        "Is the speed warning at the usual limit for {street} here? Adjust it if it isn't.",
        "I don't want a ticket: the car should warn me once I am faster than is allowed here on {street}. Leave it if it does.",
        "A warning once I am too fast for {street} by the law of this place, please.",
        "Not at any old figure: could the car warn me at what the law here allows on {street}?",
    )
    endings = ("act", "refrain")
    steps = 14

    def suits(self, place: Place, ending: Ending) -> bool:
        return bool(limited(place))

    def rule(self, place: Place) -> Hashable:
        return limits(place)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        road = draw.choice(limited(draw.place))
        limit = limit_kmh(draw.place, road)
        step = KMH_PER_MPH if scene.distance_unit == "mile" else 1  # km/h in one of the display's units
        value, start, warns = round(5 * round(limit / step / 5) * step), 0, True
        if draw.ending == "act":
            start, warns = draw.choice([-25, -20, -10, 0, 10, 20, 30, 40]), draw.maybe()
            warns = warns and start != 0
        other = {"urban": 80, "rural": 50}[road]
        return {
            "street": STREETS[road],
            "limit": limit,
            "value": value,
            "start": max(5, value + start),
            "warns": warns,
            "other": other if abs(other - limit) >= 5 else value + 15,
        }

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SPEED_LIMIT, inst.params["start"])
        car.write(s.SPEED_LIMIT_WARNING, inst.params["warns"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.SPEED_LIMIT_WARNING) & then.near(s.SPEED_LIMIT, inst.params["limit"], 4.9)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("assistance.speed_limit", "assistance.speed_limit_warning=true")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        value = inst.params["value"]
        in_miles = (Amount(shown_in_miles(value), "mph"),) if inst.scene.distance_unit == "mile" else ()
        return (Amount(value, "km/h"), *in_miles, AT_THE_LIMIT)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        limit, value = inst.params["limit"], inst.params["value"]
        right = "|".join({str(kmh) for kmh in (limit, value)} | {str(shown_in_miles(kmh)) for kmh in (limit, value)})
        return (Says("no other speed", "^", rf"\b(?!(?:{right})\b)\d+ ?(?:km/?h|kph|mph|kilomet|miles)"),)

    def warned_at(self, ui: UiScript, inst: TaskInstance, kmh: int) -> UiScript:
        """Switch the warning on and bring it to a speed, or to the step next to it."""
        ui = assistance(ui).switch("speed_limit_warning", True)
        shown = 5 * round(shown_in_miles(kmh) / 5) if inst.scene.distance_unit == "mile" else kmh
        return ui.step("speed_limit_more", "speed_limit_less", "speed_limit_value", shown)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        value = inst.params["value"]
        if inst.ending == "act":
            yield lambda ui: self.warned_at(ui, inst, value)
        else:
            yield lambda ui: assistance(ui).answer(f"The speed warning is already on, at {value} km/h.")
            yield lambda ui: assistance(ui).answer("Nothing to do: it warns at the limit as it is.")
            yield lambda ui: assistance(ui).answer(f"Yes, the warning is set to {value} km/h, the usual limit here.")
            if inst.scene.distance_unit == "mile":
                yield lambda ui: assistance(ui).answer(f"The speed warning is already on, at {shown_in_miles(value)} mph.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        value, fine = inst.params["value"], "It is already at the limit."
        yield lambda ui: self.warned_at(ui, inst, value + 10).answer(fine)
        yield lambda ui: self.warned_at(ui, inst, inst.params["other"]).answer(fine)
        yield lambda ui: self.warned_at(ui, inst, value).switch("speed_limit_warning", False).answer(fine)
        yield lambda ui: self.warned_at(ui, inst, value).switch("lane_keeping", False).answer(fine)
        if inst.ending == "act":
            yield lambda ui: assistance(ui).answer(fine)
        else:
            yield lambda ui: assistance(ui).answer(f"It already warns at the limit, {inst.params['other']} km/h.")
