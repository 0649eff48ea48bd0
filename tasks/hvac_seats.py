"""Climate: what the seats do for those who sit in them: warmth, air and massage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.headunit.apps.seats import PROGRAMMES
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.hvac import POWERED
from automotive_env.tasks.hvac_people import friend
from automotive_env.tasks.watching import NOTICED, parked_at, parking, until_parked
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.known_names import NoOtherName, pool
from automotive_env.validators.subjects.comfort import GEARS, does, gear, programme
from automotive_env.world.device import SEATS

HVAC = Category.HVAC
DRIVER, PASSENGER = SEATS[:2]
IDS = dict(zip(SEATS, ("driver", "passenger", "second_left", "second_right", "third_left", "third_right"), strict=True))
"""Seat -> how the resource ids of its buttons end."""
NAMES = dict(zip(SEATS, ("driver's", "passenger's", "rear left", "rear right", "third-row left", "third-row right"), strict=True))
"""Seat -> how a driver calls it, before the word "seat"."""
WHEEL_STEPS = {"low": 2, "medium": 5, "high": 8}
"""Step of the steering wheel's heating -> its level, 0 to 10."""
_OR = r"\b(low|medium|high) or\b|\bor (on |at )?(low|medium|high)\b"
_SEAT_OFF = r"(?<!wheel )(?<!wheel heating )\b(is|are) (switched |turned )?off\b"
_ENDS = {
    "high": r"high|highest|most|maximum|max|strongest|top|hottest|(not|no|\w+n't)( \w+){0,3} (higher|stronger|hotter|warmer)",
    "low": r"low|lowest|least|minimum|min|weakest|(not|no|\w+n't)( \w+){0,3} (lower|weaker|cooler)",
}
"""Last step of a seat's heating -> words for it."""


def seat_page(ui: UiScript, seat: str) -> UiScript:
    """Open the page of a seat."""
    return ui.open("seats").tap(f"seat_{IDS[seat]}")


def massage_button(programme: str) -> str:
    """Resource id of a massage programme."""
    return f"massage_{programme.replace(' ', '_')}"


