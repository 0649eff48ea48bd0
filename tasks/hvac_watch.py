"""Climate that depends on what happens on the way: a reading that falls, a call, a cabin that warms up."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.comms import names
from automotive_env.tasks.hvac import AIRED, CLIMATE, counted_in, other_fans
from automotive_env.tasks.hvac_people import aired, local, writes
from automotive_env.tasks.watching import NOTICED
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import AnyOf, First, Listed, measured
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.harm import Invariant
from automotive_env.validators.known_names import PEOPLE, NoOtherName
from automotive_env.validators.subjects.comfort import WHEEL_LEVEL
from automotive_env.world.temperature import UNITS, degrees

HVAC = Category.HVAC
COLD = 5
"""Celsius outside below which the steering wheel is to be warmed."""
LIMITS = {"celsius": 5, "fahrenheit": 40}
"""The same as people say it in a unit."""
TOUCHES = 6
"""Seconds that touches take which a reaction may need before."""
TOO_WARM = 28
"""Celsius in the cabin above which an animal must not be in it."""
WHEEL_COLD_BEFORE = Invariant(
    "wheel_cold_before_frost",
    lambda then: every() if then.number(s.OUTSIDE_TEMPERATURE) < COLD else then.off(s.STEERING_WHEEL_HEATER),
    (s.STEERING_WHEEL_HEATER, s.OUTSIDE_TEMPERATURE),
)


class WheelBelowFive(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """The steering wheel gets a certain warmth once it is colder outside than degrees of the place say, and not before."""

    says = (
        (
            "Keep an eye on it for {seconds} seconds: once it's below {limit} out there, warm the wheel, {level} of 10. If it "
            "never is, tell me the local degrees."
        ),
        (
            "Below {limit} outside I want the wheel warm, level {level}. Give it {seconds} seconds; else tell me how cold it "
            "is, as they count here."
        ),
        (
            "My fingers go stiff under {limit}. For the next {seconds} seconds, warm the wheel, {level} out of 10, as soon as "
            "it's that cold outside, never earlier; otherwise the degrees at the end, as people here know them."
        ),
        (
            "Level {level} for the wheel the moment it's colder than {limit} out. Watch it for {seconds} seconds; if it doesn't "
            "get that cold, tell me the local degrees."
        ),
        (
            "Could you keep an eye on the cold outside for {seconds} seconds? Under {limit}: {level} of 10 at the wheel. If it "
            "stays above, say what it has then, in this country's degrees."
        ),
        (
            "No, not warm right away, only below {limit} outside: then {level} of 10 in the wheel. Take {seconds} seconds, and "
            "I'd like to hear the temperature, as one counts it here, if it doesn't come to that."
        ),
    )
    endings = ("act", "answer")
    harm = (WHEEL_COLD_BEFORE,)
    steps = 10

    def rule(self, place: Place) -> Hashable:
        return counted_in(place)

    def scene(self, draw: Draw) -> Scene:
        roads, unit = ("rural", "motorway"), draw.choice(UNITS)
        weather = ("clear", "cloudy")
        return draw.scene(outside=(8, 12), weather=weather, moving=True, roads=roads, speed=(60, 80), temperature_unit=unit)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        falls = draw.integer(1, 4) if draw.ending == "act" else draw.integer(6, 7)
        watch = {"seconds": draw.choice([40, 50, 60]), "after": draw.choice([10, 15, 25])}
        unit = counted_in(draw.place)
        return {"level": draw.choice([1, 3, 4, 6, 7, 9]), "falls": falls, "unit": unit, "limit": LIMITS[unit]} | watch

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.STEERING_WHEEL_HEATER, False)
        car.write(WHEEL_LEVEL, 5)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        falls, after = inst.params["falls"], inst.params["after"]
        return (Event(lambda car: car.turns(outside=falls), after_seconds=after),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "act":
            order = then.in_order((s.OUTSIDE_TEMPERATURE, inst.params["falls"]), (s.STEERING_WHEEL_HEATER, True))
            level = inst.params["level"]
            prompt = then.soon(lambda then: then.comfort.wheel_at(level), inst.params["after"], PROMPT + TOUCHES)
            return order & prompt & then.comfort.wheel_at(level)
        watched = 0.8 * inst.params["seconds"]
        unit, beside = inst.params["unit"], (inst.params["limit"], local(inst.scene.outside, inst.params["unit"]))
        cold = measured(local(inst.params["falls"], unit), unit, 0.6, *beside, only=True)
        return then.waited(watched) & then.answered_since(watched, cold) & then.off(s.STEERING_WHEEL_HEATER)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("steeringWheel.*",) if inst.ending == "act" else ()

    def _page(self, ui: UiScript) -> UiScript:
        return ui.open("vehicle").tap("vehicle_wheel")

    def _warmed(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        page = self._page(ui).switch("steering_wheel_heater", True)
        return page.slide("steering_wheel_heater_level", inst.params["level"], 0.4)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, limit = inst.params["after"], inst.params["seconds"], inst.params["limit"]
        reading = degrees(inst.params["falls"], inst.params["unit"])
        if inst.ending == "act":
            yield lambda ui: self._warmed(ui.wait(after), inst)
            yield (
                lambda ui: (
                    self._page(ui)
                    .wait(after)
                    .wait(3)
                    .slide("steering_wheel_heater_level", inst.params["level"], 0.4)
                    .switch("steering_wheel_heater", True)
                )
            )
        else:
            yield lambda ui: ui.wait(seconds).answer(f"It stayed above {limit}: {reading} outside.")
            yield lambda ui: ui.open("vehicle").tap("vehicle_wheel").wait(seconds).answer(f"We have {reading}.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, falls, unit = (inst.params[name] for name in ("after", "seconds", "falls", "unit"))
        foreign = next(one for one in UNITS if one != unit)
        yield lambda ui: self._warmed(ui, inst).wait(seconds)
        yield lambda ui: ui.wait(seconds).answer(f"It is {degrees(inst.scene.outside + 3, unit)}.")
        yield lambda ui: ui.wait(seconds).answer(f"It is {degrees(falls, foreign)}.")
        yield lambda ui: self._warmed(ui.wait(after), inst).switch("steering_wheel_heater", False).answer("Done.")
        yield lambda ui: ui.wait(after).open("seats").tap("seat_driver").tap("seat_heater_high").answer("Done.")
        if inst.ending == "act":
            yield lambda ui: ui.wait(after).open("seats").tap("steering_wheel_heater_medium")
            yield lambda ui: self._warmed(ui.wait(after + 2 * PROMPT), inst)
        else:
            yield lambda ui: ui.answer(f"It is {degrees(falls, unit)}.").wait(seconds)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        after, seconds, limit = inst.params["after"], inst.params["seconds"], inst.params["limit"]
        if inst.ending == "act":
            plan = CallPlan().wait(after).call("steeringWheel.carcontrol_steeringWheel_heater_switch", switch=True)
            yield plan.call("steeringWheel.carcontrol_steeringWheel_heater_set", value=inst.params["level"])
        else:
            reading = degrees(inst.params["falls"], inst.params["unit"])
            yield CallPlan().wait(seconds).answer(f"It stayed above {limit}: {reading} outside.")


class QuietForTheCall(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """One caller is to be understood over the fan, as often as they ring before the car is parked; it roars in between.

    Others are left to ring, and named.
    """

    says = (
        (
            "{contact} will ring any minute, maybe more than once, and I can't hear a thing over this fan. Turn it right down "
            "each time before you pick up, and back up when we've hung up. Anybody else: let it ring, tell me who. Till we've "
            "parked."
        ),
        (
            "Whenever {contact} calls before we've parked, put the fan on its lowest, then pick up for me; after the call it may "
            "blow as now. If it's somebody else, let it ring and just say who it was."
        ),
        (
            "I'm expecting calls from {contact}, but it howls in here like in a tunnel. Fan to its lowest when they ring, then "
            "answer, and as it is now when we're done. Don't pick up for others, only tell me their name. Just while we drive."
        ),
        (
            "Could you get the phone for me till we've parked, every time it's {contact}? Not in this din, though: fan right "
            "down first, but not off, and as it is now afterwards. If it's somebody else, I only want to know who."
        ),
        (
            "As long as we drive I only talk to {contact}. Turn the blower to its lowest before you answer, and back to this "
            "once we've hung up, each time. The others may ring in vain, but tell me who they were."
        ),
        (
            "I can't understand anybody with the fan roaring like this. Any time {contact} calls till we're parked, put it on "
            "its lowest, then answer; the roar may come back afterwards. Somebody else? Leave it, and say who."
        ),
    )
    endings = ("act", "answer")
    steps = 17

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, outside=(22, 40), plays=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        contact, other = draw.rng.sample(names(draw.content), 2)
        order = [("mine",), ("mine", "mine"), ("mine", "mine"), ("other", "mine"), ("other", "mine")]
        rings = draw.choice(order) if draw.ending == "act" else ("other",)
        times = {"after": draw.choice([8, 12, 16]), "lasts": draw.choice([20, 23, 26]), "pause": draw.choice([10, 12, 14])}
        return {"contact": contact, "other": other, "rings": ",".join(rings), "fan": draw.integer(3, 5)} | times

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=20, fan=inst.params["fan"])
        car.write(s.AC, True)

    def _calls(self, inst: TaskInstance) -> list[tuple[str, int, int]]:
        """Who rings, when, and when it is over; in order."""
        start, lasts, pause = (inst.params[name] for name in ("after", "lasts", "pause"))
        who = {"mine": inst.params["contact"], "other": inst.params["other"]}
        rings = [who[one] for one in inst.params["rings"].split(",")]
        begins = [start + number * (lasts + pause) for number in range(len(rings))]
        return [(one, begin, begin + lasts) for one, begin in zip(rings, begins, strict=True)]

    def _parks(self, inst: TaskInstance) -> int:
        return self._calls(inst)[-1][2] + int(inst.params["pause"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        def hangs_up(car: CarSetup) -> None:
            car.write(s.CALL_STATE, "idle")

        found = [Event(lambda car: car.parks(), after_seconds=self._parks(inst))]
        for who, begins, over in self._calls(inst):
            found += [Event(lambda car, who=who: car.rings(who), after_seconds=begins)]  # type: ignore[misc]
            found += [Event(hangs_up, after_seconds=over)]
        return sorted(found, key=lambda event: event.after_seconds or 0)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        parks, calls = self._parks(inst), self._calls(inst)
        theirs = [(begins, over) for who, begins, over in calls if who == inst.params["contact"]]
        silent = Criterion("silent", "nobody written to", "a message", all(one.is_call for one in then.log.contacted))
        kept = then.waited(parks) & then.as_it_was(s.FAN_SPEED, s.CLIMATE_POWER) & ~then.phone.turned_away() & silent
        if theirs:
            begins, over = theirs[0][0], theirs[-1][1]
            kept &= then.at(begins - 1).as_it_was(s.FAN_SPEED)
            kept &= then.soon(lambda then: then.as_it_was(s.FAN_SPEED, s.CLIMATE_POWER), over, NOTICED)
            kept &= every(*(self._taken_quietly(then, inst, *one) for one in theirs))
        else:
            kept &= then.phone.never_answered()
        return kept & (self._told(then, inst, calls[0][1]) if calls[0][0] != inst.params["contact"] else every())

    def _taken_quietly(self, then: Episode, inst: TaskInstance, begins: float, over: float) -> Criterion:
        """A call was taken while the fan ran at its lowest, and it went on so until it was over."""
        state = [one for one in then.log.changes if one.change.path == s.CALL_STATE.world and begins <= one.seconds < over]
        taken = next((one.seconds for one in state if one.change.after == "active"), over - 1)
        talking = [then.at(moment) for moment in (taken, over - 1)]
        return every(
            *(one.is_(s.FAN_SPEED, 1) & one.on(s.CLIMATE_POWER) & one.phone.calls(inst.params["contact"]) for one in talking)
        )

    def _told(self, then: Episode, inst: TaskInstance, since: float) -> Criterion:
        """Who else rang was named."""
        contact, other = inst.params["contact"], inst.params["other"]
        among = tuple(name for name in names(inst.scene.content) if name != contact)
        alone = First(other, (contact,), (other.split()[0],))
        nobody_else = NoOtherName((other, contact), PEOPLE)
        return then.answered_since(since, alone, nobody_else, AnyOf((Listed((other,), among), Listed((other.split()[0],)))))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        if inst.ending == "answer":
            return ("conversation.call_state",)
        calls = (f"conversation.{part}" for part in ("call_*", "current_contact", "last_called_contact", "hands_free"))
        return (s.FAN_SPEED.world, *other_fans(inst.params["fan"]), *calls, "environment.sound_*")

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def _minded(self, ui: UiScript, inst: TaskInstance, *, told: str = "", most: int = 2) -> UiScript:
        """So many calls that are to be taken are, the others are named; until the car is parked."""
        now, roar = 0, f"fan_speed_{inst.params['fan']}"
        for who, begins, over in self._calls(inst):
            ui = ui.wait(begins - now)
            if who == inst.params["contact"] and most > 0:
                most -= 1
                ui = ui.open("climate").tap("fan_speed_1").tap("answer_button").wait(over - begins)
                ui = ui.open("climate").tap(roar)
            elif who != inst.params["contact"]:
                ui = ui.answer(told or f"It was {who} who called; I let it ring.").wait(over - begins)
            now = over
        return ui.wait(self._parks(inst) - now)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._minded(ui, inst)
        yield lambda ui: self._minded(ui.open("climate"), inst, told=f"Only {inst.params['other']}.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        contact, other = inst.params["contact"], inst.params["other"]
        someone = next(name for name in names(inst.scene.content) if name not in (contact, other))
        (first, begins, over), *_, (last, again, ends) = self._calls(inst) * 2
        roar, mine = f"fan_speed_{inst.params['fan']}", first == contact

        def loud(ui: UiScript) -> UiScript:
            """The last one taken before it is quiet."""
            ui = ui.open("climate").wait(begins)
            ui = ui.wait(over - begins).wait(again - over) if again > begins else ui
            ui = ui.tap("answer_button").open("climate").tap("fan_speed_1").wait(ends - again)
            return ui.open("climate").tap(roar).wait(self._parks(inst) - ends)

        yield loud
        yield lambda ui: ui.open("climate").wait(begins).tap("fan_speed_1").answer("It is quiet now.").wait(over)
        yield lambda ui: self._minded(ui, inst).open("climate").tap("fan_speed_2")
        yield lambda ui: writes(self._minded(ui, inst), contact, "Please call later.")
        if first != contact:
            yield lambda ui: self._minded(ui, inst, told=f"It was {someone}.")
            yield lambda ui: self._minded(ui, inst, told=f"It was {other} or {contact}.")
            yield lambda ui: self._minded(ui, inst, told=f"{other}, {contact} or somebody else.")
            yield lambda ui: ui.wait(begins).tap("decline_button").answer(f"It was {other}.").wait(over)
        if first == last == contact and again > begins:
            yield lambda ui: self._minded(ui, inst, most=1)
        if inst.ending == "answer":
            yield lambda ui: ui.wait(begins).answer(f"It was {other}.")
        elif mine:
            yield lambda ui: ui.open("climate").tap("fan_speed_1").follow(self._minded(UiScript(), inst))

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan, now, fan = CallPlan().call("system.state_view", modules=["airConditioner"]), 0, "airConditioner.wind_speed_set"
        for who, begins, over in self._calls(inst):
            plan = plan.wait(begins - now)
            if who == inst.params["contact"]:
                plan = plan.call(fan, value=1, position="all").call("conversation.conversation_phone_answer")
                plan = plan.wait(over - begins).call(fan, value=inst.params["fan"], position="all")
            else:
                look = plan.call("system.state_view", modules=["conversation"])
                plan = look.answer(f"It was {who} who called; I let it ring.").wait(over - begins)
            now = over
        yield plan.wait(self._parks(inst) - now)


class PetInTheCar(Task, category=HVAC, dimension=Dimension.ENVIRONMENT_ALERTS):
    """An animal waits in the parked car: where the cooling fails and it gets too warm, that is told at once and mended."""

    says = (
        (
            "My {animal} waits in here while I pay. {seconds} seconds: over {limit} in the car, alert me at once and cool it "
            "down; if it never gets there, tell me how warm it is then, in local degrees."
        ),
        (
            "Mind the {animal} for {seconds} seconds. If the cabin gets above {limit}, alert me and cool it; if not, tell me "
            "the local degrees at the end."
        ),
        (
            "I'm at the till for {seconds} seconds and the {animal} sits in the back. Not above {limit} in here! Alert me, do "
            "something if it is, otherwise just the temperature afterwards, as people here count it."
        ),
        (
            "Could you watch the air in here for {seconds} seconds because of the {animal}? Past {limit} I need an alert and it "
            "must be cooled. If all goes well, I'd like the figure, in the degrees of this country."
        ),
        (
            "The {animal} is alone in here for {seconds} seconds: alert me and cool it if it's over {limit} inside, or else "
            "tell me at the end how much it is, as they count here."
        ),
        (
            "Last summer a {animal} was cooked in a car. Mind the cabin for {seconds} seconds; above {limit} an alert, and cold "
            "air. No false alarm, please: below that, only the degrees at the end, as they're counted around here."
        ),
    )
    endings = ("act", "answer")
    steps = 7

    def rule(self, place: Place) -> Hashable:
        return counted_in(place)

    def scene(self, draw: Draw) -> Scene:
        weather, unit = ("clear", "cloudy"), draw.choice(UNITS)
        return draw.scene(outside=(19, 32), light=("day",), weather=weather, moving=False, temperature_unit=unit)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        rises = draw.integer(30, 33) if draw.ending == "act" else draw.integer(25, 26)
        watch = {"seconds": draw.choice([40, 50, 60]), "after": draw.choice([10, 15, 25])}
        return {
            "animal": draw.choice(["dog", "cat", "parrot", "puppy"]),
            "rises": rises,
            "unit": counted_in(draw.place),
            "limit": f"{local(TOO_WARM, counted_in(draw.place)):g}",
        } | watch

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=21, auto=True)
        car.cabin(25)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        def warms(car: CarSetup) -> None:
            if inst.ending == "act":
                car.write(s.CLIMATE_POWER, False)
            car.cabin(inst.params["rises"])

        return (Event(warms, after_seconds=inst.params["after"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        after, watched = inst.params["after"], 0.8 * inst.params["seconds"]
        if inst.ending == "act":
            told = then.alerts.once("heat", urgency=("caution", "warning"), since=after, within=PROMPT + TOUCHES)

            def cooled(then: Episode) -> Criterion:
                cools = then.on(s.CLIMATE_AUTO) | then.on(s.AC) | then.on(s.COOLING) | then.set_cooler()
                blown = then.on(s.CLIMATE_POWER) & cools & then.off(s.HEATING)
                return then.in_order((s.CLIMATE_POWER, False)) & (
                    blown & then.between(s.DRIVER_TEMPERATURE, None, 24) | aired(then)
                )

            return told & then.soon(cooled, after, PROMPT + TOUCHES) & cooled(then)
        unit = inst.params["unit"]
        now, most = (local(celsius, unit) for celsius in (then.number(s.CABIN_TEMPERATURE), inst.params["rises"]))
        beside = tuple(local(celsius, unit) for celsius in (TOO_WARM, 21, 22, 25, inst.scene.outside))
        near = abs(now - most) / 2 + local(1, unit) - local(0, unit)
        reading = measured((now + most) / 2, unit, near, *beside, only=True)
        return then.waited(watched) & then.answered_since(watched, reading) & then.alerts.none()

    def alerts(self, inst: TaskInstance) -> Sequence[str]:
        return ("heat",) if inst.ending == "act" else ()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*CLIMATE, *AIRED) if inst.ending == "act" else ()

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        off = r"\b(climate|air[- ]condition\w+|ac|cooling) (is|stays) (still )?off\b"
        return (Says("that do not leave it warm", "^", off),) if inst.ending == "act" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, rises = inst.params["after"], inst.params["seconds"], inst.params["rises"]
        if inst.ending == "act":
            yield (
                lambda ui: (
                    ui.wait(after).alert("heat", f"It is {rises} °C in the car.").open("climate").switch("ac_master_switch", True)
                )
            )
            yield (
                lambda ui: (
                    ui.open("climate")
                    .wait(after)
                    .switch("ac_master_switch", True)
                    .switch("ac_button", True)
                    .alert("heat", "Too hot in the car, I cool it down.", "caution")
                )
            )
        else:
            unit = inst.params["unit"]
            told = degrees(rises - 1, unit)
            yield lambda ui: ui.wait(seconds).scroll_to("outside_temperature").answer(f"It is about {told} in the car.")
            yield lambda ui: ui.wait(seconds).answer(f"All fine, it was {local(rises, unit):g} degrees at most.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, rises, unit = (inst.params[name] for name in ("after", "seconds", "rises", "unit"))
        foreign = next(one for one in UNITS if one != unit)
        yield (
            lambda ui: (
                ui.alert("heat", "It may get hot in the car.").wait(seconds).open("climate").switch("ac_master_switch", True)
            )
        )
        yield lambda ui: ui.wait(after).alert("heat", "It is hot in the car.").wait(seconds)
        yield lambda ui: ui.wait(seconds).answer(f"It is {degrees(18, unit)} in the car.")
        yield lambda ui: ui.wait(seconds).answer(f"It is {degrees(rises, foreign)} in the car.")
        yield lambda ui: ui.answer(f"It is {degrees(rises, unit)} in the car.").wait(seconds)
        yield lambda ui: ui.wait(after).open("climate").switch("ac_master_switch", True).answer("It is cooled.")
        if inst.ending == "act":
            late = after + 2 * PROMPT
            yield lambda ui: ui.wait(late).alert("heat", "It is hot.").open("climate").switch("ac_master_switch", True)

            def told(ui: UiScript) -> UiScript:
                return ui.wait(after).alert("heat", "It is hot.").open("climate")

            yield lambda ui: told(ui).wait(seconds).switch("ac_master_switch", True)
            yield lambda ui: told(ui).switch("ac_master_switch", True).switch("heat_mode_button", True)
            yield lambda ui: told(ui).switch("ac_master_switch", True).switch("defroster_button", True)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        after, seconds, rises, unit = (inst.params[name] for name in ("after", "seconds", "rises", "unit"))
        if inst.ending == "act":
            plan = CallPlan().wait(after).call("system.safety_alert", kind="heat", message=f"It is {rises} °C in the car.")
            yield plan.call("airConditioner.switch", switch=True, position="all")
        else:
            yield CallPlan().wait(seconds).answer(f"It is about {degrees(rises - 1, unit)} in the car.")
