"""Climate for others: what they write that they want, what they are told, what awaits them in the car."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.hvac import AIRED, CLIMATE, COOL_OUTSIDE, POWERED, counted_in, told_set_point
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import TimeOfDay
from automotive_env.validators.answers import Amount
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.subjects.comfort import GEARS, does
from automotive_env.world.device import SEATS
from automotive_env.world.temperature import UNITS, celsius_of, set_point
from automotive_env.world.temperature import number as measured_number

HVAC = Category.HVAC
PASSENGER = SEATS[1]
MESSAGES = ("conversation.messages", "conversation.message_*")
OTHERS = 6
"""People who write after the one who matters."""
COOL = 24
"""Celsius up to which a hot cabin is cooled by what is set."""


def local(celsius: float, unit: str) -> float:
    """Degrees Celsius as a number of a unit."""
    return measured_number(celsius, unit)


def aired(then: Episode) -> Criterion:
    """A window or the sunroof is open, and it is cool enough outside for that to help."""
    return then.opened_to_air() & then.between(s.OUTSIDE_TEMPERATURE, None, COOL_OUTSIDE)


def friend(draw: Draw, *but: str) -> str:
    """Somebody of the phone book who may ride in a car, and none of these: not the workshop, nor the doctor."""
    return draw.person(but=[*but, *(person.name for person in draw.content.people[2:4])])


def writes(ui: UiScript, contact: str, text: str) -> UiScript:
    """Type a message to somebody of the phone book."""
    ui.open("messages").tap("new_message_button").tap("recipient_item", contact)
    return ui.type("message_edit_text", text)


class AsTheyWrote(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """A message of a local says how warm the passenger's side is to be, in the degrees of the place; the last word counts.

    They may have thought better of it, or do so when it is done.
    """

    says = (
        "{contact} has written how they want it on the seat beside me. Do it, and write back the degrees, in local ones.",
        "Read what {contact} wants next to me, set that side accordingly, and confirm the degrees to them, as counted here.",
        (
            "Could you see to {contact}'s wishes for the passenger's side? It's in a text of theirs. Then tell them the "
            "degrees, those that people here know."
        ),
        "{contact} is from here and fussy: it's all in what they wrote. Do so next to me, then text them the local degrees.",
        "What {contact} asked for, next to me, please, not on my side; and text them how many degrees, as one counts them here.",
        (
            "I've no idea any more what {contact} wanted. Look it up, set it for their seat beside me, and let them know how "
            "many degrees, as this country counts them."
        ),
    )
    steps = 24

    def rule(self, place: Place) -> Hashable:
        return counted_in(place)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, temperature_unit=draw.choice(UNITS))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        unit = counted_in(draw.place)
        first = number = told_set_point(draw, scene)
        corrects = draw.choice(["", "before", "when done", "when done"])
        while corrects and not 1 <= abs(number - first) <= 2:
            number = told_set_point(draw, scene)
        told = {"first": set_point(first, unit), "number": set_point(number, unit), "unit": unit}
        return {"contact": friend(draw), "corrects": corrects, "strength": draw.choice(list(GEARS))} | told

    def _celsius(self, inst: TaskInstance, name: str = "number") -> float:
        return celsius_of(inst.params[name], inst.params["unit"])

    def _corrects(self, car: CarSetup, inst: TaskInstance) -> None:
        car.writes(inst.params["contact"], f"No, rather {inst.params['number']} degrees, sorry. The seat as I said.")

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        done = Event(
            lambda car: self._corrects(car, inst),
            when=lambda then: then.near(s.PASSENGER_TEMPERATURE, self._celsius(inst, "first"), 0.4),
        )
        return (done,) if inst.params["corrects"] == "when done" else ()

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        contact, first = inst.params["contact"], inst.params["first"]
        car.climate_runs(temperature=22)
        car.write(does(PASSENGER, "heating"), False)
        strength = inst.params["strength"]
        car.writes(contact, f"On my side {first} degrees, please, and my seat warm on {strength}. Tell me when it is done!")
        if inst.params["corrects"] == "before":
            self._corrects(car, inst)
        content = inst.scene.content
        others = [person.name for person in content.people if person.name != contact][:OTHERS]
        for name, text in zip(others, inst.scene.small_talk, strict=False):
            car.writes(name, text)
        car.waits(30)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        celsius = self._celsius(inst)
        kept = then.on(s.CLIMATE_POWER) & then.as_it_was(s.DRIVER_TEMPERATURE, s.DRIVER_SEAT_HEATER)
        warm = then.near(s.PASSENGER_TEMPERATURE, celsius, 0.4)
        seat = then.comfort.seat_does(PASSENGER, "heating", inst.params["strength"])
        told = Amount(inst.params["number"], inst.params["unit"], 0.4)
        return kept & warm & seat & then.phone.told_last(inst.params["contact"], told)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*POWERED, s.PASSENGER_TEMPERATURE.world, f"seat.{PASSENGER}.heater.*", *MESSAGES)

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def _set(self, ui: UiScript, celsius: float, strength: str) -> UiScript:
        button = "Raise passenger temperature" if celsius > 22 else "Lower passenger temperature"
        name = "hvac_increase_button" if celsius > 22 else "hvac_decrease_button"
        ui.open("climate")
        for _ in range(int(abs(celsius - 22) // 2)):
            ui.long_press(name, button)
        return ui.temperature("passenger", celsius).open("seats").tap("seat_passenger").tap(f"seat_heater_{strength}")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        contact, number, strength = (inst.params[name] for name in ("contact", "number", "strength"))

        def told(ui: UiScript) -> UiScript:
            return ui.open("messages").tap("message_item", contact).type("message_edit_text", f"You have {number} degrees.")

        def done(ui: UiScript) -> UiScript:
            """As they wrote, and once more if they write again."""
            first = self._celsius(inst, "first" if inst.params["corrects"] == "when done" else "number")
            return self._set(ui, first, strength).dismiss().open("climate").temperature("passenger", self._celsius(inst))

        yield lambda ui: told(done(ui.open("messages").tap("message_item", contact)))
        yield lambda ui: told(done(ui)).answer("They know.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        contact, number, strength = (inst.params[name] for name in ("contact", "number", "strength"))
        celsius = self._celsius(inst)
        other = next(one for one in GEARS if one != strength)
        done = f"Done: {number} degrees."
        yield lambda ui: writes(ui, contact, done)
        yield lambda ui: self._set(ui, celsius, strength).answer(done)
        if inst.params["corrects"]:
            first = self._celsius(inst, "first")
            yield lambda ui: writes(self._set(ui, first, strength), contact, f"Done: {inst.params['first']} degrees.")
            yield lambda ui: writes(self._set(ui, first, strength), contact, done)
        yield lambda ui: writes(self._set(ui, celsius, other), contact, done)
        yield lambda ui: writes(self._set(ui, celsius + (2 if celsius < 22 else -2), strength), contact, done)
        yield lambda ui: writes(self._set(ui, celsius, strength), contact, f"Done: {number + 3} degrees.")
        foreign = next(unit for unit in UNITS if unit != inst.params["unit"])
        told = f"Done: {set_point(celsius, foreign):g} degrees {foreign.title()}."
        yield lambda ui: writes(self._set(ui, celsius, strength), contact, told)


class TellHowWarm(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """Somebody is told how warm the car is, in the degrees of the place; warmer than it is outside, it is cooled as well."""

    says = (
        "Text {contact} how warm it is in here, in the degrees people here use. Warmer than out there? Then cool the car, too.",
        (
            "{contact} worries about the shopping in the back. Tell them in writing what the air in the car has, in local "
            "degrees, and cool it if that is more than outside."
        ),
        "Drop {contact} a line, please: the cabin's temperature, not what is set, in local degrees. Hotter than outdoors? Cool.",
        "Could you text {contact} how many degrees we have inside, as one counts them here? Cool the car if it's less outside.",
        (
            "{contact} wants to know how hot it is in the car. Text them the local degrees. If it's warmer than on the street, "
            "cool it, otherwise don't."
        ),
        (
            "Not outside, inside: how warm? Send {contact} that as a text, in the degrees of this place; is it warmer in here "
            "than out there, start cooling."
        ),
    )
    steps = 12

    def rule(self, place: Place) -> Hashable:
        return counted_in(place)

    def scene(self, draw: Draw) -> Scene:
        weather, unit = ("clear", "cloudy"), draw.choice(UNITS)
        return draw.scene(moving=False, outside=(20, 30), weather=weather, temperature_unit=unit)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        hot = draw.maybe()
        cabin = scene.outside + (draw.integer(5, 9) if hot else -draw.integer(4, 6))
        return {
            "contact": friend(draw),
            "hot": hot,
            "cabin": cabin,
            "unit": counted_in(draw.place),
            "set": draw.choice([one for one in (18, 20, 22, 24) if abs(one - cabin) >= 3]),
        }

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=inst.params["set"])
        car.write(s.CLIMATE_POWER, False)
        car.write(s.AC, False)
        car.cabin(inst.params["cabin"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        unit, outside = inst.params["unit"], inst.scene.outside
        now = (then.number_at_start(s.CABIN_TEMPERATURE), then.number(s.CABIN_TEMPERATURE))
        near = 1.2 if unit == "celsius" else 2.2
        beside = (local(outside, unit), local(inst.params["set"], unit))
        told = Amount(local(sum(now) / 2, unit), unit, near + abs(local(now[0], unit) - local(now[1], unit)) / 2, beside)
        written = then.phone.told(inst.params["contact"], told)
        if not inst.params["hot"]:
            return written & then.off(s.CLIMATE_POWER)
        cools = then.on(s.AC) | then.on(s.COOLING) | then.on(s.CLIMATE_AUTO) | then.set_cooler()
        blown = then.on(s.CLIMATE_POWER) & cools & then.off(s.HEATING) & then.between(s.DRIVER_TEMPERATURE, None, COOL)
        return written & (blown | aired(then))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*CLIMATE, *AIRED, *MESSAGES) if inst.params["hot"] else MESSAGES

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def _cooled(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.open("climate").switch("ac_master_switch", True).switch("ac_button", True) if inst.params["hot"] else ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        contact, unit = inst.params["contact"], inst.params["unit"]
        told = f"It is {local(inst.params['cabin'], unit):.0f} degrees {unit.capitalize()} in the car."
        yield lambda ui: writes(self._cooled(ui, inst), contact, told)
        yield lambda ui: self._cooled(writes(ui, contact, told), inst)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        contact, unit, cabin = (inst.params[name] for name in ("contact", "unit", "cabin"))
        foreign = "fahrenheit" if unit == "celsius" else "celsius"
        sign = {"celsius": "°C", "fahrenheit": "°F"}
        told = f"It is {local(cabin, unit):.0f} {sign[unit]}."
        yield lambda ui: writes(self._cooled(ui, inst), contact, f"It is {local(cabin, foreign):.0f} {sign[foreign]}.")
        yield lambda ui: writes(self._cooled(ui, inst), contact, f"It is {local(cabin + 5, unit):.0f} {sign[unit]}.")
        yield lambda ui: self._cooled(ui, inst).answer(told)
        if inst.params["hot"]:
            yield lambda ui: writes(ui, contact, told)
        else:
            yield lambda ui: writes(ui.open("climate").switch("ac_master_switch", True), contact, told)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        contact, unit = inst.params["contact"], inst.params["unit"]
        told = f"It is {local(inst.params['cabin'], unit):.0f} degrees {unit.capitalize()} in the car."
        plan = CallPlan().call("conversation.conversation_message_send", contact=contact, content=told)
        if inst.params["hot"]:
            plan = plan.call("airConditioner.switch", switch=True, position="all").call(
                "airConditioner.ac_mode_switch", switch=True
            )
        yield plan


class TallColdGuest(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Somebody tall who has waited in the cold will sit beside the driver: room, warmth, and word of when that is."""

    says = (
        (
            "We collect {contact} in {minutes} minutes. They have legs up to here and have stood in the cold for an hour: make "
            "the place beside me fit for them, and write them at what time we're there."
        ),
        "{contact} sits next to me in {minutes} minutes, huge and frozen stiff. Room, warmth, a message with the time it'll be.",
        (
            "Could you prepare the place beside me for {contact}? Two metres tall and shivering at the stop. We take "
            "{minutes} minutes, so tell them in writing when that is by the clock."
        ),
        "{minutes} minutes to {contact}, text them the time that is. Till then: room for their knees, something against cold.",
        (
            "Last time {contact} banged their knees on the dashboard, and today they're freezing out there, too. Do what you "
            "can next to me, and text them the hour: {minutes} minutes from now."
        ),
        (
            "No, no lift to ask for, I fetch {contact} myself, in {minutes} minutes, write them the time that is. They're tall "
            "and chilled to the bone, so get the seat beside me ready."
        ),
    )
    steps = 16

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, outside=(-15, 8))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        minutes = draw.choice([25, 35, 38, 45, 50, 55, 75, 90])
        there = datetime.fromisoformat(scene.time) + timedelta(minutes=minutes)
        drawn = {"contact": friend(draw), "minutes": minutes, "back": draw.integer(10, 45, 5)}
        return drawn | {"hour": there.hour, "minute": there.minute}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=19)
        car.write(does(PASSENGER, "heating"), False)
        car.write(s.SEAT_POSITIONS[PASSENGER, "distance"], inst.params["back"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        warm = then.comfort.seat_does(PASSENGER, "heating") | then.on(s.CLIMATE_POWER) & then.rises(s.PASSENGER_TEMPERATURE, 2)
        room = then.seats.moved(PASSENGER, "back", 15)
        return warm & room & then.phone.told(inst.params["contact"], TimeOfDay(inst.params["hour"], inst.params["minute"], 2))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        theirs = (f"airConditioner.ac_states.{PASSENGER}.{part}" for part in ("temperature", "outlet_*"))
        warmth = (*theirs, "airConditioner.ac_states.*.wind_speed", "airConditioner.auto_mode", "airConditioner.heat_mode")
        return (*POWERED, *warmth, *MESSAGES, f"seat.{PASSENGER}.heater.*", f"seat.{PASSENGER}.position.*")

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def _text(self, inst: TaskInstance) -> str:
        return f"I am with you at {inst.params['hour']:02}:{inst.params['minute']:02}."

    def _ready(self, ui: UiScript, back: int = 80) -> UiScript:
        return ui.open("seats").tap("seat_passenger").tap("seat_heater_high").slide("seat_horizontal", back)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        contact, told = inst.params["contact"], self._text(inst)
        yield lambda ui: self._ready(writes(ui, contact, told))
        yield lambda ui: writes(self._ready(ui, 100), contact, told)
        yield lambda ui: writes(
            ui.temperature("passenger", 23).open("seats").tap("seat_passenger").slide("seat_horizontal", 85), contact, told
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        contact, minutes = inst.params["contact"], inst.params["minutes"]
        told, late = self._text(inst), f"I am with you at {(inst.params['hour'] + 1) % 24:02}:{inst.params['minute']:02}."
        yield lambda ui: self._ready(ui).answer(told)
        yield lambda ui: writes(self._ready(ui, 0), contact, told)
        yield lambda ui: writes(self._ready(ui), contact, late)
        yield lambda ui: writes(self._ready(ui), contact, f"I am with you in {minutes} minutes.")
        yield lambda ui: writes(self._ready(ui).switch("seat_heater", False), contact, told)
        yield lambda ui: writes(self._ready(ui).open("climate").switch("ac_master_switch", False), contact, told)
        yield lambda ui: writes(ui.open("seats").tap("seat_driver").tap("seat_heater_high"), contact, told)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().call("seat.carcontrol_carSeat_heater_switch", switch=True, position=PASSENGER)
        plan = plan.call("seat.carcontrol_carSeat_horizontal_set", value=90, position=PASSENGER)
        yield plan.call("conversation.conversation_message_send", contact=inst.params["contact"], content=self._text(inst))