class MassageProgramme(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """A certain massage at one of six seats, with air and without warmth; a child may change a part of it again, once."""

    says = (
        (
            "The {seat} seat: {word} massage at {strength}, {air} air through the seat, warmth off. Look again at the end, "
            "the kids press buttons."
        ),
        (
            "Give the {seat} seat the massage called {word}, {strength}; ventilate it on {air}, no more warming. If the boy "
            "changes it, put it right."
        ),
        (
            "Could the {seat} seat knead with {word}, please, {strength}? With {air} ventilation, and not warmed, even if the"
            " kids fiddle with it."
        ),
        (
            "For the {seat} seat: {word} for the back, {strength}; air on {air}; warmth off. Little fingers are about, so see"
            " that it stays."
        ),
        (
            "Too hot in the {seat} seat: air it on {air}, stop warming it, and {word} massage, {strength}. Should somebody "
            "press it away, do it again."
        ),
        (
            "No, not just any massage for the {seat} seat, I mean {word}, on {strength}. Air there on {air}, warmth off, "
            "whatever my girl presses."
        ),
    )
    steps = 8

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        seat, kneads = draw.choice(SEATS), draw.choice([one for one in PROGRAMMES if one != "wave"])
        kinds = {"strength": draw.choice(list(GEARS)), "air": draw.choice(list(GEARS))}
        kinds["presses"] = draw.choice(["", "heating", "ventilation", "massage"])
        return {"seat": NAMES[seat], "position": seat, "word": PROGRAMMES[kneads].lower(), "programme": kneads} | kinds

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        for seat in SEATS:
            car.write(does(seat, "heating"), True)
            car.write(does(seat, "ventilation"), False)
            car.write(does(seat, "massage"), False)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        seat, presses = inst.params["position"], inst.params["presses"]
        pressed = Event(
            lambda car: car.write(does(seat, presses), presses == "heating"), when=lambda then: self.check(then, inst)
        )
        return (pressed,) if presses else ()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        seat, comfort = inst.params["position"], then.comfort
        strength, air = inst.params["strength"], inst.params["air"]
        kneads = comfort.massages(seat, inst.params["programme"]) & comfort.seat_does(seat, "massage", strength)
        return kneads & comfort.seat_does(seat, "ventilation", air) & then.off(does(seat, "heating"))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return tuple(f"seat.{inst.params['position']}.{device}.*" for device in ("heater", "ventilation", "massager"))

    def _set(self, ui: UiScript, inst: TaskInstance, seat: str, kneads: str) -> UiScript:
        ui = seat_page(ui, seat).switch("seat_heater", False).tap(f"seat_ventilation_{inst.params['air']}")
        return ui.tap(f"seat_massage_{inst.params['strength']}").tap(massage_button(kneads))

    def _again(self, ui: UiScript) -> UiScript:
        """What was pressed away, if anything was."""
        return ui.switch("seat_heater", False).switch("seat_ventilation", True).switch("seat_massage", True)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seat, kneads = inst.params["position"], inst.params["programme"]
        yield lambda ui: self._again(self._set(ui, inst, seat, kneads))
        yield lambda ui: self._again(
            seat_page(ui, seat)
            .tap(massage_button(kneads))
            .tap(f"seat_massage_{inst.params['strength']}")
            .tap(f"seat_ventilation_{inst.params['air']}")
            .switch("seat_heater", False)
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seat, kneads = inst.params["position"], inst.params["programme"]
        other_seat = next(one for one in SEATS if one != seat)
        other = next(one for one in PROGRAMMES if one != kneads)
        yield lambda ui: self._set(ui, inst, other_seat, kneads)
        yield lambda ui: self._set(ui, inst, seat, other)
        yield lambda ui: self._set(ui, inst, seat, kneads).switch("seat_massage", False)
        yield lambda ui: self._set(ui, inst, seat, kneads).switch("seat_heater", True)
        yield lambda ui: seat_page(ui, seat).tap(massage_button(kneads)).answer("The massage runs.")
        if inst.params["presses"]:
            yield lambda ui: self._set(ui, inst, seat, kneads).wait(20).answer("All done.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        seat, air = inst.params["position"], inst.params["air"]
        plan = CallPlan().call("seat.carcontrol_carSeat_heater_switch", switch=False, position=seat)
        plan = plan.call("seat.carcontrol_carSeat_ventilation_set", degree=air, position=seat)
        plan = plan.call("seat.carcontrol_carSeat_massager_set", degree=inst.params["strength"], position=seat)
        plan = plan.call("seat.carcontrol_carSeat_massager_mode", switch=True, mode=inst.params["programme"], position=seat)
        devices = {"heating": "heater", "ventilation": "ventilation", "massage": "massager"}
        if presses := inst.params["presses"]:
            plan = plan.call("system.state_view", modules=["seat"])
            name = f"seat.carcontrol_carSeat_{devices[presses]}_switch"
            plan = plan.call(name, switch=presses != "heating", position=seat)
        yield plan


IN_FRONT = pool(["driver", "passenger", "rear"])
"""Finds whose seat is named."""


class DriverSeatHeater(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """Seat heating in front one step stronger or weaker than it is, and the wheel on the same; at the last step all stays."""

    says = (
        (
            "Warmth in the {side}'s seat one step {way}, and the wheel on that step, too. If the seat is at {end} already, "
            "touch neither and tell me."
        ),
        "One step {way} for the {side}'s seat, its heat I mean; the wheel to match. If it's on {end} now, leave both, say so.",
        (
            "Could you warm the {side}'s seat one step {way} than now, please, and bring the steering wheel to that step, too? "
            "Should the seat be at {end} already, nothing changes, just let me know."
        ),
        "Warmth one notch {way} under the {side}, same notch for the wheel. At {end} there already? All stays; tell me, though.",
        (
            "The warmth isn't right yet for the {side}: one step {way} in the seat, and the wheel on that step, too. If the seat "
            "has {end} already, it all stays as it is, wheel included, but say it."
        ),
        (
            "No, not the other seat, the {side}'s: warm it by a single step {way}, with the wheel on that same step. Unless it "
            "has reached {end}; then hands off both, with a word to me."
        ),
    )
    endings = ("act", "refrain")
    steps = 7

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        more = draw.maybe()
        order = list(GEARS)[:: 1 if more else -1]
        start = draw.integer(0, 1) if draw.ending == "act" else 2
        steps = {"start": order[start], "wanted": order[min(start + 1, 2)], "other": draw.choice(list(GEARS))}
        words = {"way": "stronger" if more else "weaker", "end": "high" if more else "low"}
        return {"side": draw.choice(["driver", "passenger"])} | words | steps

    def _seats(self, inst: TaskInstance) -> tuple[str, str]:
        """The seat that is meant, and the other one in front."""
        return (DRIVER, PASSENGER) if inst.params["side"] == "driver" else (PASSENGER, DRIVER)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        meant, other = self._seats(inst)
        for seat, strength in ((meant, "start"), (other, "other")):
            car.write(does(seat, "heating"), True)
            car.write(gear(seat, "heating"), GEARS[inst.params[strength]][1])
        car.write(s.STEERING_WHEEL_HEATER, False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        meant, other = self._seats(inst)
        others = then.as_it_was(does(other, "heating"), gear(other, "heating"))
        seat = then.comfort.seat_does(meant, "heating", inst.params["wanted"])
        wheel = then.comfort.wheel_at(WHEEL_STEPS[inst.params["wanted"]], 1.1)
        return seat & others & (wheel if inst.ending == "act" else then.off(s.STEERING_WHEEL_HEATER))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (f"seat.{self._seats(inst)[0]}.heater.*", "steeringWheel.*")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        end = inst.params["end"]
        told, contrary = _ENDS[end], _ENDS["low" if end == "high" else "high"].split("|(not")[0]
        return (
            Says(
                f"that it is on {end}",
                rf"\b({told})\b",
                rf"(?<!not )(?<!n't )\b(is|are|on|at|to) ({contrary})\b|{_SEAT_OFF}|{_OR}",
            ),
        )

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (NoOtherName((inst.params["side"],), IN_FRONT, beside=True),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        side, wanted, end = inst.params["side"], inst.params["wanted"], inst.params["end"]
        if inst.ending == "act":
            yield (
                lambda ui: (
                    ui.open("seats")
                    .tap(f"seat_{side}")
                    .tap(f"seat_heater_{wanted}")
                    .tap("seat_driver")
                    .tap(f"steering_wheel_heater_{wanted}")
                )
            )
            yield (
                lambda ui: (
                    ui.open("seats")
                    .tap(f"seat_{side}")
                    .tap(f"seat_heater_{wanted}")
                    .open("vehicle")
                    .tap("vehicle_wheel")
                    .tap(f"steering_wheel_heater_{wanted}")
                )
            )
        else:
            yield lambda ui: ui.open("seats").tap(f"seat_{side}").answer(f"The {side} seat heater is already on {end}.")
            yield lambda ui: ui.open("seats").tap(f"seat_{side}").answer(f"It's at its {end}est step, so I left both.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        side, wanted = inst.params["side"], inst.params["wanted"]
        other = "passenger" if side == "driver" else "driver"

        def both(ui: UiScript, side: str, strength: str) -> UiScript:
            ui.open("seats").tap(f"seat_{side}").tap(f"seat_heater_{strength}")
            return ui.tap("seat_driver").tap(f"steering_wheel_heater_{strength}")

        yield lambda ui: both(ui, other, wanted).answer("Done.")
        yield lambda ui: both(ui, side, "medium" if wanted != "medium" else inst.params["start"]).answer("Done.")
        yield lambda ui: ui.open("seats").tap(f"seat_{side}").tap(f"seat_heater_{wanted}").answer("Done.")
        yield lambda ui: both(ui, side, wanted).tap(f"seat_{side}").switch("seat_heater", False)
        if inst.ending == "act":
            yield lambda ui: ui.open("seats").answer(f"It is at its {inst.params['end']} step already.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        side, wanted, end = inst.params["side"], inst.params["wanted"], inst.params["end"]
        look = CallPlan().call("system.state_view", modules=["seat", "steeringWheel"])
        if inst.ending == "act":
            plan = look.call("seat.carcontrol_carSeat_heater_set", degree=wanted, position=self._seats(inst)[0])
            plan = plan.call("steeringWheel.carcontrol_steeringWheel_heater_switch", switch=True)
            yield plan.call("steeringWheel.carcontrol_steeringWheel_heater_set", value=WHEEL_STEPS[wanted])
        else:
            yield look.answer(f"The {side} seat heater is already on {end}.")


class SoreBack(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Somebody in front aches where a friend who knows wrote that it comes from: a massage there until they park, no warmth.

    The friend may think better of it on the way, once more.
    """

    PARTS = {
        "neck": ("shoulder", "upper back"),
        "spine between the shoulder blades": ("upper back", "shoulder"),
        "small of the back": ("waist",),
        "spine just above the belt": ("waist",),
    }
    """What aches -> massage programmes that are for it, rather than for the whole back."""
    HIGH, LOW = tuple(PARTS)[:2], tuple(PARTS)[2:]
    """Parts at the top and at the bottom of the back."""
    WHO = {
        "driver": ("My back is killing me", "the one beside me must not be shaken"),
        "passenger": ("My wife is next to me and her back is killing her", "I must not be shaken at the wheel"),
    }
    """Who aches: what is said of them, and of the other."""
    says = (
        "{aches} after all these hours. Where it comes from, {who} has texted. What helps there until we've parked, then the "
        "seat as now. No warmth, and {other}.",
        "{aches}. {who} is a doctor and writes where it sits. Something right there till we park, but don't warm the seat; after "
        "that as before, and {other}.",
        "{aches}, and we can't stop now. Relief for the very spot that {who} writes of, for the rest of the drive; once parked, "
        "the seat as it is; no heat, and {other}.",
        "Could you please do some good? {aches}; which part it is one learns from {who}'s messages. Undo it when we've parked. "
        "Heat makes it worse, and {other}.",
        "{aches}. No, no painkillers, a seat can do it: just the spot, as {who} tells us by text, until we're parked; not warm, "
        "then as ever. And {other}.",
        "{aches}, hard as a rock. Loosen up where {who} says it sits, in those texts, till we've parked; nothing hot, then as "
        "the seat is now, and {other}.",
    )
    steps = 16

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        side = draw.choice(sorted(self.WHO))
        aches, other = self.WHO[side]
        one, another = draw.rng.sample((self.HIGH, self.LOW), 2)
        found = {"first": draw.choice(another), "part": draw.choice(one), "late": draw.choice(["", another[0], another[1]])}
        who = friend(draw)
        people = {"who": who, "rival": draw.person(but=[who])}
        running = draw.choice(["", "full back", "butterfly", "snake"])
        times = {"corrects": draw.integer(18, 28, 2), "parks": draw.choice([46, 52, 56, 80, 84])}
        return {"aches": aches, "other": other, "side": side, "running": running} | found | people | times

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        running = inst.params["running"]
        for seat in (DRIVER, PASSENGER):
            mine = seat == self._seat(inst)
            car.write(does(seat, "massage"), mine and bool(running))
            car.write(does(seat, "heating"), False)
            if mine and running:
                car.write(programme(seat), running)
        who, rival, first, part = (inst.params[name] for name in ("who", "rival", "first", "part"))
        car.writes(who, f"About that back: from what I hear it comes from the {first}.")
        car.writes(who, f"I have looked at the picture now, and it comes from the {part}. Have that loosened, nothing else.")
        car.writes(rival, f"Oh dear, I had that, too: with me it was the {first}!")
        car.waits(30)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        who, late, corrects = (inst.params[name] for name in ("who", "late", "corrects"))
        text = f"Sorry, I held that picture upside down! It is the {late}, so work on that."
        sorry = [Event(lambda car: car.writes(who, text), after_seconds=corrects)] if late else []
        return (*sorry, *parking(inst.params["parks"]))

    def _seat(self, inst: TaskInstance) -> str:
        return DRIVER if inst.params["side"] == "driver" else PASSENGER

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        seat, running, late, parks = self._seat(inst), inst.params["running"], inst.params["late"], parked_at(then)
        other, right = PASSENGER if seat == DRIVER else DRIVER, self.PARTS[late or inst.params["part"]]

        def eased(then: Episode) -> Criterion:
            return then.comfort.massages(seat, *right)

        def back(then: Episode) -> Criterion:
            return then.as_it_was(does(seat, "massage"), *((programme(seat), gear(seat, "massage")) if running else ()))

        held = then.soon(eased, inst.params["corrects"] if late else 0, NOTICED) & eased(then.at(parks - 1))
        spared = then.always(does(other, "massage"), False) & then.always(does(seat, "heating"), False)
        return held & spared & then.is_(s.GEAR, "park") & then.soon(back, parks, NOTICED) & back(then)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (f"seat.{self._seat(inst)}.massager.*", "conversation.messages")

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.open("messages").tap("message_item", inst.params["who"])

    def _eased(self, ui: UiScript, inst: TaskInstance, kneads: str, late: str) -> UiScript:
        """The one massage, and the other one once there is word; until they park."""
        corrects, parks = inst.params["corrects"], inst.params["parks"]
        ui = seat_page(self._read(ui, inst), self._seat(inst)).tap(massage_button(kneads))
        if not inst.params["late"]:
            return until_parked(ui, parks)
        ui = ui.watch(corrects).dismiss()
        return until_parked(ui.tap(massage_button(late)) if late else ui, parks - corrects)

    def _back(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        running = inst.params["running"]
        return ui.tap(massage_button(running)) if running else ui.switch("seat_massage", False)

    def _right(self, inst: TaskInstance) -> tuple[str, str]:
        """A programme for what was told first, and one for what was told later, if it was."""
        late = inst.params["late"]
        return self.PARTS[inst.params["part"]][0], self.PARTS[late][0] if late else ""

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        kneads, late = self._right(inst)
        other = self.PARTS[inst.params["part"]][-1]
        yield lambda ui: self._back(self._eased(ui, inst, kneads, late), inst)
        yield lambda ui: self._back(self._eased(ui, inst, other, late), inst)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seat, parks, (kneads, late) = self._seat(inst), inst.params["parks"], self._right(inst)
        other, wrong = PASSENGER if seat == DRIVER else DRIVER, self.PARTS[inst.params["first"]][0]
        last = late or kneads

        def across(ui: UiScript) -> UiScript:
            return until_parked(seat_page(ui, other).tap(massage_button(last)), parks).switch("seat_massage", False)

        yield across
        yield lambda ui: self._back(self._eased(ui, inst, wrong, kneads if late else ""), inst)
        yield lambda ui: self._eased(ui, inst, kneads, late)
        yield lambda ui: until_parked(self._back(seat_page(ui, seat).tap(massage_button(last)).wait(20), inst), parks)
        yield lambda ui: self._back(seat_page(ui, seat).tap(massage_button(last)).wait(60), inst).wait(30)
        yield lambda ui: self._back(self._eased(ui, inst, kneads, late), inst).tap("seat_heater_high")
        yield lambda ui: self._eased(ui, inst, kneads, late).tap(massage_button("wave"))
        if late:
            yield lambda ui: self._back(self._eased(ui, inst, kneads, ""), inst)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        seat, running, (kneads, late) = self._seat(inst), inst.params["running"], self._right(inst)
        corrects, parks = inst.params["corrects"], inst.params["parks"]
        name = "seat.carcontrol_carSeat_massager_mode"
        plan = CallPlan().call("conversation.conversation_message_view", contact=inst.params["who"])
        plan = plan.call("system.state_view", modules=["seat"]).call(name, switch=True, mode=kneads, position=seat)
        if late:
            plan = plan.watch(corrects).call("conversation.conversation_message_view", contact=inst.params["who"])
            plan = plan.call(name, switch=True, mode=late, position=seat)
            plan = until_parked(plan, parks - corrects)
        else:
            plan = until_parked(plan, parks)
        if running:
            yield plan.call(name, switch=True, mode=running, position=seat)
        else:
            yield plan.call("seat.carcontrol_carSeat_massager_switch", switch=False, position=seat)


class SameAsMe(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """The passenger gets what the driver has: degrees, warmth and air of the seat; the driver may turn theirs meanwhile."""

    TURNED = {18: 19.5, 19.5: 18, 24.5: 26, 26: 24.5}
    """Degrees of the driver -> what they turn them to."""

    says = (
        (
            "Set her next to me up as I am: degrees, seat heating, air through the seat. I'm still trying mine, what I end up"
            " with counts."
        ),
        (
            "Next to me as on my side, please: degrees, and the seat's warmth and air, step for step. If I turn mine "
            "meanwhile, follow."
        ),
        (
            "She says I've got it better. Give her what I have: degrees, and the seat's warmth and ventilation. I may still "
            "turn mine, then hers, too."
        ),
        (
            "Could you copy my side to the other one? Degrees, heating and ventilation of the seat, as they are for me once "
            "you've finished."
        ),
        (
            "Same for both in front: whatever I have for degrees, warmth and air of the seat. Mine is the model, also if I "
            "adjust it now."
        ),
        (
            "No, not the other way round: my passenger takes over my degrees, seat warmth and seat air. I'm still at it, so "
            "compare at the end."
        ),
    )
    steps = 20

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        mine, theirs = draw.choice(list(self.TURNED)), draw.choice([21, 22, 23])
        heating, air = draw.rng.choice([("off", "low"), ("low", "off"), ("medium", "off"), ("high", "low"), ("off", "high")])
        before = {"their_heating": "medium" if heating == "off" else "off", "their_air": "medium" if air == "off" else "off"}
        last = self.TURNED[mine] if draw.maybe(0.75) else mine
        return {"mine": mine, "last": last, "theirs": theirs, "heating": heating, "air": air} | before

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=inst.params["mine"])
        car.write(s.PASSENGER_TEMPERATURE, inst.params["theirs"])
        mine, theirs = (inst.params["heating"], inst.params["air"]), (inst.params["their_heating"], inst.params["their_air"])
        for seat, (heating, air) in ((DRIVER, mine), (PASSENGER, theirs)):
            self._write(car, seat, "heating", heating)
            self._write(car, seat, "ventilation", air)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        mine, last = inst.params["mine"], inst.params["last"]
        turns = Event(
            lambda car: car.write(s.DRIVER_TEMPERATURE, last), when=lambda then: then.near(s.PASSENGER_TEMPERATURE, mine)
        )
        return (turns,) if last != mine else ()

    def _write(self, car: CarSetup, seat: str, what: str, strength: str) -> None:
        car.write(does(seat, what), strength != "off")
        if strength != "off":
            car.write(gear(seat, what), GEARS[strength][1])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        wanted = [then.near(side, inst.params["last"]) for side in (s.PASSENGER_TEMPERATURE, s.DRIVER_TEMPERATURE)]
        wanted.append(then.as_it_was(s.CLIMATE_POWER, does(DRIVER, "heating"), does(DRIVER, "ventilation")))
        for what, name in (("heating", "heating"), ("ventilation", "air")):
            strength = inst.params[name]
            if strength == "off":
                wanted.append(then.off(does(PASSENGER, what)))
            else:
                wanted.append(then.comfort.seat_does(PASSENGER, what, strength))
        return every(*wanted)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        seat = tuple(f"seat.{PASSENGER}.{device}.*" for device in ("heater", "ventilation"))
        return (*POWERED, s.PASSENGER_TEMPERATURE.world, *seat)

    def _seat(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        ui = ui.open("seats").tap("seat_driver").tap("seat_passenger")
        for device, name in (("seat_heater", "heating"), ("seat_ventilation", "air")):
            strength = inst.params[name]
            ui = ui.switch(device, False) if strength == "off" else ui.tap(f"{device}_{strength}")
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        mine, last, theirs = (inst.params[name] for name in ("mine", "last", "theirs"))

        def held(ui: UiScript) -> UiScript:
            rises = mine > theirs
            name, button = ("hvac_increase_button", "Raise") if rises else ("hvac_decrease_button", "Lower")
            ui.open("climate")
            for _ in range(int(abs(mine - theirs) // 2)):
                ui.long_press(name, f"{button} passenger temperature")
            return ui.temperature("passenger", mine)

        yield lambda ui: self._seat(held(ui), inst).open("climate").temperature("passenger", last)
        yield lambda ui: held(self._seat(ui, inst)).temperature("passenger", last)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        mine, last, theirs = (inst.params[name] for name in ("mine", "last", "theirs"))
        yield lambda ui: self._seat(ui, inst).answer("Done.")
        yield lambda ui: ui.temperature("passenger", mine).temperature("passenger", last)
        yield lambda ui: self._seat(ui, inst).temperature("driver", theirs)
        if last != mine:
            yield lambda ui: self._seat(ui.temperature("passenger", mine), inst).wait(20).answer("Both sides are the same.")
            yield lambda ui: self._seat(ui.temperature("passenger", mine), inst).temperature("driver", mine)
        yield (
            lambda ui: (
                self._seat(ui.temperature("passenger", mine), inst)
                .temperature("passenger", last)
                .tap("seat_heater_medium")
                .tap("seat_ventilation_medium")
            )
        )
