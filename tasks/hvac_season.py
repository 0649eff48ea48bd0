"""Climate by the place: its seasons, and how warm a month usually is there."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.climate import season, typical_temperature
from automotive_env.geo.place import Place
from automotive_env.geo.places import place_by_name
from automotive_env.scene import Draw, Ending, Scene, SceneImpossible
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.hvac_people import friend
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import Measured, Stated
from automotive_env.validators.answers import Amount, Fact, NoOther, Says, Switched
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.subjects.comfort import GEARS, does, gear
from automotive_env.world.device import SEATS

HVAC = Category.HVAC
FRONT = {SEATS[0]: "driver", SEATS[1]: "passenger"}
"""The front seats, and how their buttons are named."""
BEHIND = {SEATS[2]: "left", SEATS[3]: "right"}
"""The seats of the second row, and on which side they are."""
WARMTH = ("heating", "ventilation")
READ = ("conversation.messages",)
"""A message that was opened counts as read."""
EQUINOXES = (3, 9)
"""Months in which calendars disagree on the season."""
MILD = (9, 16)
"""Celsius that are cold for one place and month and warm for another."""
STRAYS = 2.5
"""Celsius by which a day is clearly colder or warmer than usual."""


class SeatForTheSeason(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Who flies between the hemispheres wants the seats to fit the season of the town: two in front, and that of a guest.

    The guest has written where they sit and how strongly they like it, and has thought better of it since; they may do so once
    more when that is done.
    """

    says = (
        (
            "I've lost track of the seasons with all this flying. {city} it is today. By the season there, her seat beside me, "
            "mine, and {who}'s in the back as they wrote it: warm in autumn and winter, aired in spring and summer."
        ),
        (
            "Is it winter or autumn in {city} now? Then warm us both in front, and {who}, who has texted where and how. Spring, "
            "summer? Air instead. If that's so, leave it."
        ),
        (
            "Our two seats by the season of {city}, please, and {who}'s behind us by their texts: warmth for the dark half of "
            "the year, air for the bright half, not both."
        ),
        (
            "Could you check what season they have here in {city}, and do the usual with the driver's seat, the one beside it, "
            "and the one that {who} wrote of? Warm in autumn and winter, air in spring and summer, one of the two."
        ),
        (
            "Not by the calendar at home, by that of {city}: autumn or winter, our seats warm; spring or summer, air only. The "
            "two in front, and {who}'s, who has written which it is and how much they like."
        ),
        (
            "Warm seats in winter and autumn, airy ones in spring and summer, that's how we have it everywhere, she and I in "
            "front, and {who} as in their messages. Is that right for {city} today? If not, change what isn't."
        ),
    )
    endings = ("act", "refrain")
    steps = 13

    def suits(self, place: Place, ending: Ending) -> bool:
        return place.climate != "tropical" and abs(place.latitude) >= 20

    def rule(self, place: Place) -> Hashable:
        return place.latitude > 0 if self.suits(place, "act") else None

    def scene(self, draw: Draw) -> Scene:
        for _ in range(20):
            scene = draw.scene(outside=(8, 20))
            if int(scene.time[5:7]) not in EQUINOXES:
                return scene
        raise SceneImpossible(f"{self.name} is not asked at an equinox")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        cold = season(place_by_name(scene.place), int(scene.time[5:7])) in ("autumn", "winter")
        strength, other = draw.rng.sample(list(GEARS), 2)
        seat, left = draw.rng.sample(list(BEHIND), 2)
        told = {"who": friend(draw), "seat": seat, "left": left, "first": draw.choice([strength, other]), "strength": strength}
        front = _in_season(cold), _in_season(cold)
        behind, held = _in_season(cold), strength
        if draw.ending == "act":
            front = draw.choice([front, front, self._wrong(draw, cold)])
            behind, held = draw.choice([(behind, other), (_in_season(not cold), strength), ((False, False), strength)])
        seats = zip(("driver", "passenger", "behind"), (*front, behind), strict=True)
        drawn = {f"{name}_{what}": on for name, does in seats for what, on in zip(WARMTH, does, strict=True)}
        told["late"] = draw.choice(["", *(one for one in GEARS if one not in (strength, held))]) if draw.ending == "act" else ""
        # where the guest was to sit first it may have been done as they wished
        return drawn | told | {"city": scene.place, "cold": cold, "held": held, "old": draw.ending == "act" and draw.maybe()}

    def _wrong(self, draw: Draw, cold: bool) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
        """Heating and ventilation of the two in front where that of one or both does not fit."""
        right, other = _in_season(cold), _in_season(not cold)
        one, another = draw.rng.sample([draw.choice([right, other, (True, True)]), draw.choice([other, (False, False)])], 2)
        return one, another

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        drawn = inst.params
        for seat, name in (*FRONT.items(), (drawn["seat"], "behind")):
            for what in WARMTH:
                car.write(does(seat, what), drawn[f"{name}_{what}"])
                car.write(gear(seat, what), GEARS[drawn["held"] if name == "behind" else "medium"][1])
        for what, on in zip(WARMTH, _in_season(drawn["cold"]), strict=True):
            car.write(does(drawn["left"], what), drawn["old"] and on)
            car.write(gear(drawn["left"], what), GEARS[drawn["strength"]][1])
        who, other = drawn["who"], next(one.name for one in inst.scene.content.people if one.name != drawn["who"])
        again = "As strong as I said." if drawn["first"] == drawn["strength"] else f"And rather on {drawn['strength']}."
        car.writes(
            who, f"I'll sit in the row behind you, on the {BEHIND[drawn['left']]}. What the seat does, on {drawn['first']}!"
        )
        car.writes(who, f"On the {BEHIND[drawn['seat']]} after all, I get on there more easily. {again}")
        car.writes(other, f"If I ride in the back one day, then on the {BEHIND[drawn['left']]}.")
        car.waits(30)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        who, seat, strength, late = (inst.params[name] for name in ("who", "seat", "strength", "late"))
        fits, _ = WARMTH if inst.params["cold"] else WARMTH[::-1]
        text = f"On second thoughts, make mine {late} after all, please."
        done = Event(lambda car: car.writes(who, text), when=lambda then: then.comfort.seat_does(seat, fits, strength))
        return (done,) if late else ()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        cold, seats = inst.params["cold"], (*FRONT, inst.params["seat"])
        fits, other = WARMTH if cold else WARMTH[::-1]
        seat, strength, late = (inst.params[name] for name in ("seat", "strength", "late"))
        strong = then.comfort.seat_does(seat, fits, late or strength)
        if late:  # before the seat was as wished first, nobody has written
            strong &= then.soon(lambda then: then.comfort.seat_does(seat, fits, strength), 0, then.log.seconds)
        return every(*(then.on(does(seat, fits)) & then.off(does(seat, other)) for seat in seats)) & strong

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        if inst.ending == "refrain":
            return READ
        devices, left = ("heater", "ventilation"), inst.params["left"]
        seats = [f"seat.{seat}.{device}.*" for seat in (*FRONT, inst.params["seat"]) for device in devices]
        return (*READ, *seats, *(f"seat.{left}.{device}.is_on=false" for device in devices))

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Switched(True, r"ventilat|\b(?:air|cool)" if inst.params["cold"] else r"heat|\bwarm"),)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        wrong = "spring|summer" if inst.params["cold"] else "autumn|fall|winter"
        elsewhere = r"(?! (?:in|at|there|up|on the other)\b)"
        return (Says("that name no wrong season", "", rf"\b(?:it is|it's|now|now in) (?:\w+ )?(?:{wrong})\b{elsewhere}"),)

    def _turned(self, ui: UiScript, warm: bool, *names: str) -> UiScript:
        """The seats in front made to fit, or those of these names."""
        for name in names or FRONT.values():
            ui.open("seats").tap(f"seat_{name}").switch("seat_heater", warm).switch("seat_ventilation", not warm)
        return ui

    def _behind(self, ui: UiScript, inst: TaskInstance, seat: str, strength: str) -> UiScript:
        """A seat in the back made to fit, and once more if there is word."""
        fits, other = ("seat_heater", "seat_ventilation") if inst.params["cold"] else ("seat_ventilation", "seat_heater")
        ui = ui.open("seats").tap(f"seat_second_{BEHIND[seat]}").switch(other, False).tap(f"{fits}_{strength}")
        late = inst.params["late"] if (seat, strength) == (inst.params["seat"], inst.params["strength"]) else ""
        return ui.tap(f"{fits}_{late}") if late else ui

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.open("messages").tap("message_item", inst.params["who"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        cold, seat, strength = inst.params["cold"], inst.params["seat"], inst.params["strength"]
        now = "It is winter or autumn here" if cold else "It is spring or summer here"
        if inst.ending == "act":
            yield lambda ui: self._behind(self._turned(self._read(ui, inst), cold), inst, seat, strength)
            yield lambda ui: self._turned(self._behind(self._read(ui, inst), inst, seat, strength), cold, "passenger", "driver")
        else:
            yield lambda ui: self._read(ui, inst).open("seats").answer(f"{now}, and all seats are set for that already.")
            yield lambda ui: ui.open("seats").answer(f"{now}, so nothing needs to be changed.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        cold, seat, left, strength, late = (inst.params[name] for name in ("cold", "seat", "left", "strength", "late"))
        fine, other = "They are set for the season already.", next(one for one in GEARS if one not in (strength, late))
        yield lambda ui: self._behind(self._turned(ui, not cold), inst, seat, strength).answer("I have set the seats.")
        yield lambda ui: self._behind(self._turned(ui, cold), inst, left, strength).answer(fine)
        yield lambda ui: self._behind(self._turned(ui, cold), inst, seat, other).answer(fine)
        yield lambda ui: self._behind(self._turned(ui, cold, "driver"), inst, seat, strength).switch("seat_heater", not cold)
        yield lambda ui: self._behind(self._turned(ui, not cold, "passenger"), inst, seat, strength).answer(fine)
        if inst.ending == "act":
            yield lambda ui: ui.open("seats").answer(fine)
            yield lambda ui: self._turned(ui, cold)
            if late:
                last = "seat_heater" if cold else "seat_ventilation"
                yield lambda ui: self._behind(self._turned(ui, cold), inst, seat, strength).tap(f"{last}_{strength}")
            yield lambda ui: self._behind(self._behind(self._turned(ui, cold), inst, left, other), inst, seat, strength)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        drawn, seat = inst.params, inst.params["seat"]
        plan = CallPlan().call("conversation.conversation_message_view", contact=drawn["who"])
        plan = plan.call("system.state_view", modules=["seat"])
        if inst.ending == "refrain":
            yield plan.answer("The seats are set for this season already.")
            return
        names = {**FRONT, seat: "behind"}
        for what, device, on in zip(WARMTH, ("heater", "ventilation"), _in_season(drawn["cold"]), strict=True):
            wrong = [one for one, name in names.items() if drawn[f"{name}_{what}"] is not on]
            if wrong:
                plan = plan.call(f"seat.carcontrol_carSeat_{device}_switch", switch=on, position=wrong)
            if on and drawn["held"] != drawn["strength"]:
                plan = plan.call(f"seat.carcontrol_carSeat_{device}_set", degree=drawn["strength"], position=[seat])
        if drawn["late"]:
            device = "heater" if drawn["cold"] else "ventilation"
            plan = plan.call("conversation.conversation_message_view", contact=drawn["who"])
            plan = plan.call(f"seat.carcontrol_carSeat_{device}_set", degree=drawn["late"], position=[seat])
        yield plan


def _in_season(cold: bool) -> tuple[bool, bool]:
    """Whether a seat is heated, and whether it is aired, in a season."""
    return cold, not cold


class ColderThanUsual(Task, category=HVAC, dimension=Dimension.DRIVING_ALIGNMENT):
    """Both front seats are warmed on a day that is colder than the mean of the month in this place, and not otherwise."""

    says = (
        "If it's colder out there than this month usually is in this place, both front seats on warm. If not, leave them off.",
        "Compare the temperature with what's normal here for the month: below that, warm us both in front; else nothing.",
        "Is today a cold day for the time of year, for this town's average, I mean? Then warm both our seats, otherwise not.",
        (
            "Could you check what the month's mean is where we are? Should it be colder than that outside, switch on the warmth "
            "in my seat and the one beside me."
        ),
        "Colder than average here for the month? Driver and passenger warmed, please. Warmer? Everything stays.",
        (
            "We're too proud to warm our seats in weather that's normal here. Only if it's below the usual figure of this month "
            "in this place, both in front; if not, tell me so."
        ),
    )
    endings = ("act", "refrain")
    steps = 5

    def suits(self, place: Place, ending: Ending) -> bool:
        """Whether a mild day is surely colder (act) or warmer (refrain) there than some month usually is."""
        low, high = (MILD[0] + STRAYS, MILD[1] + STRAYS + 2) if ending == "act" else (MILD[0] - STRAYS - 2, MILD[1] - STRAYS)
        usual = [typical_temperature(place, month) for month in range(1, 13)]
        return any(degrees is not None and low <= degrees <= high for degrees in usual)

    def rule(self, place: Place) -> Hashable:
        return place.latitude > 0  # the month alone is to say nothing

    def scene(self, draw: Draw) -> Scene:
        for _ in range(400):  # in the morning and in the evening a day is as warm as its mean
            scene = draw.scene(outside=MILD)
            usual = typical_temperature(place_by_name(scene.place), int(scene.time[5:7]))
            strays = 0 if usual is None else scene.outside - usual
            if int(scene.time[11:13]) in (8, 9, 20, 21) and (strays <= -STRAYS if draw.ending == "act" else strays >= STRAYS):
                return scene
        raise SceneImpossible(f"{draw.place.name} is never {STRAYS} °C off its mean")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DRIVER_SEAT_HEATER, False)
        car.write(s.PASSENGER_SEAT_HEATER, False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        usual = typical_temperature(place_by_name(scene.place), int(scene.time[5:7]))
        return {"outside": scene.outside, "usual": usual}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "refrain":
            return then.off(s.DRIVER_SEAT_HEATER) & then.off(s.PASSENGER_SEAT_HEATER)
        return then.on(s.DRIVER_SEAT_HEATER) & then.on(s.PASSENGER_SEAT_HEATER)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("seat.driver's seat.heater.*", "seat.passenger seat.heater.*")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        warmer = (
            r"\b(warmer|milder|above|higher|hotter|more than|not (any )?colder|isn't colder|no colder|"
            r"(not|\w+n't) a cold day)\b"
        )
        colder = (
            r"(?<!not )(?<!no )(?<!n't )(?<!any )(?<!much )\b(colder|cooler|chillier)\b(?! than (today|that|it|now)\b)|"
            r"(?<!not )(?<!n't )\b(below|under|lower than) (the )?(usual|average|mean|normal|norm)\b|"
            r"(?<!not )(?<!n't )\ba cold day\b"
        )
        return Says("that it is warmer than usual", warmer, colder), Switched(False)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        outside, usual = inst.params["outside"], inst.params["usual"]
        told = NoOther(self._told(outside, usual))
        heated = r"\b(?:both|they|seats?|heaters?)(?: of them)? (?:are|is) (?:now )?on\b"
        return told, Stated("that the seats are not heated", "^", heated)

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        warmer = r"\b(it|today|that|outside)( is|'s) (?!not )(\w+ )?(warmer|milder|above)\b"
        warmer += r"|(?<!not )(?<!n't )\bwarmer than (usual|average)\b"
        return (Says("that do not call it warmer than usual", "^", warmer),) if inst.ending == "act" else ()

    @staticmethod
    def _told(celsius: float, beside: float) -> Measured:
        """One of the temperatures; the other one, and how far they are apart, may stand beside it."""
        apart = abs(celsius - beside)
        forms = [
            (celsius, "celsius", 0.5, (beside, apart)),
            (32 + 1.8 * celsius, "fahrenheit", 1.0, (32 + 1.8 * beside, 1.8 * apart)),
        ]
        return Measured(tuple(Amount(*form) for form in forms))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        outside, usual = inst.params["outside"], inst.params["usual"]
        if inst.ending == "act":
            yield (
                lambda ui: (
                    ui.open("seats")
                    .tap("seat_driver")
                    .switch("seat_heater", True)
                    .tap("seat_passenger")
                    .switch("seat_heater", True)
                )
            )
            yield (
                lambda ui: (
                    ui.open("climate")
                    .tap("seat_heat_level_button_left")
                    .tap("seat_heat_level_button_right")
                    .answer("Both are on.")
                )
            )
        else:
            yield lambda ui: ui.answer(f"{outside} °C is warmer than the {usual:g} °C that are usual, so the seats stay off.")
            yield lambda ui: ui.open("seats").answer("No need: it is milder than the average of the month.")
            yield lambda ui: ui.answer(f"{usual:g} °C are usual, which is colder than it is, so both stay off.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.answer("It is warmer than usual, so nothing needs to be done.")
        else:
            yield lambda ui: ui.answer("It is colder than usual, so I left the seats off.")
            yield (
                lambda ui: (
                    ui.open("climate").tap("seat_heat_level_button_left").tap("seat_heat_level_button_right").answer("Warm.")
                )
            )
        yield lambda ui: ui.open("seats").tap("seat_driver").switch("seat_heater", True)
        yield lambda ui: ui.open("seats").tap("seat_driver").switch("seat_ventilation", True).answer("Done.")
        yield lambda ui: ui.temperature("driver", 26).answer("I have set it warmer.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        outside, usual = inst.params["outside"], inst.params["usual"]
        if inst.ending == "act":
            yield CallPlan().call("seat.carcontrol_carSeat_heater_switch", switch=True, position=list(SEATS[:2]))
        else:
            yield CallPlan().answer(f"{outside} °C is warmer than the {usual} °C that are usual, so the seats stay off.")
